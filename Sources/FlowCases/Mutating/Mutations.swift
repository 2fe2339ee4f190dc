import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime
import FlowSource

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
