import FlowRuntime
import FlowStorageSQLite
import Glibc

/// Where runs and accounts rest, how, and the key that they rest under.
struct StorageAccess {
  var choice = StorageChoice.standard
  var key = KeySource.standard
  var accounts = AccountsAtRest.sealed

  static let options =
    [
      Option("storage", value: "WHERE", "sqlite:PATH, postgres://… or memory; the default is sqlite:usher.sqlite")
    ] + keyOptions + [
      Option("plain-accounts", nil, "keep accounts readable for the database's own tools, in place of sealed")
    ]

  /// The options of whatever looks at a server's storage.
  static let presentOptions =
    [
      Option("storage", value: "WHERE", "the server's storage; the default is sqlite:usher.sqlite")
    ] + keyOptions

  static let keyOptions = [
    Option("key", value: "FILE", "the server's key; the default is the database's name with .key"),
    Option("key-command", value: "COMMAND", "a command of the shell that prints the server's key, in place of --key"),
  ]

  /// What the options say.
  init(_ arguments: Arguments) throws(Failure) {
    if let text = arguments.value("storage") {
      guard let choice = StorageChoice(text) else {
        throw .usage(
          "the option `--storage` cannot be \(StorageChoice.withoutPassword(text).quoted)",
          help: "it takes `memory`, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`")
      }
      self.choice = choice
    }
    switch (arguments.value("key"), arguments.value("key-command")) {
    case (let file?, nil): key = .file(file)
    case (nil, let command?): key = .command(command)
    case (nil, nil): break
    default: throw .usage("`--key` and `--key-command` are two places for one key")
    }
    if arguments.has("plain-accounts") { accounts = .plain }
  }

  init() {}

  /// Opens the storage under its key. `looking`: a damaged file is refused, if it is small enough to be looked through.
  func open(_ key: ServerKey, _ log: any OperatorLog, looking: Bool = false) async throws(Failure) -> any Storage {
    if looking { tellOfAnEmptied(log) }
    let base = try await openUnsealed(log)
    if looking { try await refuseDamaged(base, log) }
    // What ends with the process lies where no one comes to.
    if choice == .memory { return base }
    do {
      return try await SealedStorage.open(over: base, key: key, accounts: accounts, log: log)
    } catch {
      await base.close()
      throw failure(error)
    }
  }

  /// Opens storage that must be there, in whichever form its accounts rest, beside a server: nothing is made or migrated.
  /// `isWriting`: accounts are written.
  func openPresent(
    isWriting: Bool = false, _ log: any OperatorLog = StandardError.log
  ) async throws(Failure) -> any Storage {
    try await openLayers(isWriting: isWriting, log).storage
  }

  /// The same, with what lies below the seals, and the key.
  func openLayers(
    isWriting: Bool, _ log: any OperatorLog
  ) async throws(Failure) -> (storage: any Storage, base: any Storage, key: ServerKey) {
    try demandDatabase()
    let key = try presentKey()
    let base = try await openUnsealed(migrating: false, log)
    do throws(SealingError) {
      let storage = try await SealedStorage.open(over: base, key: key, accounts: nil, isWriting: isWriting, log: log)
      return (storage, base, key)
    } catch {
      await base.close()
      throw failure(error)
    }
  }

  /// Opens the storage as it rests.
  func openUnsealed(migrating: Bool = true, _ log: any OperatorLog = NoPorts()) async throws(Failure) -> any Storage {
    do { return try await choice.open(migrating: migrating, log) } catch {
      throw .impossible("\(choice.name): \(error)")
    }
  }

  /// Tells of a database that begins anew beside a key that was made before: that is made with its database.
  private func tellOfAnEmptied(_ log: any OperatorLog) {
    guard case .sqlite(let path) = choice, case .beside = key, !isPresent, let keyFile else { return }
    var status = stat()
    guard stat(keyFile, &status) == 0, time(nil) - status.st_mtim.tv_sec > 3 else { return }
    log.write(
      LogEntry(
        .warning,
        "the database \(path.quoted) is empty, and the key beside it is older: if there were accounts, they are gone from "
          + "here; end the server, and put back a copy of the database"))
  }

  /// The size of a database that is looked through at a start, in bytes: some tenths of a second.
  private static let quickSize = 64 << 20

  /// Refuses a file that is damaged, and tells of one that others can read.
  private func refuseDamaged(_ base: any Storage, _ log: any OperatorLog) async throws(Failure) {
    guard case .sqlite(let path) = choice, let database = base as? SQLiteStorage else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & 0o077 != 0 {
      log.write(
        LogEntry(
          .warning, "the database \(path.quoted) can be read or written by others than its owner: `chmod 600` it"))
    }
    guard status.st_size <= Self.quickSize else { return }
    do throws(StorageError) {
      guard let problem = try await database.problems(quickly: true).first else { return }
      throw .corrupted(problem)
    } catch {
      await base.close()
      throw .impossible(
        "\(path.quoted) is damaged (\(error)): was a backup put in its place with the `-wal` and `-shm` of another one left "
          + "beside it? `usher storage check` tells more; nothing was changed")
    }
  }

  /// Whether there is something that was kept before.
  var isPresent: Bool {
    switch choice {
    case .memory: false
    case .sqlite(let path): fileSize(path).map { $0 > 0 } ?? false
    case .postgres: true
    }
  }

  /// What to say where rows cannot be read.
  func failure(_ error: SealingError) -> Failure {
    let seal = "`usher storage seal --storage \(choice.text)"
    switch error {
    case .storage(let error): return .impossible("\(choice.text): \(error)")
    case .otherKey(let fingerprints):
      return .impossible(
        "\(choice.text) is sealed under another key than this one: "
          + (fingerprints.isEmpty ? "nothing opens with it" : "it asks for \(fingerprints.joined(separator: ", "))")
          + "; nothing was changed")
    case .notSealed:
      return .impossible(
        "the accounts in \(choice.text) were written by an earlier version, which did not seal them: "
          + "stop all servers, make a copy, and run \(seal)` once")
    case .unfinished(let form):
      return .impossible(
        "a change of all accounts in \(choice.text) was begun and not ended: stop all servers, and run "
          + "\(seal)\(form == .plain ? " --plain-accounts" : "")`")
    case .shared(let account):
      return .impossible(
        "account \(account) in \(choice.text) has an address or a name that another account has, too, as two servers with "
          + "other master keys wrote at the same time: take one of the two away (`usher accounts delete`), and run \(seal)` "
          + "again")
    case .otherForm(let form):
      return .impossible(
        "the accounts in \(choice.text) are \(form == .plain ? "plain: give" : "sealed: leave out") `--plain-accounts`, "
          + "or change them with \(seal)\(form == .plain ? "" : " --plain-accounts")`")
    }
  }

  /// The server's key, which must be there.
  func presentKey() throws(Failure) -> ServerKey {
    if let keyFile, access(keyFile, F_OK) != 0 {
      throw .impossible("the key file \(keyFile.quoted) cannot be read: \(reason(errno))")
    }
    return try serverKey()
  }

  /// The server's key; a file of its own is made for a new database.
  func serverKey() throws(Failure) -> ServerKey {
    ProcessSecrecy.begin()
    if case .command(let command) = key { return try KeyCommand.run(command) }
    switch (key.file, choice) {
    case (let key?, .memory), (let key?, .postgres): return try KeyFile.load(key)
    case (nil, .postgres):
      throw .usage(
        "where is the server's key?",
        help: "nodes over one database share it: name its file with `--key`, or `--key-command`")
    case (_, .sqlite(let path)):
      // What rests in a database opens with its keys alone: with a new one all of it would be lost. The database is looked
      // for first, as another process may make both meanwhile.
      let hasDatabase = fileSize(path).map { $0 > 0 } ?? false
      let key = keyFile ?? path
      guard hasDatabase, access(key, F_OK) != 0, errno == ENOENT else { return try KeyFile.load(key) }
      throw .impossible(
        "the key of the database \(path.quoted) is missing: there is no file \(key.quoted); put it back from a copy, or say "
          + "where it is with `--key`; nothing was changed")
    case (nil, .memory):
      guard let key = ServerKey.random() else { throw .impossible("the system gives no random bytes") }
      return key
    }
  }

  /// The file of the key: the one that is named, or the one beside the database; nil where there is none.
  var keyFile: String? {
    switch (key, choice) {
    case (.command, _), (.beside, .memory), (.beside, .postgres): nil
    case (.file(let file), _): file
    // One database has one key, whatever links lead to it.
    case (.beside, .sqlite(let path)): (resolved(path) ?? path) + ".key"
    }
  }
}

/// Where the server's key comes from.
enum KeySource: Hashable {
  /// A file beside the database.
  case beside
  case file(String)
  /// What a command prints.
  case command(String)

  static let standard = KeySource.beside

  fileprivate var file: String? { if case .file(let file) = self { file } else { nil } }

  /// As it is given on the command line.
  var words: [String] {
    switch self {
    case .beside: []
    case .file(let file): ["--key", file]
    case .command(let command): ["--key-command", command]
    }
  }
}

/// The size of a file in bytes; nil where there is none.
private func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}
