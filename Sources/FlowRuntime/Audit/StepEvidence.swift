import FlowModel

extension EffectStep {
  /// On whose behalf the step changes accounts.
  var auditOrigin: AuditOrigin {
    AuditOrigin(.run, at: now, run: runID.hex, flow: flow.name, version: program.hash.description)
  }

  /// What the run has proven that a change of an account may rest on: by the names of attributes, and by what it was shown.
  func evidence(about account: String) -> [String] {
    run.proofs.compactMap { proof in
      let what: String
      switch proof {
      case .verified(let identifier): what = "proved \(identifier.attribute)"
      case .authenticated(account): what = "owner"
      case .created(account): what = "created here"
      case .authenticated, .created: return nil
      }
      let methods = Set(run.shown.filter { $0.proof == proof }.map(\.method.rawValue)).sorted()
      return methods.isEmpty ? what : "\(what) by \(methods.joined(separator: "+"))"
    }
  }
}
