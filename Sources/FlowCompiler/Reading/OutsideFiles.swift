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
    guard let real = Files.resolved(path), let home = Files.resolved(tenant) else {
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
        if let target = Files.resolved(file), !isInside(target, room) {
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

  /// The policies above a tenant, the nearest first: up to the outermost repository that it lies in, or the path that was given where
  /// that is further up; without a repository, as far as folders are of the same owner and nobody else may write to them. What is above
  /// a link to the tenant counts as what is above the tenant itself.
  private mutating func policies(above tenant: String, given: String) -> [SourceText] {
    guard let home = Files.resolved(tenant) else { return [] }
    let top = Files.resolved(given) ?? home
    // Tenants that lie side by side have the same above them.
    let place = [parent(of: home) ?? "", parent(of: Files.absolute(tenant)) ?? "", top]
    if let known = chains[place] { return known }
    var (found, seen): ([SourceText], Set<String>) = ([], [])
    for start in [Files.absolute(tenant), home] {
      for folder in above(start, to: top) {
        guard let real = Files.resolved(folder), seen.insert(real).inserted else { continue }
        if let text = policy(in: shown(folder, from: tenant), real) { found.append(text) }
      }
    }
    chains[place] = found
    return found
  }

  /// The folders above one that may have policies for it, the nearest first.
  private func above(_ start: String, to top: String) -> [String] {
    var (folders, folder) = ([String](), start)
    while let next = parent(of: folder) {
      folders.append(next)
      folder = next
    }
    let repository = folders.lastIndex { access(joined($0, ".git"), F_OK) == 0 }
    let named = folders.lastIndex { Files.resolved($0) == top }
    let end =
      repository ?? folders.firstIndex { !Files.isOfSameOwner($0, as: start) }.map { $0 - 1 } ?? folders.count - 1
    return Array(folders.prefix(max(end, named ?? -1) + 1))
  }

  /// A folder as it is shown: from where the command runs, where the tenant is.
  private func shown(_ folder: String, from tenant: String) -> String {
    if tenant.hasPrefix("/") { return folder }
    var (path, steps) = (lexical(tenant, ".."), 0)
    while steps < 64, Files.resolved(path) != Files.resolved(folder) {
      (path, steps) = (lexical(path, ".."), steps + 1)
    }
    return steps < 64 ? path : folder
  }

  private mutating func policy(in folder: String, _ real: String) -> SourceText? {
    if let known = policies[real] { return known }
    let path = joined(folder, policyFile)
    var text = overlay(path).map { SourceText(path: path, bytes: $0) }
    if text == nil {
      do throws(ReadFailure) {
        text = try policyText(path, beside: real)
      } catch {
        failures.append(error)
      }
    }
    policies[real] = .some(text)
    return text
  }

  /// The file of a policy; nil where there is none. What cannot be read is no policy that could be left out.
  private func policyText(_ path: String, beside real: String) throws(ReadFailure) -> SourceText? {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      if errno == ENOENT, lstat(joined(real, "policy.yml"), &info) == 0 {
        throw ReadFailure(path: joined(real, "policy.yml"), reason: "a policy's file is called `policy.yaml`")
      }
      return errno == ENOENT ? nil : try SourceText(path: path, bytes: Files.bytes(path))
    }
    guard case .file = try Files.kind(path) else { throw ReadFailure(path: path, reason: "it is no file") }
    let bytes = try Files.bytes(path)
    // Beside a tenant's own file a flow may have that name.
    let isTenants = ["tenant.yaml", "tenant.yml"].contains { access(joined(real, $0), F_OK) == 0 }
    return isTenants && !bytes.isPolicy ? nil : SourceText(path: path, bytes: bytes)
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

/// A path from a folder, without the parts that lead back, where that is the same folder.
private func lexical(_ folder: String, _ path: String) -> String {
  let whole = folder == "." ? path : joined(folder, path)
  var parts: [Substring] = []
  for part in whole.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
  }
  let short = (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  let plain = short.isEmpty ? "." : short
  return Files.resolved(plain) == Files.resolved(whole) ? plain : whole
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
  /// Whether a line of it says that it is a policy.
  fileprivate var isPolicy: Bool { split(separator: 0x0A).contains { $0.starts(with: "policy:".utf8) } }

  /// Whether a word stands somewhere.
  fileprivate func mentions(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: word) }
  }
}
