import FlowCompiler
import FlowEditor
import FlowJSON
import FlowSource
import TestSupport
import Testing

@Suite struct NameTests {
  private func places(_ answer: JSON, _ client: EditorClient) -> [String] {
    (answer.array ?? []).map { place in
      let path = place["uri"]?.string.flatMap(FileURI.path) ?? ""
      let start = TextPosition(place["range"]?["start"])
      return
        "\(path.dropFirst(client.folder.path.count + 1)):\((start?.line ?? -1) + 1):\((start?.character ?? -1) + 1)"
    }.sorted()
  }

  @Test(arguments: [
    ("join.yaml", "submit: is-old-enough", "submit: is-‸old-enough", "join.yaml:13:3"),
    ("join.yaml", "call: prove-email", "call: prove‸-email", "prove.yaml:1:11"),
    ("join.yaml", "fields: { email", "fields: { em‸ail", "tenant.yaml:3:3"),
    ("join.yaml", "attributes.age", "attributes.a‸ge", "tenant.yaml:4:3"),
    ("join.yaml", "proven: create", "pro‸ven: create", "prove.yaml:24:18"),
    ("join.yaml", "error: too_young", "error: too‸_young", "tenant.yaml:8:3"),
    ("tenant.yaml", "flows: [join]", "flows: [jo‸in]", "join.yaml:1:7"),
    ("tests/join.yaml", "state: prove/enter", "state: prove/en‸ter", "prove.yaml:11:3"),
    ("tests/join.yaml", "state: prove/enter", "state: pro‸ve/enter", "join.yaml:17:3"),
    ("locales/de.yaml", "introduce:", "intro‸duce:", "join.yaml:8:3"),
  ])
  func `a name leads to its declaration`(name: String, old: String, new: String, place: String) throws {
    var client = try Club.client()
    let text = try #require(Club.texts[name]).with(old, new)
    let found = try client.ask("textDocument/definition", at: text, in: name)
    #expect(places(found, client) == [place])
  }

  @Test func `all places of a name are found`() throws {
    var client = try Club.client()
    let text = Club.tenant.with("  age:   {", "  a‸ge:   {")
    let found = try client.ask(
      "textDocument/references", at: text, in: "tenant.yaml", ["context": ["includeDeclaration": false]])
    #expect(
      places(found, client) == [
        "join.yaml:10:32", "join.yaml:15:29", "join.yaml:16:53", "locales/de.yaml:3:3", "tests/join.yaml:7:43",
      ])
    let here = try client.ask("textDocument/documentHighlight", at: text, in: "tenant.yaml").array
    #expect(here?.count == 1)
  }

  /// A name, its new form, and what each file has of it then.
  @Test(arguments: [
    ("tenant.yaml", "age:   {", "‸age:   {", "years", "attributes.years >= 16 && !attributes.email.contains('.age')"),
    ("tenant.yaml", "age:   {", "age‸:   {", "full-years", "attributes.`full-years` >= 16"),
    ("join.yaml", "start: introduce", "start: introd‸uce", "begin", "to: begin, error: too_young"),
    ("prove.yaml", "end: proven", "end: pro‸ven", "shown", "shown: create"),
    ("tenant.yaml", "city:  {", "ci‸ty:  {", "town", "Don't tell it in {{ attributes.town }}:"),
    ("join.yaml", "end: completed", "end: com‸pleted", "inside", "always: inside implies created(account)"),
    ("prove.yaml", "sent: enter", "sent: ent‸er", "type", "state: prove/type"),
    ("join.yaml", "flow: join", "flow: jo‸in", "enroll", "flow: enroll"),
    ("join.yaml", "flow: join", "flow: jo‸in", "enroll", "  enroll:\n    states:"),
    ("tenant.yaml", "too_young: You", "too_yo‸ung: You", "too_small", "errors: { too_small: Zu jung. }"),
  ])
  func `a name is changed in all files`(name: String, old: String, new: String, to: String, has: String) throws {
    var client = try Club.client()
    let text = try #require(Club.texts[name]).with(old, new)
    let edit = try client.ask("textDocument/rename", at: text, in: name, ["newName": .string(to)])
    let changed = try client.applied(edit, to: Club.texts)
    #expect(changed.values.contains { $0.contains(has) }, "\(changed)")
    for (name, text) in changed { client.open(name, text) }
    #expect(client.problems().values.allSatisfy { $0.isEmpty })
  }

  @Test(arguments: [
    ("tenant.yaml", "age:   {", "‸age:   {", "city", "already"),
    ("tenant.yaml", "age:   {", "‸age:   {", "1st", "a name is"),
    ("tenant.yaml", "age:   {", "‸age:   {", "password", "U122"),
    ("join.yaml", "do: account", "do: acc‸ount", "x", "no name here"),
    ("join.yaml", "error: invalid_username", "error: invalid‸_username", "x", "no name here"),
  ])
  func `a name that cannot be changed is not`(name: String, old: String, new: String, to: String, says: String) throws {
    var client = try Club.client()
    let text = try #require(Club.texts[name]).with(old, new)
    let place = TextLines(Array(text.replacing("‸", with: "").utf8)).position(
      text.split(separator: "‸")[0].utf8.count)
    let answer = client.ask(
      "textDocument/rename",
      ["textDocument": ["uri": client.uri(name)], "position": place.json, "newName": .string(to)])
    #expect(answer["error"]?["message"]?.string?.contains(says) == true, "\(answer.text)")
    #expect(answer["error"]?["code"] == -32803)
  }

  @Test(arguments: [
    ("join.yaml", "do: account.create", "do: account‸.create", "Creates"),
    ("join.yaml", "age: required", "a‸ge: required", "integer"),
    ("join.yaml", "age: required", "a‸ge: required", "minimum: 6"),
    ("join.yaml", "created: joined", "cre‸ated: joined", "created"),
    ("join.yaml", "to: prove }", "to: pro‸ve }", "call: prove-email"),
    ("join.yaml", "error: invalid_username", "error: invalid‸_username", "Nothing can be sent"),
    ("join.yaml", "grants:", "gra‸nts:", "sign"),
  ])
  func `what is known is shown`(name: String, old: String, new: String, says: String) throws {
    var client = try Club.client()
    let text = try #require(Club.texts[name]).with(old, new)
    let answer = try client.ask("textDocument/hover", at: text, in: name)
    #expect(answer["contents"]?["value"]?.string?.contains(says) == true, "\(answer.text)")
  }

  @Test(arguments: [
    ("a/b/tenant.yaml", "a/b", "tenant"), ("tenant.yml", ".", "tenant"), ("tests/x.yaml", ".", "cases"),
    ("/a/locales/de.yaml", "/a", "locale"), ("./a/x.yaml", "./a", "flow"), ("a/messages/code.en.txt", "a", "message"),
    ("a/functions/x.yaml", "a", "other"), ("a/readme.txt", "a", "other"),
  ])
  func `a file is what its place says`(path: String, folder: String, kind: String) {
    #expect("\(FileKind(path, in: folder))" == kind)
  }

  @Test func `a file has its outline`() throws {
    var client = try Club.client()
    let flow = client.ask("textDocument/documentSymbol", ["textDocument": ["uri": client.uri("join.yaml")]])
    #expect(flow["result"]?.array?.map { $0["name"]?.string } == ["join"])
    #expect(
      flow["result"]?.array?.first?["children"]?.array?.map { $0["name"]?.string } == [
        "introduce", "is-old-enough", "prove", "create", "joined",
      ])
    let tenant = client.ask("textDocument/documentSymbol", ["textDocument": ["uri": client.uri("tenant.yaml")]])
    let children = tenant["result"]?.array?.first?["children"]?.array ?? []
    #expect(children.map { $0["name"]?.string } == ["email", "age", "city", "too_young", "web"])
    #expect(children.first?["detail"] == "email")
    let cases = client.ask("textDocument/documentSymbol", ["textDocument": ["uri": client.uri("tests/join.yaml")]])
    #expect(cases["result"]?.array?.map { $0["name"]?.string } == ["somebody joins"])
  }

  @Test func `what can be run has a lens`() throws {
    var client = try Club.client()
    func commands(_ name: String) -> [String] {
      let answer = client.ask("textDocument/codeLens", ["textDocument": ["uri": client.uri(name)]])
      return (answer["result"]?.array ?? []).map { lens in
        let last = lens["command"]?["arguments"]?.array?.last?.string ?? ""
        return "\(lens["command"]?["command"]?.string ?? "") \(last)"
      }
    }
    #expect(commands("join.yaml") == ["usher.showGraph join", "usher.runTest join"])
    #expect(commands("prove.yaml") == [])
    #expect(commands("tests/join.yaml") == ["usher.runTest somebody joins"])
    let graph = client.ask(
      "workspace/executeCommand",
      ["command": "usher.showGraph", "arguments": .array([.string(client.folder.path), "join"])])
    #expect(graph["result"]?["text"]?.string?.hasPrefix("flowchart") == true, "\(graph.text)")
  }

  @Test func `a file is written in its one form`() throws {
    var client = try Club.client()
    client.open("join.yaml", Club.join.with("  introduce:\n", "\n\n\n  introduce:\n"))
    let answer = client.ask("textDocument/formatting", ["textDocument": ["uri": client.uri("join.yaml")]])
    #expect(answer["result"]?.array?.first?["newText"]?.string?.contains("\n\n\n") == false)
  }

  @Test(
    arguments: [
      ("attributes.age > 1 && x.attributes.no", ["age"]), ("'attributes.no' == \"attributes.\\\"no\"", []),
      ("attributes.`dive-count` + input.size", ["dive-count", "size"]), ("attributes.", []), ("attributes.`", []),
      ("has(attributes.city)", ["city"]), ("\"", []), ("attributes.é", []),
    ] as [(String, [String])])
  func `conditions are searched for names`(text: String, names: [String]) {
    #expect(
      ExpressionNames.inCondition(text).map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == names)
  }
}
