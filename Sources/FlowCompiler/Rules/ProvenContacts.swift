import FlowModel
import FlowSource

/// U404: an address that identifies an account was proven before; and so was
/// one that applications are given as the account's own.
///
/// CVE-2026-105207, CVE-2026-53516: a credential linked to an address that nobody proved.
@Sendable func provenContacts(_ tenant: AnalyzedTenant, _ problems: inout DiagnosticCollector) {
  let scope = tenant.resolved.scope
  let given = Set(scope.tenant.applications.flatMap { $0.userData.compactMap { scope.attribute($0.text) } })
  for flow in tenant.flows {
    guard let evidence = flow.evidence else { continue }
    for node in flow.graph.nodes.indices {
      guard let effect = flow.graph.effect(node, tenant.resolved.flows),
        effect.definition.writesAttributes
      else { continue }
      for (subject, attribute) in evidence.subjects.attributes.enumerated() {
        let definition = scope.tenant.attributes[attribute].definition
        // An account is created with what is proven of its identifiers, or keeps in mind that it is not.
        let isWritten = definition.isIdentifier ? !effect.definition.createsAccount : given.contains(attribute)
        guard definition.type.isAddress, isWritten, effect.writes(scope.slot(attribute)),
          let visit = evidence.nearest(node, where: { !$0.mayWrite(subject, by: effect.definition) })
        else { continue }
        let name = definition.name.quoted
        let harm =
          definition.isIdentifier
          ? "\(name) identifies the account from here on"
          : "\(name) becomes the account's here, as applications are told in `user-data`"
        problems.report(
          unproven(
            "U404", "\(harm), and nobody has proven it", at: effect.place, visit,
            flow, tenant.resolved,
            help: "lead every path here through \(Effect.names(proving: .verifiedCodeTarget)) of a code sent to \(name)"
              + (effect.definition.createsAccount || !definition.isIdentifier
                ? "" : "; or, where \(name) stays as it is, take the account's own over with `account.read` before")
          ))
      }
    }
  }
}

extension EvidenceState {
  /// Whether an attribute's value may be written to the account as its own. A new account has nothing yet.
  fileprivate func mayWrite(_ subject: Int, by effect: EffectDefinition) -> Bool {
    self[.unwritten, subject] || self[.verified, subject] || (!effect.createsAccount && self[.ofAccount, subject])
  }
}
