import FlowCEL
import FlowExpression

/// One condition as tenants write them: compiled and checked, and evaluated.
enum Conditions {
  private static let text = #"attributes.country != "United States" && attributes.age >= 18"#

  private struct Slots: SlotReader {
    let values: [Value]
    func value(ofSlot slot: Int) -> Value? { slot < values.count ? values[slot] : nil }
  }

  static func measure() -> [Row] {
    var environment = ExpressionEnvironment()
    environment.declareRecord("attributes", fields: [("country", .string, 0), ("age", .int, 1)])
    guard case .success(let condition) = CompiledExpression.compile(text, in: environment, expecting: .bool) else {
      fatalFlow("the condition does not compile")
    }
    let slots = Slots(values: [.string("France"), .int(36)])
    let compiles = 20_000
    let compiling =
      (0..<5).map { _ in
        seconds {
          for _ in 0..<compiles {
            if case .failure = CompiledExpression.compile(text, in: environment, expecting: .bool) { fatalFlow() }
          }
        } / Double(compiles)
      }.median
    let evaluations = 1_000_000
    let evaluating =
      (0..<5).map { _ in
        seconds {
          for _ in 0..<evaluations where condition.evaluate(slots) != .success(.bool(true)) { fatalFlow() }
        } / Double(evaluations)
      }.median
    return [
      Row("one condition evaluated", microseconds(evaluating), bar: "0.3 µs", met: evaluating <= 0.3e-6),
      Row("one condition compiled and checked", microseconds(compiling), bar: "30 µs", met: compiling <= 30e-6),
    ]
  }
}
