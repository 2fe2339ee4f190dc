import FlowCompiler
import FlowDelivery
import FlowModel
import FlowPasswords
import FlowRuntime
import FlowSource
import FlowTerminal
import FlowTooling

/// Puts compiler, engine, storage and transport together for one run.
struct RunSession {
  let settings: RunSettings

  /// Runs until the person or the client is done.
  func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    var table: LoadedTable?
    if let path = settings.path {
      table = try loadTable(path, arguments)
      if table == nil { return .problems }
    }
    let entry = try entry(table?.table)
    // Before a run begins whose messages would be lost.
    do throws(DeliveryError) {
      try DevelopmentOutbox(file: settings.outbox).prepare()
    } catch {
      throw .impossible(error.reason)
    }
    for complaint in table.map({ missingPrograms(of: $0.table, in: functionFolder) }) ?? [] {
      StandardError.log.write(LogEntry(.warning, complaint))
    }
    // Before there is a database: one without a key of its own would be taken for one that has lost it.
    let key = try settings.storage.serverKey()
    let storage = try await settings.storage.open(key, StandardError.log)
    do {
      let code = try await run(entry, table, storage, key)
      await storage.close()
      return code
    } catch {
      await storage.close()
      throw error
    }
  }

  private func run(
    _ entry: RunEntry, _ table: LoadedTable?, _ storage: any Storage, _ key: ServerKey
  ) async throws(Failure) -> ExitCode {
    let terminal = settings.isJSON ? nil : Terminal()
    let style = TerminalStyle.detect(hasColour: settings.hasColour)
    let spoken = table?.table
    let words: @Sendable (LanguageTag) -> StandardWords = {
      spoken?.standardWords(in: $0) ?? StandardWords(for: $0)
    }
    let engine = Engine(storage: storage, ports: ports(key, terminal, DevelopmentMail(style: style, words: words)))
    do {
      if let table {
        try await engine.install(file: table.file)
        if let problem = leaks.problem(of: table.table) { StandardError.log.write(LogEntry(.error, problem)) }
      }
      try await engine.removeExpired()
    } catch {
      throw .impossible("\(settings.storage.choice.text): \(error)")
    }
    guard let terminal else {
      let lines = JSONLines(service: engine)
      let ending = await RequestLanguages.$present.withValue(settings.languages) { await lines.run(entry) }
      if case .outputFailed(let error) = ending {
        throw .impossible("cannot write to standard output: \(reason(error))")
      }
      return .clean
    }
    let session = TerminalSession(
      service: engine, io: terminal, style: style, resumeCommand: resumeCommand, words: words)
    let ending = await RequestLanguages.$present.withValue(settings.languages) { await session.run(entry) }
    terminal.close()
    switch ending {
    case .ended: return .clean
    case .left: return .unfinished
    case .failed: return .impossible
    }
  }

  private typealias LoadedTable = (table: FlowTable, file: [UInt8])

  /// The tenant's table: compiled from its folder, or read from a table's file; nil where it has problems, which were told.
  private func loadTable(_ path: String, _ arguments: Arguments) throws(Failure) -> LoadedTable? {
    if let file = TableReading.file(path) {
      if let refusal = settings.signed.refusal(of: file, SignedTables.signature(beside: path), path: path) {
        throw .impossible(refusal)
      }
      do {
        return (try TableFile.read(file).table, file)
      } catch {
        throw .impossible("\(path.quoted): \(error)")
      }
    }
    if let refusal = settings.signed.refusal(of: [], nil, path: path) { throw .impossible(refusal) }
    guard let (_, tenant) = try compileOne(path, arguments, briefly: true), let table = tenant.table else { return nil }
    return (table, TableFile.write(table).bytes)
  }

  private func entry(_ table: FlowTable?) throws(Failure) -> RunEntry {
    if let token = settings.resume { return .resume(token: token) }
    guard let table else { throw .usage("name the tenant's folder and the flow to run") }
    let names = table.flows.map(\.name)
    let known = "it has \(names.joined(separator: ", "))"
    guard let flow = settings.flow ?? (names.count == 1 ? names.first : nil) else {
      throw .usage("name the flow of \(table.tenant.quoted) to run", help: known)
    }
    guard names.contains(flow) else {
      throw .usage(
        "the tenant \(table.tenant.quoted) has no flow \(flow.quoted)",
        help: nearest(flow, among: names).map { "did you mean `\($0)`?" } ?? known)
    }
    if let name = settings.application {
      guard let application = table.applications.first(where: { $0.name == name }) else {
        let known = table.applications.map(\.name)
        throw .usage(
          "the tenant \(table.tenant.quoted) has no application \(name.quoted)",
          help: "it has \(known.isEmpty ? "none" : known.joined(separator: ", "))")
      }
      guard application.flows.contains(where: { table.flows[Int($0)].name == flow }) else {
        throw .usage("the application \(name.quoted) may not start the flow \(flow.quoted)")
      }
    }
    let starter = settings.application.map { Starter.client($0) } ?? .operator
    return .start(flow: flow, tenant: table.tenant, by: starter, input: settings.input)
  }

  private func ports(_ key: ServerKey, _ terminal: Terminal?, _ mail: DevelopmentMail) -> EnginePorts {
    // A person sees the mail where they are; a program reads it from the file.
    var show: (@Sendable (Message) async -> Void)?
    if let terminal { show = { await mail.show($0, on: terminal) } }
    var ports = EnginePorts(
      key: key, channel: DevelopmentOutbox(file: settings.outbox, show: show),
      functions: FunctionGateway(folder: functionFolder, settings: settings.functions, log: StandardError.log),
      dictionary: CommonPasswords(),
      log: StandardError.log)
    ports.leaks = leaks
    return ports
  }

  /// The lists of leaked passwords in the tenant's folder.
  private var leaks: LeakedPasswordFiles {
    let folder = functionFolder
    return LeakedPasswordFiles { _ in folder }
  }

  /// Where the tenant's commands are: its folder, or the one that its table lies in.
  private var functionFolder: String {
    guard let path = settings.path else { return "." }
    return TableReading.functionFolder(path)
  }

  /// The command that goes on with a run; none where the run ends with the process.
  private var resumeCommand: (@Sendable (String) -> String)? {
    guard settings.storage.choice != .memory else { return nil }
    var words = ["usher", "run"]
    if let path = settings.path { words.append(path) }
    if settings.storage.choice != .standard { words += ["--storage", settings.storage.choice.text] }
    words += settings.storage.key.words
    if settings.storage.accounts == .plain { words.append("--plain-accounts") }
    if let outbox = settings.outbox { words += ["--outbox", outbox] }
    words += settings.functionOptions
    let command = words.map(ShellWord.quoted).joined(separator: " ")
    return { "\(command) --resume \($0)" }
  }
}
