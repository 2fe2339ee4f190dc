import FlowCompiler
import FlowDelivery
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import FlowTooling
import Glibc
import Synchronization

/// The tenants that a server offers: compiled at its start, and again when their files have changed.
final class ServedTenants: Sendable {
  private let paths: [String]
  private let gateways = Mutex<[String: FunctionGateway]>([:])
  /// The flows as the HTTP interfaces list them.
  let directory = FlowDirectory([])

  init(paths: [String]) { self.paths = paths }

  /// Compiles all tenants and makes them the newest versions. Where there are problems nothing changes; what they are is
  /// told on standard error. Whether the tenants are in place.
  func load(into engine: Engine) async -> Bool {
    let compilation = Compiler.compile(paths: paths)
    if !compilation.diagnostics.isEmpty {
      try? StandardError.write(
        render(compilation.diagnostics, in: compilation.sources, as: .pretty, colour: false))
    }
    let tenants = compilation.tenants.compactMap { tenant in tenant.table.map { (tenant.path, $0) } }
    guard !compilation.hasErrors, !tenants.isEmpty else { return false }
    do {
      for (_, table) in tenants { try await engine.install(file: TableFile.write(table).bytes) }
    } catch {
      StandardError.log.write(LogEntry(.error, "the flows cannot be kept: \(error)"))
      return false
    }
    // A tenant whose files are gone starts no run any more; those in flight go on, with their functions.
    let names = Set(tenants.map(\.1.tenant))
    for table in engine.tables where !names.contains(table.tenant) { engine.removeTable(of: table.tenant) }
    gateways.withLock { gateways in
      for (path, table) in tenants { gateways[table.tenant] = FunctionGateway(folder: path, log: StandardError.log) }
    }
    directory.replace(tenants.map(\.1))
    return true
  }

  /// What changes when a file of the tenants does: names, sizes and times of all of them.
  func fingerprint() -> [String] {
    var pending = paths
    var found: [String] = []
    while let path = pending.popLast(), found.count < 100_000 {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
        defer { closedir(folder) }
        while let entry = readdir(folder) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          if !name.hasPrefix(".") { pending.append(path + "/" + name) }
        }
      } else {
        found.append("\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
      }
    }
    return found.sorted()
  }
}

extension ServedTenants: FunctionRunner {
  /// Calls a function of the tenant that the request names, in that tenant's folder.
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    let gateway = request["tenant"]?.string.flatMap { tenant in gateways.withLock { $0[tenant] } }
    guard let gateway else { return (.fail, "its tenant is not served") }
    return await gateway.call(function, request: request)
  }
}
