import FlowModel
import FlowSource

/// U603: where a tenant says how its messages leave, it says so of each kind that its flows send. A server sends no other:
/// it does not start, unless its operator names an outbox.
@Sendable func missingChannels(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  let named = Set(scope.tenant.channels.map(\.name.text))
  guard !named.isEmpty else { return }
  var told: Set<ChannelKind> = []
  for flow in tenant.resolved.flows {
    for state in flow.states {
      guard case .effect(let call) = state.kind, let slot = call.address else { continue }
      let kind = call.channel ?? ChannelKind(to: scope.attribute(of: slot)?.definition.type)
      guard !named.contains(kind.name), told.insert(kind).inserted else { continue }
      problems.report(
        Diagnostic(
          "U603", .warning, "`channels` says nothing of \(kind.name.quoted), and a message is sent by it here",
          at: call.place, labels: [Label(scope.tenant.channels[0].name.span, "the messages that leave")],
          help: kind == .email
            ? "add `email: { smtp: { … } }` to `channels`" : "add `sms: { webhook: { … } }` to `channels`"))
    }
  }
}
