import FlowEditor
import FlowJSON
import Glibc
import TestSupport
import Testing

@Suite struct ProblemTests {
  @Test func `a tenant without problems is told of as such`() throws {
    var client = try Club.client()
    let problems = client.problems()
    #expect(problems["join.yaml"] == [])
    #expect(problems.values.allSatisfy { $0.isEmpty }, "\(problems)")
  }

  @Test func `a slip is told with its fix`() throws {
    var client = try Club.client()
    let broken = Club.join.with("submit: is-old-enough", "submit: is-old-enogh")
    client.open("join.yaml", broken)
    let problem = try #require(client.problems()["join.yaml"]?.first)
    #expect(problem["code"] == "U107")
    #expect(problem["severity"] == 1)
    let range: JSON = [
      "start": ["line": 11, "character": 14], "end": ["line": 11, "character": 26],
    ]
    #expect(problem["range"] == range)
    let actions = client.ask(
      "textDocument/codeAction",
      ["textDocument": ["uri": client.uri("join.yaml")], "range": range, "context": ["diagnostics": []]])
    let fix = try #require(actions["result"]?.array?.first)
    #expect(fix["title"] == "Replace by `is-old-enough` (U107)")
    let fixed = try client.applied(fix["edit"], to: ["join.yaml": broken])
    #expect(fixed["join.yaml"] == Club.join)
    let all = try #require(actions["result"]?.array?.last)
    #expect(all["kind"] == "source.fixAll.usher")
    let allFixed = try client.applied(all["edit"], to: ["join.yaml": broken])
    #expect(allFixed["join.yaml"] == Club.join)
    // Elsewhere nothing is offered but that.
    let none = client.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": client.uri("join.yaml")],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 1]],
        "context": ["only": ["quickfix"]],
      ])
    #expect(none["result"] == [])
  }

  @Test func `of a tenant whose file is deleted nothing stays told`() throws {
    var client = try Club.client()
    client.open("join.yaml", Club.join.with("submit: is-old-enough", "submit: is-old-enogh"))
    #expect(client.problems()["join.yaml"]?.isEmpty == false)
    _ = client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri("tenant.yaml")]])
    _ = client.problems()
    #expect(unlink(client.folder.path + "/tenant.yaml") == 0)
    _ = client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.problems()["join.yaml"] == [])
  }

  @Test func `changes are checked as they come`() throws {
    var client = try Club.client()
    _ = client.problems()
    let change: JSON = [
      "range": ["start": ["line": 11, "character": 14], "end": ["line": 11, "character": 27]], "text": "nowhere",
    ]
    _ = client.notify(
      "textDocument/didChange",
      ["textDocument": ["uri": client.uri("join.yaml"), "version": 2], "contentChanges": .array([change])])
    #expect(client.problems()["join.yaml"]?.first?["code"] == "U107")
    #expect(client.server.check().isEmpty)
    // What rests in the file counts again where it is closed.
    _ = client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri("join.yaml")]])
    #expect(client.problems()["join.yaml"] == [])
  }

  @Test func `an attack is told step by step`() throws {
    var client = try Club.client()
    client.open("prove.yaml", Club.prove.with("expired: { to: enter, error: code_expired }", "expired: proven"))
    let problems = client.problems()
    let attack = try #require(problems.values.flatMap { $0 }.first { $0["code"] == "U401" })
    let steps = try #require(attack["relatedInformation"]?.array)
    #expect(steps.first?["message"]?.string?.hasPrefix("1. introduce: attacker submits `email`") == true)
    #expect(Set(steps.compactMap { $0["location"]?["uri"]?.string }).count == 2)
    #expect(attack["message"]?.string?.contains("attack: ") == true)
  }

  @Test func `a file of no tenant is left alone`() throws {
    var client = try EditorClient(["other/ci.yaml": "jobs: [a"])
    client.open("other/ci.yaml", "jobs: [a")
    #expect(client.server.check().isEmpty)
    #expect(
      client.ask("textDocument/documentSymbol", ["textDocument": ["uri": client.uri("other/ci.yaml")]])["result"] == [])
  }

  @Test func `a tenant outside of the folder is not read`() throws {
    let outside = try TemporaryFolder()
    outside.write("tenant.yaml", Club.tenant)
    outside.write("join.yaml", "flow: join\n")
    var client = try EditorClient(["a.yaml": ""])
    symlink(outside.path, client.folder.path + "/link")
    for path in [
      client.folder.path + "/link/join.yaml",
      client.folder.path + "/.." + outside.path.dropFirst("/tmp".utf8.count) + "/join.yaml",
    ] {
      _ = client.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": .string(FileURI.uri(path)), "version": 1, "text": "flow: join\n"]])
      #expect(client.server.check().isEmpty)
    }
  }

  @Test func `a new tenant is checked before it is saved`() throws {
    var client = try EditorClient(["README": ""])
    client.open("new/tenant.yaml", Club.tenant.with("  web: { flows: [join] }", "  web: { flows: [jion] }"))
    client.open("new/join.yaml", Club.join)
    let problems = client.problems()
    #expect(problems["new/tenant.yaml"]?.contains { $0["message"]?.string?.contains("`jion`") == true } == true)
    #expect(problems["new/join.yaml"]?.isEmpty == false)
  }
}
