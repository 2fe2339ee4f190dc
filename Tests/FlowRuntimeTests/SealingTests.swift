import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// What a run has collected rests sealed.
@Suite struct SealingTests {
  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: text) }
  }

  @Test func `no file behind storage holds what a run collected, its codes or its tokens`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth"), on: .sqlite)
    let (email, password, city) = ("hidden-address@example.com", "Hidden-password-7", "Hidden-city")
    fixture.outbox.fail(.temporary("busy"))
    let reply = await fixture.start(
      "sign-up-password", ["email": .string(email), "password": .string(password), "city": .string(city)])
    #expect(reply.state == "prove-email/enter-code")
    let waiting = fixture.backend.fileBytes()
    #expect(contains(waiting, "SQLite format 3"))
    fixture.clock.advance(seconds: 2)
    await fixture.engine.deliverMessages()
    let code = try #require(fixture.outbox.code(to: email))
    for secret in [email, "hidden-address", password, city, code, reply.token ?? ""] {
      #expect(!contains(waiting, secret), "\(secret)")
    }
    let proven = await fixture.send("submit", ["code": .string(code)], reply.token)
    let last = await fixture.send("submit", ["country": "United States"], proven.token)
    #expect(last.end?.name == "completed")
    let grant = try #require(last.end?.grants?["sign-in"]?.string)
    let signIn = await fixture.send("continue", ["grant": .string(grant)], await fixture.start("sign-in").token)
    let session = try #require(signIn.end?.result?["tokens"]?["access_token"]?.string)
    let bytes = fixture.backend.fileBytes()
    #expect(contains(bytes, email), "the account has it")
    // What is before the dot of a grant or session is its public id.
    let handedOut = [grant, session].map { String($0.split(separator: ".")[1]) }
    let secrets = [password, code, reply.token, proven.token] + handedOut
    for secret in secrets.compactMap({ $0 }) { #expect(!contains(bytes, secret), "\(secret)") }
  }

  @Test func `no file behind storage holds a link's token`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("email-password"), on: .sqlite)
    try await fixture.add("ada@example.com")
    #expect(await fixture.start("reset-by-link", ["email": "ada@example.com"]).end?.name == "sent")
    let link = try #require(fixture.outbox.links(to: "ada@example.com").first)
    let bytes = fixture.backend.fileBytes()
    #expect(contains(bytes, link.tokenId) && !contains(bytes, link.token))
  }

  @Test func `what was sealed opens with its own key and in its own place, and only as it was`() throws {
    let key = try #require(ServerKey.random())
    let content = Array("what a run collected".utf8)
    let sealed = key.seal(content, context: [1, 2])
    #expect(key.open(sealed, context: [1, 2]) == content)
    #expect(key.open(sealed, context: [1, 3]) == nil)
    #expect(key.open(sealed, context: []) == nil)
    #expect(try #require(ServerKey.random()).open(sealed, context: [1, 2]) == nil)
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 1
      #expect(key.open(other, context: [1, 2]) == nil)
      #expect(key.open(Array(sealed[..<index]), context: [1, 2]) == nil)
    }
    #expect(key.seal(content, context: [1, 2]) != sealed)
    #expect(ServerKey([1, 2, 3]) == nil)
  }

  @Test func `a run's record cannot be put in another's place, nor back to an earlier step`() async throws {
    var flow = FlowBuilder()
    flow.page("one", [FlowBuilder.city], submit: "two")
    flow.page("two", submit: "one")
    let fixture = try await Fixture(flow.build())
    let first = await fixture.start()
    let earlier = try await fixture.record(first.token)
    let second = await fixture.send("submit", ["city": "Ulm"], first.token)
    var record = try await fixture.record(second.token)
    let newest = record.sealed
    record.sealed = earlier.sealed
    let swapped = record
    try await fixture.storage.transact { try $0.put(swapped) }
    #expect(await fixture.engine.current(token: second.token ?? "").error?.code == "unavailable")
    record.sealed = newest
    let restored = record
    try await fixture.storage.transact { try $0.put(restored) }
    #expect(await fixture.engine.current(token: second.token ?? "").state == "two")
  }
}
