import FlowModel

extension Evidence {
  /// What each step of a way proves, and which proofs it ends.
  func remarks(_ way: [(edge: Int, state: EvidenceState)], _ scope: TenantScope) -> (
    gains: [Int: String], losses: [Int: String]
  ) {
    var gains: [Int: String] = [:]
    var losses: [Int: String] = [:]
    var before = EvidenceState.atStart
    for (number, step) in way.enumerated() {
      let (gained, lost) = changes(from: before, to: step.state, scope)
      if !gained.isEmpty { gains[number] = gained.joined(separator: "; ") }
      if !lost.isEmpty { losses[number] = lost.joined(separator: "; ") }
      before = step.state
    }
    return (gains, losses)
  }

  private func changes(
    from before: EvidenceState, to after: EvidenceState, _ scope: TenantScope
  ) -> (gained: [String], lost: [String]) {
    var gained: [String] = []
    var lost: [String] = []
    func name(_ subject: Int) -> String { scope.tenant.attributes[subjects.attributes[subject]].name.text.quoted }
    for subject in subjects.attributes.indices {
      switch (before[.verified, subject], after[.verified, subject]) {
      case (false, true): gained.append("\(name(subject)) is proven")
      case (true, false): lost.append("the proof of \(name(subject)) ends: it gets another value")
      default: break
      }
      let knewTarget = before[.codeTarget, subject] && !before[.noCode]
      if knewTarget, !after[.codeTarget, subject], after[.unwritten, subject] == before[.unwritten, subject] {
        lost.append("the code that is out is for what \(name(subject)) held before, or for another address")
      }
    }
    for (fact, words) in Self.words {
      let (had, has) = (before[fact] && !before[.unbound], after[fact] && !after[.unbound])
      if !had, has { gained.append(words.gained) }
      if had, !has { lost.append(words.lost) }
    }
    return (gained, lost)
  }

  private static let words: KeyValuePairs<EvidenceState.Fact, (gained: String, lost: String)> = [
    .accountVerified: (
      "an address of the bound account is proven", "what was proven of the bound account ends: another one is bound"
    ),
    .created: ("the account is this run's own", "the account of this run is no longer the bound one"),
    .authenticated: ("the account's owner is present", "the sign-in ends: another account is bound"),
  ]

  /// What is proven in a state, in words; nil for nothing.
  func proven(_ state: EvidenceState, _ scope: TenantScope) -> String? {
    let proofs = changes(from: .atStart, to: state, scope).gained
    return proofs.isEmpty ? nil : proofs.joined(separator: ", ")
  }
}
