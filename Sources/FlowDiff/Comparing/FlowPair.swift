import FlowCompiler
import FlowModel
import FlowSource
import FlowTooling

/// One flow in two versions.
struct FlowPair {
  let old: Flow
  let oldSide: Side
  let new: Flow
  let newSide: Side
  let matching: StateMatching
  var changes: [Change] = []
  /// The heaviest change of each state of the new version that is another now.
  private(set) var weights: [Int: DifferenceVerdict] = [:]

  init(_ old: Flow, _ oldSide: Side, _ new: Flow, _ newSide: Side) {
    (self.old, self.oldSide, self.new, self.newSide) = (old, oldSide, new, newSide)
    matching = StateMatching(old, oldSide, new, newSide)
    inputs()
    settings()
    for state in old.states.indices {
      guard let other = matching.newOf[state] else {
        gone(state)
        continue
      }
      let before = changes.count
      pair(state, other)
      weights[other] = changes[before...].map(\.verdict).filter { $0 != .same }.max()
    }
    for state in new.states.indices where matching.oldOf[state] == nil { added(state) }
    passed()
  }

  // MARK: The flow

  mutating func inputs() {
    for input in old.inputs {
      let place = "\(new.place), parameter \(input.name.named)"
      guard let other = new.inputs.first(where: { $0.name == input.name }) else {
        lose(place, "is gone", at: newSide.span(ofFlow: new.name))
        continue
      }
      changes += AttributeComparison(input, other, place, newSide.span(ofFlow: new.name)).changes.map(breaking)
      if other.isRequired, !input.isRequired { lose(place, "is required now", at: newSide.span(ofFlow: new.name)) }
      if !other.isRequired, input.isRequired { extend(.clients, place, "is not required any more") }
    }
    for input in new.inputs where !old.inputs.contains(where: { $0.name == input.name }) {
      let place = "\(new.place), parameter \(input.name.named)"
      if input.isRequired {
        lose(place, "is new, and required", at: newSide.span(ofFlow: new.name))
      } else {
        extend(.clients, place, "is new")
      }
    }
  }

  mutating func settings() {
    let span = newSide.span(ofFlow: new.name)
    if old.lifetime != new.lifetime {
      // Whoever finds a run that was left has longer to go on with it.
      let isLonger = new.lifetime > old.lifetime
      changes.append(
        Change(
          isLonger ? .security : .people, isLonger ? .lost : .extended, new.place,
          "its runs live \(durationText(new.lifetime)), and lived \(durationText(old.lifetime))", at: span))
    }
    if matching.newOf[Int(old.start)] != Int(new.start), old.states.indices.contains(Int(old.start)) {
      extend(
        .people, new.place, "begins at \(name(Int(new.start)))", at: newSide.span(of: Int(new.start), in: new.name))
    }
  }

  // MARK: States

  mutating func gone(_ state: Int) {
    var change: Change
    switch old.states[state].kind {
    case .end: change = Change(.clients, .lost, oldPlace(state), "is gone")
    case .page, .choose: change = Change(.people, .extended, oldPlace(state), "is gone")
    case .effect:
      let subject = old.call(state).map { oldSide.subject($0, old) } ?? ""
      let isElsewhere =
        new.calls.filter { newSide.subject($0, new) == subject }.count
        >= old.calls.filter { oldSide.subject($0, old) == subject }.count
      change = Change(.people, isElsewhere ? .extended : .lost, oldPlace(state), "is gone: \(subject.named)")
    }
    change.span = oldSide.span(of: state, in: old.name)
    change.isOfOld = true
    changes.append(breaking(change))
  }

  mutating func added(_ state: Int) {
    let span = newSide.span(of: state, in: new.name)
    switch new.states[state].kind {
    case .page, .end: extend(.people, newPlace(state), "is new", at: span)
    case .effect:
      let call = new.call(state).map { newSide.subject($0, new) } ?? ""
      extend(.people, newPlace(state), "is new: \(call.named)", at: span)
    case .choose: extend(.people, newPlace(state), "is new", at: span)
    }
  }

  mutating func pair(_ state: Int, _ other: Int) {
    let span = newSide.span(of: other, in: new.name)
    if old.states[state].name != new.states[other].name {
      changes.append(
        Change(.people, .same, oldPlace(state), "is called \(new.states[other].name.named) now", at: span))
    }
    if let page = old.page(state), let otherPage = new.page(other) {
      let comparison = PageComparison(
        page, old, oldSide, otherPage, new, newSide, place: newPlace(other), span: span)
      changes += comparison.changes.map(breaking)
    }
    if let call = old.call(state), let otherCall = new.call(other) { compare(call, otherCall, other, span) }
    if let end = old.end(state), let otherEnd = new.end(other) { compare(end, otherEnd, state, other, span) }
    exits(state, other, span)
  }

  /// What an effect is told decides what it does: another argument is another promise, but for one that gave something up.
  mutating func compare(_ call: EffectCall, _ other: EffectCall, _ state: Int, _ span: SourceSpan?) {
    let place = newPlace(state)
    if call.effect != other.effect {
      lose(place, "does \(other.effect.name.named), and did \(call.effect.name.named)", at: span, .security)
      return
    }
    for (index, parameter) in call.definition.parameters.enumerated() {
      let before = oldSide.table.text(of: call.argument(index), parameter, in: old)
      let after = newSide.table.text(of: other.argument(index), parameter, in: new)
      if before == after { continue }
      let now = after.map { "is \($0.named)" } ?? "is not said any more"
      let was = before.map { "was \($0.named)" } ?? "was not said"
      let isTighter = parameter.givesUp(call.argument(index)) && !parameter.givesUp(other.argument(index))
      changes.append(
        Change(.security, isTighter ? .extended : .lost, place, "\(parameter.name.named) \(now), and \(was)", at: span))
    }
  }

  mutating func compare(_ end: End, _ other: End, _ state: Int, _ number: Int, _ span: SourceSpan?) {
    let place = newPlace(number)
    if end.name != other.name { lose(place, "ends as \(other.name.named), and ended as \(end.name.named)", at: span) }
    if end.grantsSignIn != other.grantsSignIn {
      if end.grantsSignIn {
        lose(place, "grants no sign-in any more", at: span)
      } else {
        extend(.clients, place, "grants a sign-in", at: span)
      }
    }
    let (before, after) = (end.resultNames, other.resultNames)
    for name in before where !after.contains(name) { lose(place, "does not give \(name.named) any more", at: span) }
    for name in after where !before.contains(name) { extend(.clients, place, "gives \(name.named), too", at: span) }
    switch (end.redirect, other.redirect) {
    case (nil, nil): break
    case (nil, _?): lose(place, "is to be gone on with in a browser", at: span)
    case (_?, nil): lose(place, "is not to be gone on with in a browser any more", at: span)
    case (let words?, let now?):
      if words != now { extend(.people, place, "says other words of going on in a browser", at: span) }
    }
  }

  // MARK: Words

  func name(_ state: Int) -> String { new.states[state].name.named }
  func oldPlace(_ state: Int) -> String { place(old, old.states[state]) }
  func newPlace(_ state: Int) -> String { place(new, new.states[state]) }
  func place(_ flow: Flow, _ state: FlowState) -> String {
    let kind =
      switch state.kind {
      case .page: "page"
      case .end: "end"
      case .effect, .choose: "state"
      }
    return "\(flow.place), \(kind) \(state.name.named)"
  }

  mutating func lose(_ place: String, _ text: String, at span: SourceSpan?, _ area: Change.Area = .clients) {
    changes.append(breaking(Change(area, .lost, place, text, at: span)))
  }

  mutating func extend(_ area: Change.Area, _ place: String, _ text: String, at span: SourceSpan? = nil) {
    changes.append(Change(area, .extended, place, text, at: span))
  }

  /// Names the applications that a lost promise to clients breaks.
  func breaking(_ change: Change) -> Change {
    guard change.area == .clients, change.verdict == .lost else { return change }
    var change = change
    change.breaks = newSide.table.applications(playing: new.name)
    return change
  }
}

extension ParameterDefinition {
  /// Whether an argument does without a proof.
  fileprivate func givesUp(_ argument: EffectArgument) -> Bool {
    switch (kind, argument) {
    case (_, .absent): false
    case (.word(let words), .word(let index)): words.indices.contains(Int(index)) && words[Int(index)].givesUp != nil
    case (.evidence, _), (.factor, _): true
    default: false
    }
  }
}

extension End {
  fileprivate var resultNames: [String] {
    results.map { if case .slot(_, let name) = $0 { name } else { "tokens" } }
  }
}
