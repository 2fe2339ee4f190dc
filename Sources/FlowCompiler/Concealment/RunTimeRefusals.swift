import FlowExpression
import FlowModel

/// What the engine refuses only when it meets it: a client sees that as it sees any other answer. Whatever is not shown to
/// have a value for all that the slots can hold may fail.
struct RunTimeRefusals: Sendable {
  private let shapes: DeclaredShapes
  private var conditions: [Int32: Bool] = [:]
  private var assignments: [AssignedExpression: Bool] = [:]

  private struct AssignedExpression: Hashable {
    let slot: Slot
    let expression: Int32
  }

  init(_ scope: TenantScope, _ flow: FlowSyntax) { shapes = DeclaredShapes(scope, flow) }

  /// Whether a condition of a `choose` may fail to have a value.
  mutating func mayFail(_ asked: [ResolvedExpression?], _ expressions: [CompiledExpression]) -> Bool {
    asked.contains { condition in
      guard let index = condition?.index else { return false }
      if let known = conditions[index] { return known }
      let estimate = expressions[Int(index)].estimate { [shapes] in shapes[$0] }
      let mayFail = !estimate.isTotal || !estimate.shape.isOnly(.bool)
      conditions[index] = mayFail
      return mayFail
    }
  }

  /// Whether an assignment may fail, or its value be none that the attribute takes.
  mutating func mayBeRefused(_ assignment: ResolvedAssignment, _ expressions: [CompiledExpression]) -> Bool {
    let key = AssignedExpression(slot: assignment.slot, expression: assignment.expression.index)
    if let known = assignments[key] { return known }
    let expression = expressions[Int(key.expression)]
    let estimate = expression.estimate { [shapes] in shapes[$0] }
    let mayBe = !estimate.isTotal || shapes.refusal(of: expression, estimate.shape, by: Int(key.slot)) != nil
    assignments[key] = mayBe
    return mayBe
  }
}
