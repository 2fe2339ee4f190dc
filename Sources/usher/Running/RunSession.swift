import FlowCompiler
import FlowDelivery
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowSource
import FlowStorageSQLite
import FlowTerminal
import FlowTooling
import Glibc

/// Puts compiler, engine, storage and transport together for one run.
struct RunSession {
  let settings: RunSettings

  /// Runs until the person or the client is done; the exit code.
  func run() async throws -> Int32 {
    let table = try settings.path.map(loadTable)
    let entry = try entry(table?.table)
    let storage = try await openStorage()
    let terminal = settings.isJSON ? nil : Terminal()
    let style = TerminalStyle.detect()
    let engine = Engine(storage: storage, ports: try ports(terminal, style))
    if let table {
      do {
        try await engine.install(file: table.file)
      } catch {
        throw SetupFailure.failed("\(error)")
      }
    }
    _ = try? await engine.removeExpired()
    let code: Int32
    if let terminal {
      let session = TerminalSession(service: engine, io: terminal, style: style, resumeCommand: resumeCommand)
      code = if case .failed = await session.run(entry) { 3 } else { 0 }
      await terminal.close()
    } else {
      _ = await JSONLines(service: engine).run(entry)
      code = 0
    }
    await storage.close()
    return code
  }

  /// The tenant's table: compiled from its folder, or read from a table's file.
  private func loadTable(_ path: String) throws -> (table: FlowTable, file: [UInt8]) {
    if let file = TableReading.file(path) {
      do {
        return (try TableFile.read(file).table, file)
      } catch {
        throw SetupFailure.failed("\(path): \(error)")
      }
    }
    let compilation = Compiler.compile(paths: [path])
    guard !compilation.hasErrors, let tenant = compilation.tenants.first, let table = tenant.table else {
      throw CompilationProblems(compilation: compilation)
    }
    guard compilation.tenants.count == 1 else {
      let names = compilation.tenants.map(\.path).joined(separator: ", ")
      throw SetupFailure.usage("\(path) holds several tenants: name one of \(names)")
    }
    return (table, TableFile.write(table).bytes)
  }

  private func entry(_ table: FlowTable?) throws -> RunEntry {
    if let token = settings.resume { return .resume(token: token) }
    guard let table else { throw SetupFailure.usage("name the tenant's folder and the flow to run") }
    let names = table.flows.map(\.name)
    guard let flow = settings.flow ?? (names.count == 1 ? names.first : nil) else {
      throw SetupFailure.usage("name the flow to run: \(names.joined(separator: ", "))")
    }
    guard names.contains(flow) else {
      let hint = nearest(flow, among: names).map { "; did you mean \($0)?" } ?? "; it has \(names.joined(separator: ", "))"
      throw SetupFailure.usage("the tenant \(table.tenant) has no flow \(flow)\(hint)")
    }
    if let name = settings.application {
      guard let application = table.applications.first(where: { $0.name == name }) else {
        let known = table.applications.map(\.name).joined(separator: ", ")
        throw SetupFailure.usage("the tenant \(table.tenant) has no application \(name); it has \(known)")
      }
      guard application.flows.contains(where: { table.flows[Int($0)].name == flow }) else {
        throw SetupFailure.usage("the application \(name) may not start the flow \(flow)")
      }
    }
    return .start(
      flow: flow, tenant: table.tenant, application: settings.application, input: settings.input)
  }

  private func openStorage() async throws -> any Storage {
    guard case .sqlite(let path) = settings.storage else { return MemoryStorage() }
    do {
      return try await SQLiteStorage(path: path)
    } catch {
      throw SetupFailure.failed("\(path): \(error)")
    }
  }

  private func ports(_ terminal: Terminal?, _ style: TerminalStyle) throws -> EnginePorts {
    let key: ServerKey?
    switch (settings.key, settings.storage) {
    case (let path?, _): key = try KeyFile.load(path)
    case (nil, .sqlite(let path)): key = try KeyFile.load(path + ".key")
    case (nil, .memory): key = ServerKey.random()
    }
    guard let key else { throw SetupFailure.failed("the system gives no random bytes") }
    let mail = DevelopmentMail(style: style)
    // A person sees the mail where they are; a program reads it from the file.
    var show: (@Sendable (Message) async -> Void)?
    if let terminal { show = { await mail.show($0, on: terminal) } }
    return EnginePorts(
      key: key, channel: DevelopmentOutbox(file: settings.outbox, show: show),
      functions: FunctionGateway(folder: settings.path ?? "."), dictionary: CommonPasswords(),
      log: { line in Output.error.write("usher: \(line)\n") })
  }

  /// The command that goes on with a run; none where the run ends with the process.
  private var resumeCommand: (@Sendable (String) -> String)? {
    guard settings.storage != .memory else { return nil }
    var words = ["usher", "run"]
    if let path = settings.path { words.append(path) }
    if settings.storage != .standard { words += ["--storage", settings.storage.text] }
    if let key = settings.key { words += ["--key", key] }
    if let outbox = settings.outbox { words += ["--outbox", outbox] }
    let command = words.map(ShellWord.quoted).joined(separator: " ")
    return { "\(command) --resume \($0)" }
  }
}

/// The flows of a tenant have problems; nothing was run.
struct CompilationProblems: Error {
  let compilation: Compilation
}

/// A word as a shell reads it back.
enum ShellWord {
  /// The word, in quotes where it needs them.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"):
        true
      default: false
      }
    }
    return plain && !word.isEmpty ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
