import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime
import FlowSource

/// A change of a flow as it is written: of a sub-flow's, wherever it is called.
struct Mutation: Sendable {
  /// What is changed.
  enum Change: Sendable {
    /// A transition leads to another state of its file.
    case target(String)
    /// A transition keeps no error.
    case noError
    /// A transition assigns nothing.
    case noAssignment
    /// A branch is never taken.
    case never
    /// A bound of a branch's condition is another one: its number among the constants, and by how much.
    case bound(Int, Int64)
    /// What a branch's condition asks for is another text: its number among the constants.
    case text(Int)
    /// A relation of a branch's condition takes the bound in, or leaves it out: the number of the instruction.
    case relation(Int)
    /// The effect that the transition leaves is left out: the run goes on as if it had done what it is for.
    case dropped
  }

  /// The transition, or one that leaves the state that is changed.
  let place: EdgePlace
  let key: EdgePlace.Key
  let change: Change
  /// What is another thing, in words.
  let words: String

  /// Whether other transitions of the same state are changed with it.
  var concernsState: Bool {
    switch change {
    case .dropped, .never, .bound, .text, .relation: true
    case .target, .noError, .noAssignment: false
    }
  }
}

/// All mutations of a tenant's flows, in the order of their files.
struct Mutations {
  private let table: FlowTable
  private let edges: [[EdgePlace]]
  private var found: [EdgePlace.Key: [Mutation]] = [:]
  private var order: [EdgePlace] = []
  /// The states of each written flow, in order.
  private var states: [String: [String]] = [:]

  /// `tested`: the transitions of which cases are asked, by the suite.
  init(_ stage: CaseSuite.Stage) {
    table = stage.tried.table
    edges = stage.edges
    for (flow, places) in zip(table.flows, edges) {
      for (transition, place) in places.enumerated() where place.key != nil {
        note(place.state, of: place.flow)
        let expansion = Expansion(flow, transition, place)
        if let target = expansion.own(flow.states[Int(flow.transitions[transition].target)].name) {
          note(target, of: place.flow)
        }
      }
    }
    for (flow, places) in zip(table.flows, edges) {
      let sources = flow.sources
      for (transition, place) in places.enumerated() {
        guard let key = place.key, found[key] == nil else { continue }
        order.append(place)
        found[key] = mutations(flow, transition, sources, place, key, places)
      }
    }
  }

  /// All of them.
  var all: [Mutation] {
    order.sorted { $0.span < $1.span }.flatMap { place in place.key.flatMap { found[$0] } ?? [] }
  }

  private mutating func note(_ state: String, of flow: String) {
    if states[flow]?.contains(state) != true { states[flow, default: []].append(state) }
  }

  private func mutations(
    _ flow: Flow, _ number: Int, _ sources: [Int32], _ place: EdgePlace, _ key: EdgePlace.Key, _ places: [EdgePlace]
  ) -> [Mutation] {
    let transition = flow.transitions[number]
    let source = flow.states[Int(sources[number])]
    var mutations: [Mutation] = []
    func add(_ change: Mutation.Change, _ words: String) {
      mutations.append(Mutation(place: place, key: key, change: change, words: words))
    }
    if let other = otherTarget(flow, number, sources, place, places) {
      let own = Expansion(flow, number, place).own(flow.states[Int(transition.target)].name) ?? "?"
      add(.target(other), "goes to \(other) in place of \(own)")
    }
    if place.error != nil { add(.noError, "keeps no error") }
    if transition.assignmentCount > 0 { add(.noAssignment, "assigns nothing") }
    if source.kind == .choose, place.kind == .branch {
      for (change, words) in conditions(flow.choices[Int(source.payload)], Int32(number)) { add(change, words) }
    }
    let isFirst = source.kind == .effect && flow.calls[Int(source.payload)].transitions.first == Int32(number)
    if isFirst, place.kind == .outcome {
      add(.dropped, "the step `do: \(flow.calls[Int(source.payload)].effect.definition.name)` is left out")
    }
    return mutations
  }

  /// Where a transition could lead by a slip of the pen: where its neighbours do, or else to another state of its file. No loop
  /// comes of it that waits nowhere, which the compiler refuses.
  private func otherTarget(
    _ flow: Flow, _ number: Int, _ sources: [Int32], _ place: EdgePlace, _ places: [EdgePlace]
  ) -> String? {
    let expansion = Expansion(flow, number, place)
    let own = expansion.own(flow.states[Int(flow.transitions[number].target)].name)
    let neighbours = places.indices.filter {
      places[$0].key?.state == place.key?.state && places[$0].flow == place.flow
    }
    .compactMap { expansion.own(flow.states[Int(flow.transitions[$0].target)].name) }
    return (neighbours + (states[place.flow] ?? [])).first { name in
      guard name != own, let target = expansion.state(name, in: flow) else { return false }
      return !flow.comesBack(from: target, to: Int(sources[number]))
    }
  }

  private func conditions(_ choice: Choice, _ transition: Int32) -> [(Mutation.Change, String)] {
    guard let branch = choice.branches.first(where: { $0.transition == transition }), branch.condition >= 0 else {
      return []
    }
    var changes: [(Mutation.Change, String)] = [(.never, "is never taken")]
    let code = table.expressions[Int(branch.condition)].code
    for (index, constant) in code.constants.enumerated() {
      switch constant {
      case .int(let number) where number < .max && number > .min:
        changes.append((.bound(index, 1), "asks for \(number + 1) in place of \(number)"))
        changes.append((.bound(index, -1), "asks for \(number - 1) in place of \(number)"))
      case .string(let text): changes.append((.text(index), "asks for another text than \"\(text)\""))
      default: break
      }
    }
    for (index, instruction) in code.instructions.enumerated() {
      guard let relation = instruction.relation, let words = relation.otherwise?.words else { continue }
      changes.append((.relation(index), words))
    }
    return changes
  }
}

/// A transition in one of the places where a flow's file stands in a table: what names are called there.
struct Expansion {
  /// What stands before the names of the file's states.
  private let prefix: String

  init(_ flow: Flow, _ transition: Int, _ place: EdgePlace) {
    let source = flow.sources[transition]
    var parts = flow.states[Int(source)].name.split(separator: "/").map(String.init)
    // The end of a sub-flow leaves its state, for what its caller says of it.
    parts.removeLast(min(parts.count, place.kind == .end ? 2 : 1))
    prefix = parts.map { $0 + "/" }.joined()
  }

  /// A state's name in its file; nil for one of another file.
  func own(_ name: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    return rest.contains("/") ? nil : String(rest)
  }

  /// The number of a state that the file calls so.
  func state(_ name: String, in flow: Flow) -> Int? { flow.states.firstIndex { $0.name == prefix + name } }
}

extension Flow {
  /// Whether a run may come from one state to another one without resting.
  func comesBack(from start: Int, to end: Int) -> Bool {
    var seen: Set<Int> = [start]
    var pending = [start]
    while let state = pending.popLast() {
      if state == end { return true }
      if states[state].kind == .page { continue }
      for transition in transitions(of: states[state]) {
        let target = Int(transitions[Int(transition)].target)
        if seen.insert(target).inserted { pending.append(target) }
      }
    }
    return false
  }
}

extension Instruction {
  /// The relation that it asks for; nil: it asks for none.
  var relation: Relation? { op == .compare || op == .compareSlot ? Relation(rawValue: aux) : nil }
}

extension Relation {
  /// The relation that takes the bound in where this one leaves it out, or the other way round, or is its opposite.
  var otherwise: Relation? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .lessOrEqual
    case .lessOrEqual: .less
    case .greater: .greaterOrEqual
    case .greaterOrEqual: .greater
    }
  }

  /// What is asked by it, in place of the other one.
  fileprivate var words: String {
    switch self {
    case .equal: "asks for == in place of !="
    case .notEqual: "asks for != in place of =="
    case .less: "asks for < in place of <="
    case .lessOrEqual: "asks for <= in place of <"
    case .greater: "asks for > in place of >="
    case .greaterOrEqual: "asks for >= in place of >"
    }
  }
}
