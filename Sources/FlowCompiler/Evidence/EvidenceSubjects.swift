import FlowExpression
import FlowModel

/// The subjects of a tenant by their slots: its attributes that hold addresses or identify accounts, behind those
/// the second factors that functions show, and the ones that some flow reads of the account to decide by.
final class EvidenceSubjects: Sendable {
  /// The attributes, as indices into the tenant's.
  let attributes: [Int]
  /// The subjects that identify accounts.
  let identifiers: [Int]
  /// The addresses and shown factors for which there was no place, as indices into the tenant's attributes.
  let unfollowed: [Int]
  /// The subjects that hold addresses.
  let addresses: [Int]
  /// The subjects that no account holds.
  private let transient: [Int]
  private let bySlot: [Slot: Int]
  /// The subjects that hold copies of others.
  let copies: [SubjectCopy]
  /// The flags, by their numbers, and those of each slot.
  private let flags: [Flag: Int]
  private let flagsBySlot: [Slot: [(number: Int, flag: Flag)]]
  /// What flags keep of comparisons.
  let notes: [ComparisonNote]

  init(_ resolved: ResolvedTenant) {
    let scope = resolved.scope
    let definitions = scope.tenant.attributes.map(\.definition)
    let all = definitions.indices.filter { definitions[$0].isIdentifier || definitions[$0].type.isAddress }
    let identifiersFirst =
      all.filter { definitions[$0].isIdentifier } + all.filter { !definitions[$0].isIdentifier }
    let copied = resolved.copiedAttributes
    let decisive = resolved.decisiveAttributes(copied).filter { !all.contains($0) }
    let shown = resolved.shownFactors.filter { !all.contains($0) && !decisive.contains($0) }
    // Of an attribute that only decides something less is proven where there is no place; of the others nothing would be asked.
    unfollowed = Array((identifiersFirst + shown).dropFirst(EvidenceState.subjectLimit))
    attributes = Array((identifiersFirst + shown + decisive).prefix(EvidenceState.subjectLimit))
    identifiers = attributes.indices.filter { [attributes] in definitions[attributes[$0]].isIdentifier }
    addresses = attributes.indices.filter { [attributes] in definitions[attributes[$0]].type.isAddress }
    transient = attributes.indices.filter { [attributes] in definitions[attributes[$0]].isTransient }
    bySlot = Dictionary(uniqueKeysWithValues: attributes.enumerated().map { (scope.slot($1), $0) })
    let bySlot = bySlot
    func copy(_ from: Slot, _ to: Slot, isCompared: Bool) -> SubjectCopy? {
      guard let source = bySlot[from], let target = bySlot[to] else { return nil }
      guard let one = scope.attribute(of: from), let other = scope.attribute(of: to) else { return nil }
      return SubjectCopy(
        source: source, target: target, carriesProof: one.definition.holdsSameAddresses(as: other.definition),
        isCompared: isCompared)
    }
    let compared = resolved.comparedAttributes.compactMap { copy($0.one, $0.other, isCompared: true) }
    copies =
      copied.compactMap { copy($0.source, $0.target, isCompared: false) } + compared.filter(\.carriesProof)
    let flags = resolved.assignedFlags.prefix(EvidenceState.flagLimit)
    self.flags = Dictionary(uniqueKeysWithValues: flags.enumerated().map { ($1, $0) })
    let numbered = flags.enumerated().map { (number: $0, flag: $1) }
    flagsBySlot = Dictionary(grouping: numbered, by: \.flag.slot)
    let pairs = copies
    notes = Array(
      resolved.notedComparisons.flatMap { slot, one, other -> [ComparisonNote] in
        guard let one = bySlot[one], let other = bySlot[other] else { return [] }
        let pair = pairs.firstIndex { $0.isCompared && Set([$0.source, $0.target]) == [one, other] }
        let own = numbered.filter { $0.flag == Flag(slot: slot) }
        return pair.map { pair in own.map { ComparisonNote(flag: $0.number, pair: pair) } } ?? []
      }.prefix(EvidenceState.copyLimit))
  }

  /// The notes, as bits, that tell nothing any more where a subject gets another value.
  func notes(about subject: Int) -> UInt32 {
    notes { copies[$0.pair].source == subject || copies[$0.pair].target == subject }
  }

  /// The notes, as bits, that a flag keeps.
  func notes(by flag: Int) -> UInt32 { notes { $0.flag == flag } }

  private func notes(_ isMeant: (ComparisonNote) -> Bool) -> UInt32 {
    notes.enumerated().reduce(0) { isMeant($1.element) ? $0 | 1 << UInt32($1.offset) : $0 }
  }

  /// The number of a flag; nil where it is none.
  func number(of flag: Flag) -> Int? { flags[flag] }

  /// The flags that a slot is.
  func flags(of slot: Slot) -> [(number: Int, flag: Flag)] { flagsBySlot[slot] ?? [] }

  /// The copies, as bits, that are none any more where a subject gets another value.
  func copies(ofOrIn subject: Int) -> UInt32 {
    var bits: UInt32 = 0
    for (number, copy) in copies.prefix(EvidenceState.copyLimit).enumerated()
    where copy.source == subject || copy.target == subject {
      bits |= 1 << UInt32(number)
    }
    return bits
  }

  /// The number of the pair of two slots that a condition finds to be the same.
  func pair(_ one: Slot, _ other: Slot) -> Int? {
    guard let one = self[one], let other = self[other] else { return nil }
    return copies.firstIndex { $0.isCompared && Set([$0.source, $0.target]) == [one, other] }
  }

  /// The subjects whose values a subject may hold: those it is a copy of, and then itself.
  func sources(of subject: Int) -> [Int] {
    copies.filter { $0.target == subject && !$0.isCompared }.map(\.source) + [subject]
  }

  /// The subject whose value a subject holds in a state: one that it still is a copy of, and which accounts can hold; or else
  /// itself.
  func origin(of subject: Int, in state: EvidenceState) -> Int {
    let copy = copies.enumerated().first { number, copy in
      copy.target == subject && !copy.isCompared && !transient.contains(copy.source)
        && (state.isCopy(number) || !copy.carriesProof)
    }
    return copy?.element.source ?? subject
  }

  /// The subjects that a call writes to the account, where the run has them.
  func written(by call: ResolvedEffect, _ scope: TenantScope) -> [Int] {
    attributes.indices.filter { subject in
      !scope.tenant.attributes[attributes[subject]].definition.isTransient
        && call.writes(scope.slot(attributes[subject]))
    }
  }

  /// The subject of an attribute's slot.
  subscript(slot: Slot) -> Int? { bySlot[slot] }

  /// The subject that an argument names.
  subscript(effect: ResolvedEffect, parameter: Int) -> Int? {
    guard effect.arguments.indices.contains(parameter), case .slot(let slot) = effect.arguments[parameter] else {
      return nil
    }
    return self[slot]
  }
}

/// A subject that some transition fills from another one, or that some condition finds to be the same.
struct SubjectCopy: Sendable, Hashable {
  let source: Int
  let target: Int
  /// Whether both compare addresses alike, so that who controls the one controls the other.
  let carriesProof: Bool
  /// Whether it is a condition that says so.
  let isCompared: Bool
}

/// A flag that keeps whether two subjects were found to hold the same, as the number of that pair.
struct ComparisonNote: Sendable, Hashable {
  let flag: Int
  let pair: Int
}

extension ResolvedTenant {
  /// The attribute that an assignment copies as it is; nil where it makes something of it.
  func copied(by assignment: ResolvedAssignment) -> Slot? {
    let expression = assignment.expression
    guard let read = expressions[Int(expression.index)].reads.first,
      read.range == 0..<expression.syntax.text.utf8.count
    else { return nil }
    return Slot(read.slot)
  }

  /// All copies that transitions make.
  fileprivate var copiedAttributes: [(source: Slot, target: Slot)] {
    var found: [(source: Slot, target: Slot)] = []
    for transition in flows.lazy.flatMap(\.states).flatMap(\.transitions) {
      for assignment in transition.assignments {
        guard let source = copied(by: assignment),
          !found.contains(where: { $0 == (source, assignment.slot) })
        else { continue }
        found.append((source, assignment.slot))
      }
    }
    return found
  }

  /// The addresses that conditions find to be the same as others, as accounts compare them.
  fileprivate var comparedAttributes: [(one: Slot, other: Slot)] {
    var found: [(one: Slot, other: Slot)] = []
    func take(_ compared: [(one: Int, other: Int, folded: Bool)]) {
      for (one, other, folded) in compared {
        let pair = (one: Slot(min(one, other)), other: Slot(max(one, other)))
        guard findsSame(pair.one, pair.other, folded: folded), !found.contains(where: { $0 == pair }) else { continue }
        found.append(pair)
      }
    }
    for case .choose(let conditions) in flows.lazy.flatMap(\.states).map(\.kind) {
      for condition in conditions.lazy.compactMap(\.self) {
        take(expressions[Int(condition.index)].code.comparedSlots)
      }
    }
    for (_, one, other) in notedComparisons { take([(Int(one), Int(other), false)]) }
    return found
  }

  /// The slots to which it is assigned whether two addresses are the same, with these.
  fileprivate var notedComparisons: [(note: Slot, one: Slot, other: Slot)] {
    var found: [(note: Slot, one: Slot, other: Slot)] = []
    for assignment in flows.lazy.flatMap(\.states).flatMap(\.transitions).flatMap(\.assignments) {
      for (one, other) in noted(by: assignment)
      where !found.contains(where: { $0 == (assignment.slot, one, other) }) {
        found.append((assignment.slot, one, other))
      }
    }
    return found
  }

  /// The addresses that are the same where what an assignment writes is true.
  func noted(by assignment: ResolvedAssignment) -> [(one: Slot, other: Slot)] {
    expressions[Int(assignment.expression.index)].code.equalities(where: true).compactMap { one, other, folded in
      findsSame(Slot(one), Slot(other), folded: folded) ? (Slot(one), Slot(other)) : nil
    }
  }

  /// Whether two attributes are the same to accounts where a condition finds them so; where it looks past the case of letters,
  /// accounts must, too.
  func findsSame(_ one: Slot, _ other: Slot, folded: Bool) -> Bool {
    guard let one = scope.attribute(of: one)?.definition, let other = scope.attribute(of: other)?.definition else {
      return false
    }
    return one.type.isAddress && other.type.isAddress
      && !(folded && (one.isCaseSensitive || other.isCaseSensitive))
  }

  /// The attributes that functions show as second factors.
  fileprivate var shownFactors: [Int] {
    var slots: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      if case .effect(let call) = state.kind, let slot = call.shownFactor { slots.insert(slot) }
    }
    return scope.tenant.attributes.indices.filter { slots.contains(scope.slot($0)) }
  }

  /// The bools that some transition assigns, and the texts that some condition asks for of attributes that get constants.
  fileprivate var assignedFlags: [Flag] {
    let attributes = scope.tenant.attributes.map(\.definition)
    let bools = attributes.indices.filter { attributes[$0].type == .boolean }
    let texts = attributes.indices.filter {
      [.string, .choice].contains(attributes[$0].type) && !attributes[$0].isIdentifier
    }
    if bools.isEmpty, texts.isEmpty { return [] }
    var (assigned, constant): (Set<Slot>, Set<Slot>) = ([], [])
    for assignment in flows.lazy.flatMap(\.states).flatMap(\.transitions).flatMap(\.assignments) {
      assigned.insert(assignment.slot)
      if case .string? = expressions[Int(assignment.expression.index)].constant { constant.insert(assignment.slot) }
    }
    let flags = bools.map(scope.slot).filter(assigned.contains).map { Flag(slot: $0) }
    let chosen = texts.map(scope.slot).filter(constant.contains)
    if chosen.isEmpty { return flags }
    var asked: [Flag] = []
    for case .choose(let conditions) in flows.lazy.flatMap(\.states).map(\.kind) {
      for condition in conditions.lazy.compactMap(\.self) {
        for flag in expressions[Int(condition.index)].logic.texts
        where chosen.contains(flag.slot) && !asked.contains(flag) {
          asked.append(flag)
        }
      }
    }
    return flags + asked
  }

  /// The attributes that some flow reads of the account, and some condition asks for.
  fileprivate func decisiveAttributes(_ copies: [(source: Slot, target: Slot)]) -> [Int] {
    var read: Set<Slot> = []
    var asked: Set<Slot> = []
    for state in flows.lazy.flatMap(\.states) {
      switch state.kind {
      case .effect(let call):
        for outcome in call.outcomes.indices { if let (_, slot) = call.write(by: outcome) { read.insert(slot) } }
      case .choose(let conditions):
        for condition in conditions.lazy.compactMap(\.self) {
          asked.formUnion(expressions[Int(condition.index)].reads.lazy.map { Slot($0.slot) })
        }
      default: break
      }
    }
    for copy in copies where asked.contains(copy.target) { asked.insert(copy.source) }
    return scope.tenant.attributes.indices.filter { read.contains(scope.slot($0)) && asked.contains(scope.slot($0)) }
  }
}
