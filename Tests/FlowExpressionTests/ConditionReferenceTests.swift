import FlowExpression
import Testing

@testable import FlowCEL

/// What the reference tells of conditions is true of them.
@Suite struct ConditionReferenceTests {
  @Test(arguments: ConditionGroup.all.flatMap(\.words))
  func `each example is what the reference says`(_ word: ConditionWord) throws {
    var environment = ExpressionEnvironment()
    environment.declareRecord("attributes", fields: [("city", .string, 0)])
    for text in ["(\(word.example)) == (\(word.result))", "type(\(word.example)) == type(\(word.result))"] {
      let compiled = try CompiledExpression.compile(text, in: environment).get()
      #expect(compiled.evaluate(Slots([.string("Praha")])) == .success(.bool(true)), "\(text)")
    }
    #expect(word.says.hasSuffix("."))
  }

  @Test func `the reference tells each function once`() {
    let told = ConditionGroup.all.flatMap(\.words).map(\.name)
    #expect(Set(told).count == told.count)
    #expect(Set(Overloads.byName.keys).subtracting(told) == [])
    #expect(Set(ConditionGroup.functions) == Set(Overloads.byName.values))
  }
}
