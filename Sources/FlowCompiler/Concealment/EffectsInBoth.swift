import FlowModel

extension NonInterference {
  /// What an outcome proves of the client.
  private enum Proof {
    case nothing
    /// That it controls what a subject holds.
    case of(Int)
    /// That it is the owner of the account.
    case ofAccount
  }

  /// An effect in both runs, which have handed it the same.
  mutating func perform(_ effect: ResolvedEffect, _ at: Int) {
    let definition = effect.effect.definition
    let before = pair(at)
    if let slot = effect.lookupSlot { return lookUp(slot, effect, at) }
    let all = effect.outcomes.indices
    collide(effect, at)
    if sendsInOneAlone(effect, before) {
      return report(.message, at, left: edge(before.left, 0), right: edge(before.right, 0))
    }
    if saysOtherwise(effect, before) {
      return report(.words, at, left: edge(before.left, 0), right: edge(before.right, 0), origin: before.left.node)
    }
    rememberWritten(writesOtherwise(effect, before), at)
    let tells = before.isApart || (before.isChanged && definition.outcomes.contains { $0.writes != nil })
    if definition.rebindsAccount || !tells {
      for index in all where mayCome(definition.outcomes[index], before.left, before) {
        both(effect, index, index, at)
      }
      return
    }
    let lefts = all.filter { mayCome(definition.outcomes[$0], before.left, before) }
    let rights = all.filter { mayCome(definition.outcomes[$0], before.right, before) }
    // What others make of an account that they are told of is their affair; and guesses that are counted differently may
    // be used up in one run alone.
    let isFree =
      definition.asksOthers || (before.lookupsDiffer && definition.isGuess) || (before.isChanged && !before.isApart)
      || (before.isApart && before.left.isBound && before.right.isBound && definition.comparesPassword)
    for left in lefts {
      // From here on the client may know.
      if proves(effect, left, before) { continue }
      for right in rights where left == right || isFree || !lefts.contains(right) || !rights.contains(left) {
        both(effect, left, right, at)
      }
    }
  }

  /// An effect that takes no time in one of the runs alone.
  mutating func perform(_ effect: ResolvedEffect, alone isLeft: Bool, _ at: Int) {
    let definition = effect.effect.definition
    let before = pair(at)
    let run = isLeft ? before.left : before.right
    let isOwn = run.isBound && !before.isApart
    let speaks = isOwn && effect.changesAccount && mayWriteLanguage(effect)
    let consumed = zip(definition.parameters, effect.arguments).compactMap { parameter, argument -> Slot? in
      guard case .secret = parameter.kind, case .slot(let slot) = argument else { return nil }
      return slot
    }
    for (index, edge) in graph.edgeIndices(Int(run.node)).enumerated() {
      let outcome = definition.outcomes[index]
      let written = effect.write(by: index)
      let writtenSubject = written.flatMap { subject($0.slot) }
      guard effect.lookupSlot != nil || mayCome(outcome, run, before) else { continue }
      if isLeft, outcome.mints.contains(.authenticated) || outcome.mints.contains(.verifiedLinkTarget) { continue }
      if outcome.mints.contains(.created) {
        rememberMade(effect, besides: before.secret >= 0 ? Int(before.secret) : nil, at, isLeft: isLeft)
      }
      if isOwn { rememberAlone(effect, outcome, at, isLeft: isLeft) }
      take(at, left: isLeft ? edge : nil, right: isLeft ? nil : edge) { pair in
        if isOwn, effect.changesAccount {
          pair.isChanged = true
          if speaks { pair.speaksOtherwise = true }
        }
        for slot in consumed { pair.write(slot, subject: nil, differs: true, isStale: true) }
        if let (_, slot) = written {
          pair.write(
            slot, subject: writtenSubject, differs: true, isTyped: false, isStale: true)
        }
        if definition.rebindsAccount {
          pair.isApart = true
          pair.isChanged = false
          pair.lookupsDiffer = true
          pair.keep(nil, after: before)
          pair.foundBy = -1
        }
        let isBound = outcome.bindsAccount || (run.isBound && !definition.rebindsAccount)
        if isLeft { pair.left.isBound = isBound } else { pair.right.isBound = isBound }
      }
    }
  }

  /// Both look for an account: there is the same one in both, or the one that only one of the runs has.
  private mutating func lookUp(_ slot: Slot, _ effect: ResolvedEffect, _ at: Int) {
    let definition = effect.effect.definition
    let before = pair(at)
    let subject = subject(slot)
    var isProven = subject.map { before.hasProven($0) } ?? false
    if !isProven, demandsProof(effect) {
      // The engine refuses it, and another rule reports it.
      leaveOut()
      isProven = true
    }
    let others = guessable(effect, before)
    let written = definition.writesAttributes ? writesOtherwise(effect, before) : []
    rememberWritten(written, at)
    let outcomes = definition.outcomes.prefix(effect.outcomes.count)
    for (left, one) in outcomes.enumerated() {
      for (right, other) in outcomes.enumerated() {
        // Whose identifier only one of the runs finds taken: the one that is looked for, or a further one that is written.
        var taken: [Int?] = left == right ? [nil] : []
        if one.occurs == .withAccount, other.occurs == .withoutAccount { taken = (isProven ? [] : [subject]) + others }
        for secret in taken {
          let marks = left != right && definition.writesAttributes ? marks(besides: secret, before) : 0
          let speaks =
            left == right
            ? one.mints.contains(.created) && written.contains(where: isLanguage)
            : opensInItsLanguage(effect, other, marks, before)
          if left != right, other.mints.contains(.created) { rememberMade(effect, besides: secret, at) }
          take(at, left: edge(before.left, left), right: edge(before.right, right)) { pair in
            pair.left.isBound = one.bindsAccount
            pair.right.isBound = other.bindsAccount
            pair.isApart = left != right
            pair.foundBy = left == right && one.bindsAccount ? Int8(subject ?? -1) : -1
            pair.isChanged = left == right && one.bindsAccount && (before.isChanged || !written.isEmpty)
            pair.lookupsDiffer = false
            pair.keep(secret, after: before)
            pair.partedBy = left == right ? -1 : Int8(secret ?? -1)
            pair.marked |= marks
            if left != right, effect.setsPassword, let secret { pair.contested |= 1 << UInt8(secret) }
            if speaks { pair.speaksOtherwise = true }
          }
        }
        if let subject { findMarked(subject, one, other, left, right, at) }
      }
    }
  }

  /// The subjects by which a client finds the account that was made, or changed, in one of the runs alone: those that are proven,
  /// and names, which need no proof.
  func marks(besides secret: Int?, _ pair: RunPair) -> UInt8 {
    subjects.indices.reduce(0) { bits, subject in
      let isAddress = resolved.scope.attribute(of: subjects[subject])?.definition.type.isAddress ?? true
      let isMark =
        subject != secret && subject != Int(pair.foundBy) && pair.collected(there: subject)
        && (pair.hasProven(subject) || !isAddress)
      return isMark ? bits | 1 << UInt8(subject) : bits
    }
  }

  /// An account is looked for by what it got in the right run alone. The left one finds none there; or another one, by a name
  /// that the right one's has only there.
  private mutating func findMarked(
    _ subject: Int, _ one: OutcomeDefinition, _ other: OutcomeDefinition, _ left: Int, _ right: Int, _ at: Int
  ) {
    let before = pair(at)
    func has(_ bits: UInt8) -> Bool { bits >> UInt8(subject) & 1 != 0 }
    let tells =
      has(before.marked) && one.occurs == .withoutAccount || has(before.contested) && one.occurs == .withAccount
    guard tells, other.occurs == .withAccount else { return }
    take(at, left: edge(before.left, left), right: edge(before.right, right)) { pair in
      pair.left.isBound = one.bindsAccount
      pair.right.isBound = other.bindsAccount
      pair.isApart = true
      pair.isChanged = false
      pair.lookupsDiffer = false
      pair.keep(nil, after: before)
      pair.foundBy = -1
      pair.partedBy = one.bindsAccount ? Int8(subject) : -1
    }
  }

  /// Whether the effect is refused to a client that has not proven to control the identifier.
  private func demandsProof(_ effect: ResolvedEffect) -> Bool {
    let demands = effect.effect.definition.demands
    return !demands.isEmpty
      && demands.allSatisfy { demand in
        switch demand {
        case .verifiedParameter: return true
        case .parameterIs(let parameter, let word), .optedOut(let parameter, let word):
          return !effect.says(word, at: parameter)
        case .noAddress(let parameter):
          guard case .slot(let slot) = effect.arguments[parameter] else { return false }
          return resolved.scope.attribute(of: slot)?.definition.type.isAddress ?? false
        case .verifiedAccount, .created, .authenticated, .ownAddress: return false
        }
      }
  }

  private func edge(_ run: PairedRun, _ outcome: Int) -> Int { graph.edgeIndices(Int(run.node)).lowerBound + outcome }

  private mutating func both(_ effect: ResolvedEffect, _ left: Int, _ right: Int, _ at: Int) {
    let definition = effect.effect.definition
    let outcomes = definition.outcomes
    let before = pair(at)
    let proof = proof(effect, outcomes[left], before)
    let target = definition.codeTarget.map { subject(of: effect, $0) }
    let forAccount = effect.isForAccount
    let written = effect.write(by: left)
    let writtenSubject = written.flatMap { subject($0.slot) }
    let otherwise = effect.changesAccount ? writesOtherwise(effect, before) : []
    let speaks = otherwise.contains(where: isLanguage)
    take(at, left: edge(before.left, left), right: edge(before.right, right)) { pair in
      if definition.rebindsAccount {
        pair.isApart = outcomes[left].bindsAccount != outcomes[right].bindsAccount
        pair.isChanged = false
        pair.lookupsDiffer = false
        pair.keep(nil, after: before)
        pair.left.isBound = outcomes[left].bindsAccount
        pair.right.isBound = outcomes[right].bindsAccount
        pair.foundBy = -1
      }
      if let (_, slot) = written {
        let differs = before.isApart || before.isChanged || left != right
        pair.write(slot, subject: writtenSubject, differs: differs, isTyped: false)
      }
      if !otherwise.isEmpty { pair.isChanged = true }
      if speaks { pair.speaksOtherwise = true }
      guard left == right else { return }
      if let target {
        // One that is out for another address, or not for the same people, is void.
        if outcomes[left].sendsCode {
          pair.code = RunPair.Code(target: target, isForAccount: forAccount)
        } else if pair.code?.isForAccount != forAccount {
          pair.code = nil
        } else {
          pair.code?.target = target
        }
      }
      if case .of(let subject) = proof { pair.prove(subject) }
      if outcomes[left].mints.contains(.verifiedCodeTarget) { pair.code = nil }
    }
  }

  /// Whether a message for the account's own address is one in one run and a decoy in the other, and may go to the client
  /// itself: an account of its own has the address, which another account's further identifier kept from being made.
  private func sendsInOneAlone(_ effect: ResolvedEffect, _ pair: RunPair) -> Bool {
    let definition = effect.effect.definition
    guard definition.sendsToAccount || effect.isForAccount, let parameter = definition.sends?.address,
      case .slot(let slot) = effect.arguments[parameter],
      resolved.scope.attribute(of: slot)?.definition.isIdentifier == true
    else { return false }
    let target = subject(slot)
    // To one that is proven it goes in both.
    if definition.sends?.content == .notice, let target, pair.hasProven(target) { return false }
    if pair.isApart { return pair.right.isBound && (target == nil || Int(pair.partedBy) != target) }
    guard pair.isChanged, pair.left.isBound else { return false }
    return target.map { pair.collected(there: $0) && Int(pair.foundBy) != $0 } ?? true
  }

  /// Whether a message says one thing in one run and another in the other, and may go to the client itself. That which goes to
  /// the address by which the runs differ is read by its owner alone, who may know.
  private func saysOtherwise(_ effect: ResolvedEffect, _ pair: RunPair) -> Bool {
    guard let words = resolved.wordSlots(of: effect), pair.differing.first(in: words) != nil,
      let parameter = effect.definition.sends?.address, case .slot(let slot) = effect.arguments[parameter]
    else { return false }
    // To whom there is no account nothing is sent.
    if effect.definition.sendsLink || effect.isForAccount, !pair.right.isBound { return false }
    return subject(slot).map { Int(pair.secret) != $0 } ?? true
  }

  /// The subject that holds the address to which a code goes; -1: none that is looked for.
  private func subject(of effect: ResolvedEffect, _ parameter: Int) -> Int8 {
    guard case .slot(let slot) = effect.arguments[parameter] else { return -1 }
    return Int8(subject(slot) ?? -1)
  }

  /// Whether an outcome can come in a run.
  private func mayCome(_ outcome: OutcomeDefinition, _ run: PairedRun, _ pair: RunPair) -> Bool {
    switch outcome.occurs {
    case .whetherOrNot, .withNamesake: true
    case .withAccount: run.isBound
    case .withoutAccount: !run.isBound
    case .withCode: pair.code.map { !$0.isForAccount || run.isBound } ?? false
    }
  }

  private func proof(_ effect: ResolvedEffect, _ outcome: OutcomeDefinition, _ pair: RunPair) -> Proof {
    if case .invitedAddress(let parameter) = outcome.writes, case .slot(let slot) = effect.argument(parameter),
      let subject = subject(slot)
    {
      return .of(subject)
    }
    for evidence in outcome.mints {
      switch evidence {
      case .authenticated, .verifiedLinkTarget: return .ofAccount
      case .verifiedCodeTarget:
        if pair.isApart, let code = pair.code, code.isForAccount { return .ofAccount }
        if let code = pair.code, code.target >= 0 { return .of(Int(code.target)) }
      case .attested:
        if let subject = effect.attested.flatMap({ subject($0) }) {
          return .of(subject)
        }
      case .created: break
      }
    }
    return .nothing
  }

  /// Whether an outcome proves in the left run that the client is the one who may know.
  private func proves(_ effect: ResolvedEffect, _ outcome: Int, _ pair: RunPair) -> Bool {
    switch proof(effect, effect.effect.definition.outcomes[outcome], pair) {
    case .nothing: false
    case .of(let subject): subject == Int(pair.secret)
    case .ofAccount: true
    }
  }
}
