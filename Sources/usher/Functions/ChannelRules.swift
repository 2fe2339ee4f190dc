import FlowDelivery
import FlowModel

/// What a server demands of the channels of its tenants before it serves them.
struct ChannelRules: Sendable {
  let settings: FunctionSettings
  /// Whether messages have a place to go to that no channel takes.
  var hasOutbox = true

  /// What is wrong with a tenant's channels, a sentence each.
  func problems(of table: FlowTable) -> [String] {
    var problems = table.channels.compactMap { channel in
      ChannelCheck.problem(of: channel, tenant: table.tenant, settings: settings).map {
        "the channel \(channel.kind.name.quoted) of the tenant \(table.tenant.quoted): \($0)"
      }
    }
    guard !hasOutbox else { return problems }
    for kind in ChannelKind.allCases where table.sentKinds.contains(kind) && table.channel(kind) == nil {
      problems.append(
        "the tenant \(table.tenant.quoted) has no channel for \(kind.name.quoted), and messages hold codes and addresses, which "
          + "are not shown unless that is asked for: add it to `channels`, or start with `--outbox FILE` or `--outbox -`"
      )
    }
    return problems
  }
}
