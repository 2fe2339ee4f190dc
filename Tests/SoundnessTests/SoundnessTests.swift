import FlowModel
import Testing

@testable import FlowCompiler
@testable import FlowRuntime

/// What the compiler accepts is held against what an adversary comes to in it, on the real interpreter.
@Suite struct SoundnessTests {
  @Test func `no flow that the compiler accepts comes to a demand without its proof, or to any harm`() async throws {
    let survey = try await Survey.shared.value
    for entry in survey.accepted where entry.exploration.violation != nil { Issue.record("\(entry)") }
    print(survey.summary)
    #expect(survey.accepted.count * 5 > survey.drawn, "too few tenants are accepted to say anything")
  }

  @Test func `most flows that are safe are accepted`() async throws {
    let survey = try await Survey.shared.value
    let safe = survey.entries.filter { $0.exploration.violation == nil }
    #expect(survey.accepted.count * 100 >= safe.count * 95, "\(survey.summary)")
  }

  @Test func `most flows that are refused can be attacked`() async throws {
    let survey = try await Survey.shared.value
    let attacked = survey.rejected.filter { $0.exploration.violation != nil }
    #expect(attacked.count * 20 > survey.drawn && attacked.count * 100 >= survey.rejected.count * 75)
  }

  /// U306 searches: it proves nothing, but it finds nearly all that fails, and so much of what it tells comes true.
  @Test func `nearly all conditions and assignments that fail were told of`() async throws {
    let failing = try await Survey.shared.value.entries.filter { $0.exploration.failure != nil }
    let missed = failing.filter { !$0.verdict.tellsOfFailure }
    print("a condition or assignment failed in \(failing.count) tenants, in \(missed.count) of them untold")
    for entry in missed.prefix(3) { print("\(entry)") }
    #expect(missed.count * 20 <= failing.count)
  }

  /// The oracle is no echo of the engine's own demands: without them it sees what is done to people.
  @Test func `where the engine asks for no proof, people come to harm`() async throws {
    let attacked = try await Survey.shared.value.rejected.filter { $0.exploration.violation != nil }.prefix(150)
    var harmed = 0
    for entry in attacked {
      guard let table = Verdict(GeneratedTenant(seed: entry.seed)).table else { continue }
      let exploration = try Explorer.explore(table, as: entry.exploration.cast, budget: 700, observer: EngineObserver())
      if exploration.violation != nil { harmed += 1 }
    }
    print("without demands \(harmed) of \(attacked.count) bad flows do harm")
    #expect(harmed * 2 > attacked.count)
  }

  @Test func `every effect of the catalogue is drawn, and performed`() async throws {
    let survey = try await Survey.shared.value
    let drawn = survey.entries.reduce(into: Set<Effect>()) { $0.formUnion($1.effects) }
    #expect(drawn == Set(Effect.allCases))
  }
}
