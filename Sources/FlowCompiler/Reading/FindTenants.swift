/// What paths hold: tenants, and what went wrong in finding them.
package struct FoundSources: Sendable {
  /// The tenants, each with its files.
  package var tenants: [TenantSources] = []
  /// The paths of tables' files, where they were asked for.
  package var tables: [String] = []
  /// Paths that could not be read (U000).
  var failures: [ReadFailure] = []
  /// Folders that hold flows without a tenant, or no tenant at all (U020).
  var strays: [ReadFailure] = []
  /// Policies that stand where tenants were looked for, whether they are above one or not.
  package private(set) var policies: [SourceText] = []
  /// Shared sub-flows that are looked at without a tenant.
  package private(set) var openShared: [SourceText] = []
  private var seen = Set<[UInt64]>()
  /// The paths by which the tenants were found, in their order.
  private var given: [String] = []
  /// Whether tables' files are looked for as well.
  private var takesTables = false
  /// Whether cases are read.
  private var takesCases = false

  /// All that could not be read, also of the tenants.
  package var unreadable: [ReadFailure] { (failures + tenants.flatMap(\.failures)).sorted { $0.path < $1.path } }

  /// Files that several tenants may use, without one.
  package init(policies: [SourceText], openShared: [SourceText]) {
    (self.policies, self.openShared) = (policies, openShared)
  }

  package init(tenants: [TenantSources] = [], takesTables: Bool = false, takesCases: Bool = false) {
    self.tenants = tenants
    self.takesTables = takesTables
    self.takesCases = takesCases
  }
}

/// Finds the tenants that paths lead to: a tenant's folder, a folder with such folders at any depth, a file (which stands
/// for its tenant), or `-` for a document on standard input. Each tenant is found once. With tables, a file that is no YAML is a
/// table's, and so is each `NAME.table` of a folder that is not a tenant's.
package func findTenants(
  _ paths: [String], standardInput: [UInt8]?, withTables takesTables: Bool = false, withCases takesCases: Bool = false
) -> FoundSources {
  var found = FoundSources(takesTables: takesTables, takesCases: takesCases)
  for path in paths {
    defer { found.noteGiven(path) }
    do throws(ReadFailure) {
      if path == "-" {
        let bytes: [UInt8]
        if let standardInput { bytes = standardInput } else { bytes = try Files.bytes(of: 0, path) }
        var lone = TenantSources(path: path, files: [SourceText(path: path, bytes: bytes)])
        lone.isLone = true
        found.tenants.append(lone)
        continue
      }
      let path = trimmed(path)
      switch try Files.kind(path) {
      case .folder: try found.search(path)
      case .file:
        if takesTables, !isYAMLName(path) { found.take(table: path) } else { try found.take(tenantOf: path) }
      case .other: throw ReadFailure(path: path, reason: "it is neither a file nor a folder")
      }
    } catch {
      found.failures.append(error)
    }
  }
  found.readOutside()
  return found
}

extension FoundSources {
  /// Reads what the tenants take from outside of their folders. `overlay`: what is read in place of a file.
  package mutating func readOutside(overlay: @escaping (String) -> [UInt8]? = { _ in nil }) {
    var reader = OutsideReader(overlay: overlay)
    for index in tenants.indices where !tenants[index].isLone {
      reader.read(for: &tenants[index], given: given.indices.contains(index) ? given[index] : tenants[index].path)
    }
    failures += reader.failures
    // Folders of sub-flows that a tenant uses are no strays.
    strays.removeAll { reader.usedFolders.contains(Files.identity($0.path)) }
    let known = Set(tenants.flatMap(\.policies).map(\.path))
    policies.removeAll { known.contains($0.path) }
    let used = Set(tenants.flatMap(\.shared).flatMap(\.files).map(\.path))
    openShared.removeAll { used.contains($0.path) }
  }

  /// Whether a file's text seems to be a sub-flow's.
  package static func isSubFlow(_ bytes: [UInt8]) -> Bool { declaredName(bytes)?.isSubFlow == true }

  /// The YAML files of folders and files that are no tenant's, and may be shared by some: of a path that was named.
  package var sharedAlone: [SourceText] {
    openShared
      + strays.flatMap { stray -> [SourceText] in
        let names = (try? Files.names(stray.path)) ?? []
        let files = names.isEmpty ? [stray.path] : names.map { joined(stray.path, $0) }
        return files.filter(isYAMLName).compactMap { path in
          guard let bytes = try? Files.bytes(path), Self.isSubFlow(bytes) else { return nil }
          return SourceText(path: path, bytes: bytes)
        }
      }
  }

  /// The tenants that have come since were found by a path.
  fileprivate mutating func noteGiven(_ path: String) {
    given += [String](repeating: path, count: tenants.count - given.count)
  }

  /// The policy of a folder that is no tenant's.
  private mutating func takePolicy(_ path: String, _ names: [String]) {
    guard names.contains(policyFile), case let file = joined(path, policyFile) else { return }
    if case .file? = try? Files.kind(file) { take(policy: file) }
  }

  private mutating func take(policy file: String) {
    do throws(ReadFailure) {
      guard seen.insert(Files.identity(file)).inserted else { return }
      policies.append(SourceText(path: file, bytes: try Files.bytes(file)))
    } catch {
      failures.append(error)
    }
  }

  /// A folder that the user named: a tenant, or a place to look for some.
  fileprivate mutating func search(_ path: String) throws(ReadFailure) {
    let names = try Files.names(path)
    if names.contains(where: isTenantName) {
      take(tenant: path, names)
    } else {
      let before = tenants.count + failures.count + strays.count
      let tablesBefore = tables.count
      takeTables(path, names)
      takePolicy(path, names)
      if names.contains(where: { isYAMLName($0) && $0 != policyFile }) {
        strays.append(ReadFailure(path: path, reason: "this folder has no tenant.yaml"))
        return
      }
      var visited: Set<[UInt64]> = [Files.identity(path)]
      descend(path, names, &visited, depth: 1)
      if tenants.count + failures.count + strays.count == before, tables.count == tablesBefore, seen.isEmpty {
        strays.append(ReadFailure(path: path, reason: "there is no tenant in this folder"))
      }
    }
  }

  private mutating func descend(_ path: String, _ names: [String], _ visited: inout Set<[UInt64]>, depth: Int) {
    for name in names {
      let inner = path == "/" ? "/" + name : path + "/" + name
      // A broken link inside a folder that was not asked for by name is nobody's problem.
      guard case .folder? = try? Files.kind(inner), visited.insert(Files.identity(inner)).inserted else { continue }
      do throws(ReadFailure) {
        let innerNames = try Files.names(inner)
        if innerNames.contains(where: isTenantName) {
          take(tenant: inner, innerNames)
        } else if let shared = sharedFiles(innerNames, in: inner) {
          // It need not be used.
          openShared += shared
        } else if innerNames.contains(where: { isYAMLName($0) && isFlow(inner + "/" + $0) }) {
          strays.append(ReadFailure(path: inner, reason: "this folder has flows and no tenant.yaml"))
        } else if depth < 32 {
          takeTables(inner, innerNames)
          takePolicy(inner, innerNames)
          descend(inner, innerNames, &visited, depth: depth + 1)
        }
      } catch {
        failures.append(error)
      }
    }
  }

  /// The tables' files of a folder that is not a tenant's.
  private mutating func takeTables(_ path: String, _ names: [String]) {
    for name in names.sorted() where takesTables && name.hasSuffix(".table") {
      let file = path == "/" ? "/" + name : path + "/" + name
      if case .file? = try? Files.kind(file) { take(table: file) }
    }
  }

  fileprivate mutating func take(table path: String) {
    if seen.insert(Files.identity(path)).inserted { tables.append(path) }
  }

  /// The tenant of a file's folder.
  private mutating func takeFolder(_ folder: String, _ file: String) throws(ReadFailure) {
    let names = try Files.names(folder)
    if names.contains(where: isTenantName) {
      take(tenant: folder, names)
    } else if file == joined(folder, policyFile) {
      take(policy: file)
    } else {
      strays.append(
        ReadFailure(
          path: file,
          reason: isYAMLName(file)
            ? "there is no tenant.yaml beside this file" : "this is no flow: its name does not end in .yaml"))
    }
  }

  fileprivate mutating func take(tenantOf file: String) throws(ReadFailure) {
    guard let slash = file.lastIndex(of: "/") else { return try takeFolder(".", file) }
    var folder = slash == file.startIndex ? "/" : String(file[..<slash])
    // The words of a language and the cases stand one folder deeper.
    for inner in [localesFolder, casesFolder] where try !Files.names(folder).contains(where: isTenantName) {
      if folder == inner { folder = "." } else if folder.hasSuffix("/" + inner) { folder.removeLast(inner.count + 1) }
    }
    try takeFolder(folder.isEmpty ? "/" : folder, file)
  }

  private mutating func take(tenant path: String, _ names: [String]) {
    guard seen.insert(Files.identity(path)).inserted else { return }
    var tenant = TenantSources(path: path, files: [])
    take(names, of: path, &tenant)
    if names.contains(localesFolder),
      case let folder = joined(path, localesFolder),
      case .folder? = try? Files.kind(folder)
    {
      do throws(ReadFailure) { take(try Files.names(folder), of: folder, &tenant) } catch {
        tenant.failures.append(error)
      }
    }
    takeMessages(of: &tenant, joined(path, messagesFolder))
    if takesCases, case let folder = joined(path, casesFolder), case .folder? = try? Files.kind(folder) {
      do throws(ReadFailure) { take(try Files.names(folder), of: folder, &tenant) } catch {
        tenant.failures.append(error)
      }
    }
    for name in names where !name.contains(".") && name != localesFolder && name != casesFolder {
      tenant.passedBy += flowsBelow(joined(path, name))
    }
    tenant.nearlyRead = nearlyRead(names, of: path)
    tenants.append(tenant)
  }

  /// Takes a file of a tenant, unless a symbolic link leads out of its folder: whoever may write into the one reads nothing of
  /// others in its messages and diagnostics. A link within it is followed, as where a folder is replaced at once by another.
  private func take(_ file: String, of tenant: inout TenantSources) throws(ReadFailure) {
    guard case .file = try Files.kind(file) else { return }
    guard let home = Files.resolved(tenant.path), let real = Files.resolved(file),
      real.hasPrefix(home == "/" ? home : home + "/")
    else { throw ReadFailure(path: file, reason: "a symbolic link leads from it out of the tenant's folder") }
    tenant.files.append(SourceText(path: file, bytes: try Files.bytes(real)))
  }

  /// The files of a folder that are YAML by their names.
  private func take(_ names: [String], of path: String, _ tenant: inout TenantSources) {
    for name in names where isYAMLName(name) {
      do throws(ReadFailure) { try take(joined(path, name), of: &tenant) } catch { tenant.failures.append(error) }
    }
  }

  /// The words of a tenant's messages.
  private func takeMessages(of tenant: inout TenantSources, _ folder: String) {
    guard case .folder? = try? Files.kind(folder) else { return }
    do throws(ReadFailure) {
      // Flows do not lie there: they are passed by, as in any folder below.
      for name in try Files.names(folder) where !isYAMLName(name) {
        try take(folder + "/" + name, of: &tenant)
      }
    } catch {
      tenant.failures.append(error)
    }
  }
}

/// The path of a name in a folder.
func joined(_ folder: String, _ name: String) -> String {
  folder == "." ? name : folder == "/" ? "/" + name : folder + "/" + name
}

/// The flows in a folder of a tenant that is no tenant itself.
func flowsBelow(_ folder: String) -> [(name: String, path: String)] {
  guard case .folder? = try? Files.kind(folder), let names = try? Files.names(folder),
    !names.contains(where: isTenantName)
  else { return [] }
  return names.filter(isYAMLName).prefix(64).compactMap { name in
    let path = folder + "/" + name
    // Cases name a flow as well, and are none.
    return (try? Files.bytes(path)).flatMap { hasCases($0) ? nil : declaredName($0) }.map { ($0.name, path) }
  }
}

/// Whether a file of this name is a tenant's own.
func isTenantName(_ name: String) -> Bool { name == "tenant.yaml" || name == "tenant.yml" }
func isYAMLName(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

/// The files of a folder that has sub-flows alone; nil for another one.
private func sharedFiles(_ names: [String], in folder: String) -> [SourceText]? {
  var files: [SourceText] = []
  for name in names where isYAMLName(name) {
    let path = joined(folder, name)
    guard case .file? = try? Files.kind(path), let bytes = try? Files.bytes(path), let declared = declaredName(bytes)
    else { continue }
    guard declared.isSubFlow else { return nil }
    files.append(SourceText(path: path, bytes: bytes))
  }
  return files.isEmpty ? nil : files
}

/// Whether a file seems to be a flow: a line of it begins with `flow:` or `sub-flow:`.
private func isFlow(_ path: String) -> Bool {
  guard let bytes = try? Files.bytes(path) else { return false }
  return declaredName(bytes) != nil
}

/// What a file that may not be readable as YAML says it is.
func declaredName(_ bytes: [UInt8]) -> (isSubFlow: Bool, name: String)? {
  for line in bytes.prefix(1 << 16).split(separator: 0x0A) {
    for (index, key) in ["flow:", "sub-flow:"].enumerated() where line.starts(with: key.utf8) {
      let rest = String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
      let name = rest.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\"" && $0 != "'" && $0 != "\r" && $0 != "\t" }
      return (index == 1, name)
    }
  }
  return nil
}

/// A path without slashes at its end.
private func trimmed(_ path: String) -> String {
  var path = path
  while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
  return path
}
