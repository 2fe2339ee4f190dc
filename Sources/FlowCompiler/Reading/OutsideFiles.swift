import FlowSource
import FlowYAML
import Glibc

/// A folder of shared sub-flows, as a tenant names it.
package struct SharedFolder: Hashable, Sendable {
  /// The words behind `uses`.
  package let name: String
  /// Its files.
  package var files: [SourceText] = []
  /// Why it is not read, as a clause; nil where it is.
  package var refusal: String?
}

/// The file of a policy.
package let policyFile = "policy.yaml"

/// What tenants take from outside of their own folders: shared sub-flows, and the policies above them. Each file is read once.
struct OutsideReader {
  /// The files of shared folders, by the folders as the system knows them.
  private var shared: [String: SharedFolder] = [:]
  private var policies: [String: SourceText?] = [:]
  /// The policies from a folder upwards, by where it lies and how it is shown.
  private var chains: [[String]: [SourceText]] = [:]
  /// The repository of each folder, by its real path.
  private var repositories: [String: String?] = [:]
  /// Files that could not be read.
  private(set) var failures: [ReadFailure] = []
  /// The shared folders that some tenant uses, by identity.
  private(set) var usedFolders: Set<[UInt64]> = []
  /// What is read in place of a file, by its path.
  private let overlay: (String) -> [UInt8]?

  init(overlay: @escaping (String) -> [UInt8]? = { _ in nil }) { self.overlay = overlay }

  /// Reads what a tenant's own file asks for, and what stands above it. `given`: the path by which it was found.
  mutating func read(for tenant: inout TenantSources, given: String) {
    tenant.shared = tenant.files.first(where: \.isTenant).map(usedNames)?.map { folder($0, of: tenant.path) } ?? []
    tenant.policies = policies(above: tenant.path, given: given)
  }

  // MARK: Shared sub-flows

  private mutating func folder(_ name: String, of tenant: String) -> SharedFolder {
    var folder = SharedFolder(name: name)
    if name.hasPrefix("/") {
      folder.refusal =
        "it is named from the root of the file system: name it from the tenant's folder, such as `../shared`"
      return folder
    }
    let path = lexical(tenant, name)
    guard let real = realPath(path), let home = realPath(tenant) else {
      folder.refusal = "there is no such folder"
      return folder
    }
    let room = repository(of: home) ?? parent(of: home) ?? home
    if !isInside(real, room) {
      folder.refusal = "it is not in this repository"
    } else if isInside(home, real) {
      folder.refusal = "the tenant itself is in it"
    } else if case .folder? = try? Files.kind(real) {
      usedFolders.insert(Files.identity(real))
      if let known = shared[real] {
        (folder.files, folder.refusal) = (known.files, known.refusal)
      } else {
        read(&folder, at: path, real, room)
        shared[real] = folder
      }
    } else {
      folder.refusal = "it is no folder"
    }
    return folder
  }

  private mutating func read(_ folder: inout SharedFolder, at path: String, _ real: String, _ room: String) {
    do throws(ReadFailure) {
      let names = try Files.names(path)
      if names.contains(where: isTenantName) {
        folder.refusal = "it is the folder of a tenant"
        return
      }
      for name in names where isYAMLName(name) && name != policyFile {
        let file = joined(path, name)
        guard case .file = try Files.kind(file) else { continue }
        if let target = realPath(file), !isInside(target, room) {
          folder.refusal = "its file \(name.quoted) is a link out of this repository"
          return
        }
        var bytes = overlay(file)
        if bytes == nil { bytes = try Files.bytes(file) }
        folder.files.append(SourceText(path: file, bytes: bytes ?? []))
      }
      if folder.files.isEmpty { folder.refusal = "there is no sub-flow in it" }
    } catch {
      failures.append(error)
      folder.refusal = "it cannot be read"
    }
  }

  // MARK: Policies

  /// The policies above a tenant, the nearest first: up to the repository's own folder, or the path that was given where that is
  /// further up; without a repository, all of them.
  private mutating func policies(above tenant: String, given: String) -> [SourceText] {
    guard let home = realPath(tenant) else { return [] }
    var end = repository(of: home)
    if let limit = end, let top = realPath(given), isInside(limit, top) { end = top }
    guard home != end, let above = parent(of: home) else { return [] }
    // Tenants that lie side by side have the same above them.
    let shown = lexical(tenant, "..")
    let place = [above, shown, end ?? ""]
    if let known = chains[place] { return known }
    let found = policies(from: above, shown: shown, to: end)
    chains[place] = found
    return found
  }

  private mutating func policies(from folder: String, shown: String, to end: String?) -> [SourceText] {
    var (found, real, shown) = ([SourceText](), folder, shown)
    while true {
      if shown != real, realPath(shown) != real { shown = real }
      if let text = policy(in: shown, real) { found.append(text) }
      guard real != end, let above = parent(of: real) else { return found }
      (real, shown) = (above, lexical(shown, ".."))
    }
  }

  private mutating func policy(in folder: String, _ real: String) -> SourceText? {
    if let known = policies[real] { return known }
    let path = joined(folder, policyFile)
    var text = overlay(path).map { SourceText(path: path, bytes: $0) }
    // A tenant's own file of that name is a flow.
    if text == nil, !["/tenant.yaml", "/tenant.yml"].contains(where: { access(real + $0, F_OK) == 0 }),
      access(real + "/" + policyFile, F_OK) == 0
    {
      do throws(ReadFailure) {
        text = SourceText(path: path, bytes: try Files.bytes(path))
      } catch {
        failures.append(error)
      }
    }
    policies[real] = .some(text)
    return text
  }

  // MARK: Paths

  /// The folder with `.git` that a folder lies in, or is.
  private mutating func repository(of folder: String) -> String? {
    if let known = repositories[folder] { return known }
    let found: String? =
      access(folder == "/" ? "/.git" : folder + "/.git", F_OK) == 0
      ? folder : parent(of: folder).flatMap { repository(of: $0) }
    repositories[folder] = .some(found)
    return found
  }
}

/// The folder above one, by its real path.
private func parent(of folder: String) -> String? {
  guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
  return slash == folder.startIndex ? "/" : String(folder[..<slash])
}

private func isInside(_ path: String, _ folder: String) -> Bool {
  path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
}

private func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// A path from a folder, without the parts that lead back, where that is the same folder.
private func lexical(_ folder: String, _ path: String) -> String {
  let whole = folder == "." ? path : joined(folder, path)
  var parts: [Substring] = []
  for part in whole.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
  }
  let short = (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  let plain = short.isEmpty ? "." : short
  return realPath(plain) == realPath(whole) ? plain : whole
}

/// What stands behind `uses`, as far as it can be read.
private func usedNames(_ file: SourceText) -> [String] {
  guard file.bytes.mentions("uses") else { return [] }
  var ignored = DiagnosticCollector()
  let source = SourceFile(id: 0, path: file.path, bytes: file.bytes)
  guard let tree = parseYAML(source, &ignored), let root = tree.root,
    let value = tree.entries(root).first(where: { tree.equals($0.key, "uses") })?.value
  else { return [] }
  switch tree.kind(value) {
  case .scalar: return [tree.text(value)]
  case .sequence: return tree.elements(value).filter { tree.kind($0) == .scalar }.map { tree.text($0) }
  case .mapping: return []
  }
}

extension [UInt8] {
  /// Whether a word stands somewhere.
  fileprivate func mentions(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: word) }
  }
}
