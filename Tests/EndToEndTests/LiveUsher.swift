import CSpawn
import FlowJSON
import Glibc
import TestSupport
import Testing

/// Why a live process did not do what a test waits for.
struct Stalled: Error, CustomStringConvertible {
  var description: String
}

/// `usher run … --json` as a process of its own, spoken to line by line.
final class LiveUsher {
  private let process: pid_t
  /// The process's id.
  var processID: Int32 { process }
  private let folder: TemporaryFolder
  private let program = Repository.program("usher")
  private var input: Int32
  private let output: Int32
  private var pending: [UInt8] = []
  private var isRunning = true

  /// Starts `usher` with these arguments; standard error goes to the folder's file `errors`. `shell`: what a shell does
  /// before, such as to set limits.
  init(
    _ arguments: [String], folder: TemporaryFolder, environment: [String: String?] = [:], shell: String = ""
  ) throws {
    let (toChild, fromChild) = (try Self.pipe(), try Self.pipe())
    defer {
      close(toChild.read)
      close(fromChild.write)
    }
    (input, output) = (toChild.write, fromChild.read)
    let errors = open(folder.path + "/errors", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(errors) }
    self.folder = folder
    let words = shell.isEmpty ? arguments : ["-c", shell + "; exec \"$0\" \"$@\"", program] + arguments
    process = try start(
      shell.isEmpty ? program : "/bin/sh", words, environment: environment, folder: folder.path,
      .descriptors([toChild.read, fromChild.write, errors]))
  }

  deinit {
    // Never twice: another test may have opened a file of the same number meanwhile.
    if input >= 0 { close(input) }
    close(output)
    guard isRunning else { return }
    do {
      if try ending(of: process, program, log: log) == nil { kill() }
    } catch {
      Issue.record(error)
    }
  }

  /// The next line of its output; nil at the end.
  func line(seconds: Double = 20) throws -> String? {
    let deadline = now() + seconds
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return line
      }
      guard let more = try readSome(output, until: deadline) else { return nil }
      pending += more
    }
  }

  /// The next reply; throws where there is none.
  func reply() throws -> JSON {
    guard let line = try line() else {
      isRunning = false
      throw Stalled(description: "the output ended; exit code \(try wait(process, 20, program, log: log))")
    }
    return try JSON.parse(line)
  }

  /// Writes one line, whatever it holds.
  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Sends an event and waits for its reply.
  func send(_ event: String, _ input: JSON = [:], token: String? = nil) throws -> JSON {
    write(event, input, token: token)
    return try reply()
  }

  /// Sends an event and waits for nothing.
  func write(_ event: String, _ input: JSON = [:], token: String? = nil) {
    var object: JSONObject = ["event": .string(event), "input": input]
    object["token"] = token.map(JSON.string)
    write(JSON.object(object).text)
  }

  /// Asks it to end.
  func terminate() { Glibc.kill(process, SIGTERM) }

  /// Sends it a signal.
  func signal(_ number: Int32) { Glibc.kill(process, number) }

  /// Asks it to read its files again.
  func hangUp() { Glibc.kill(process, SIGHUP) }

  /// How many files the process has open.
  var openFiles: Int {
    guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// Ends it as a power cut would.
  func kill() {
    Glibc.kill(process, SIGKILL)
    isRunning = false
    do {
      try wait(process, 20, program, sent: SIGKILL, log: log)
    } catch {
      Issue.record(error)
    }
  }

  private func log() -> String { folder.read("errors") ?? "" }

  /// Ends its input and waits for its exit code.
  func finish() throws -> Int32 {
    close(input)
    input = -1
    isRunning = false
    return try wait(process, 20, program, log: log)
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProcessError.system("pipe", errno) }
    return (ends[0], ends[1])
  }
}

/// Seconds of a clock that only moves forward.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// What a descriptor has next; nil at its end. Throws when nothing comes until the deadline.
func readSome(_ descriptor: Int32, until deadline: Double) throws -> [UInt8]? {
  var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard poll(&poller, 1, Int32(max(0, deadline - now()) * 1000)) > 0 else {
    throw Stalled(description: "nothing was written in time")
  }
  var block = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &block, block.count)
  return count > 0 ? Array(block.prefix(count)) : nil
}

extension JSON {
  /// The text at a path of member names; empty where there is none.
  func text(_ path: String...) -> String {
    var value: JSON? = self
    for name in path { value = value?[name] }
    return value?.string ?? ""
  }
}
