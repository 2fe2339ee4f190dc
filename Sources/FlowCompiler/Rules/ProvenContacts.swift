import FlowModel
import FlowSource

/// U404: an address that becomes a way into an account, because it identifies the account, was proven before.
///
/// CVE-2026-105207, CVE-2026-53516: a credential linked to an address that nobody proved.
@Sendable func provenContacts(_ tenant: JudgedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.analysis.scope
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard case .effect(let effect) = flow.graph.state(node, tenant.analysis.flows).kind,
        effect.effect == .accountUpdate
      else { continue }
      for (subject, attribute) in evidence.subjects.attributes.enumerated() {
        let definition = scope.tenant.attributes[attribute].definition
        guard definition.type.isAddress, definition.isIdentifier,
          let visit = evidence.nearest(node, where: { !$0.mayWrite(subject) })
        else { continue }
        let name = definition.name.quoted
        problems.report(
          unproven(
            "U404", "\(name) becomes a way into the account here, and nobody has proven it", at: effect.place, visit,
            flow, tenant.analysis, help: "lead every way here through `code.verify` of a code sent to \(name)"))
      }
    }
  }
}

extension EvidenceState {
  /// Whether an attribute's value may be written to the account as a way into it.
  fileprivate func mayWrite(_ subject: Int) -> Bool {
    self[.unwritten, subject] || self[.verified, subject] || self[.ofAccount, subject]
  }
}
