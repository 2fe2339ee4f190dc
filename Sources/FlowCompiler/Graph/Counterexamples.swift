import FlowModel
import FlowSource

/// What a rule adds to the steps of a path, each by the number of the step from 0; the number of steps stands for the
/// state that the path ends at.
struct TraceRemarks: Sendable {
  /// What becomes true with the step, beside what its transition does.
  var facts: [Int: [TraceFact]] = [:]
  /// What the client sends, in place of the bare names of the fields.
  var inputs: [Int: [TraceInput]] = [:]
  /// The steps at which a page is skipped, and nobody sends anything.
  var skipped: Set<Int> = []
}

extension FlowGraph {
  /// The steps of a path, given by the numbers of its edges, which must follow each other.
  ///
  /// The state that the path ends at is the last step: the effect there is what should not have been run. An empty path
  /// is a counterexample of that one step, at `start`.
  func counterexample(
    path: [Int], attack: String, remarks: TraceRemarks = TraceRemarks(), _ analysis: ResolvedTenant
  ) -> Counterexample {
    var steps = path.enumerated().map { number, index in step(index, number, remarks, analysis) }
    let last = path.last.map { edges[$0].target } ?? start
    if last >= 0 {
      let state = state(Int(last), analysis.flows)
      steps.append(
        TraceStep(
          span: state.name.span, state: name(Int(last), analysis.flows), end(state),
          facts: remarks.facts[path.count] ?? []))
    }
    return Counterexample(flow: analysis.scope.flows[root].name.text, attack: attack, steps: steps)
  }

  private func step(_ index: Int, _ number: Int, _ remarks: TraceRemarks, _ analysis: ResolvedTenant) -> TraceStep {
    let (edge, node) = (edges[index], source(of: index))
    var action = action(at: node, edge, analysis)
    if case .send(let event, let inputs) = action {
      action =
        remarks.skipped.contains(number)
        ? .skip(event: event) : .send(event: event, inputs: remarks.inputs[number] ?? inputs)
    }
    return TraceStep(
      span: place(edge, analysis.flows), state: name(node, analysis.flows), action,
      facts: facts(edge, analysis) + (remarks.facts[number] ?? []))
  }

  /// What is done where an edge is taken.
  private func action(at node: Int, _ edge: Edge, _ analysis: ResolvedTenant) -> TraceStep.Action {
    switch state(node, analysis.flows).kind {
    case .page(let page) where edge.branch >= 0:
      let event = page.events[Int(edge.branch)]
      return .send(
        event: event.name, inputs: event.fields.map { TraceInput($0.name.text, isRequired: $0.isSure) })
    case .page(let page): return .wait(seconds: page.timeout)
    case .effect(let effect):
      let outcome = effect.effect.definition.outcomes[Int(edge.branch)].name
      return .run(effect: effect.effect.name, outcome: outcome)
    case .choose(let conditions):
      return .choose(branch: Int(edge.branch) + 1, condition: conditions[Int(edge.branch)]?.syntax.text)
    case .call(let call):
      return .enter(subFlow: call.subFlow >= 0 ? analysis.scope.flows[Int(call.subFlow)].name.text : nil)
    case .end(let end):
      return .leave(subFlow: analysis.scope.flows[Int(nodes[node].flow)].name.text, end: end.name)
    case .unknown: return .proceed
    }
  }

  /// What the state at the end of a path is about to do.
  private func end(_ state: ResolvedState) -> TraceStep.Action {
    switch state.kind {
    case .effect(let effect): .run(effect: effect.effect.name, outcome: nil)
    case .page(let page): .show(title: page.title)
    case .end(let end): .end(name: end.name)
    case .call, .choose, .unknown: .proceed
    }
  }

  /// What a transition does.
  private func facts(_ edge: Edge, _ analysis: ResolvedTenant) -> [TraceFact] {
    guard let transition = transition(edge, analysis.flows) else { return [] }
    var facts: [TraceFact] = []
    if !transition.assignments.isEmpty {
      let syntax = analysis.scope.flows[root]
      facts.append(.sets(transition.assignments.map { analysis.scope.name(of: $0.slot, in: syntax) }))
    }
    if transition.error >= 0 { facts.append(.keepsError(analysis.scope.errors[Int(transition.error)].code)) }
    return facts
  }

  private func place(_ edge: Edge, _ flows: [ResolvedFlow]) -> SourceSpan {
    if let transition = transition(edge, flows) { return transition.span }
    let state = state(Int(edge.owner), flows)
    if case .call(let call) = state.kind { return call.place }
    return state.name.span
  }
}
