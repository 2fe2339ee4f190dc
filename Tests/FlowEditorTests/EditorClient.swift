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
