public import CSpawn
import Glibc

/// How a program ended and what it wrote.
public struct ProcessResult: Sendable {
  /// The exit code; 128 and the signal's number, as a shell says it, where a signal ended it.
  public let status: Int32
  /// What it wrote to standard output; empty where that went elsewhere.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String
}

/// Where a program's standard output goes.
public enum ProcessOutput: Sendable {
  /// Into the result.
  case collected
  /// To a file that exists, such as `/dev/full`.
  case file(String)
  /// Into a pipe whose reader is gone.
  case closedPipe
}

/// Why a program could not be run to its end.
public enum ProcessError: Error, CustomStringConvertible {
  /// The system refused, with its error's number.
  case system(String, Int32)
  /// It took longer than it may, and was killed.
  case tooLong(String)
  /// A signal that no test sent has ended it. With the last line that it wrote to standard error.
  case died(String, signal: Int32, lastLine: String)

  /// What happened.
  public var description: String {
    switch self {
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    case .tooLong(let program): "\(program) took too long, and was killed"
    case .died(let program, let signal, let lastLine):
      "\(program) died of signal \(signal) (\(String(cString: strsignal(signal)))); its last line: \(lastLine)"
    }
  }
}

/// Runs a program to its end. `environment` adds to that of the tests, nil takes a name out of it.
public func run(
  _ program: String, _ arguments: [String] = [], input: String = "", environment: [String: String?] = [:],
  folder: String = Repository.root, output: ProcessOutput = .collected, seconds: Double = 180
) throws -> ProcessResult {
  // Files instead of pipes: nobody has to read while the program writes.
  let (inFile, outFile, errFile) = (try temporaryFile(), try temporaryFile(), try temporaryFile())
  defer { for file in [inFile, outFile, errFile] { fclose(file) } }
  let bytes = Array(input.utf8)
  fwrite(bytes, 1, bytes.count, inFile)
  rewind(inFile)

  var out = fileno(outFile)
  switch output {
  case .collected: break
  case .file(let path): out = open(path, O_WRONLY | O_CLOEXEC)
  case .closedPipe:
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProcessError.system("pipe", errno) }
    close(ends[0])
    out = ends[1]
  }
  guard out >= 0 else { throw ProcessError.system("output", errno) }
  defer { if out != fileno(outFile) { close(out) } }

  let descriptors = [fileno(inFile), out, fileno(errFile)]
  let child = try start(program, arguments, environment: environment, folder: folder, .descriptors(descriptors))
  var sent: Int32?
  if case .closedPipe = output { sent = SIGPIPE }
  let status = try wait(child, seconds, program, sent: sent, log: { content(errFile) })
  return ProcessResult(status: status, output: content(outFile), errors: content(errFile))
}

/// What a program has for standard input, output and error.
public enum StandardStreams: Sendable {
  /// Descriptors of this process.
  case descriptors([Int32])
  /// The terminal of this name, which becomes the controlling one of a new session.
  case terminal(String)
}

/// Starts a program and does not wait for it. Every start needs its `wait`.
public func start(
  _ program: String, _ arguments: [String], environment changes: [String: String?] = [:],
  folder: String = Repository.root, _ streams: StandardStreams
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
  switch streams {
  case .descriptors(let descriptors):
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
  case .terminal(let name):
    // The first terminal that the leader of a new session opens becomes its controlling terminal.
    for number: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR, 0) }
    flags |= 0x80  // POSIX_SPAWN_SETSID
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, 3)
  posix_spawn_file_actions_addchdir_np(&actions, folder)
  // The test runner may ignore signals that a user's shell does not.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, flags)

  var variables: [String] = []
  var next = process_environment()
  while let variable = next?.pointee {
    let text = String(cString: variable)
    if !changes.keys.contains(where: { text.hasPrefix($0 + "=") }) { variables.append(text) }
    next = next?.advanced(by: 1)
  }
  variables += changes.compactMap { name, value in value.map { "\(name)=\($0)" } }

  var words = ([program] + arguments).map { strdup($0) } + [nil]
  var settings = variables.map { strdup($0) } + [nil]
  defer { for pointer in words + settings { free(pointer) } }
  var child = pid_t()
  let error = posix_spawn(&child, program, &actions, &attributes, &words, &settings)
  if error != 0 { throw ProcessError.system(program, error) }
  return child
}

/// Waits until a child has ended; its exit code, as `ProcessResult.status` says it. Kills it when it takes too long.
///
/// A child that dies of another signal than the one `sent` is an error: no program of ours may end so. `log` is what it wrote
/// to standard error.
@discardableResult
public func wait(
  _ child: pid_t, _ seconds: Double = 20, _ program: String = "the program", sent: Int32? = nil,
  log: () -> String = { "" }
) throws -> Int32 {
  for _ in 0..<Int(seconds * 500) {
    if let status = try ending(of: child, program, sent: sent, log: log) { return status }
    usleep(2_000)
  }
  kill(child, SIGKILL)
  var status: Int32 = 0
  waitpid(child, &status, 0)
  throw ProcessError.tooLong(program)
}

/// How a child has ended, as `wait` says it; nil while it runs. It can be asked until it has ended, and no longer.
public func ending(
  of child: pid_t, _ program: String, sent: Int32? = nil, log: () -> String = { "" }
) throws -> Int32? {
  var status: Int32 = 0
  let ended = waitpid(child, &status, WNOHANG)
  if ended < 0, errno != EINTR { throw ProcessError.system("waitpid", errno) }
  guard ended == child else { return nil }
  let signal = status & 0x7F
  guard signal != 0 else { return (status >> 8) & 0xFF }
  guard signal == sent else {
    let lastLine = log().split(whereSeparator: \.isNewline).last
    throw ProcessError.died(program, signal: signal, lastLine: lastLine.map(String.init) ?? "none")
  }
  return 128 + signal
}

private func temporaryFile() throws -> UnsafeMutablePointer<FILE> {
  guard let file = tmpfile() else { throw ProcessError.system("tmpfile", errno) }
  return file
}

private func content(_ file: UnsafeMutablePointer<FILE>) -> String {
  rewind(file)
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += block[0..<count]
  }
}

extension Repository {
  /// The folder of the programs that users run: the release build, as `make test` leaves it there. `USHER_PROGRAMS` names
  /// another one, such as that of a build with sanitizers.
  public static let programs = getenv("USHER_PROGRAMS").map { String(cString: $0) } ?? "\(root)/.build/release"

  /// The path of a program of this package.
  public static func program(_ name: String) -> String { "\(programs)/\(name)" }
}

/// A folder that lives as long as the value.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    var name = Array("/tmp/usher-test.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw ProcessError.system("mkdtemp", errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = try? run("/bin/rm", ["-rf", path], folder: "/") }

  /// Writes a file into the folder, making the folders on the way.
  public func write(_ name: String, _ text: String) {
    let parts = name.split(separator: "/").dropLast()
    for count in parts.indices { mkdir(path + "/" + parts[...count].joined(separator: "/"), 0o777) }
    writeFile(path + "/" + name, Array(text.utf8))
  }

  /// Makes a symbolic link in the folder.
  public func link(_ name: String, to target: String) throws {
    guard symlink(target, path + "/" + name) == 0 else { throw ProcessError.system("symlink", errno) }
  }

  /// The text of a file of the folder; nil if it is not there.
  public func read(_ name: String) -> String? {
    readFile(path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }
}
