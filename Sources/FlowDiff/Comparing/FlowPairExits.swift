import FlowModel
import FlowSource

/// Where the states of a flow lead, and what they set on the way.
extension FlowPair {
  mutating func exits(_ state: Int, _ other: Int, _ span: SourceSpan?) {
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

  typealias Exits = [(label: String, transition: Transition)]

  mutating func branches(_ state: Int, _ other: Int, _ before: Exits, _ after: Exits, _ span: SourceSpan?) {
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

  mutating func exit(
    _ label: String, _ former: Transition, _ transition: Transition, _ state: Int, _ span: SourceSpan?
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
  func leadsOn(from start: Int, to former: Int) -> Bool {
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

  func assigned(
    _ transition: Transition, _ flow: Flow, _ side: Side
  ) -> [(name: String, text: String, expression: Int32)] {
    let first = Int(transition.firstAssignment)
    return (first..<first + Int(transition.assignmentCount)).filter(flow.assignments.indices.contains).map {
      let assignment = flow.assignments[$0]
      let name = side.name(assignment.slot, flow)
      return (name, "\(name): \(side.text(assignment.expression, flow))", assignment.expression)
    }.sorted { $0.text < $1.text }
  }

  /// Effects and pages that stood before an end on every path, and do not any more. What an end of refusal is preceded by,
  /// nobody relies on.
  mutating func passed() {
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
        changes.append(Change(.security, .lost, new.place, text, at: newSide.span(ofFlow: new.name)))
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
}
