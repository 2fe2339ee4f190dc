import FlowModel
import FlowSource

extension Evidence {
  /// What each step of a path proves, and which proofs it ends.
  func facts(
    _ path: [(edge: Int, state: EvidenceState)], _ scope: TenantScope
  ) -> (gains: [Int: [TraceFact]], losses: [Int: [TraceFact]]) {
    var gains: [Int: [TraceFact]] = [:]
    var losses: [Int: [TraceFact]] = [:]
    var before = EvidenceState.atStart
    for (number, step) in path.enumerated() {
      let (gained, lost) = changes(from: before, to: step.state, scope)
      if !gained.isEmpty { gains[number] = gained.map(TraceFact.proves) }
      if !lost.isEmpty { losses[number] = lost.map(TraceFact.loses) }
      before = step.state
    }
    return (gains, losses)
  }

  /// What is proven in a state.
  func proven(_ state: EvidenceState, _ scope: TenantScope) -> [TraceProof] {
    changes(from: .atStart, to: state, scope).gained
  }

  private func changes(
    from before: EvidenceState, to after: EvidenceState, _ scope: TenantScope
  ) -> (gained: [TraceProof], lost: [TraceProof]) {
    var gained: [TraceProof] = []
    var lost: [TraceProof] = []
    func name(_ subject: Int) -> String { scope.tenant.attributes[subjects.attributes[subject]].name.text }
    for subject in subjects.attributes.indices {
      switch (before[.verified, subject], after[.verified, subject]) {
      case (false, true): gained.append(.address(of: name(subject)))
      case (true, false): lost.append(.address(of: name(subject)))
      default: break
      }
      let knewTarget = before[.codeTarget, subject] && !before[.noCode]
      if knewTarget, !after[.codeTarget, subject], after[.unwritten, subject] == before[.unwritten, subject] {
        lost.append(.code(for: name(subject)))
      }
    }
    for (fact, proof) in Self.proofs {
      let (had, has) = (before[fact] && !before[.unbound], after[fact] && !after[.unbound])
      if !had, has { gained.append(proof) }
      if had, !has { lost.append(proof) }
    }
    return (gained, lost)
  }

  private static let proofs: KeyValuePairs<EvidenceState.Fact, TraceProof> = [
    .accountVerified: .accountAddress, .created: .ownAccount, .authenticated: .presence,
  ]
}

extension TraceProof {
  /// That it is proven, in words.
  package var holds: String {
    switch self {
    case .address(let attribute): "\(attribute.quoted) is proven"
    case .code(let attribute): "a code is out for what \(attribute.quoted) holds"
    case .accountAddress: "an address of the bound account is proven"
    case .ownAccount: "the account is this run's own"
    case .presence: "the account's owner is present"
    }
  }
}
