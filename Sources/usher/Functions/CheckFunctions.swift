import FlowDelivery
import FlowModel

/// What a server with the same options would refuse of the functions and channels of tenants, a sentence each. Commands are not asked
/// about: those are known.
func checkFunctions(_ tables: [FlowTable], _ arguments: Arguments) throws(Failure) -> [String] {
  var settings = try FunctionOptions.checking(arguments)
  settings.commands = .allowed()
  let rules = FunctionRules(settings: settings)
  let channels = ChannelRules(settings: settings)
  return tables.flatMap { rules.problems(of: $0) + channels.problems(of: $0) } + FunctionRules.problems(among: tables)
}
