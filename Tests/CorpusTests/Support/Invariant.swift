import EngineSupport
import Testing

@testable import FlowRuntime

/// Something that the engine holds against a flaw, with a scenario that tells what would be broken of it.
struct Invariant: Sendable, CustomTestStringConvertible {
  /// The flaw, as it is called in the open.
  let flaw: String
  let says: String
  /// Plays the scenario; a sentence for each break.
  let breaks: @Sendable (Backend) async throws -> [String]

  init(
    _ flaw: String, _ says: String, breaks: @escaping @Sendable (Backend) async throws -> [String]
  ) {
    self.flaw = flaw
    self.says = says
    self.breaks = breaks
  }

  var testDescription: String { "\(flaw): \(says)" }

  static let all = blankInput + guards + replays + restarts + races + limits + demands + possession + twoRuns
}

/// The flaws that only an engine can hold off: each invariant holds. `Tests/Mutations` takes
/// them away one by one, and its scenario then tells.
@Suite struct InvariantTests {
  @Test(arguments: Invariant.blankInput, Backend.allCases)
  func `a page takes what it asks for`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.guards, Backend.allCases)
  func `a condition that fails opens nothing`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.replays, Backend.allCases)
  func `what is handed out is good once`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.restarts, Backend.allCases)
  func `a restart leads past nothing`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.races, Backend.allCases)
  func `a race has one winner`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.limits, Backend.allCases)
  func `limits hold over all runs`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.demands, Backend.allCases)
  func `demands hold whatever the table says`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.possession, Backend.allCases)
  func `an account is its owner's alone`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test(arguments: Invariant.twoRuns, Backend.allCases)
  func `a proof dies with what it is of`(_ invariant: Invariant, on backend: Backend) async throws {
    let breaks = try await invariant.breaks(backend)
    #expect(breaks == [])
  }

  @Test func `each flaw of this kind has an invariant`() {
    let flaws = Set(Invariant.all.map(\.flaw))
    #expect(
      flaws.isSuperset(of: [
        "CVE-2026-49448", "CVE-2024-47070", "CVE-2026-37982", "CVE-2026-94218", "GHSA-7h8m-vrxx-vr4m",
        "ory-kratos-4606",
      ]))
  }
}
