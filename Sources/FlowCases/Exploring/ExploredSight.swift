import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime
import FlowSource

/// What was seen of a flow.
struct ExploredSight {
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
