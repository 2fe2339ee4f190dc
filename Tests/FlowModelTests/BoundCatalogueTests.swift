import FlowModel
import Testing

/// What the catalogue says of bounds must make sense: the engine does what stands there, and the compiler believes it.
@Suite struct BoundCatalogueTests {
  private static let bounded = Effect.allCases.filter { !$0.definition.bounds.isEmpty }

  @Test(arguments: bounded)
  func `where a counter is used up, the outcome is one that proves, finds and sends nothing`(_ effect: Effect) throws {
    for bound in effect.definition.bounds {
      #expect(!bound.counters.isEmpty)
      guard case .outcome(let name) = bound.usedUp else { continue }
      let outcome = try #require(effect.definition.outcome(name).map { effect.definition.outcomes[$0] })
      #expect(outcome.mints.isEmpty && !outcome.bindsAccount && !outcome.sendsCode && outcome.writes == nil)
      #expect(outcome.occurs == .whetherOrNot && !outcome.takesIdentifiers)
      switch bound.action {
      case .guess: #expect(outcome.verdict == (effect.definition.asksOthers ? .refuses : .locksOut))
      case .message, .call: #expect(outcome.verdict != .passes)
      }
    }
  }

  /// A primitive that sends, asks or compares wants a permit that is made of these bounds.
  @Test(arguments: Effect.allCases)
  func `whatever sends, asks or compares is bounded, whatever it is given`(_ effect: Effect) {
    let definition = effect.definition
    let always = Set(definition.bounds.filter(\.parameters.isEmpty).map(\.action))
    if definition.sends != nil { #expect(always.contains(.message)) }
    if definition.asksOthers { #expect(always.contains(.call)) }
    let tells = definition.outcomes.contains {
      !$0.mints.isEmpty || $0.cause == .wrongSecret || $0.cause == .refusedPassword(.recently_used)
    }
    for (index, parameter) in definition.parameters.enumerated() where tells && index != definition.passwordOfAccount {
      guard parameter.kind == .secret(.code) || parameter.kind == .secret(.password) else { continue }
      #expect(
        definition.bounds.contains { $0.action == .guess && ($0.parameters.isEmpty || $0.parameters.contains(index)) },
        "\(parameter.name)")
    }
  }

  @Test func `only a used-up guess locks out`() {
    for definition in effectCatalogue {
      for outcome in definition.outcomes where outcome.verdict == .locksOut {
        #expect(definition.bounds.contains { $0.action == .guess && $0.usedUp == .outcome(name: outcome.name) })
      }
    }
  }

  @Test(arguments: bounded)
  func `bounds of one effect that name the same counter spend it in the same way`(_ effect: Effect) {
    let bounds = effect.definition.bounds
    for (one, other) in bounds.indices.flatMap({ first in bounds[first...].map { (bounds[first], $0) } })
    where !Set(one.counters).isDisjoint(with: other.counters) {
      #expect(one.counters == other.counters && one.usedUp == other.usedUp)
      #expect(one.isCommitted == other.isCommitted && one.isRenewed == other.isRenewed)
    }
  }

  @Test(arguments: bounded)
  func `a guess has a counter that no new run fills up, and a message one of its run, too`(_ effect: Effect) {
    for bound in effect.definition.bounds {
      #expect(bound.counters.contains { $0.scope == .subject })
      if bound.action != .guess { #expect(bound.counters.contains { $0.scope == .run }) }
    }
  }

  @Test(arguments: bounded)
  func `what is withheld is spent last, and what is renewed has an outcome that passes`(_ effect: Effect) {
    let definition = effect.definition
    let firstWithheld = definition.bounds.firstIndex { $0.usedUp == .withheld } ?? definition.bounds.count
    #expect(definition.bounds[firstWithheld...].allSatisfy { $0.usedUp == .withheld })
    #expect(!definition.bounds.contains(where: \.isRenewed) || definition.outcomes.contains { $0.verdict == .passes })
  }

  @Test func `what leaves the transaction is committed before it, and nothing else is`() {
    for effect in Self.bounded {
      let leaves = [.passwordVerify, .passwordCheck, .passwordSet].contains(effect) || effect.definition.asksOthers
      #expect(effect.definition.bounds.allSatisfy { $0.isCommitted == leaves }, "\(effect.name)")
    }
  }

  @Test func `each counter is spent by an effect, under a number and a name of its own`() {
    #expect(Set(effectCatalogue.flatMap { $0.bounds.flatMap(\.counters) }) == Set(Counter.allCases))
    #expect(Set(Counter.allCases.map(\.name)).count == Counter.allCases.count)
    // The numbers rest in runs.
    #expect(
      Counter.allCases.sorted { $0.rawValue < $1.rawValue } == [
        .guessesOfCode, .guessesAtAddress, .guessesAtAccount, .callsForSubject, .callsOfRun, .codesToAddress,
        .codesOfRun, .linksToAddress, .linksOfRun, .codesInARow, .guessesAtName, .noticesToAddress, .noticesOfRun,
        .guessesAtFormer,
      ])
  }
}
