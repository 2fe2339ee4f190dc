import Glibc
import Testing

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Where things lie: the programs of this package beside the tests, the server's release build in the checkout.
enum Place {
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(5)
    return parts.joined(separator: "/")
  }()

  static let programs: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(0, readlink("/proc/self/exe", &path, path.count))
    let parts = path.prefix(count).split(separator: CChar(UInt8(ascii: "/")), omittingEmptySubsequences: false)
    return parts.dropLast().map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
      .joined(separator: "/")
  }()

  static func server() throws -> String {
    let path = root + "/.build/release/usher"
    guard access(path, X_OK) == 0 else {
      throw Failure(description: "there is no \(path): `make programs` builds the server's release program")
    }
    return path
  }

  static func folder() throws -> String {
    var template = Array("/tmp/usher-tutorials-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no folder") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A program that was started, with its output.
final class Program {
  private let process: pid_t
  private let output: UnsafeMutablePointer<FILE>
  private let folder: String

  /// Starts a program whose standard input is this text.
  init(_ program: String, _ arguments: [String], input: String = "") throws {
    folder = try Place.folder()
    let file = folder + "/input"
    guard let written = fopen(file, "w") else { throw Failure(description: "no input") }
    fputs(input, written)
    fclose(written)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let status = posix_spawn(&child, program, &actions, nil, &words, environ)
    close(ends[1])
    guard status == 0, let stream = fdopen(ends[0], "r") else {
      throw Failure(description: "\(program): \(String(cString: strerror(status)))")
    }
    (process, output) = (child, stream)
  }

  deinit {
    fclose(output)
    unlink(folder + "/input")
    rmdir(folder)
  }

  /// The next line of its output; nil at the end.
  func line() -> String? {
    var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    guard getline(&line, &size, output) > 0, let line else { return nil }
    let text = String(cString: line)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Waits for its end; whether it ended well.
  func end() -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, 0) == process && status == 0
  }

  /// Asks it to end, and waits for that.
  func terminate() {
    kill(process, SIGTERM)
    _ = end()
  }

  /// All that a program says to some input.
  static func lines(_ name: String, _ arguments: [String], input: [String]) throws -> [String] {
    let program = try Program(
      "\(Place.programs)/\(name)", arguments, input: input.map { $0 + "\n" }.joined())
    var lines: [String] = []
    while let line = program.line() { lines.append(line) }
    guard program.end() else { throw Failure(description: "\(name) did not end well: \(lines)") }
    return lines
  }
}

/// `usher serve`, the release build, on a folder of its own.
final class Server {
  let url: String
  let outbox: String
  private let program: Program
  private let folder: String

  init() throws {
    folder = try Place.folder()
    outbox = folder + "/outbox"
    program = try Program(
      try Place.server(),
      [
        "serve", Place.root + "/flows/native-auth", "--listen", "127.0.0.1:0", "--storage", "sqlite:\(folder)/db",
        "--outbox", outbox,
      ])
    guard let line = program.line(), let url = line.split(separator: " ").last, line.hasPrefix("serving ") else {
      throw Failure(description: "the server does not start")
    }
    self.url = String(url)
  }

  deinit {
    program.terminate()
    for file in ["db", "db-wal", "db-shm", "db.key", "outbox"] { unlink("\(folder)/\(file)") }
    rmdir(folder)
  }

  /// How a program talks to it.
  var arguments: [String] { [url, "--outbox", outbox] }
}
