import FlowCompiler
import FlowModel
import FlowSource

/// Which of the tenants that were found are as they were compiled before, and which have to be compiled.
struct TenantChoice {
  /// Those that are served as they were compiled before.
  private(set) var same: [LastGoodTables.Tenant] = []
  /// The others, and whatever else was found.
  private(set) var changed: FoundSources
  /// The hash of the sources of each that has to be compiled, by its folder.
  private(set) var hashes: [String: ContentHash] = [:]

  /// Holds what was found against what is known.
  init(_ found: FoundSources, _ known: [LastGoodTables.Tenant]) {
    changed = found
    // Another program may compile the same to something else, or refuse it.
    guard let program = ProgramFile.hash else { return }
    let known = Dictionary(known.map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    changed.tenants = []
    for tenant in found.tenants {
      let hash = Self.hash(tenant, program)
      if tenant.failures.isEmpty, let before = known[tenant.path], before.sources == hash {
        same.append(before)
      } else {
        changed.tenants.append(tenant)
        hashes[tenant.path] = hash
      }
    }
  }

  /// The tenants that were compiled, with what they were compiled from; of those with something to tell no hash, so that it
  /// is told at the next start, too.
  func tenants(of compilation: Compilation) -> [LastGoodTables.Tenant] {
    let told = Set(compilation.diagnostics.compactMap { compilation.sources.file($0.span)?.path })
    let isTold = Set(changed.tenants.filter { $0.everyFile.contains { told.contains($0.path) } }.map(\.path))
    return compilation.tenants.compactMap { tenant in
      tenant.table.map { table in
        LastGoodTables.Tenant(
          name: table.tenant, folder: tenant.path, file: TableFile.write(table).bytes,
          sources: isTold.contains(tenant.path) ? nil : hashes[tenant.path])
      }
    }
  }

  /// The tenants with errors of their own; nil where there are others, which are about several tenants or none.
  func broken(in compilation: Compilation) -> [ServedChoice.Broken]? {
    let broken = compilation.tenants.filter { $0.table == nil }.map {
      ServedChoice.Broken(folder: $0.path, name: $0.name)
    }
    if !compilation.unreadable.isEmpty { return nil }
    let folders = Set(broken.map(\.folder))
    let files = Set(
      changed.tenants.filter { folders.contains($0.path) }.flatMap {
        ($0.files + $0.shared.flatMap(\.files)).map(\.path)
      })
    let isOwn = compilation.diagnostics.allSatisfy { problem in
      problem.severity != .error || compilation.sources.file(problem.span).map { files.contains($0.path) } ?? false
    }
    return isOwn ? broken : nil
  }

  private static func hash(_ tenant: TenantSources, _ program: ContentHash) -> ContentHash {
    var content = program.bytes
    for file in tenant.everyFile.sorted(by: { $0.path < $1.path }) {
      // With their lengths, so that no two lists of files are the same bytes.
      for part in [Array(file.path.utf8), file.bytes] {
        content += withUnsafeBytes(of: UInt64(part.count).littleEndian) { Array($0) } + part
      }
    }
    return ContentHash(of: content)
  }
}
