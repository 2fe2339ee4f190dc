import FlowDelivery
import FlowModel

/// What a server demands of the channels of its tenants before it serves them.
struct ChannelRules: Sendable {
  let settings: FunctionSettings
  /// Whether messages have a place to go to that no channel takes.
  var hasOutbox = true

  /// What is wrong with a tenant's channels, a sentence each.
  func problems(of table: FlowTable) -> [String] {
    table.channels.compactMap { channel in
      ChannelCheck.problem(of: channel, tenant: table.tenant, settings: settings).map {
        "the channel \(channel.kind.name.quoted) of the tenant \(table.tenant.quoted): \($0)"
      }
    } + missing(in: table)
  }

  /// The messages of a tenant for which there is no channel, a sentence each.
  func missing(in table: FlowTable) -> [String] {
    if hasOutbox { return [] }
    return ChannelKind.allCases.filter { table.sentKinds.contains($0) && table.channel($0) == nil }.map { kind in
      "the tenant \(table.tenant.quoted) has no channel for \(kind.name.quoted), and messages hold codes and addresses, which "
        + "are not shown unless that is asked for: add it to `channels`, or start with `--outbox FILE` or `--outbox -`"
    }
  }

  /// Which channels of a tenant cannot be looked at here, as variables of theirs are not set, a sentence each.
  static func unseen(of table: FlowTable) -> [String] {
    table.channels.compactMap { channel in
      let unset = ChannelCheck.unsetVariables(of: channel, tenant: table.tenant)
      if unset.isEmpty { return nil }
      return
        "the channel \(channel.kind.name.quoted) of the tenant \(table.tenant.quoted) was not looked at: "
        + "\(unset.joined(separator: ", ")) \(unset.count == 1 ? "is" : "are") not set here"
    }
  }
}
