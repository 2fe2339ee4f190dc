import Glibc

// The figures of the project, measured side by side in one run. Usage: bench PATH-OF-USHER
let started = now()
guard let usher = CommandLine.arguments.dropFirst().first else { fatalFlow("name the release binary of usher") }
print(Machine.description + "\n")
do {
  Table.print(WholeProcess.measure(usher: usher))
  Table.print(try PureSteps.measure() + Conditions.measure())
  Table.print(try await EngineSteps.measure())
  Table.print(try await HTTPRequests.measure())
} catch {
  fatalFlow("\(error)")
}
print("\nmeasured in \((now() - started).rounded(1)) s")
