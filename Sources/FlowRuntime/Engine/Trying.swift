package import FlowJSON
package import FlowModel
import FlowThreads

/// A table made ready once for the many small worlds in which cases of its flows are tried.
package struct TriedTable: Sendable {
  /// The table.
  package var table: FlowTable { program.table }
  fileprivate let program: Program
  fileprivate let file: [UInt8]

  /// Makes a table ready.
  package init(_ table: FlowTable) throws(TableFileError) {
    file = TableFile.write(table).bytes
    program = try Program(file: file)
  }
}

/// What trying cases needs of the engine beside what every host has.
///
/// INVARIANT: only over memory that nobody else knows, as its passwords are hashed cheaply. Any other engine does nothing of it.
extension Engine {
  /// An engine over memory in which a case is tried. It hashes passwords at once, with a hash that tells passwords apart and
  /// takes no time; all else is as in every engine.
  package convenience init(trying table: TriedTable, in storage: MemoryStorage, ports: EnginePorts, path: StepPath) {
    var ports = ports
    ports.path = path
    ports.delivers = false
    var hasher = PasswordHasher(key: ports.key)
    hasher.argon2 = .quick
    self.init(storage: storage, ports: ports, hashing: .atOnce, hasher: hasher)
    programs.install(table.program, file: table.file)
  }

  /// The messages that were written since the last call, in the order in which they were: they are gone then. Those that would
  /// come to nobody are not among them.
  package func takeMessages() async -> [Message] {
    if !isTrial { return [] }
    let taken = try? await storage.transact { [key = ports.key] transaction in
      let records = try transaction.messages(dueBy: MessageRecord.never - 1, limit: 1000)
      for record in records { try transaction.removeMessage(record.id) }
      return records.compactMap { RestingMessage($0, key) }
    }
    let sent = (taken ?? []).filter { !$0.isDecoy }
    return sent.sorted { ($0.message.time, $0.number ?? 0) < ($1.message.time, $1.number ?? 0) }.map(\.message)
  }

  /// Uses up what a counter allows a subject, as an address or a name of an account.
  package func useUp(_ counter: Counter, for subject: String, of table: FlowTable) async throws {
    let now = ports.clock.now()
    guard isTrial, let record = CounterRecord.usedUp(counter, for: subject, of: table, now: now, ports.key) else {
      return
    }
    try await storage.transact { try $0.put(record) }
  }

  /// Uses up the guesses at the password of whom an identifier names.
  package func useUpGuesses(at name: Identifier, of table: FlowTable) async throws {
    try await useUp(.guessesAtName, for: name.text, of: table)
  }

  /// What rests of a password here.
  package func rest(of password: String, by hashing: PasswordHashing) -> String? {
    hasher.rest(of: password, by: hashing)
  }

  /// Whether what rests is of this password.
  package func holds(_ password: String, in text: String?) -> Bool {
    if case .match = hasher.compare(password, with: text, by: nil) { true } else { false }
  }
}

extension AccountRecord {
  /// What it holds, with its addresses as they were written.
  package var content: JSONObject? {
    guard case .object(let object)? = try? JSON.parse(attributes) else { return nil }
    return object
  }
}
