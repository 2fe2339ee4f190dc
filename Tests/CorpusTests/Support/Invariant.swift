import EngineSupport
import Testing

@testable import FlowRuntime

/// Something that the engine holds against a flaw, with a scenario that tells what would be broken of it.
struct Invariant: Sendable, CustomTestStringConvertible {
  /// The flaw, as it is called in the open.
  let flaw: String
  let says: String
  /// What takes it away.
  let without: [Mutation]
  /// Plays the scenario; a sentence for each break.
  let breaks: @Sendable (Backend) async throws -> [String]

  init(
    _ flaw: String, _ says: String, without: Mutation...,
    breaks: @escaping @Sendable (Backend) async throws -> [String]
  ) {
    self.flaw = flaw
    self.says = says
    self.without = without
    self.breaks = breaks
  }

  var testDescription: String { "\(flaw): \(says)" }

  static let all = blankInput + guards + replays + restarts + races + limits + demands

  /// An invariant and one way to take it away.
  struct Broken: Sendable, CustomTestStringConvertible {
    let invariant: Invariant
    let mutation: Mutation
    var testDescription: String { "\(invariant.testDescription), without \(mutation)" }
  }

  static let broken = all.flatMap { one in one.without.map { Broken(invariant: one, mutation: $0) } }
}

/// The flaws that only an engine can hold off: each invariant holds, and its scenario tells when it is taken away.
@Suite struct InvariantTests {
  @Test(arguments: Invariant.all, Backend.allCases)
  func `an invariant holds`(_ invariant: Invariant, on backend: Backend) async throws {
    #expect(try await invariant.breaks(backend) == [])
  }

  @Test(arguments: Invariant.broken)
  func `one that is taken away is missed`(_ broken: Invariant.Broken) async throws {
    let told = try await Mutation.$current.withValue(broken.mutation) { try await broken.invariant.breaks(.memory) }
    #expect(!told.isEmpty)
  }

  @Test func `a mutation reaches the threads of a storage that has its own`() async throws {
    let invariant = try #require(Invariant.all.first { $0.without.contains(.linksStayGood) })
    let told = try await Mutation.$current.withValue(.linksStayGood) { try await invariant.breaks(.sqlite) }
    #expect(!told.isEmpty)
  }

  @Test func `each flaw of this kind has an invariant, and each mutation is missed by one`() {
    let flaws = Set(Invariant.all.map(\.flaw))
    #expect(
      flaws.isSuperset(of: [
        "CVE-2026-49448", "CVE-2024-47070", "CVE-2026-37982", "CVE-2026-94218", "GHSA-7h8m-vrxx-vr4m",
        "ory-kratos-4606",
      ]))
    #expect(Set(Invariant.all.flatMap(\.without)) == Set(Mutation.allCases))
  }
}
