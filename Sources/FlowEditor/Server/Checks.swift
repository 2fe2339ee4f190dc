import FlowCompiler
package import FlowJSON

// Checks, which come when nobody types.
extension EditorServer {
  /// Compiles the tenants that have changed, and tells of their problems.
  package mutating func check() -> [JSON] {
    let folders = waiting.sorted()
    waiting = []
    return folders.flatMap { check($0) }
  }

  private mutating func check(_ folder: String) -> [JSON] {
    // A tenant of which nothing is open any more is told of no longer.
    let isOpen = workspace.documents.keys.contains { workspace.folder(of: $0) == folder }
    var problems: [String: [JSON]] = [:]
    if isOpen {
      var tenant = CheckedTenant(workspace.sources(folder))
      problems = tenant.diagnostics(uri)
      checked[folder] = tenant
    } else {
      (checked[folder], indexes[folder]) = (nil, nil)
    }
    let open = workspace.documents.keys.filter { workspace.folder(of: $0) == folder }
    let paths = Set(problems.keys).union(told[folder].map { Array($0.keys) } ?? []).union(open)
    told[folder] = isOpen ? problems : nil
    return paths.sorted().map { path in
      var all: [JSON] = []
      for (_, others) in told.sorted(by: { $0.key < $1.key }) {
        for problem in others[path] ?? [] where !all.contains(problem) { all.append(problem) }
      }
      var params: JSONObject = ["uri": .string(uri(path)), "diagnostics": .array(all)]
      if let version = workspace.documents[path]?.version { params["version"] = .int(version) }
      return ServerMessage.notification("textDocument/publishDiagnostics", .object(params))
    }
  }

  /// Whether a folder lies below those that the client has opened.
  package func mayRead(_ folder: String) -> Bool { workspace.mayRead(folder) }

  /// The URI of a path, as the client names it where it is open.
  func uri(_ path: String) -> String { workspace.documents[path]?.uri ?? FileURI.uri(path) }

  /// What was found in a tenant, of the texts as they are now.
  mutating func fresh(_ folder: String) -> CheckedTenant {
    if let known = checked[folder], !waiting.contains(folder) { return known }
    let tenant = CheckedTenant(workspace.sources(folder))
    checked[folder] = tenant
    return tenant
  }

  /// The names of a tenant, of the texts as they are now.
  mutating func index(_ folder: String) -> TenantIndex {
    let files = workspace.sources(folder).namedFiles
    if let known = indexes[folder], known.files == files { return known.index }
    let index = TenantIndex(files, in: folder)
    indexes[folder] = (files, index)
    return index
  }
}
