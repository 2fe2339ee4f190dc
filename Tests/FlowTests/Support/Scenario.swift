import EngineSupport
import FlowModel
import Testing

/// Something that people do with a flow, told by what they see.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let tenant: Tenant
  let policies: @Sendable (inout FlowTable) -> Void
  let tell: @Sendable (World) async throws -> Void

  init(
    _ name: String, _ tenant: Tenant, policies: @escaping @Sendable (inout FlowTable) -> Void = { _ in },
    tell: @escaping @Sendable (World) async throws -> Void
  ) {
    self.name = name
    self.tenant = tenant
    self.policies = policies
    self.tell = tell
  }

  var testDescription: String { name }

  /// Plays it on fresh storage; what it came to.
  @discardableResult
  func play(on backend: Backend) async throws -> Set<Place> {
    let world = try await World(tenant, on: backend, policies: policies)
    try await tell(world)
    return world.seen.places
  }
}

/// Plays each scenario once over memory, however many tests ask what it came to.
actor ScenarioRuns {
  static let shared = ScenarioRuns()
  private var runs: [String: Task<Set<Place>, any Error>] = [:]

  func places(of scenario: Scenario) async throws -> Set<Place> {
    let run = runs[scenario.name] ?? Task { try await scenario.play(on: .memory) }
    runs[scenario.name] = run
    return try await run.value
  }
}
