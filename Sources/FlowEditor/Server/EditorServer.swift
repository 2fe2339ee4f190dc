import FlowCompiler
package import FlowJSON

/// A language server without its streams: messages go in, messages come out. All that it knows are values.
package struct EditorServer: Sendable {
  package private(set) var phase = Phase.new
  var workspace = Workspace()
  /// What the compiler found last, by tenants' folders.
  var checked: [String: CheckedTenant] = [:]
  /// The tenants whose texts have changed since.
  package internal(set) var waiting: Set<String> = []
  /// What a client was told of files, by tenants' folders: of a file that several use, each may tell something.
  var told: [String: [String: [JSON]]] = [:]
  /// The names of the tenants asked for last, and the files they are of.
  var indexes: [String: (files: [SourceText], index: TenantIndex)] = [:]
  /// Whether the client tells of files that change beside it, once it is asked to.
  private var canWatch = false
  private let version: String

  package enum Phase: Equatable, Sendable {
    case new, running, shutDown
    /// `exit` has come; whether `shutdown` had come before.
    case ended(isClean: Bool)
  }

  package init(version: String) { self.version = version }

  /// Takes a message, and gives what is to be sent for it.
  package mutating func receive(_ message: JSON) -> [JSON] {
    guard case .object = message else {
      return [ServerMessage.failure(.null, .invalidRequest("a message is an object"))]
    }
    let id = message["id"]
    switch id {
    case nil, .int?, .string?, .null?: break
    default: return [ServerMessage.failure(.null, .invalidRequest("`id` is a number or a text"))]
    }
    guard let method = message["method"]?.string else {
      // An answer of the client's: nothing that was asked of it matters.
      if message["result"] != nil || message["error"] != nil { return [] }
      return [ServerMessage.failure(id ?? .null, .invalidRequest("a message has a `method`"))]
    }
    let params = message["params"] ?? .null
    guard let id else { return notified(method, params) }
    do throws(RequestFailure) {
      return [ServerMessage.result(id, try answer(method, params))]
    } catch {
      return [ServerMessage.failure(id, error)]
    }
  }

  private mutating func answer(_ method: String, _ params: JSON) throws(RequestFailure) -> JSON {
    switch (method, phase) {
    case ("initialize", .new): return initialize(params)
    case ("initialize", _): throw .invalidRequest("`initialize` comes once")
    case (_, .new): throw .notInitialized
    case (_, .shutDown), (_, .ended): throw .invalidRequest("the server is shut down")
    case ("shutdown", _):
      phase = .shutDown
      return .null
    default: return try document(method, params)
    }
  }

  private mutating func initialize(_ params: JSON) -> JSON {
    phase = .running
    canWatch =
      params["capabilities"]?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"] == true
    var roots = params["workspaceFolders"]?.array?.compactMap { $0["uri"]?.string } ?? []
    if roots.isEmpty, let root = params["rootUri"]?.string { roots = [root] }
    workspace = Workspace(roots: roots.compactMap(FileURI.path))
    return capabilities(version: version)
  }

  private mutating func notified(_ method: String, _ params: JSON) -> [JSON] {
    if method == "exit" {
      phase = .ended(isClean: phase == .shutDown)
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return canWatch ? [watching] : []
    case "textDocument/didOpen":
      guard let item = params["textDocument"], let uri = item["uri"]?.string, let path = FileURI.path(uri),
        let text = item["text"]?.string
      else { return [] }
      workspace.open(OpenDocument(uri: uri, path: path, version: item["version"]?.int ?? 0, text: text))
      changed(path)
    case "textDocument/didChange":
      guard let path = path(params), var document = workspace.documents[path] else { return [] }
      let version = params["textDocument"]?["version"]?.int ?? document.version
      if document.apply(params["contentChanges"]?.array ?? [], version: version) {
        workspace.open(document)
        changed(path)
      } else {
        return [logged("a change of \(path) cannot be read, and is left out")]
      }
    case "textDocument/didClose":
      guard let path = path(params) else { return [] }
      let folder = workspace.folder(of: path)
      workspace.close(path)
      if let folder { waiting.formUnion(workspace.isOutside(path) ? knownFolders.union([folder]) : [folder]) }
    case "textDocument/didSave": if let path = path(params) { changed(path) }
    case "workspace/didChangeWatchedFiles": waiting.formUnion(knownFolders)
    case "workspace/didChangeWorkspaceFolders":
      for folder in params["event"]?["added"]?.array ?? [] {
        if let path = folder["uri"]?.string.flatMap(FileURI.path) { workspace.add(root: path) }
      }
      for folder in params["event"]?["removed"]?.array ?? [] {
        if let path = folder["uri"]?.string.flatMap(FileURI.path) { workspace.remove(root: path) }
      }
      waiting.formUnion(knownFolders)
    default: break
    }
    return []
  }

  private func logged(_ text: String) -> JSON {
    ServerMessage.notification("window/logMessage", ["type": 2, "message": .string(text)])
  }

  private func path(_ params: JSON) -> String? { params["textDocument"]?["uri"]?.string.flatMap(FileURI.path) }

  /// The tenants of open documents, and those that a client was told of, which may be gone.
  private var knownFolders: Set<String> {
    Set(workspace.documents.keys.compactMap { workspace.folder(of: $0) }).union(told.keys)
  }

  private mutating func changed(_ path: String) {
    guard let folder = workspace.folder(of: path) else { return }
    waiting.insert(folder)
    // What several tenants use changes all of them.
    if workspace.isOutside(path) { waiting.formUnion(knownFolders) }
  }
}
