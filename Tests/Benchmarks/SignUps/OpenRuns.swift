import Glibc

/// What a server keeps in memory for runs and connections that are open, seen from outside.
enum OpenRuns {
  private static let runs = 10_000
  private static let connections = 1000
  /// How many clients ask at the same time.
  private static let atOnce = 200

  static func measure(usher: String) -> [Row] {
    var template = Array("/var/tmp/usher-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalFlow("no folder for the server") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let server = Server(usher, folder)
    let idle = server.residentBytes()
    // From many addresses, none of which exceeds its rate.
    var clients = (0..<connections).map { Connection(port: server.port, from: $0 % 100) }
    for first in stride(from: 0, to: runs, by: atOnce) {
      let asking = (first..<first + atOnce).map { $0 % connections }
      for (number, index) in asking.enumerated() {
        clients[index].post(
          "/native-auth/signup/v1.0/start",
          "client_id=browser&challenge_type=oob+redirect&username=\(CodeBox.address(first + number))")
      }
      for index in asking { clients[index].receiveAll() }
    }
    let bytes = server.residentBytes()
    for client in clients { close(client.descriptor) }
    server.end()
    for file in ["usher.sqlite", "usher.sqlite-wal", "usher.sqlite-shm", "usher.sqlite.key", "outbox"] {
      unlink("\(folder)/\(file)")
    }
    rmdir(folder)
    return [
      Row(
        "resident memory, 10,000 open runs and 1,000 connections", mebibytes(bytes), bar: "64 MB",
        met: bytes <= 64 << 20, note: "\(mebibytes(idle)) before")
    ]
  }

  private static func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / Double(1 << 20)).rounded(1)) MB" }

  /// A process of `usher serve`.
  private struct Server {
    let process: pid_t
    let port: UInt16

    init(_ usher: String, _ folder: String) {
      let words = [
        usher, "serve", "flows/native-auth", "--listen", "127.0.0.1:0", "--storage", "sqlite:\(folder)/usher.sqlite",
        "--outbox", "\(folder)/outbox",
      ]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { fatalFlow("no pipe") }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addclose(&actions, ends[0])
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      var child = pid_t()
      guard posix_spawn(&child, usher, &actions, nil, &arguments, environ) == 0 else {
        fatalFlow("cannot start \(usher)")
      }
      process = child
      close(ends[1])
      guard let output = fdopen(ends[0], "r") else { fatalFlow("no pipe") }
      defer { fclose(output) }
      var line = [CChar](repeating: 0, count: 512)
      guard fgets(&line, 512, output) != nil, let colon = strrchr(line, Int32(UInt8(ascii: ":"))),
        let port = UInt16(exactly: atoi(colon + 1))
      else { fatalFlow("the server does not start") }
      self.port = port
    }

    /// What it holds of the machine's memory (`VmRSS`, proc(5)).
    func residentBytes() -> Int {
      guard let file = fopen("/proc/\(process)/status", "r") else { fatalFlow("the server has ended") }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, 512, file) != nil {
        if strncmp(line, "VmRSS:", 6) == 0 {
          return line.withUnsafeBufferPointer { $0.baseAddress.map { Int(atoi($0 + 6)) * 1024 } ?? 0 }
        }
      }
      fatalFlow("the system does not tell the server's memory")
    }

    func end() {
      kill(process, SIGTERM)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
  }
}
