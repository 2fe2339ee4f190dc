import Glibc
import TestSupport
import Testing

/// A person signs up at a real terminal.
@Suite struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func usher(_ arguments: String..., environment: [String: String?] = ["NO_COLOR": "1"]) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(Repository.program("usher"), arguments, folder: folder, environment: environment)
  }

  /// The code in the mail that is shown next.
  private func code(_ terminal: PseudoTerminal) throws -> String {
    try terminal.see("Your code is ")
    return String(try terminal.see(".").dropLast())
  }

  @Test func `someone signs up with the code that was mailed`() throws {
    let terminal = try usher("run", Flows.nativeAuth, "sign-up")
    try terminal.see("== Create your account ==\n  E-mail address: ")
    terminal.enter("ada")
    try terminal.see("! Please give an e-mail address, such as ada@example.com.\n  E-mail address: ")
    terminal.enter("ada@example.com")
    for label in ["Country (optional): ", "City (optional): "] {
      try terminal.see(label)
      terminal.enter("")
    }
    #expect(try terminal.see("Your code is ").contains("Mail to ada@example.com (Sign up)"))
    let code = String(try terminal.see(".").dropLast())
    try terminal.see("A code of 8 digits was sent to a***@example.com by e-mail.")
    try terminal.see("Code (8 digits): ")
    terminal.enter(code == "00000000" ? "11111111" : "00000000")
    try terminal.see("! The code is wrong.\n  Code (8 digits): ")
    terminal.enter(code)
    try terminal.see("Country: ")
    terminal.enter("Norway")
    try terminal.see("City: ")
    terminal.enter("Oslo")
    try terminal.see("Age (whole number, 16 to 150): ")
    terminal.enter("12")
    try terminal.see("! ")
    try terminal.see("Age (whole number, 16 to 150): ")
    terminal.enter("36")
    try terminal.see("Send me news (y/n): ")
    terminal.enter("y")
    try terminal.see("Interests (optional): ")
    terminal.enter("1, code")
    try terminal.see("== Completed ==\n  E-mail address: ada@example.com\n")
    try terminal.see("Grant for sign-in: ")
    #expect(try terminal.finish() == 0)
    #expect(!terminal.screen.contains("\u{1B}"))

    let again = try usher("run", Flows.nativeAuth, "sign-up", "--input", #"{"email":"ada@example.com"}"#)
    try again.see("You have an account already. Sign in instead.")
  }

  @Test func `a password is never seen`() throws {
    let terminal = try usher("run", Flows.nativeAuth, "sign-up-password")
    try terminal.see("Which way on? [1]: ")
    terminal.enter("")
    try terminal.see("E-mail address: ")
    terminal.enter("ada@example.com")
    try terminal.see("Password: ")
    #expect(!terminal.hasEcho)
    terminal.enter("sh0rt")
    // The rest of the page is asked for before the service judges.
    for label in ["Country (optional): ", "City (optional): "] {
      try terminal.see(label)
      terminal.enter("")
    }
    try terminal.see("! The password is too short.\n  E-mail address [ada@example.com]: ")
    terminal.enter("")
    try terminal.see("Password: ")
    terminal.enter("Correct-Horse-7")
    for label in ["Country (optional): ", "City (optional): "] {
      try terminal.see(label)
      terminal.enter("")
    }
    let code = try code(terminal)
    try terminal.see("Code (8 digits): ")
    #expect(terminal.hasEcho)
    terminal.enter(code)
    for answer in ["Country: ": "Norway", "City: ": "Oslo", "150): ": "36", "(y/n): ": "n", "(optional): ": ""]
      as KeyValuePairs
    {
      try terminal.see(answer.key)
      terminal.enter(answer.value)
    }
    try terminal.see("== Completed ==")
    #expect(try terminal.finish() == 0)
    #expect(!terminal.screen.contains("sh0rt") && !terminal.screen.contains("Horse"))
  }

  @Test func `Ctrl-C leaves a run, and another process goes on with it`() throws {
    let terminal = try usher("run", Flows.nativeAuth, "sign-up", "--input", #"{"email":"ada@example.com"}"#)
    let code = try code(terminal)
    try terminal.see("Code (8 digits): ")
    terminal.type("\u{3}")
    try terminal.see("To go on: usher run \(Flows.nativeAuth) --resume ")
    let token = String(try terminal.see("\n").dropLast())
    #expect(try terminal.finish() == 4)

    let next = try usher("run", "--resume", token)
    try next.see("== Enter the code ==")
    try next.see("Code (8 digits): ")
    next.enter("/resend")
    try next.see("! Too many codes were sent; wait a while.")
    try next.see("Code (8 digits): ")
    next.enter(code)
    try next.see("== Where do you live? ==\n  Country: ")
    // The end of input leaves as well.
    next.type("\u{4}")
    try next.see("To go on: usher run --resume ")
    let newer = String(try next.see("\n").dropLast())
    #expect(try next.finish() == 4)
    #expect(newer != token)

    // The token that was used up goes nowhere, and does no harm.
    let stale = try usher("run", "--resume", token)
    try stale.see("! ")
    #expect(try stale.finish() == 3)
    let last = try usher("run", "--resume", newer)
    try last.see("== Where do you live? ==\n  Country: ")
    last.enter("/quit")
    #expect(try last.finish() == 4)
  }

  @Test func `there is colour on a terminal, and none where nobody wants it`() throws {
    for (environment, hasColour) in [
      (["NO_COLOR": nil, "TERM": "xterm"], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
    ]
      as [([String: String?], Bool)]
    {
      let terminal = try usher("run", Flows.nativeAuth, "sign-up", environment: environment)
      try terminal.see("E-mail address: ")
      #expect(terminal.screen.contains("\u{1B}[") == hasColour)
    }
  }

  @Test func `what --color says goes before what the terminal is`() throws {
    for (choice, environment, hasColour) in [
      ("never", ["NO_COLOR": nil, "TERM": "xterm"], false), ("always", ["TERM": "dumb"], true),
    ]
      as [(String, [String: String?], Bool)]
    {
      let terminal = try usher("run", Flows.nativeAuth, "sign-up", "--color", choice, environment: environment)
      try terminal.see("E-mail address: ")
      #expect(terminal.screen.contains("\u{1B}[") == hasColour)
    }
  }

  @Test func `an outbox that cannot be written to is told before the run begins`() throws {
    let result = try folder.usher("run", Flows.nativeAuth, "sign-up", "--outbox", "absent/mail", input: "")
    #expect(result.status == 3 && result.output == "")
    #expect(
      result.errors == "usher run: the outbox \"absent/mail\" cannot be written to: No such file or directory\n")
  }

  @Test func `a function's command that is not there is told before the run begins`() throws {
    #expect(try run("/bin/cp", ["-r", Flows.emailPassword, folder.path + "/t"]).status == 0)
    #expect(try run("/bin/rm", [folder.path + "/t/functions/confirm-user.sh"]).status == 0)
    let result = try folder.usher("run", "t", "register", input: "")
    #expect(
      result.errors.contains("the function `confirm-user` runs `functions/confirm-user.sh`, which is not in `t`\n"))
  }

  @Test func `without a terminal the same dialogue is plain lines`() throws {
    let result = try folder.usher("run", Flows.nativeAuth, "sign-up", input: "ada@example.com\nNorway\n\n")
    // The input is over before the run is.
    #expect(result.status == 4)
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.contains("== Enter the code =="))
    #expect(result.errors.hasPrefix("To go on: usher run \(Flows.nativeAuth) --resume "))
  }
}
