import FlowSource
import Testing

@testable import FlowCompiler

@Suite("Sets of slots")
struct SlotSetTests {
  /// A generator that gives the same numbers in each run (Knuth's MMIX).
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  @Test(arguments: [20, 128, 129, 300])
  func `they are sets, on both sides of what fits without memory`(_ limit: Int) {
    var dice = Dice(state: UInt64(limit))
    func random(_ dice: inout Dice) -> Set<Int> {
      Set((0..<Int.random(in: 0...12, using: &dice)).map { _ in Int.random(in: 0..<limit, using: &dice) })
    }
    for _ in 0..<500 {
      let (left, right) = (random(&dice), random(&dice))
      let (one, other) = (SlotSet(left), SlotSet(right))
      var (union, common, rest, fewer) = (one, one, one, one)
      #expect(union.formUnion(other) == !right.isSubset(of: left))
      #expect(common.formIntersection(other) == !left.isSubset(of: right))
      rest.subtract(other)
      for slot in right { fewer.remove(slot) }
      #expect(union == SlotSet(left.union(right)) && common == SlotSet(left.intersection(right)))
      #expect(rest == SlotSet(left.subtracting(right)) && fewer == rest)
      #expect(one.first(in: other) == left.intersection(right).min())
      #expect((0..<limit).filter(one.contains) == left.sorted() && one.isEmpty == left.isEmpty)
      #expect((one == other) == (left == right))
    }
    let all = SlotSet(below: limit)
    #expect((0..<limit + 70).filter(all.contains) == Array(0..<limit))
  }

  @Test
  func `a tenant with more attributes than fit is analysed like others`() {
    let attributes = (0..<200).map { "  a\($0): { type: string }\n" }.joined()
    let flow = """
      flow: long
      lifetime: 30m
      start: ask
      states:
        ask:
          page: Ask
          fields: { a150: required, a7: optional }
          then: { submit: choose }
        choose:
          choose:
            - { when: "attributes.a150 == 'x' && attributes.a199 == 'y'", to: done }
            - { to: done }
        done: { end: done, result: [a150] }
      """
    let problems = Compiler.compile(sources: [
      TenantSources(
        path: "wide",
        files: [
          SourceText(path: "wide/tenant.yaml", text: "tenant: wide\nattributes:\n" + attributes),
          SourceText(path: "wide/long.yaml", text: flow),
        ])
    ]).diagnostics.filter { $0.code != "U123" }
    #expect(problems.map(\.code).sorted() == ["U301", "U302"])
    #expect(problems.contains { $0.code == "U301" && $0.message.contains("a199") })
    #expect(problems.contains { $0.code == "U302" && $0.message.contains("a7") })
  }
}
