import EngineSupport
import FlowJSON
import FlowModel
import Testing

@testable import FlowRuntime

/// How hard what lets somebody in is to guess (OWASP ASVS 5.0, 6.5.3, 7.2.3 and 11.5.1).
@Suite struct SecretSizeTests {
  @Test func `grants and sessions have 256 random bits, and links more`() async throws {
    var secrets: [[UInt8]] = []
    for kind in [TicketRecord.Kind.session, .grant] {
      for _ in 0..<50 {
        let handout = Handout(kind, at: 0, seed: SystemRandomness().bytes(Expansion.seedSize))
        secrets.append(try #require(Base64URL.decode(handout.secret)))
      }
    }
    #expect(secrets.allSatisfy { $0.count == 32 })
    let fixture = try await Fixture(try Fixture.tenant("email-password"))
    for number in 0..<20 {
      let address = "ada\(number)@example.com"
      _ = await fixture.start("register", ["email": .string(address), "password": "Tea-at-5-oclock"])
      let link = try #require(fixture.outbox.links(to: address).first)
      #expect(link.token.utf8.count == 128)
      secrets.append(try #require(Hexadecimal.bytes(Array(link.token.utf8), count: 64)))
    }
    #expect(Set(secrets).count == secrets.count)
    // Of some 36,000 bits half are set, give or take: a generator that sticks would be seen.
    let bits = secrets.joined()
    let set = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    #expect(abs(Double(set) / Double(bits.count * 8) - 0.5) < 0.03)
  }

  @Test func `behind a fragment a link's token is for the page alone`() async throws {
    let base = "https://app.example.com/#/auth"
    let fixture = try await Fixture(try Fixture.tenant("email-password") { $0.links.base = base })
    _ = await fixture.start("register", ["email": "ada@example.com", "password": "Tea-at-5-oclock"])
    let link = try #require(fixture.outbox.links(to: "ada@example.com").first)
    #expect(link.url == "\(base)/confirm?token=\(link.token)&tokenId=\(link.tokenId)")
    // What a browser sends of it.
    #expect(link.url.prefix { $0 != "#" } == "https://app.example.com/")
  }

  @Test func `codes are spread over all that they can be`() async throws {
    let fixture = try await Fixture(try Fixture.tenant("native-auth") { $0.codes.digits = 4 })
    var counts = [Int](repeating: 0, count: 10)
    for number in 0..<100 {
      let address = "ada\(number)@example.com"
      _ = await fixture.start("sign-up", ["email": .string(address)])
      let code = try #require(fixture.outbox.code(to: address))
      #expect(code.utf8.count == 4)
      for digit in code.utf8 { counts[Int(digit - UInt8(ascii: "0"))] += 1 }
    }
    // Each digit is expected 40 times; six standard deviations from that there is something wrong.
    #expect(counts.allSatisfy { 4...76 ~= $0 }, "\(counts)")
  }
}
