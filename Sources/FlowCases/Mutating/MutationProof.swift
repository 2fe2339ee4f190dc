import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime

/// Why no run goes otherwise for a mutation; what is not proven is not said.
struct MutationProof {
  private let table: FlowTable
  private let edges: [[EdgePlace]]

  init(_ stage: CaseSuite.Stage) { (table, edges) = (stage.tried.table, stage.edges) }

  /// The reason; nil: some run may.
  func reason(_ mutation: Mutation) -> String? {
    // What the compiler has proven of each place where the transition stands.
    let places = zip(table.flows, edges).flatMap { flow, places in
      places.enumerated().filter { $0.element.key == mutation.key }.map { (flow, $0.offset, $0.element) }
    }
    switch mutation.change {
    case .target, .noError, .noAssignment, .never:
      if let reason = places.first?.2.untaken, places.allSatisfy({ $0.2.untaken != nil }) { return reason }
    case .dropped:
      let isDead = places.allSatisfy { flow, number, _ in
        let index = table.flows.firstIndex { $0.name == flow.name } ?? 0
        let source = flow.sources[number]
        return flow.transitions(of: flow.states[Int(source)]).allSatisfy { edges[index][Int($0)].untaken != nil }
      }
      if isDead { return "no run comes to this state" }
    case .bound, .text, .relation: break
    }
    switch mutation.change {
    case .never:
      // A branch that leads where the next one does as well.
      if places.allSatisfy({ flow, number, _ in flow.goesOnAlike(without: number) }) {
        return "the branch behind it does the same"
      }
    case .bound, .relation:
      if places.allSatisfy({ flow, number, _ in isSameForAllValues(mutation.change, flow, number) }) {
        return "no value that the attribute can have is told apart by it"
      }
    case .target, .noError, .noAssignment, .text, .dropped: break
    }
    return nil
  }

  /// Whether a condition about one whole number says the same of each value that its attribute takes: between its limits all of
  /// them are tried, where these are few.
  private func isSameForAllValues(_ change: Mutation.Change, _ flow: Flow, _ number: Int) -> Bool {
    let source = flow.states[Int(flow.sources[number])]
    guard source.kind == .choose,
      let branch = flow.choices[Int(source.payload)].branches.first(where: { $0.transition == Int32(number) }),
      branch.condition >= 0
    else { return false }
    let expression = table.expressions[Int(branch.condition)]
    let slots = Set((expression.reads + expression.tests).map(\.slot))
    guard let slot = slots.first, slots.count == 1, let other = expression.mutated(change),
      let definition = table.definition(of: Slot(slot), in: flow), definition.type == .integer,
      let least = definition.minimum.flatMap({ Int64(exactly: $0.rounded(.up)) }),
      let most = definition.maximum.flatMap({ Int64(exactly: $0.rounded(.down)) }), least <= most, most - least < 10_000
    else { return false }
    return (least...most).allSatisfy { value in
      let reader = OneSlot(slot: slot, value: .int(value))
      return expression.evaluate(reader) == other.evaluate(reader)
    }
  }
}

private struct OneSlot: SlotReader {
  let slot: Int
  let value: Value
  func value(ofSlot asked: Int) -> Value? { asked == slot ? value : nil }
}

extension Flow {
  /// Whether the next branch of a choice without a condition does what a branch does.
  fileprivate func goesOnAlike(without number: Int) -> Bool {
    let source = states[Int(sources[number])]
    guard source.kind == .choose else { return false }
    let branches = choices[Int(source.payload)].branches
    guard let index = branches.firstIndex(where: { $0.transition == Int32(number) }), index + 1 < branches.count,
      branches[index + 1].condition < 0
    else { return false }
    let (mine, next) = (transitions[number], transitions[Int(branches[index + 1].transition)])
    return mine.target == next.target && mine.error == next.error && mine.errorFields == next.errorFields
      && mine.assignmentCount == 0 && next.assignmentCount == 0
  }
}
