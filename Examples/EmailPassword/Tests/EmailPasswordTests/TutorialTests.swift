import Testing

/// Each program of the tutorial, in process and against the server that users run, and all that it says.
@Suite(.serialized) struct Tutorial {
  private static let byLink = "flows/email-password"
  private static let byFunction = "Examples/EmailPassword/Flows/by-function"

  @Test(arguments: Way.allCases)
  func `register, confirm, log in`(way: Way) throws {
    let scene = try Scene(way, flows: Self.byLink)
    expect(
      try scene.run("register"),
      says: [
        "Successfully registered user.", "User confirmation failed: invalid token data",
        "Successfully confirmed user.", "Logged in as skroob@example.com.", "Logged out.",
      ])
    let nobody = "Failed to register: cannot find app using Client App ID 'nobody'"
    expect(try scene.run("register", ["--app", "nobody"]), says: [nobody], status: 1)
    guard way == .http else { return }
    expect(try scene.run("register"), says: ["Failed to register: name already in use"], status: 1)
  }

  @Test(arguments: Way.allCases)
  func `resend the confirmation mail`(way: Way) throws {
    expect(
      try Scene(way, flows: Self.byLink).run("resend"),
      says: [
        "Failed to resend confirmation email: user not found", "Confirmation email resent",
        "Successfully confirmed user.", "Failed to resend confirmation email: already confirmed",
      ])
  }

  @Test(arguments: Way.allCases)
  func `run the confirmation function again: success, pending, fail`(way: Way) throws {
    expect(
      try Scene(way, flows: Self.byFunction, sent: "sent.jsonl").run("retry"),
      says: [
        "Failed to retry custom confirmation: user not found", "Logged in as skroob@example.com.",
        "Failed to register: failed to confirm user \"fail@example.com\"", "Custom confirmation retriggered",
        "Successfully confirmed user.",
      ])
  }

  @Test(arguments: Way.allCases)
  func `reset a password by mail`(way: Way) throws {
    expect(
      try Scene(way, flows: Self.byLink).run("reset-by-mail"),
      says: [
        "Reset password email not sent: user not found", "Password reset email sent.", "Password reset successful.",
        "Failed to reset password: userpass token is expired or invalid",
        "Logged in as forgot.my.password@example.com.",
      ])
  }

  @Test(arguments: Way.allCases)
  func `reset a password by a function: pending, fail, success`(way: Way) throws {
    let loggedIn = "Logged in as forgot.my.password@example.com."
    expect(
      try Scene(way, flows: Self.byFunction, sent: "sent.jsonl").run("reset-by-function"),
      says: [
        "Successfully called the password reset function", loggedIn, "Password reset successful.", loggedIn,
        "Password reset failed: failed to reset password for user \"forgot.my.password@example.com\"",
        "Password reset successful!", loggedIn,
      ])
  }

  @Test(arguments: Way.allCases)
  func `completion handlers`(way: Way) throws {
    let scene = try Scene(way, flows: Self.byLink)
    expect(
      try scene.run("with-completion-handlers"),
      says: [
        "Successfully registered user.", "User confirmation failed: invalid token data",
        "Successfully confirmed user.", "Logged in as skroob@example.com.",
        "Failed to send reset password email: user not found", "Successfully sent reset password email.",
        "Successfully reset password.",
        "Failed to reset password: userpass token is expired or invalid",
      ])
    let nobody = "Failed to register: cannot find app using Client App ID 'nobody'"
    expect(try scene.run("with-completion-handlers", ["--app", "nobody"]), says: [nobody])
  }

  @Test(arguments: ["register", "resend", "retry", "reset-by-mail", "reset-by-function", "with-completion-handlers"])
  func `without a server, or without arguments, a program says so`(program: String) throws {
    let lines = try Programs.run(program, ["http://127.0.0.1:1", "--outbox", "/dev/null"]).lines
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains(": No connection came about"), "\(line)") }
    let unsaid = try Programs.run(program, [])
    #expect(unsaid.status == 2 && unsaid.errors.hasPrefix("usage: "))
  }

  @Test func `the flows beside the programs have no problems`() throws {
    let check = try Programs.run(Programs.usher(), ["check", Programs.example + "/Flows", "--deny", "warnings"])
    #expect(check.status == 0, "\(check.lines)")
  }

  @Test func `who has no outbox is asked for the link`() throws {
    let outcome = try Programs.run(
      "reset-by-mail", ["--in-process", Programs.root + "/" + Self.byLink], input: "")
    #expect(outcome.status == 0, "in process there is one: \(outcome)")
    let folder = try TemporaryFolder()
    let server = try Server(Programs.root + "/" + Self.byLink, in: folder)
    let token = String(repeating: "0", count: 128)
    let link = "https://app.example.com/auth?token=\(token)&tokenId=\(token.prefix(24))\n"
    let asked = try Programs.run("register", [server.url], input: link)
    #expect(
      asked.lines.suffix(2) == [
        "The link that was sent to you:", "User confirmation failed: userpass token is expired or invalid",
      ])
    #expect(asked.status == 1)
  }
}
