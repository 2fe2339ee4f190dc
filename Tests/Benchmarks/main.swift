import Glibc

// The figures of the project, measured side by side in one run. Usage: bench PATH-OF-USHER [GROUP…]
let started = now()
guard let usher = CommandLine.arguments.dropFirst().first else { fatalFlow("name the release binary of usher") }
let groups: [(name: String, measure: () async throws -> [Row])] = [
  ("process", { WholeProcess.measure(usher: usher) }),
  ("tenants", { try ManyTenants.measure(usher: usher) }),
  ("editor", { try Keystrokes.measure(usher: usher) }),
  ("steps", { try PureSteps.measure() + Conditions.measure() + MessageWriting.measure() }),
  ("engine", { try await EngineSteps.measure() }),
  ("clients", { try Clients.measure() }),
  ("cases", { try await AuthoredCases.measure() }),
  ("http", { try await HTTPRequests.measure() }),
  ("sign-ups", { try await SignUps.measure() }),
  ("native-auth", { try await ClientSignUps.measure() }),
  ("hashing", { try await HashingStorm.measure() }),
  ("mail", { try await MailDelivery.measure() }),
  ("memory", { OpenRuns.measure(usher: usher) }),
]
let chosen = Set(CommandLine.arguments.dropFirst(2))
guard chosen.isSubset(of: groups.map(\.name)) else { fatalFlow("the groups are \(groups.map(\.name))") }
print(Machine.description + "\n")
do {
  for group in groups where chosen.isEmpty || chosen.contains(group.name) { Table.print(try await group.measure()) }
} catch {
  fatalFlow("\(error)")
}
print("\nmeasured in \((now() - started).rounded(1)) s")
