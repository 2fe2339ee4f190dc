import CPostgres
import FlowRuntime
import Glibc

/// A connection in pipeline mode: statements are sent without waiting for those before, and answers are read where somebody
/// wants one, or at the commit. So what a step reads in a row costs a round trip each, and all that it writes costs one.
///
/// INVARIANT: used by one thread.
final class Connection {
  private let handle: OpaquePointer
  /// Names of prepared statements, by the address of their text, which is a literal.
  private var names: [UnsafePointer<UInt8>: String] = [:]
  /// Those whose preparation has not been answered. Behind a failure it is not carried out.
  private var unanswered: [UnsafePointer<UInt8>] = []
  /// How many were ever prepared.
  private var preparations = 0
  /// Of the statements that were sent and whose answers have not been read: whether somebody wants it.
  private var unread: [Bool] = []
  /// The first since it was last set to nil.
  var failure: Failure?

  /// Connects and sets the session up.
  init(_ settings: String) throws(Failure) {
    // What the connection string says itself has the last word.
    let fallback = [
      "application_name", "usher", "connect_timeout", "5", "target_session_attrs", "read-write", "keepalives_idle",
      "10",
      "keepalives_interval", "5", "keepalives_count", "3", "tcp_user_timeout", "15000",
    ]
    let words = fallback.map { strdup($0) }
    defer { for word in words { free(word) } }
    let pointers = words.map { UnsafePointer($0) } + [nil]
    guard let handle = pointers.withUnsafeBufferPointer({ lazy_pg_connect(settings, $0.baseAddress) }) else {
      throw .lost("no memory")
    }
    self.handle = handle
    guard lazy_pg_is_open(handle) != 0 else {
      let reason = lastError
      // libpq repeats what it took for an option: where a password has a `/` or a `#`, that is a part of it.
      if reason.contains("connection option") || reason.contains("invalid port") {
        throw .final(
          .unavailable("the connection string cannot be used: encode what is special in it, as `%2F` for `/`"))
      }
      throw .lost(reason)
    }
  }

  deinit { lazy_pg_end(handle) }

  var isOpen: Bool { lazy_pg_is_open(handle) != 0 }

  private var lastError: String { oneLine(lazy_pg_error(handle)) }

  /// Runs statements that return nothing, outside the pipeline.
  func run(script: String) throws(Failure) { _ = try answer(to: script) }

  /// What a statement answers, outside the pipeline: texts.
  func answer(to script: String) throws(Failure) -> Rows {
    guard let result = lazy_pg_run(handle, script) else { throw .lost(lastError) }
    let rows = Rows(result)
    if lazy_pg_kind(result) != lazy_pg_done { throw failure(of: result) }
    return rows
  }

  func beginPipeline() throws(Failure) {
    guard lazy_pg_begin_pipeline(handle) != 0 else { throw .lost(lastError) }
  }

  // MARK: In the pipeline

  /// Sends a statement; `synchronise` returns its answer where it is wanted.
  func send(_ statement: StaticString, _ values: [Value] = [], isWanted: Bool = false) throws(StorageError) {
    guard failure == nil else { throw refused }
    var name = names[statement.utf8Start]
    if name == nil {
      let new = "s\(preparations)"
      preparations += 1
      guard lazy_pg_prepare(handle, new, statement.description) != 0 else { throw note(.lost(lastError)) }
      (names[statement.utf8Start], name) = (new, new)
      unanswered.append(statement.utf8Start)
      unread.append(false)
    }
    let wires = values.map(\.wire)
    var all: [UInt8] = []
    for wire in wires { all += wire }
    // An address for each, also where there are no bytes: null would be NULL.
    all.append(0)
    let sent = all.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { bytes in
        var places: [UnsafePointer<CChar>?] = []
        var start = bytes.baseAddress
        for wire in wires {
          places.append(start)
          start = start?.advanced(by: wire.count)
        }
        return lazy_pg_send(
          handle, name, Int32(wires.count), places, wires.map { Int32($0.count) }, wires.map { _ in 1 })
      }
    }
    guard sent != 0 else { throw note(.lost(lastError)) }
    unread.append(isWanted)
  }

  /// Waits for all answers, and returns those that are wanted, in their order.
  @discardableResult
  func synchronise() throws(StorageError) -> [Rows] {
    guard failure == nil else { throw refused }
    return try read()
  }

  /// Waits for all answers, also where one of them was a failure already.
  @discardableResult
  private func read() throws(StorageError) -> [Rows] {
    guard lazy_pg_synchronise(handle) != 0 else { throw note(.lost(lastError)) }
    let sent = unread
    unread = []
    var rows: [Rows] = []
    var statement = 0
    var isAnswered = false
    while true {
      guard let result = lazy_pg_next(handle) else {
        // The end of one statement's results; a second one in a row is the end of the connection.
        guard isAnswered else { throw note(.lost(lastError)) }
        (statement, isAnswered) = (statement + 1, false)
        continue
      }
      let answer = Rows(result)
      switch lazy_pg_kind(result) {
      case lazy_pg_synchronised:
        if failure != nil { for statement in unanswered { names[statement] = nil } }
        unanswered = []
        if let failure { throw failure.error }
        return rows
      case lazy_pg_done:
        if statement < sent.count, sent[statement] { rows.append(answer) }
      case lazy_pg_aborted: break
      default: note(failure(of: result))
      }
      isAnswered = true
    }
  }

  /// Ends the transaction under way; false where the connection is of no use any more.
  func rollBack() -> Bool {
    failure = nil
    do throws(StorageError) {
      try send("ROLLBACK")
      try read()
      return true
    } catch {
      failure = nil
      return false
    }
  }

  // MARK: Failures

  private func failure(of result: OpaquePointer) -> Failure {
    Failure(state: lazy_pg_state(result).map { String(cString: $0) }, message: oneLine(lazy_pg_message(result)))
  }

  /// Notes what is wrong with what was read, so that nothing of the transaction is kept.
  @discardableResult
  func note(_ failure: Failure) -> StorageError {
    self.failure = self.failure ?? failure
    return failure.error
  }

  private var refused: StorageError { failure?.error ?? .closed }
}

/// A message of libpq's in one line.
private func oneLine(_ text: UnsafePointer<CChar>?) -> String {
  guard let text else { return "unknown" }
  return String(cString: text).split(whereSeparator: \.isNewline).joined(separator: "; ")
}
