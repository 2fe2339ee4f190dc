import FlowTerminal
import Glibc
import TestSupport
import Testing

/// A pseudo-terminal: the side of the person, and the name of the program's side.
private final class PseudoTerminal: Sendable {
  let person: Int32
  let name: String

  init?() {
    // What unlockpt(3) and ptsname(3) do; Swift's Glibc has neither.
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, Int32) = (0, 0)
    guard person >= 0, ioctl(person, unlock, &locked) == 0, ioctl(person, getNumber, &number) == 0 else { return nil }
    name = "/dev/pts/\(number)"
  }

  deinit { close(person) }

  func type(_ text: String) { write(person, text, text.utf8.count) }
  func see(_ text: String) -> String { read(person, until: text) }

  var hasEcho: Bool {
    var settings = termios()
    tcgetattr(person, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Starts the fixture with this as its controlling terminal.
  /// `inSession`: of its own, as a log-in shell's; otherwise in a process group of its own, as a shell's job.
  func start(_ arguments: String..., inSession: Bool = true) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a new session opens becomes its controlling terminal.
    for descriptor: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, inSession ? newSession : Int16(POSIX_SPAWN_SETPGROUP))
    let path = Repository.program("TerminalFixture")
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    #expect(posix_spawn(&process, path, &actions, &attributes, &arguments, environ) == 0)
    return process
  }
}

/// The exit code of a process, or minus the signal it died of.
private func exitCode(_ process: pid_t) -> Int32 {
  var status: Int32 = 0
  for _ in 0..<1000 {
    if waitpid(process, &status, WNOHANG) == process {
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
    usleep(10_000)
  }
  kill(process, SIGKILL)
  waitpid(process, &status, 0)
  return .min
}

@Suite struct RealTerminalTests {
  @Test func `what is typed at a hidden prompt is not seen, and the echo comes back`() throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start()
    #expect(terminal.see("Name: ").hasSuffix("Name: "))
    terminal.type("Ada\n")
    let screen = terminal.see("Password: ")
    #expect(screen.contains("Ada\r\ngot line(\"Ada\")\r\n"))
    #expect(!terminal.hasEcho)
    terminal.type("s3cr3t\n")
    // The fixture itself reports the password once.
    #expect(terminal.see("bye").components(of: "s3cr3t") == 1)
    #expect(exitCode(process) == 0)
    #expect(terminal.hasEcho)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal at a hidden prompt restores the terminal and leaves in order`(number: Int32) throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start()
    _ = terminal.see("Name: ")
    terminal.type("Ada\n")
    _ = terminal.see("Password: ")
    #expect(!terminal.hasEcho)
    if number == SIGINT { terminal.type("half\u{3}") } else { kill(process, number) }
    #expect(terminal.see("bye").contains("got interrupted\r\nbye"))
    #expect(exitCode(process) == 0)
    #expect(terminal.hasEcho)
  }

  @Test func `a second Ctrl-C leaves at once`() throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start("busy")
    _ = terminal.see("Name: ")
    terminal.type("\u{3}")
    #expect(terminal.see("busy").contains("got interrupted"))
    terminal.type("\u{3}")
    #expect(exitCode(process) == 128 + SIGINT)
  }

  @Test func `a stop at a hidden prompt gives the terminal back, and going on hides again`() throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start(inSession: false)
    _ = terminal.see("Name: ")
    terminal.type("Ada\n")
    _ = terminal.see("Password: ")
    #expect(!terminal.hasEcho)
    kill(process, SIGTSTP)
    var status: Int32 = 0
    for _ in 0..<500 {
      if waitpid(process, &status, WUNTRACED | WNOHANG) != 0 { break }
      usleep(10_000)
    }
    #expect(status & 0xFF == 0x7F)
    #expect(terminal.hasEcho)
    kill(process, SIGCONT)
    for _ in 0..<500 where terminal.hasEcho { usleep(10_000) }
    #expect(!terminal.hasEcho)
    terminal.type("x\n")
    _ = terminal.see("bye")
    #expect(exitCode(process) == 0)
  }

  @Test func `without a descriptor left prompts work as ever, and the first Ctrl-C leaves at once`() throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start("crowded")
    _ = terminal.see("Name: ")
    terminal.type("Ada\n")
    #expect(terminal.see("Password: ").contains("got line(\"Ada\")"))
    terminal.type("\u{3}")
    #expect(exitCode(process) == -SIGINT)
  }

  @Test func `Ctrl-D is the end of input`() throws {
    let terminal = try #require(PseudoTerminal())
    let process = terminal.start()
    _ = terminal.see("Name: ")
    terminal.type("\u{4}")
    #expect(terminal.see("bye").contains("got end"))
    #expect(exitCode(process) == 0)
  }

  @Test func `without a terminal prompts are plain lines and passwords are read as lines`() async throws {
    let input = try #require(temporaryFile(Array("Ada\r\nsecret\n\u{FF}".utf8) + [0xFF, 0x0A]))
    let output = try #require(temporaryFile())
    defer {
      fclose(input)
      fclose(output)
    }
    let terminal = Terminal(input: fileno(input), output: fileno(output), errors: fileno(output), watchesSignals: false)
    #expect(await terminal.readLine(prompt: "Name: ", isHidden: false) == .line("Ada"))
    #expect(await terminal.readLine(prompt: "Password: ", isHidden: true) == .line("secret"))
    #expect(await terminal.readLine(prompt: "X: ", isHidden: false) == .notText)
    #expect(await terminal.readLine(prompt: "Y: ", isHidden: false) == .end)
    #expect(contents(output) == "Name: \nPassword: \nX: \nY: \n")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let first = rest.firstIndex(of: Character(String(text.prefix(1)))) {
      rest = rest[first...]
      if rest.hasPrefix(text) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
