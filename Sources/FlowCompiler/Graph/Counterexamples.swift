import FlowModel
import FlowSource

/// What a rule adds to the steps of a way, each by the number of the step from 0; the number of steps stands for the
/// state that the way ends at.
struct TraceRemarks: Sendable {
  /// What becomes true with the step, as in "proof of `email` ends: `email` is written"; shown behind what the engine does.
  var engine: [Int: String] = [:]
  /// What the attacker sends, in place of the bare names of the fields: "submits `email` = the victim's address".
  var attacker: [Int: String] = [:]
  /// The steps at which a page is passed by, and nobody sends anything.
  var skipped: Set<Int> = []
}

extension FlowGraph {
  /// The steps of a way, given by the numbers of its edges, which must follow each other.
  ///
  /// The state that the way ends at is the last step: the effect there is what should not have been run. An empty way
  /// is a counterexample of that one step, at `start`.
  func counterexample(
    way: [Int], attack: String, remarks: TraceRemarks = TraceRemarks(), _ analysis: Analysis
  ) -> Counterexample {
    var steps = way.enumerated().map { number, index in
      step(index, number, remarks, analysis)
    }
    let last = way.last.map { edges[$0].target } ?? start
    if last >= 0 {
      steps.append(end(Int(last), attacker: remarks.attacker[way.count], remark: remarks.engine[way.count], analysis))
    }
    return Counterexample(flow: analysis.scope.flows[root].name.text, attack: attack, steps: steps)
  }

  /// The same with remarks about what the engine does alone.
  func counterexample(
    way: [Int], attack: String, remarks: [Int: String], _ analysis: Analysis
  ) -> Counterexample {
    counterexample(way: way, attack: attack, remarks: TraceRemarks(engine: remarks), analysis)
  }

  private func step(_ index: Int, _ number: Int, _ remarks: TraceRemarks, _ analysis: Analysis) -> TraceStep {
    let flows = analysis.flows
    let edge = edges[index]
    let node = source(of: index)
    var deed = deed(at: node, edge, analysis)
    if remarks.skipped.contains(number) { deed = (deed.way, nil, "skips the page") }
    var engine = [deed.engine]
    if let transition = transition(edge, flows) {
      if !transition.assignments.isEmpty {
        let syntax = analysis.scope.flows[root]
        engine.append("sets " + transition.assignments.map { analysis.scope.name(of: $0.slot, in: syntax) }.listed())
      }
      if transition.error >= 0 {
        engine.append("keeps the error \(analysis.scope.errors[Int(transition.error)].code.quoted)")
      }
    }
    if let remark = remarks.engine[number] { engine.append(remark) }
    return TraceStep(
      span: place(edge, flows), state: name(node, flows), way: deed.way,
      attacker: remarks.attacker[number] ?? deed.attacker,
      engine: engine.filter { !$0.isEmpty }.joined(separator: "; "))
  }

  private func end(_ node: Int, attacker: String?, remark: String?, _ analysis: Analysis) -> TraceStep {
    let state = state(node, analysis.flows)
    let deed =
      switch state.kind {
      case .effect(let effect): "runs \(effect.effect.name.quoted)"
      case .page(let page): "shows \(page.title.quoted)"
      case .end(let end): "the run ends: \(end.name.quoted)"
      case .call, .choose, .unknown: ""
      }
    return TraceStep(
      span: state.name.span, state: name(node, analysis.flows), attacker: attacker,
      engine: [deed, remark ?? ""].filter { !$0.isEmpty }.joined(separator: "; "))
  }

  private func place(_ edge: Edge, _ flows: [ResolvedFlow]) -> Span {
    if let transition = transition(edge, flows) { return transition.span }
    let state = state(Int(edge.owner), flows)
    if case .call(let call) = state.kind { return call.place }
    return state.name.span
  }

  /// What the attacker sends by an event, as far as the flow's text tells.
  private func sent(_ event: ResolvedEvent) -> String {
    let required = event.fields.filter(\.isRequired).map(\.name.text)
    let optional = event.fields.filter { !$0.isRequired }.map(\.name.text)
    var parts = required.isEmpty ? [] : [required.listed()]
    if !optional.isEmpty { parts.append("perhaps " + optional.listed()) }
    if parts.isEmpty { return "sends \(event.name.quoted)" }
    let text = "submits " + parts.joined(separator: ", ")
    return event.name == "submit" ? text : "\(text) by \(event.name.quoted)"
  }

  private typealias Deed = (way: String, attacker: String?, engine: String)

  /// What happens by default where an edge is taken.
  private func deed(at node: Int, _ edge: Edge, _ analysis: Analysis) -> Deed {
    switch state(node, analysis.flows).kind {
    case .page(let page) where edge.way >= 0:
      let event = page.events[Int(edge.way)]
      return (event.name, sent(event), "")
    case .page(let page):
      return ("time-out", "waits \(durationText(page.timeout))", "the time-out passes")
    case .effect(let effect):
      let outcome = effect.effect.definition.outcomes[Int(edge.way)].name
      return (outcome, nil, "runs \(effect.effect.name.quoted): \(outcome)")
    case .choose(let conditions):
      guard let condition = conditions[Int(edge.way)] else { return ("else", nil, "no condition holds") }
      return (String(edge.way + 1), nil, "\(condition.syntax.text.quoted) holds")
    case .call(let call):
      let name = call.subFlow >= 0 ? analysis.scope.flows[Int(call.subFlow)].name.text.quoted : "that is not known"
      return ("", nil, "enters the sub-flow \(name)")
    case .end(let end):
      let name = analysis.scope.flows[Int(nodes[node].flow)].name.text
      return (end.name, nil, "leaves the sub-flow \(name.quoted) by its end \(end.name.quoted)")
    case .unknown: return ("", nil, "")
    }
  }
}
