import FlowEditor
import FlowJSON
import TestSupport
import Testing

@Suite struct MessageTests {
  @Test(
    arguments: [
      ([], -32600), (["id": 1], -32600), (["id": [], "method": "shutdown"], -32600), ("text", -32600),
      (["id": 1, "method": 5], -32600), (["id": 1, "method": "textDocument/fly", "params": [:]], -32601),
      (["id": 1, "method": "initialize"], -32600), (["id": 1, "method": "textDocument/hover"], -32602),
      (["id": 1, "method": "textDocument/hover", "params": ["textDocument": ["uri": "file:///a"]]], -32602),
      (
        [
          "id": 1, "method": "textDocument/hover",
          "params": ["textDocument": ["uri": "file:///a"], "position": ["line": -1, "character": 0]],
        ], -32602
      ), (["id": 1, "method": "textDocument/rename", "params": ["textDocument": []]], -32602),
      (["id": 1, "method": "workspace/executeCommand", "params": ["command": "rm"]], -32602),
      (
        [
          "id": 1, "method": "workspace/executeCommand",
          "params": ["command": "usher.showGraph", "arguments": ["/etc", "x"]],
        ], -32602
      ),
    ] as [(JSON, Int64)])
  func `what is not understood is an error`(message: JSON, code: Int64) throws {
    var client = try Club.client()
    #expect(client.server.receive(message).first?["error"]?["code"] == .int(code))
    // It goes on all the same.
    #expect(client.problems()["join.yaml"] == [])
  }

  @Test(
    arguments: [
      ["method": "$/setTrace", "params": ["value": "off"]], ["method": "textDocument/didOpen", "params": [:]],
      ["method": "textDocument/didChange", "params": ["textDocument": 3]], ["method": "initialized"],
      ["method": "textDocument/didClose"], ["id": 4, "result": nil], ["id": nil, "error": [:]],
      ["method": "workspace/didChangeWorkspaceFolders", "params": ["event": ["added": [1]]]],
    ] as [JSON])
  func `what needs no answer gets none`(message: JSON) throws {
    var client = try Club.client()
    #expect(client.server.receive(message).isEmpty)
  }

  @Test func `a client that can is asked to tell of files that change`() throws {
    var server = EditorServer(version: "test")
    let watches: JSON = ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]
    _ = server.receive(["id": 1, "method": "initialize", "params": ["capabilities": watches]])
    #expect(server.receive(["method": "initialized"]).first?["method"] == "client/registerCapability")
    var client = try Club.client()
    _ = client.problems()
    client.folder.write("tenant.yaml", "")
    _ = client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri("tenant.yaml")]])
    _ = client.problems()
    client.folder.write("tenant.yaml", Club.tenant)
    _ = client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.problems()["tenant.yaml"] == [])
  }

  @Test func `the end is in order`() throws {
    var server = EditorServer(version: "test")
    #expect(server.receive(["id": 1, "method": "textDocument/hover"]).first?["error"]?["code"] == -32002)
    _ = server.receive(["id": 1, "method": "initialize", "params": [:]])
    #expect(server.receive(["id": 2, "method": "shutdown"]).first?["result"] == JSON.null)
    #expect(server.receive(["id": 3, "method": "textDocument/hover"]).first?["error"]?["code"] == -32600)
    _ = server.receive(["method": "exit"])
    #expect(server.phase == .ended(isClean: true))
    var other = EditorServer(version: "test")
    _ = other.receive(["method": "exit"])
    #expect(other.phase == .ended(isClean: false))
  }

  /// Wherever somebody is in a text, and however much of it is there, each request is answered.
  @Test func `all places of unfinished texts are answered`() throws {
    var client = try Club.client()
    let methods = ["completion", "hover", "definition", "references", "prepareRename", "documentSymbol", "codeLens"]
    for (name, text) in Club.files {
      let bytes = Array(text.utf8)
      for end in stride(from: 0, through: bytes.count, by: 97) {
        let cut = String(decoding: bytes[..<end], as: UTF8.self)
        client.open(name, cut)
        let place = TextLines(Array(cut.utf8)).position(end)
        for method in methods {
          let answer = client.ask(
            "textDocument/" + method,
            [
              "textDocument": ["uri": client.uri(name)], "position": place.json,
              "context": ["includeDeclaration": true],
            ])
          #expect(answer["result"] != nil, "\(name) \(end) \(method): \(answer.text)")
        }
      }
      client.open(name, text)
    }
  }
}
