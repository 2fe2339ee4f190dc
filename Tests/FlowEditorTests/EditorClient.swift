import FlowEditor
import FlowJSON
import TestSupport
import Testing

/// A client of the server, without streams: a folder, and documents that are open in it.
struct EditorClient {
  let folder: TemporaryFolder
  var server = EditorServer(version: "test")
  private var number: Int64 = 0

  /// Opens a folder with files; in each, `‸` marks a place.
  init(_ files: KeyValuePairs<String, String>) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { folder.write(name, text.replacing("‸", with: "")) }
    let answer = server.receive([
      "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["rootUri": .string(FileURI.uri(folder.path))],
    ])
    try #require(answer.first?["result"]?["capabilities"] != nil)
  }

  func uri(_ name: String) -> JSON { .string(FileURI.uri(folder.path + "/" + name)) }

  mutating func notify(_ method: String, _ params: JSON) -> [JSON] {
    server.receive(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  mutating func open(_ name: String, _ text: String) {
    _ = notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(name), "languageId": "yaml", "version": 1, "text": .string(text.replacing("‸", with: "")),
        ]
      ])
  }

  /// What a request is answered.
  mutating func ask(_ method: String, _ params: JSON) -> JSON {
    number += 1
    return server.receive(["jsonrpc": "2.0", "id": .int(number), "method": .string(method), "params": params]).first
      ?? .null
  }

  /// What a request at the mark of a text is answered.
  mutating func ask(_ method: String, at text: String, in name: String, _ more: KeyValuePairs<String, JSON> = [:])
    throws -> JSON
  {
    let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
    try #require(parts.count == 2, "one place is marked")
    let place = TextLines(Array(text.replacing("‸", with: "").utf8)).position(parts[0].utf8.count)
    var params: JSONObject = ["textDocument": ["uri": uri(name)], "position": place.json]
    for (key, value) in more { params[key] = value }
    let answer = ask(method, .object(params))
    return try #require(answer["result"], "\(answer.text)")
  }

  /// The problems of each file, once it is quiet.
  mutating func problems() -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    for message in server.check() {
      guard let uri = message["params"]?["uri"]?.string, let path = FileURI.path(uri) else { continue }
      found[String(path.dropFirst(folder.path.count + 1))] = message["params"]?["diagnostics"]?.array ?? []
    }
    return found
  }

  /// A text with the edits of an answer made.
  func applied(_ edit: JSON?, to texts: [String: String]) throws -> [String: String] {
    guard case .object(let changes)? = edit?["changes"] else { throw Failure(what: "no changes") }
    var texts = texts
    for member in changes.members {
      let path = try #require(FileURI.path(member.name))
      let name = String(path.dropFirst(folder.path.count + 1))
      let lines = TextLines(Array(try #require(texts[name], "\(name)").utf8))
      var bytes = lines.bytes
      let edits = (member.value.array ?? []).compactMap { edit in
        TextRange(edit["range"]).map { (lines.offset($0.start)..<lines.offset($0.end), edit["newText"]?.string ?? "") }
      }
      for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        bytes.replaceSubrange(range, with: Array(text.utf8))
      }
      texts[name] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  struct Failure: Error { let what: String }
}

/// A tenant with a flow that calls another one.
enum Club {
  static let tenant = """
    tenant: club
    attributes:
      email: { type: email, identifier: true, label: E-mail 😀 }
      age:   { type: integer, minimum: 6 }
      city:  { type: string, max-length: 40 }
    codes: { attempts: 3, resend-after: 30s, per-identifier: 10 per 1h }
    errors:
      too_young: You are too young.
    applications:
      web: { flows: [join] }

    """

  static let join = """
    flow: join
    lifetime: 30m
    start: introduce
    properties:
      - never: account.create before verified(email)
    states:
      introduce:
        page: Join 😀 the club
        fields: { email: required, age: required, city: optional }
        then:
          submit: is-old-enough
      is-old-enough:
        choose:
          - { when: "attributes.age >= 16 && !attributes.email.contains('.age')", to: prove }
          - { to: introduce, error: too_young, fields: [age] }
      prove:
        call: prove-email
        then:
          proven: create
          gone: { to: introduce, error: invalid_username }
      create:
        do: account.create
        with: { identifier: email }
        then:
          created: joined
          exists: { to: introduce, error: user_already_exists }
      joined: { end: completed, grants: sign-in, result: [email, account.id] }

    """

  static let prove = """
    sub-flow: prove-email
    start: send
    states:
      send:
        do: code.send
        with: { to: email }
        then:
          sent: enter
          throttled: { to: enter, error: too_many_codes }
          undeliverable: gone
      enter:
        page: Enter the code
        fields: { code: required }
        then:
          submit: verify
          resend: send
      verify:
        do: code.verify
        then:
          valid: proven
          invalid: { to: enter, error: invalid_code }
          expired: { to: enter, error: code_expired }
          exhausted: { to: enter, error: too_many_attempts }
      proven: { end: proven }
      gone: { end: gone }

    """

  static let cases = """
    flow: join
    cases:
      - case: somebody joins
        given: { accounts: { bob: { email: bob@example.com } } }
        steps:
          - start:
          - submit: { email: ann@example.com, age: 30 }
            expect: { state: prove/enter }
          - submit: { code: "{{ mail.code }}" }
            expect: { end: completed, result: [email] }

    """

  static let german = """
    attributes:
      email: { label: E-Mail }
      age: { label: Alter }
      city: { label: Ort }
    errors: { too_young: Zu jung. }
    flows:
      join:
        states:
          introduce: { page: Tritt bei }
      prove-email:
        states:
          enter: { page: Gib den Code ein, events: { resend: Noch einen } }

    """

  static let files: KeyValuePairs = [
    "tenant.yaml": tenant, "join.yaml": join, "prove.yaml": prove, "tests/join.yaml": cases,
    "locales/de.yaml": german,
  ]

  static var texts: [String: String] { Dictionary(files.map { ($0.key, $0.value) }) { first, _ in first } }

  static func client() throws -> EditorClient {
    var client = try EditorClient(files)
    for (name, text) in files { client.open(name, text) }
    return client
  }
}

extension String {
  /// The text with a part of it written otherwise.
  func with(_ old: String, _ new: String) -> String {
    guard let range = firstRange(of: old) else { return "the text has no \(old)" }
    return replacingCharacters(in: range, with: new)
  }

  private func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
