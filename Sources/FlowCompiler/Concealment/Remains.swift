import FlowModel

/// What two runs leave behind that is not the same in both, while their client sees no difference: a later run may see it.
struct Remains: Sendable {
  /// What it is.
  enum Change: Hashable, Sendable {
    /// An account is there in one of them alone, and the client finds it by these identifiers of its own; `hasPassword`: and
    /// has chosen its password.
    case made(marks: [Slot], hasPassword: Bool)
    /// The client's own account holds something else in one of them, in these attributes.
    case written([Slot])
    /// The client's own account is gone, closed, or opened in one of them alone.
    case turned
  }

  let change: Change
  /// The identifier by which only one of them finds an account; nil: it is not followed.
  let guess: Slot?
  /// The state that does it, and the edges by which the run comes there that does.
  let node: Int
  let path: [Int]
}

extension NonInterference {
  /// The attributes that an effect may write to the account.
  func writable(_ effect: ResolvedEffect) -> [Slot] {
    guard effect.definition.writesAttributes else { return [] }
    let definitions = resolved.scope.tenant.attributes.map(\.definition)
    return definitions.indices.filter { !definitions[$0].isTransient }.map(resolved.scope.slot).filter(effect.writes)
  }

  /// Those of them whose values are not the same in both runs.
  func writesOtherwise(_ effect: ResolvedEffect, _ pair: RunPair) -> [Slot] {
    pair.differing.isEmpty ? [] : writable(effect).filter { pair.differing.contains(Int($0)) }
  }

  /// An account was made in one of the runs alone, as another one has an identifier there: `secret`.
  mutating func rememberMade(_ effect: ResolvedEffect, besides secret: Int?, _ at: Int, isLeft: Bool = false) {
    let before = pair(at)
    let own = marks(besides: secret, before)
    let written = Set(writable(effect) + [effect.lookupSlot].compactMap(\.self))
    let marks = subjects.indices.filter { own >> UInt8($0) & 1 != 0 && written.contains(subjects[$0]) }
      .map { subjects[$0] }.filter { resolved.scope.attribute(of: $0)?.definition.isIdentifier == true }
    remember(
      .made(marks: marks, hasPassword: effect.setsPassword), guessing: secret.map { subjects[$0] }, at, isLeft: isLeft)
  }

  /// The client's own account was written to in one of the runs alone, or otherwise than in the other.
  mutating func rememberWritten(_ slots: [Slot], guessing guess: Slot? = nil, _ at: Int, isLeft: Bool = false) {
    if !slots.isEmpty { remember(.written(slots), guessing: guess, at, isLeft: isLeft) }
  }

  /// What one of the runs does to the client's own account, and the other one does not.
  mutating func rememberAlone(_ effect: ResolvedEffect, _ outcome: OutcomeDefinition, _ at: Int, isLeft: Bool) {
    if effect.changesAccount { rememberWritten(writable(effect), at, isLeft: isLeft) }
    if effect.definition.setsPassword || outcome.turnsAccount {
      remember(.turned, guessing: nil, at, isLeft: isLeft)
    }
  }
}

extension OutcomeDefinition {
  /// Whether an account that was there before may sign in no more behind it, or only then.
  fileprivate var turnsAccount: Bool {
    switch standing {
    case .confirmed?, .disabled?: true
    case .new?: false
    case nil: security == .accountDeleted
    }
  }
}
