import FlowExpression
import FlowModel

/// What taking an edge does to what is proven: all of it follows from the effect catalogue.
struct EvidenceStep: Sendable, Equatable {
  enum Action: Sendable, Hashable {
    case unbind
    case bind(by: Int?, isNew: Bool)
    /// What comes next happens to a bound account alone.
    case needAccount
    /// The account gets these subjects, of which some identify it.
    case takeOver([Int], identifiers: [Int])
    case write(Int, isFilled: Bool)
    case read(into: Int, isIdentifier: Bool)
    case readNothing(of: Int)
    case sendCode(to: Int, forAccount: Bool)
    case keepCode(of: Int, forAccount: Bool)
    /// The code was right; with the subjects that hold copies, and of what.
    case redeemCode(copies: [SubjectCopy])
    case verify(Int, copies: [SubjectCopy])
    /// The address that was invited is written, and proven for a new account.
    case invite(Int)
    case verifyAccount
    case create
    case authenticate
    case redeemGrant
    case redeemLink
    case note(Int)
    case setFlag(Int, Bool?)
    /// The value of a subject is written into another one, by the number of that copy.
    case copy(SubjectCopy, number: Int)
    /// A condition found two subjects to hold the same: by the number of that pair.
    case equate(Int, copies: [SubjectCopy])
    /// What is written next is no copy any more, and has none: these, as bits.
    case partCopies(UInt32)
    /// A flag keeps a comparison, by the number of that note, or another value.
    case keepNote(Int, Bool)
    /// What is written next was compared before: these notes, as bits.
    case loseNotes(UInt32)
    /// What known flags keep of comparisons is so.
    case recall([ComparisonNote], copies: [SubjectCopy])
    case showFactor(Int)
    /// A condition on flags decided that the run comes here: the last of these held, and none before it.
    case choose([Logic?])
  }

  private(set) var actions: [Action] = []

  /// A step that does nothing.
  init() {}

  /// The state behind the edge; nil where a run in this state never takes it.
  func after(_ state: EvidenceState) -> EvidenceState? {
    var state = state
    for action in actions {
      switch action {
      case .unbind: state.unbind()
      case .bind(let subject, let isNew): state.bind(by: subject, isNew: isNew)
      case .needAccount: if state[.unbound] { return nil }
      case .takeOver(let written, let identifiers): state.takeOver(written, identifiers: identifiers)
      case .write(let subject, let isFilled): state.write(subject, isFilled: isFilled)
      case .read(let subject, let isIdentifier):
        // It was asked before, and held none: whatever changes that ends what this run has proven.
        if state[.absent, subject], !state[.unbound] { return nil }
        state.read(into: subject, isIdentifier: isIdentifier)
      case .readNothing(let subject):
        // It was found by it, so it holds one.
        if state[.ofAccount, subject], !state[.unbound] { return nil }
        state.readNothing(of: subject)
      case .sendCode(let subject, let forAccount): state.sendCode(to: subject, forAccount: forAccount)
      case .keepCode(let subject, let forAccount): state.keepCode(of: subject, forAccount: forAccount)
      case .redeemCode(let copies):
        if !state.acceptsCode { return nil }
        state.redeemCode(copies)
      case .copy(let copy, let number): state.copy(copy, number: number)
      case .equate(let number, let copies): state.equate(number, copies)
      case .partCopies(let copies): state.part(copies)
      case .showFactor(let subject): state.showFactor(subject)
      case .keepNote(let number, let isKept): state.keepNote(number, isKept)
      case .loseNotes(let notes): state.loseNotes(notes)
      case .recall(let notes, let copies): state.recall(notes, copies)
      case .verify(let subject, let copies): state.verify(subject, copies)
      case .invite(let subject): state.invite(subject)
      case .verifyAccount: state[.accountVerified] = true
      case .create: state[.created] = true
      case .authenticate: state[.authenticated] = true
      case .redeemGrant: state[.byGrant] = true
      case .redeemLink: state[.byLink] = true
      case .note(let number): state.note(number)
      case .setFlag(let flag, let value): state[flag: flag] = value
      case .choose(let conditions): if !state.choose(conditions) { return nil }
      }
    }
    return state
  }

  /// The step of an edge that leaves a node.
  init(
    _ graph: FlowGraph, _ node: Int, _ edge: FlowGraph.Edge, _ resolved: ResolvedTenant, _ subjects: EvidenceSubjects,
    _ happenings: [Happening], doubting: Set<FlowModel.Evidence> = [], trustingGrants: Bool = true
  ) {
    let place = graph.nodes[node]
    // A page that may be passed by was not visited.
    let mayPass = edge.branch == 0 && graph.page(node, resolved.flows)?.isSkippable == true
    for (number, happening) in happenings.enumerated() where !mayPass {
      if case .visited(let state) = happening, place.caller < 0, place.state == state { actions.append(.note(number)) }
    }
    if edge.branch >= 0, let page = graph.page(node, resolved.flows) {
      // What is left blank is taken back: that, too, is another value.
      let mayBeSkipped = if case .when = page.skip { true } else { false }
      for field in page.events[Int(edge.branch)].fields {
        write(field.slot, subjects, isFilled: field.isRequired && !mayBeSkipped)
        forgetFlags(of: field.slot, subjects)
      }
    } else if let effect = graph.effect(node, resolved.flows) {
      add(
        effect, effect.effect.definition.outcomes[Int(edge.branch)], subjects, resolved.scope, doubting, trustingGrants)
      if let number = happenings.firstIndex(of: .outcome(effect.effect, Int(edge.branch))) {
        actions.append(.note(number))
      }
      if let (write, slot) = effect.write(by: Int(edge.branch)) {
        forgetFlags(of: slot, subjects)
        if let subject = subjects[slot] {
          part(subject, subjects)
          let isIdentifier = resolved.scope.attribute(of: slot)?.definition.isIdentifier ?? false
          add(write, to: subject, isIdentifier: isIdentifier, subjects)
        }
      }
    }
    if case .choose(let conditions) = graph.kind(node, resolved.flows), edge.branch >= 0 {
      choose(
        conditions.prefix(Int(edge.branch) + 1), subjects, resolved, in: resolved.scope.flows[graph.root].name.text)
    }
    // One after the other, as the interpreter makes them.
    for assignment in graph.assignments(edge, resolved.flows) {
      if let to = subjects[assignment.slot], let source = resolved.copied(by: assignment), let from = subjects[source],
        let number = subjects.copies.firstIndex(where: { $0.source == from && $0.target == to && !$0.isCompared })
      {
        part(to, subjects)
        actions.append(.copy(subjects.copies[number], number: number))
      } else {
        write(assignment.slot, subjects, isFilled: true)
      }
      let constant = resolved.expressions[Int(assignment.expression.index)].constant
      for (number, flag) in subjects.flags(of: assignment.slot) {
        actions.append(.setFlag(number, flag.value(of: constant)))
        let compared = resolved.noted(by: assignment).compactMap { subjects.pair($0.one, $0.other) }
        for (index, note) in subjects.notes.enumerated() where note.flag == number {
          actions.append(.keepNote(index, compared.contains(note.pair)))
        }
      }
    }
  }

  /// What it says of flags that one condition held, and those before it did not.
  private mutating func choose(
    _ conditions: ArraySlice<ResolvedExpression?>, _ subjects: EvidenceSubjects, _ resolved: ResolvedTenant,
    in flow: String
  ) {
    let logics = conditions.map { condition in
      condition.map { resolved.expressions[Int($0.index)].logic.flags(subjects, in: flow) }
    }
    let asksFlags = logics.contains { $0.map { $0 != .unknown } ?? false }
    if asksFlags {
      actions.append(.choose(logics))
      if !subjects.notes.isEmpty { actions.append(.recall(subjects.notes, copies: subjects.copies)) }
    }
    for (index, condition) in conditions.enumerated() {
      guard let condition else { continue }
      let code = resolved.expressions[Int(condition.index)].code
      for (one, other, folded) in code.equalities(where: index == conditions.count - 1) {
        guard resolved.findsSame(Slot(one), Slot(other), folded: folded),
          let pair = subjects.pair(Slot(one), Slot(other))
        else { continue }
        actions.append(.equate(pair, copies: subjects.copies))
      }
    }
  }

  /// A slot gets a value that is not known.
  private mutating func forgetFlags(of slot: Slot, _ subjects: EvidenceSubjects) {
    for flag in subjects.flags(of: slot) {
      actions.append(.setFlag(flag.number, nil))
      if case let notes = subjects.notes(by: flag.number), notes != 0 { actions.append(.loseNotes(notes)) }
    }
  }

  private mutating func write(_ slot: Slot, _ subjects: EvidenceSubjects, isFilled: Bool) {
    guard let subject = subjects[slot] else { return }
    part(subject, subjects)
    actions.append(.write(subject, isFilled: isFilled))
  }

  private mutating func part(_ subject: Int, _ subjects: EvidenceSubjects) {
    let copies = subjects.copies(ofOrIn: subject)
    if copies != 0 { actions.append(.partCopies(copies)) }
    let notes = subjects.notes(about: subject)
    if notes != 0 { actions.append(.loseNotes(notes)) }
  }

  private mutating func add(
    _ write: SlotWrite, to subject: Int, isIdentifier: Bool, _ subjects: EvidenceSubjects
  ) {
    switch write {
    // Control over an address that the account merely holds is no proof of the account: nothing is found by it.
    case .accountValue: actions.append(.read(into: subject, isIdentifier: isIdentifier))
    case .nothing: actions.append(.readNothing(of: subject))
    case .invitedAddress: actions.append(.invite(subject))
    }
  }

  private mutating func add(
    _ effect: ResolvedEffect, _ outcome: OutcomeDefinition, _ subjects: EvidenceSubjects, _ scope: TenantScope,
    _ doubted: Set<FlowModel.Evidence>, _ trustsGrants: Bool
  ) {
    let definition = effect.effect.definition
    if definition.rebindsAccount {
      actions.append(.unbind)
      if outcome.bindsAccount {
        let identifier = definition.parameters.firstIndex { $0.kind == .identifier }
        actions.append(
          .bind(by: identifier.flatMap { subjects[effect, $0] }, isNew: outcome.mints.contains(.created)))
      }
    } else if outcome.bindsAccount {
      actions.append(.needAccount)
    }
    if outcome.takesIdentifiers {
      let written = subjects.written(by: effect, scope)
      actions.append(.takeOver(written, identifiers: subjects.identifiers.filter(written.contains)))
    }
    if let target = definition.codeTarget.flatMap({ subjects[effect, $0] }) {
      actions.append(
        outcome.sendsCode
          ? .sendCode(to: target, forAccount: effect.isForAccount)
          : .keepCode(of: target, forAccount: effect.isForAccount))
    }
    for evidence in outcome.mints where !doubted.contains(evidence) {
      switch evidence {
      case .verifiedCodeTarget: actions.append(.redeemCode(copies: subjects.copies))
      case .verifiedLinkTarget: actions += [.verifyAccount, .redeemLink]
      case .created:
        actions.append(.create)
        // Whose address nobody proves is the creator's until its owner comes; a pending one waits for the owner.
        if case .new(let status, let pending)? = outcome.standing, !effect.says(pending, at: status) {
          actions.append(.authenticate)
        }
      case .authenticated:
        let isGrant = definition.redeemsGrants
        if trustsGrants || !isGrant { actions.append(.authenticate) }
        if isGrant { actions.append(.redeemGrant) }
      case .attested:
        if let subject = effect.attested.flatMap({ subjects[$0] }) {
          actions.append(.verify(subject, copies: subjects.copies))
        }
        if let subject = effect.shownFactor.flatMap({ subjects[$0] }) { actions.append(.showFactor(subject)) }
      }
    }
  }
}
