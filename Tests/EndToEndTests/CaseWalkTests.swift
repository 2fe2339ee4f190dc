import TestSupport
import Testing

/// `usher test --step` at a real terminal.
@Suite struct CaseWalkTests {
  @Test func `somebody walks through a case, and leaves another one`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["test", Flows.nativeAuth, "--step", "--case", "answers each question"]
    let terminal = try PseudoTerminal(Repository.program("usher"), arguments, folder: folder)
    try terminal.see("signs up with a code, and answers each question")
    try terminal.see("1 of 4  start sign-up -submit-> find-account -missing-> ")
    try terminal.see("  state    prove-email/enter-code")
    try terminal.see("  message  code to ann@example.com")
    try terminal.see("[Enter: go on, q: leave] ")
    for step in 2...4 {
      terminal.enter("")
      try terminal.see("\(step) of 4  submit")
      try terminal.see("[Enter: go on, q: leave] ")
    }
    terminal.enter("")
    try terminal.see("All of it is as expected.")
    #expect(try terminal.finish() == 0)

    let second = try PseudoTerminal(Repository.program("usher"), arguments, folder: folder)
    try second.see("[Enter: go on, q: leave] ")
    second.enter("q")
    #expect(try second.finish() == 4)
  }
}
