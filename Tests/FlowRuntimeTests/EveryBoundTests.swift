import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// Every effect that the catalogue bounds, driven past its limit.
@Suite struct EveryBoundTests {
  private func fixture(_ scene: BoundedScene, _ backend: Backend) async throws -> Fixture {
    let fixture = try await Fixture(
      scene.table(scene.usedUp), on: backend, functions: TestFunctions { _, _ in .pending })
    try await fixture.add("ada@example.com")
    return fixture
  }

  @Test func `each effect that refuses where a counter is used up is driven here`() {
    let bounded = Effect.allCases.filter { $0.definition.bounds.contains { $0.usedUp != .withheld } }
    #expect(Set(BoundedScene.all.map(\.effect)) == Set(bounded))
  }

  /// What the replies came to; the handler of what is used up did nothing.
  private func expect(_ states: [String?], _ scene: BoundedScene, limit: Int, _ fixture: Fixture) async {
    await fixture.engine.deliverMessages()
    let compared = states.count { $0 == "ask" }
    #expect(compared == limit && states.count { $0 == "out" } == states.count - limit, "\(states)")
    if scene.effect != .codeVerify { #expect(scene.done(fixture) == limit) }
  }

  @Test(arguments: BoundedScene.all, Backend.allCases)
  func `in one run it is done as often as the catalogue says`(_ scene: BoundedScene, _ backend: Backend) async throws {
    let fixture = try await fixture(scene, backend)
    var token = await scene.begin(fixture, 1)[0]
    var states: [String?] = []
    for _ in 0..<6 {
      let reply = await fixture.send("submit", scene.input(fixture), token)
      states.append(reply.state)
      token = reply.token
    }
    #expect(states.prefix(scene.limitOfRun).allSatisfy { $0 == "ask" })
    await expect(states, scene, limit: scene.limitOfRun, fixture)
  }

  @Test(arguments: BoundedScene.all, Backend.allCases)
  func `over many runs it is done no oftener`(_ scene: BoundedScene, _ backend: Backend) async throws {
    let fixture = try await fixture(scene, backend)
    var states: [String?] = []
    for token in await scene.begin(fixture, 6) {
      states.append(await fixture.send("submit", scene.input(fixture), token).state)
    }
    #expect(states.prefix(BoundedScene.limit).allSatisfy { $0 == "ask" })
    await expect(states, scene, limit: BoundedScene.limit, fixture)
  }

  @Test(arguments: BoundedScene.all, Backend.allCases)
  func `in many runs at once it is done no oftener`(_ scene: BoundedScene, _ backend: Backend) async throws {
    let fixture = try await fixture(scene, backend)
    let tokens = await scene.begin(fixture, 6)
    let input = scene.input(fixture)
    let states = await withTaskGroup(of: String?.self) { group in
      for token in tokens {
        group.addTask { [engine = fixture.engine] in
          await engine.send(ClientEvent("submit", input: input, token: token)).state
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await expect(states, scene, limit: BoundedScene.limit, fixture)
  }

  @Test func `a code whose guesses are used up is not compared, be it right`() async throws {
    let scene = try #require(BoundedScene.all.first { $0.effect == .codeVerify })
    let fixture = try await fixture(scene, .memory)
    let token = await scene.begin(fixture, 1)[0]
    _ = await fixture.send("submit", scene.input(fixture), token)
    let right: JSON = .string(try #require(fixture.outbox.code(to: "ada@example.com")))
    let reply = await fixture.send("submit", ["code": right], token)
    #expect(reply.state == "out")
    #expect(try await fixture.run(reply.token).proofs.isEmpty)
  }

  @Test(arguments: BoundedScene.all)
  func `what was not compared is forgotten, too`(_ scene: BoundedScene) async throws {
    let fixture = try await fixture(scene, .memory)
    var token = await scene.begin(fixture, 1)[0]
    for _ in 0..<5 { token = await fixture.send("submit", scene.input(fixture), token).token }
    let run = try await fixture.run(token)
    #expect(SecretField.allCases.allSatisfy { run[$0.slot] == nil })
  }
}
