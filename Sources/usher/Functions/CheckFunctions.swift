import FlowDelivery
import FlowModel

/// Holds the functions and channels of tenants against what a server with the same options would demand of them, and says what is wrong;
/// whether nothing is. Commands are not asked about: those are known.
func checkFunctions(_ tables: [FlowTable], _ arguments: Arguments) throws(Failure) -> Bool {
  var settings = try FunctionOptions.checking(arguments)
  settings.commands = .allowed()
  let rules = FunctionRules(settings: settings)
  let channels = ChannelRules(settings: settings)
  let problems =
    tables.flatMap { rules.problems(of: $0) + channels.problems(of: $0) } + FunctionRules.problems(among: tables)
  try StandardOutput.write(problems.map { "error: \($0)\n" }.joined())
  return problems.isEmpty
}
