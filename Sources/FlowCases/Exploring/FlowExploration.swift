package import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime
package import FlowSource

/// All ways of a flow up to a depth, gone with sample inputs and by an adversary: with other people's addresses, wrong codes and
/// passwords, while accounts, functions and limits change. It tells what a person would stumble over.
package struct FlowExploration: Sendable {
  /// What somebody stumbles over.
  package struct Finding: Sendable {
    /// What kind of thing.
    package enum Kind: String, Sendable, CaseIterable {
      /// A person is told "This is not possible now." and no transition is taken.
      case deadEnd = "dead-end"
      /// A branch names some options of an attribute and not this one.
      case unexpectedValue = "unexpected-value"
      /// No run that came to this page came to an end.
      case endless
    }

    package let kind: Kind
    /// The state as runs call it.
    package let state: String
    /// Where it stands.
    package let span: SourceSpan?
    /// What it is, in a sentence without a full stop.
    package let message: String
    /// How a run comes there: the steps as a case has them.
    package let way: [String]
  }

  package let compilation: Compilation
  package let flow: String
  package private(set) var findings: [Finding] = []
  /// How many ways were gone, and whether there were more.
  package private(set) var plays = 0
  package private(set) var isCut = false
  /// The states where runs rested or ended, of how many.
  package private(set) var visited = 0
  package private(set) var restingStates = 0

  /// The flows that can be explored of a suite of one tenant.
  package static func flows(of suite: CaseSuite) -> [String] {
    suite.stages.first { $0.harness == nil }?.tried.table.flows.map(\.name) ?? []
  }

  /// Explores a flow of the first tenant of a suite; nil where there is none of the name. `depth`: the most steps of a way,
  /// `most`: the most ways.
  package init?(_ suite: CaseSuite, flow name: String, depth: Int, most: Int) async {
    guard let stage = suite.stages.first(where: { $0.harness == nil }),
      let index = stage.tried.table.flow(named: name).map(Int.init)
    else { return nil }
    compilation = suite.compilation
    flow = name
    let ground = TrailGround(stage.tried)
    let flow = ground.table.flows[index]
    let tenant = suite.compilation.tenants.first { $0.name == ground.table.tenant }
    var sight = ExploredSight(flow, Int32(index))
    let twists = TrailTwists(ground.world, flow)
    var walk = TrailWalk(ground, flow, TrailWalk.Limits(plays: most, steps: depth))
    await walk.begin { trail, play in sight.note(trail, play) }
    for seed in await Self.seeds(of: flow, ground, stage) {
      if let play = await walk.go(seed) { sight.note(seed, play) }
    }
    await walk.goOn(breadth: 6, from: { _ in true }) { trail, play in sight.note(trail, play) }
    // The adversary, and the world, do something else on a way to each of the states.
    for trail in sight.samples where trail.steps.count < depth {
      for twisted in twists.general(trail) where twisted.steps.count <= depth {
        if let play = await walk.go(twisted) { sight.note(twisted, play) }
      }
    }
    await walk.goOn(from: { _ in true }) { trail, play in sight.note(trail, play) }
    (plays, isCut) = (walk.plays, walk.isCut)
    let places = tenant?.flows.first { $0.name == name }?.states ?? []
    findings = sight.findings(ground.table, isCut: isCut) { places.indices.contains($0) ? places[$0] : nil }
    restingStates = flow.states.count { $0.kind == .page || $0.kind == .end }
    visited = sight.visited.count
  }

  /// Where other flows lead into this one.
  private static func seeds(of flow: Flow, _ ground: TrailGround, _ stage: CaseSuite.Stage) async -> [Trail] {
    var hunted = HuntedEdges([], stage.edges)
    if flow.calls.contains(where: { $0.definition.redeems != nil || $0.definition.redeemsGrants }) {
      for (number, other) in ground.table.flows.enumerated() where other.name != flow.name && other.leadsElsewhere {
        var hunt = FlowHunt(ground, number, TrailWalk.Limits(plays: 500))
        await hunt.run(&hunted, isAsked: true)
      }
    }
    return hunted.seeds(of: flow, ground.world)
  }
}

/// What was seen of a flow.
private struct ExploredSight {
  private let flow: Flow
  private let index: Int32
  private let sources: [Int32]
  private let numbers: [String: Int]
  /// The states where runs rested or ended.
  private(set) var visited: Set<Int> = []
  /// The first trails to each page and end, by state.
  private var trails: [Int: [Trail]] = [:]
  /// The first trail that was denied, by where it was and what it sent.
  private var denied: [(state: String, event: String, trail: Trail)] = []
  /// The values of attributes with which a transition was taken, with the first trail.
  private var values: [Int: [String: [String: Trail]]] = [:]
  /// The steps between resting states that were taken.
  private var steps: Set<[Int]> = []

  init(_ flow: Flow, _ index: Int32) {
    (self.flow, self.index, sources) = (flow, index, flow.sources)
    numbers = Dictionary(flow.states.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Trails whose last step can be tried otherwise: a few to each state.
  var samples: [Trail] { trails.sorted { $0.key < $1.key }.flatMap { $0.value.prefix(3) } }

  mutating func note(_ trail: Trail, _ play: TrailPlay) {
    let here = play.records.last?.reply
    if let error = here?.error?.code, play.last.isEmpty,
      [EngineError.denied.code, EngineError.unavailable.code].contains(error)
    {
      let state = play.records.dropLast().last { $0.reply?.state != nil }?.reply?.state ?? "the start"
      let event = play.records.last?.action ?? ""
      if !denied.contains(where: { $0.state == state && $0.event == event }) { denied.append((state, event, trail)) }
    }
    for taken in play.last where taken.flow == index {
      for (name, value) in trail.facts where values[Int(taken.transition)]?[name]?[value] == nil {
        values[Int(taken.transition), default: [:]][name, default: [:]][value] = trail
      }
    }
    guard let reply = here, reply.flow == flow.name, let state = reply.state.flatMap({ numbers[$0] }) else { return }
    visited.insert(state)
    if trails[state, default: []].count < 6 { trails[state, default: []].append(trail) }
    let states = play.last.filter { $0.flow == index }.map { Int(sources[Int($0.transition)]) } + [state]
    for (from, to) in zip(states, states.dropFirst()) { steps.insert([from, to]) }
  }

  func findings(
    _ table: FlowTable, isCut: Bool, _ place: (Int) -> SourceSpan?
  ) -> [FlowExploration.Finding] {
    var findings: [FlowExploration.Finding] = denied.map { state, event, trail in
      FlowExploration.Finding(
        kind: .deadEnd, state: state, span: numbers[state].flatMap(place),
        message: "a person is told \"\(EngineError.denied.message)\" behind \(event) at \(state)", way: trail.written)
    }
    findings += unexpected(table, place)
    findings += endless(isCut, place)
    return findings
  }

  /// Options that a choice leaves to its last branch, although it names several others.
  private func unexpected(_ table: FlowTable, _ place: (Int) -> SourceSpan?) -> [FlowExploration.Finding] {
    var findings: [FlowExploration.Finding] = []
    for (number, state) in flow.states.enumerated() where state.kind == .choose {
      let branches = flow.choices[Int(state.payload)].branches
      guard let last = branches.last, last.condition < 0 else { continue }
      let conditions = branches.compactMap { $0.condition < 0 ? nil : table.expressions[Int($0.condition)] }
      for attribute in table.attributes where !attribute.options.isEmpty {
        guard let slot = table.fieldSlot(named: attribute.name) else { continue }
        let named = Set(
          conditions.filter { $0.reads.contains { $0.slot == Int(slot) } }.flatMap(\.constants).compactMap { constant in
            if case .string(let text) = constant { text } else { nil }
          })
        let known = attribute.options.filter(named.contains)
        guard known.count > 1 else { continue }
        for option in attribute.options where !named.contains(option) {
          guard let trail = values[Int(last.transition)]?[attribute.name]?[option] else { continue }
          findings.append(
            FlowExploration.Finding(
              kind: .unexpectedValue, state: state.name, span: place(number),
              message: "no branch of \(state.name) expects \(attribute.name) \(option), beside \(known.listed())",
              way: trail.written))
        }
      }
    }
    return findings
  }

  /// Pages from which no run came to an end.
  private func endless(_ isCut: Bool, _ place: (Int) -> SourceSpan?) -> [FlowExploration.Finding] {
    var ending = visited.filter { flow.states[$0].kind == .end }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for step in steps where ending.contains(step[1]) && ending.insert(step[0]).inserted { hasChanged = true }
    }
    return visited.subtracting(ending).sorted().compactMap { state in
      guard let trail = trails[state]?.first else { return nil }
      let name = flow.states[state].name
      return FlowExploration.Finding(
        kind: .endless, state: name, span: place(state),
        message: "no run came from \(name) to an end" + (isCut ? ", as far as was tried" : ""), way: trail.written)
    }
  }
}

extension Trail {
  /// The trail as a case has it, a line for each step.
  fileprivate var written: [String] {
    let world = CaseFileText.worldText(given)
    return (world == "{}" ? [] : ["given: \(world)"]) + steps.map { CaseFileText.stepText($0).inOneLine }
  }
}

extension String {
  fileprivate var inOneLine: String { split(separator: "\n").joined(separator: ", ") }
}
