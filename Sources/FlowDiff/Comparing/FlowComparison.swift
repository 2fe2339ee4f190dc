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

private func place(_ flow: Flow) -> String { "flow \(flow.name.quoted)" }

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
      let place = "\(place(new)), parameter \(input.name.quoted)"
      guard let other = new.inputs.first(where: { $0.name == input.name }) else {
        lose(place, "is gone", at: newSide.span(ofFlow: new.name))
        continue
      }
      changes += AttributeComparison(input, other, place, newSide.span(ofFlow: new.name)).changes.map(breaking)
      if other.isRequired, !input.isRequired { lose(place, "is required now", at: newSide.span(ofFlow: new.name)) }
      if !other.isRequired, input.isRequired { extend(.clients, place, "is not required any more") }
    }
    for input in new.inputs where !old.inputs.contains(where: { $0.name == input.name }) {
      let place = "\(place(new)), parameter \(input.name.quoted)"
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
      extend(
        .operation, place(new), "lives \(durationText(new.lifetime)), and lived \(durationText(old.lifetime))", at: span
      )
    }
    if old.summary != new.summary { extend(.operation, place(new), "has another summary", at: span) }
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
    case .page: change = Change(.people, .extended, oldPlace(state), "is gone")
    case .effect, .choose: change = Change(.people, .extended, oldPlace(state), "is gone")
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
      extend(.people, newPlace(state), "is new: \(call.quoted)", at: span)
    case .choose: extend(.people, newPlace(state), "is new", at: span)
    }
  }

  private mutating func pair(_ state: Int, _ other: Int) {
    let span = newSide.span(of: other, in: new.name)
    if old.states[state].name != new.states[other].name {
      changes.append(
        Change(.people, .same, oldPlace(state), "is called \(new.states[other].name.quoted) now", at: span))
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

  private mutating func compare(_ call: EffectCall, _ other: EffectCall, _ state: Int, _ span: Span?) {
    if call.effect != other.effect {
      extend(.people, newPlace(state), "does \(other.effect.name.quoted), and did \(call.effect.name.quoted)", at: span)
      return
    }
    let (before, after) = (oldSide.arguments(call, old), newSide.arguments(other, new))
    for (name, text) in after {
      let former = before.first { $0.name == name }?.text
      if former != text {
        let was = former.map { ", and was \($0.quoted)" } ?? ", and was not said"
        extend(.people, newPlace(state), "\(name.quoted) is \(text.quoted)\(was)", at: span)
      }
    }
    for (name, text) in before where !after.contains(where: { $0.name == name }) {
      extend(.people, newPlace(state), "\(name.quoted) is not said any more, and was \(text.quoted)", at: span)
    }
  }

  private mutating func compare(_ end: End, _ other: End, _ state: Int, _ number: Int, _ span: Span?) {
    let place = newPlace(number)
    if end.name != other.name { lose(place, "ends as \(other.name.quoted), and ended as \(end.name.quoted)", at: span) }
    if end.grantsSignIn != other.grantsSignIn {
      if end.grantsSignIn {
        lose(place, "grants no sign-in any more", at: span)
      } else {
        extend(.clients, place, "grants a sign-in", at: span)
      }
    }
    let (before, after) = (end.resultNames, other.resultNames)
    for name in before where !after.contains(name) { lose(place, "does not give \(name.quoted) any more", at: span) }
    for name in after where !before.contains(name) { extend(.clients, place, "gives \(name.quoted), too", at: span) }
    if end.redirect != other.redirect { extend(.people, place, "says other words of going on in a browser", at: span) }
  }

  // MARK: Where states lead

  private mutating func exits(_ state: Int, _ other: Int, _ span: Span?) {
    let (before, after) = (old.exits(state, oldSide), new.exits(other, newSide))
    let isChoice = old.states[state].kind == .choose
    let place = newPlace(other)
    if isChoice, before.map(\.label) != after.map(\.label) {
      extend(.people, place, "chooses by other conditions: \(after.map(\.label.quoted).listed())", at: span)
    }
    for (label, transition) in after {
      guard let former = before.first(where: { $0.label == label })?.transition else {
        // A page tells of its events itself.
        if !isChoice, new.states[other].kind == .effect {
          extend(.people, place, "its outcome \(label.quoted) is followed", at: span)
        }
        continue
      }
      if matching.newOf[Int(former.target)] != Int(transition.target) {
        extend(
          .people, place,
          "\(label.quoted) leads to \(name(Int(transition.target))), and led to \(old.states[Int(former.target)].name.quoted)",
          at: span)
      }
      let (error, otherError) = (oldSide.error(former.error), newSide.error(transition.error))
      if error != otherError {
        switch (error, otherError) {
        case (nil, let code?): extend(.clients, place, "\(label.quoted) has the error \(code.quoted)", at: span)
        case (let code?, nil): lose(place, "\(label.quoted) has the error \(code.quoted) no more", at: span)
        case (let code?, let now?):
          lose(place, "\(label.quoted) has the error \(now.quoted), and had \(code.quoted)", at: span)
        case (nil, nil): break
        }
      }
      let (sets, setsNow) = (assigned(former, old, oldSide), assigned(transition, new, newSide))
      if sets != setsNow {
        extend(
          .people, place,
          setsNow.isEmpty ? "\(label.quoted) sets nothing any more" : "\(label.quoted) sets \(setsNow.listed())",
          at: span)
      }
    }
    for (label, _) in before where !isChoice && !after.contains(where: { $0.label == label }) {
      if new.states[other].kind == .effect {
        extend(.people, place, "its outcome \(label.quoted) is not followed any more", at: span)
      }
    }
  }

  private func assigned(_ transition: Transition, _ flow: Flow, _ side: Side) -> [String] {
    let first = Int(transition.firstAssignment)
    return (first..<first + Int(transition.assignmentCount)).filter(flow.assignments.indices.contains).map {
      let assignment = flow.assignments[$0]
      return "\(side.name(assignment.slot, flow)): \(side.text(assignment.expression, flow))".quoted
    }.sorted()
  }

  // MARK: What is passed on every path

  /// Effects and pages that stood before a good end on every path, and do not any more.
  private mutating func passed() {
    let (before, after) = (Passed(old, oldSide), Passed(new, newSide))
    for key in before.always.sorted() where !after.always.contains(key) {
      let isThere = after.all.contains(key)
      var change = Change(
        .security, .lost, place(new),
        isThere
          ? "comes to \(End.completed.quoted) without \(key.quoted), which stood before it on every path"
          : "does \(key.quoted) no more, which stood before \(End.completed.quoted) on every path",
        at: newSide.span(ofFlow: new.name))
      change.breaks = []
      changes.append(change)
    }
    for state in before.alwaysPages(of: old).sorted() {
      guard let other = matching.newOf[state] else {
        lose(oldPlace(state), "was passed on every path to \(End.completed.quoted), and is gone", at: nil, .people)
        continue
      }
      if !after.alwaysPages(of: new).contains(other) {
        lose(
          newPlace(other), "is not passed any more on every path to \(End.completed.quoted)",
          at: newSide.span(of: other, in: new.name), .people)
      }
    }
  }

  // MARK: Words

  private func place(_ flow: Flow) -> String { "flow \(flow.name.quoted)" }
  private func name(_ state: Int) -> String { new.states[state].name.quoted }
  private func oldPlace(_ state: Int) -> String { place(old, old.states[state]) }
  private func newPlace(_ state: Int) -> String { place(new, new.states[state]) }
  private func place(_ flow: Flow, _ state: FlowState) -> String {
    let kind =
      switch state.kind {
      case .page: "page"
      case .end: "end"
      case .effect, .choose: "state"
      }
    return "\(place(flow)), \(kind) \(state.name.quoted)"
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
