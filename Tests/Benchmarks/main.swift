import Glibc

/// The figures of the project, measured side by side in one run. Usage: bench PATH-OF-USHER
let started = now()
print(Machine.description)
print()
do {
  var rows: [Row] = []
  rows += try PureSteps.measure()
  rows += try await EngineSteps.measure()
  Table.print(rows)
} catch {
  fatalFlow("\(error)")
}
print("\nmeasured in \((now() - started).rounded(1)) s")
