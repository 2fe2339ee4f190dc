import FlowModel

/// Accounts that have an identifier which nobody looked for: one cannot be written that another account has, and who learns
/// that learns of the other account.
extension NonInterference {
  /// The identifiers that an effect writes, beside the one by which it looks for an account, and that nobody must prove.
  private func further(_ effect: ResolvedEffect) -> [Slot] {
    resolved.furtherIdentifiers.filter { $0 != effect.lookupSlot && effect.writes($0) }
  }

  /// Those of them that the client has typed and not proven, each with its subject; what the bound account was found by is
  /// its own.
  func guessable(_ effect: ResolvedEffect, _ pair: RunPair) -> [Int?] {
    further(effect).map(subject).filter { subject in
      guard let subject else { return true }
      return pair.collected(there: subject) && !pair.hasProven(subject) && Int(pair.foundBy) != subject
    }
  }

  /// In one run another account has an identifier that the effect writes to the bound one.
  mutating func collide(_ effect: ResolvedEffect, _ at: Int) {
    let outcomes = effect.effect.definition.outcomes
    guard let refused = outcomes.firstIndex(where: { $0.occurs == .withNamesake }), refused > 0 else { return }
    let before = pair(at)
    let guessable = guessable(effect, before)
    guard !guessable.isEmpty else { return }
    let edges = graph.edgeIndices(Int(before.left.node))
    guard effect.outcomes.indices.contains(refused), effect.outcomes[refused] >= 0 else {
      return report(.refused(isLeft: true), at, origin: before.left.node)
    }
    let speaks = mayWriteLanguage(effect)
    for case let name? in guessable {
      let marks = marks(besides: name, before)
      let written = writable(effect).filter { slot in
        fills(slot) && subject(slot).map { before.collected(there: $0) && Int(before.foundBy) != $0 } ?? true
      }
      rememberWritten(written, guessing: subjects[name], at)
      take(at, left: edges.lowerBound + refused, right: edges.lowerBound) { pair in
        pair.isChanged = true
        pair.partedBy = Int8(name)
        if speaks { pair.speaksOtherwise = true }
        pair.contested |= 1 << UInt8(name)
        pair.marked |= marks
      }
    }
    if guessable.contains(nil) {
      take(at, left: edges.lowerBound + refused, right: edges.lowerBound) { pair in pair.isChanged = true }
    }
  }

  /// The slots that an effect reads without being handed them.
  func implied(_ effect: ResolvedEffect) -> [Slot] {
    switch effect.effect.definition.impliedReads {
    case .nothing: return []
    case .identifiers:
      let all = resolved.scope.identifiers.map(resolved.scope.slot)
      return effect.definition.writesAttributes ? all.filter(effect.writes) : all
    case .identifiersIfForbidden:
      return resolved.scope.tenant.passwords.forbidsIdentifier
        ? resolved.scope.identifiers.map(resolved.scope.slot) : []
    }
  }
}

extension ResolvedTenant {
  /// The identifiers that are no addresses: an account has them without proof.
  var furtherIdentifiers: [Slot] {
    scope.identifiers.filter { !scope.tenant.attributes[$0].definition.type.isAddress }.map(scope.slot)
  }
}
