import FlowCompiler
import FlowJSON
import TestSupport
import Testing

@testable import FlowAttacks

/// Scripts that are made of what rules found.
@Suite struct FoundAttacksTests {
  private static let broken = "\(Repository.root)/Tests/FlowCompilerTests/Fixtures/broken"

  private func found(_ fixture: String) async -> FoundAttacks {
    await FoundAttacks(Compiler.compile(paths: ["\(Self.broken)/\(fixture)"]))
  }

  /// The values that are sent in some field, in order.
  private func values(_ field: String, _ script: AttackScript) -> [JSON] {
    script.lines.compactMap { line in
      if case .event(_, let input) = line.move { input[field] } else { nil }
    }
  }

  @Test func `the attacker names their own address where the trace says so, and then the victim's`() async throws {
    let found = await found("402-address-written-after-its-proof")
    #expect(found.misses.isEmpty)
    let script = try #require(found.scripts.first)
    #expect(script.file == "U402-sign-up.jsonl")
    #expect(values("email", script.script) == ["attacker@example.com", "victim@example.com"])
    #expect(values("code", script.script) == [["mailbox": "code"]])
  }

  @Test func `a script comes to what its rule claims, and does not where the flow is another one`() async throws {
    let script = try #require(await found("401-CVE-2022-46145-settings-without-a-sign-in").scripts.first).script
    let folder = "\(Self.broken)/401-CVE-2022-46145-settings-without-a-sign-in"
    let tenant = try WaivedTenant(path: folder, waiving: "U401")
    #expect(tenant.alsoWaived.isEmpty)
    #expect(try await AttackReplay(script, on: tenant.table).hasSucceeded)
    var other = script
    other.lines[1].expect = "elsewhere"
    let replay = try await AttackReplay(other, on: tenant.table)
    #expect(!replay.hasSucceeded)
    #expect(replay.text.contains("the run is at done, and not at elsewhere"))
  }

  @Test func `dates and numbers on either side of what conditions ask for are tried`() async throws {
    let found = await found("451-an-age-and-a-number")
    #expect(found.misses.map(\.reason) == [] && found.scripts.map(\.file) == ["U451-join.jsonl", "U451-join-2.jsonl"])
    let script = try #require(found.scripts.first).script
    // In the search's world it is the first day of 2025.
    guard case .string(let born)? = values("born", script).first else { return #expect(Bool(false)) }
    #expect(born > "2007-01-01")
    #expect(values("card", try #require(found.scripts.last).script) == ["AB-000001"])
  }

  @Test func `a rule about the shape of files cannot be waived`() {
    #expect(throws: WaivedTenant.Failure.self) { try WaivedTenant(path: Self.broken, waiving: "U101") }
  }

  @Test func `a replaced factor is one of the attacker's own, and it alone is judged`() async throws {
    let fixture = "904-the-factor-is-replaced"
    let script = try #require(await found(fixture).scripts.first { $0.script.code == "U904" }).script
    #expect(script.harmed == "phone")
    #expect(values("phone", script).contains("+12025550102"))
    let tenant = try WaivedTenant(path: "\(Self.broken)/\(fixture)", waiving: "U904")
    #expect(try await AttackReplay(script, on: tenant.table).text.contains("the victim's phone was"))
    // Whatever else is changed is no harm of this kind.
    var other = try AttackScript(parsing: script.text)
    #expect(other == script)
    other.harmed = "email"
    #expect(!(try await AttackReplay(other, on: tenant.table).hasSucceeded))
  }

  @Test func `a grant that one factor is enough for is got by whoever has that one`() async throws {
    let found = await found("903-a-grant-past-the-second-factor")
    #expect(found.misses.map(\.reason) == [])
    let script = try #require(found.scripts.first).script
    #expect(script.flow == "reset" && script.goal == "done")
  }

  @Test func `a key that the client brings along signs the thief of a password in`() async throws {
    let found = await found("906-a-key-that-the-client-brings")
    #expect(found.misses.map(\.reason) == [])
    #expect(Set(found.scripts.map(\.script.flow)) == ["sign-in", "sign-in-by-name"])
  }

  /// Guesses by a condition, a factor that an account lacks, one that is switched off, mail that does not come, and an
  /// error of the flow's that is called as the engine's refusal is.
  @Test(arguments: [
    "concealment/link-that-does-not-come", "functions/pin-in-a-condition",
    "functions/pin-kept-in-a-bool", "second-factors/a-further-factor", "second-factors/a-switch-turned-off",
  ])
  func `what is told of a flawed tenant is seen to happen`(_ shape: String) async {
    let folder = "\(Repository.root)/Tests/CorpusTests/Classes/\(shape)/flawed"
    let found = await FoundAttacks(Compiler.compile(paths: [folder]))
    #expect(found.misses.map(\.reason) == [] && !found.scripts.isEmpty)
  }
}
