package import FlowCompiler
import FlowSource
import Glibc

/// The folders that a client has opened, and its open documents, which are laid over the files.
package struct Workspace: Sendable {
  /// The folders as the system knows them, links followed: nothing outside of them is read.
  package private(set) var roots: [String] = []
  package private(set) var documents: [String: OpenDocument] = [:]

  package init(roots: [String] = []) { self.roots = roots.compactMap(Self.real) }

  package mutating func add(root: String) { if let real = Self.real(root) { roots.append(real) } }

  package mutating func remove(root: String) {
    let real = Self.real(root) ?? root
    roots.removeAll { $0 == real }
  }

  package mutating func open(_ document: OpenDocument) { documents[document.path] = document }

  package mutating func close(_ path: String) { documents[path] = nil }

  /// The folder of the tenant that a file belongs to: its own, or for cases and words the one above; nil where it is none's.
  package func folder(of path: String) -> String? {
    guard let own = Self.parent(path) else { return nil }
    if hasTenant(own) { return own }
    let name = own.split(separator: "/").last.map(String.init) ?? ""
    if [casesFolder, localesFolder, messagesFolder].contains(name), let above = Self.parent(own), hasTenant(above) {
      return above
    }
    // A policy, or a shared sub-flow: it is there for itself.
    return isOutside(path) ? own : nil
  }

  /// Whether an open file is one that several tenants may use.
  package func isOutside(_ path: String) -> Bool {
    guard let own = Self.parent(path), !hasTenant(own), let document = documents[path] else { return false }
    return path.hasSuffix("/" + policyFile) || path.hasSuffix(".yaml") && FoundSources.isSubFlow(document.bytes)
  }

  /// The files of a tenant, with what is open in place of what rests.
  package func sources(_ folder: String) -> FoundSources {
    var found = FoundSources()
    if !hasTenant(folder) {
      let open = documents.values.filter { Self.parent($0.path) == folder && isOutside($0.path) }
        .sorted { $0.path < $1.path }.map { SourceText(path: $0.path, bytes: $0.bytes) }
      let policies = open.filter { $0.path.hasSuffix("/" + policyFile) }
      return FoundSources(policies: policies, openShared: open.filter { !policies.contains($0) })
    }
    if mayRead(folder), Self.isFile(folder + "/tenant.yaml") || Self.isFile(folder + "/tenant.yml") {
      found = findTenants([folder], standardInput: nil, withCases: true)
    }
    if found.tenants.isEmpty { found.tenants = [TenantSources(path: folder, files: [])] }
    for index in found.tenants.indices where found.tenants[index].path == folder {
      for document in documents.values.sorted(by: { $0.path < $1.path }) where self.folder(of: document.path) == folder
      {
        let text = SourceText(path: document.path, bytes: document.bytes)
        if let place = found.tenants[index].files.firstIndex(where: { $0.path == document.path }) {
          found.tenants[index].files[place] = text
        } else if isRead(document.path, in: folder) {
          found.tenants[index].files.append(text)
        }
        found.tenants[index].failures.removeAll { $0.path == document.path }
      }
    }
    found.readOutside { path in documents[path]?.bytes }
    return found
  }

  /// Whether a file below a tenant's folder is one of its files.
  private func isRead(_ path: String, in folder: String) -> Bool {
    if case .other = FileKind(path, in: folder) { false } else { true }
  }

  private func hasTenant(_ folder: String) -> Bool {
    ["tenant.yaml", "tenant.yml"].contains { name in
      let path = folder + "/" + name
      return documents[path] != nil || mayRead(folder) && Self.isFile(path)
    }
  }

  /// Whether a folder lies below one that was opened, whichever links lead to it.
  package func mayRead(_ folder: String) -> Bool {
    guard let real = Self.real(folder) else { return false }
    return roots.contains { $0 == "/" || real == $0 || real.hasPrefix($0 + "/") }
  }

  private static func parent(_ path: String) -> String? {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    return String(path[..<slash])
  }

  private static func isFile(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
