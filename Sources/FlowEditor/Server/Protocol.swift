package import FlowJSON

/// Why a request has no result, by the numbers of the Language Server Protocol.
package struct RequestFailure: Error, Equatable {
  package let code: Int64
  package let message: String

  package static func parse(_ message: String) -> Self { Self(code: -32700, message: message) }
  package static func invalidRequest(_ message: String) -> Self { Self(code: -32600, message: message) }
  package static func unknownMethod(_ method: String) -> Self {
    Self(code: -32601, message: "there is no method `\(method.prefix(60))`")
  }
  package static func invalidParameters(_ message: String) -> Self { Self(code: -32602, message: message) }
  package static let notInitialized = Self(code: -32002, message: "`initialize` comes first")
  package static let cancelled = Self(code: -32800, message: "the request was cancelled")
  /// It is well formed, and cannot be done.
  package static func failed(_ message: String) -> Self { Self(code: -32803, message: message) }
}

/// The messages that a server sends.
package enum ServerMessage {
  package static func result(_ id: JSON, _ result: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

  package static func failure(_ id: JSON, _ failure: RequestFailure) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .int(failure.code), "message": .string(failure.message)]]
  }

  package static func notification(_ method: String, _ params: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  package static func request(_ id: String, _ method: String, _ params: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params]
  }
}

/// The request to be told of files that change beside the client.
let watching = ServerMessage.request(
  "usher-watch", "client/registerCapability",
  [
    "registrations": [
      [
        "id": "usher-watch", "method": "workspace/didChangeWatchedFiles",
        "registerOptions": ["watchers": [["globPattern": "**/*.{yaml,yml,txt,html}"]]],
      ]
    ]
  ])

/// What the server can do, as `initialize` answers.
func capabilities(version: String) -> JSON {
  let sync: JSON = ["openClose": true, "change": 2, "save": ["includeText": false]]
  let actions: JSON = ["codeActionKinds": ["quickfix", "source.fixAll.usher"]]
  let folders: JSON = ["workspaceFolders": ["supported": true, "changeNotifications": true]]
  return [
    "capabilities": [
      "positionEncoding": "utf-16", "textDocumentSync": sync,
      "completionProvider": ["triggerCharacters": [".", ":", " ", "[", "{", ","]], "hoverProvider": true,
      "definitionProvider": true, "referencesProvider": true, "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true], "documentSymbolProvider": true, "codeActionProvider": actions,
      "codeLensProvider": ["resolveProvider": false], "documentFormattingProvider": true,
      "executeCommandProvider": ["commands": [.string(EditorCommand.graph), .string(EditorCommand.test)]],
      "workspace": folders,
    ], "serverInfo": ["name": "usher", "version": .string(version)],
  ]
}
