import FlowCompiler
import FlowModel
import FlowSource

/// What is different between the flows of two versions.
struct FlowComparison {
  let old: Side
  let new: Side
  private(set) var changes: [Change] = []

  init(_ old: Side, _ new: Side) {
    (self.old, self.new) = (old, new)
    for flow in old.table.flows {
      if let other = new.flow(flow.name) {
        changes += PairOfFlows(flow, old, other, new).changes
      } else {
        var change = Change(.clients, .lost, place(flow), "is gone", at: old.span(ofFlow: flow.name))
        change.isOfOld = true
        change.breaks = old.table.applications(playing: flow.name)
        changes.append(change)
      }
    }
    for flow in new.table.flows where old.flow(flow.name) == nil {
      changes.append(Change(.clients, .extended, place(flow), "is new", at: new.span(ofFlow: flow.name)))
    }
  }
}

private func place(_ flow: Flow) -> String { "flow \(flow.name.named)" }

/// One flow in two versions.
private struct PairOfFlows {
  let old: Flow
  let oldSide: Side
  let new: Flow
  let newSide: Side
  let matching: StateMatching
  var changes: [Change] = []

  init(_ old: Flow, _ oldSide: Side, _ new: Flow, _ newSide: Side) {
    (self.old, self.oldSide, self.new, self.newSide) = (old, oldSide, new, newSide)
    matching = StateMatching(old, oldSide, new, newSide)
    inputs()
    settings()
    for state in old.states.indices {
      if let other = matching.newOf[state] { pair(state, other) } else { gone(state) }
    }
    for state in new.states.indices where matching.oldOf[state] == nil { added(state) }
    passed()
  }

  // MARK: The flow

  private mutating func inputs() {
    for input in old.inputs {
      let place = "\(place(new)), parameter \(input.name.named)"
      guard let other = new.inputs.first(where: { $0.name == input.name }) else {
        lose(place, "is gone", at: newSide.span(ofFlow: new.name))
        continue
      }
      changes += AttributeComparison(input, other, place, newSide.span(ofFlow: new.name)).changes.map(breaking)
      if other.isRequired, !input.isRequired { lose(place, "is required now", at: newSide.span(ofFlow: new.name)) }
      if !other.isRequired, input.isRequired { extend(.clients, place, "is not required any more") }
    }
    for input in new.inputs where !old.inputs.contains(where: { $0.name == input.name }) {
      let place = "\(place(new)), parameter \(input.name.named)"
      if input.isRequired {
        lose(place, "is new, and required", at: newSide.span(ofFlow: new.name))
      } else {
        extend(.clients, place, "is new")
      }
    }
  }

  private mutating func settings() {
    let span = newSide.span(ofFlow: new.name)
    if old.lifetime != new.lifetime {
      // Whoever finds a run that was left has longer to go on with it.
      let isLonger = new.lifetime > old.lifetime
      changes.append(
        Change(
          isLonger ? .security : .people, isLonger ? .lost : .extended, place(new),
          "its runs live \(durationText(new.lifetime)), and lived \(durationText(old.lifetime))", at: span))
    }
    if matching.newOf[Int(old.start)] != Int(new.start), old.states.indices.contains(Int(old.start)) {
      extend(
        .people, place(new), "begins at \(name(Int(new.start)))", at: newSide.span(of: Int(new.start), in: new.name))
    }
  }

  // MARK: States

  private mutating func gone(_ state: Int) {
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

  private mutating func added(_ state: Int) {
    let span = newSide.span(of: state, in: new.name)
    switch new.states[state].kind {
    case .page, .end: extend(.people, newPlace(state), "is new", at: span)
    case .effect:
      let call = new.call(state).map { newSide.subject($0, new) } ?? ""
      extend(.people, newPlace(state), "is new: \(call.named)", at: span)
    case .choose: extend(.people, newPlace(state), "is new", at: span)
    }
  }

  private mutating func pair(_ state: Int, _ other: Int) {
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
  private mutating func compare(_ call: EffectCall, _ other: EffectCall, _ state: Int, _ span: Span?) {
    let place = newPlace(state)
    if call.effect != other.effect {
      lose(place, "does \(other.effect.name.named), and did \(call.effect.name.named)", at: span, .security)
      return
    }
    for (index, parameter) in call.definition.parameters.enumerated() {
      let before = oldSide.text(call.argument(index), parameter, old)
      let after = newSide.text(other.argument(index), parameter, new)
      if before == after { continue }
      let now = after.map { "is \($0.named)" } ?? "is not said any more"
      let was = before.map { "was \($0.named)" } ?? "was not said"
      let isTighter = parameter.givesUp(call.argument(index)) && !parameter.givesUp(other.argument(index))
      changes.append(
        Change(.security, isTighter ? .extended : .lost, place, "\(parameter.name.named) \(now), and \(was)", at: span))
    }
  }

  private mutating func compare(_ end: End, _ other: End, _ state: Int, _ number: Int, _ span: Span?) {
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

  // MARK: Where states lead

  private mutating func exits(_ state: Int, _ other: Int, _ span: Span?) {
    let (before, after) = (old.exits(state, oldSide), new.exits(other, newSide))
    if old.states[state].kind == .choose { return branches(state, other, before, after, span) }
    for (label, transition) in after {
      if let former = before.first(where: { $0.label == label })?.transition {
        exit(label, former, transition, other, span)
      } else if new.states[other].kind == .effect {
        // A page tells of its events itself.
        extend(.people, newPlace(other), "its outcome \(label.named) is followed", at: span)
      }
    }
    for (label, _) in before where new.states[other].kind == .effect && !after.contains(where: { $0.label == label }) {
      lose(newPlace(other), "its outcome \(label.named) is not followed any more", at: span, .people)
    }
  }

  private typealias Exits = [(label: String, transition: Transition)]

  private mutating func branches(_ state: Int, _ other: Int, _ before: Exits, _ after: Exits, _ span: Span?) {
    let (branches, others) = (old.branches(state), new.branches(other))
    let isSame =
      branches.count == others.count
      && zip(branches, others).allSatisfy { oldSide.isSame($0.condition, old, newSide, $1.condition, new) }
    if !isSame {
      lose(
        newPlace(other),
        "chooses by other conditions: \(after.map(\.label).named()), and chose by \(before.map(\.label).named())",
        at: span, .security)
    }
    for (number, branch) in others.enumerated() {
      let same =
        isSame ? number : branches.firstIndex { oldSide.isSame($0.condition, old, newSide, branch.condition, new) }
      if let same { exit(after[number].label, before[same].transition, after[number].transition, other, span) }
    }
  }

  private mutating func exit(
    _ label: String, _ former: Transition, _ transition: Transition, _ state: Int, _ span: Span?
  ) {
    let place = newPlace(state)
    if matching.newOf[Int(former.target)] != Int(transition.target) {
      let text =
        "\(label.named) leads to \(name(Int(transition.target))), and led to \(old.states[Int(former.target)].name.named)"
      // What is new on the way, or gone from it, is told itself.
      if leadsOn(from: Int(transition.target), to: Int(former.target)) {
        extend(.people, place, text, at: span)
      } else {
        lose(place, text, at: span, .people)
      }
    }
    let (error, otherError) = (oldSide.error(former.error), newSide.error(transition.error))
    let (fields, otherFields) = (
      former.errorFields.map { oldSide.name($0, old) }, transition.errorFields.map { newSide.name($0, new) }
    )
    switch (error, otherError) {
    case (nil, nil): break
    case (nil, let code?): extend(.clients, place, "\(label.named) has the error \(code.named)", at: span)
    case (let code?, nil): lose(place, "\(label.named) has the error \(code.named) no more", at: span)
    case (let code?, let now?):
      if code != now {
        lose(place, "\(label.named) has the error \(now.named), and had \(code.named)", at: span)
      } else if fields != otherFields {
        lose(place, "the error \(code.named) of \(label.named) is about other fields", at: span)
      }
    }
    let (sets, setsNow) = (assigned(former, old, oldSide), assigned(transition, new, newSide))
    let isSame =
      sets.count == setsNow.count
      && sets.allSatisfy { set in
        setsNow.contains { $0.name == set.name && oldSide.isSame(set.expression, old, newSide, $0.expression, new) }
      }
    if !isSame {
      let (was, now) = (sets.map(\.text), setsNow.map(\.text))
      let before = was.isEmpty ? "set nothing" : "set \(was.named())"
      let after = now.isEmpty ? "sets nothing" : "sets \(now.named())"
      lose(place, "\(label.named) \(after), and \(before)", at: span, .security)
    }
  }

  /// Whether a path that led to a state still does, through states that are new, or past ones that are gone.
  private func leadsOn(from start: Int, to former: Int) -> Bool {
    // The states that it may come to: the former one, or what followed it where it is gone.
    var wanted: Set<Int> = []
    var (seen, pending): (Set<Int>, [Int]) = ([former], [former])
    while let state = pending.popLast() {
      if let other = matching.newOf[state] {
        wanted.insert(other)
      } else {
        for target in old.targets(state) where seen.insert(target).inserted { pending.append(target) }
      }
    }
    (seen, pending) = ([start], [start])
    while let state = pending.popLast() {
      if wanted.contains(state) { return true }
      if matching.oldOf[state] != nil { continue }
      for target in new.targets(state) where seen.insert(target).inserted { pending.append(target) }
    }
    return false
  }

  private func assigned(
    _ transition: Transition, _ flow: Flow, _ side: Side
  ) -> [(name: String, text: String, expression: Int32)] {
    let first = Int(transition.firstAssignment)
    return (first..<first + Int(transition.assignmentCount)).filter(flow.assignments.indices.contains).map {
      let assignment = flow.assignments[$0]
      let name = side.name(assignment.slot, flow)
      return (name, "\(name): \(side.text(assignment.expression, flow))", assignment.expression)
    }.sorted { $0.text < $1.text }
  }

  // MARK: What is passed on every path

  /// Effects and pages that stood before an end on every path, and do not any more. What an end of refusal is preceded by,
  /// nobody relies on.
  private mutating func passed() {
    let ends = Set(new.ends.map(\.name)).intersection(old.ends.map(\.name)).subtracting([End.failed, End.timedOut])
    let performed = Set(new.calls.map { newSide.subject($0, new) })
    var told: Set<String> = []
    for end in ends.sorted() {
      let (before, after) = (Passed(old, oldSide, to: end), Passed(new, newSide, to: end))
      for key in before.effects.sorted() where !after.effects.contains(key) && told.insert(key).inserted {
        let text =
          performed.contains(key)
          ? "comes to \(end.named) without \(key.named), which stood before it on every path"
          : "does \(key.named) no more, which stood before \(end.named) on every path"
        changes.append(Change(.security, .lost, place(new), text, at: newSide.span(ofFlow: new.name)))
      }
      for state in before.pages.sorted() where told.insert("\(state)").inserted {
        guard let other = matching.newOf[state] else {
          lose(oldPlace(state), "was passed on every path to \(end.named), and is gone", at: nil, .people)
          continue
        }
        if after.pages.contains(other) { continue }
        lose(
          newPlace(other), "is not passed any more on every path to \(end.named)",
          at: newSide.span(of: other, in: new.name), .people)
      }
    }
  }

  // MARK: Words

  private func place(_ flow: Flow) -> String { "flow \(flow.name.named)" }
  private func name(_ state: Int) -> String { new.states[state].name.named }
  private func oldPlace(_ state: Int) -> String { place(old, old.states[state]) }
  private func newPlace(_ state: Int) -> String { place(new, new.states[state]) }
  private func place(_ flow: Flow, _ state: FlowState) -> String {
    let kind =
      switch state.kind {
      case .page: "page"
      case .end: "end"
      case .effect, .choose: "state"
      }
    return "\(place(flow)), \(kind) \(state.name.named)"
  }

  private mutating func lose(_ place: String, _ text: String, at span: Span?, _ area: Change.Area = .clients) {
    changes.append(breaking(Change(area, .lost, place, text, at: span)))
  }

  private mutating func extend(_ area: Change.Area, _ place: String, _ text: String, at span: Span? = nil) {
    changes.append(Change(area, .extended, place, text, at: span))
  }

  /// Names the applications that a lost promise to clients breaks.
  private func breaking(_ change: Change) -> Change {
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

extension FlowTable {
  /// The applications that start a flow, each with its protocol.
  func applications(playing name: String) -> [String] {
    guard let index = flow(named: name) else { return [] }
    return applications.filter { $0.flows.contains(index) || $0.parts.contains { $0.flow == index } }.map {
      "\($0.name) (\($0.spoken.name))"
    }
  }
}
