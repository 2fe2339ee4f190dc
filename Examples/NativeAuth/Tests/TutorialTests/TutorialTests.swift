import Testing

/// Each program is run as a user runs it, in process and against a server; an empty line for a code has it read from the
/// outbox. What stands between `<` and `>` may be anything.
@Suite("The tutorials", .serialized)
struct TutorialTests {
  enum Way: String, CaseIterable, Sendable {
    case inProcess
    case http
  }

  private func expect(_ program: String, _ arguments: [String], _ input: [String], says expected: [String]) throws {
    let lines = try Program.lines(program, arguments, input: input)
    let read = lines.map { line in
      guard let mark = line.firstRange(of: "Access Token: ") else { return line }
      let token = line[mark.upperBound...].split(separator: ".")
      return line[..<mark.upperBound] + (token.count == 3 ? "<token>" : "none")
    }
    #expect(read == expected)
  }

  /// A server, and how a program talks to it.
  private func arguments(_ way: Way, _ body: ([String]) throws -> Void) throws {
    switch way {
    case .inProcess: try body(["--in-process", Place.root + "/flows/native-auth"])
    case .http:
      let server = try Server()
      try withExtendedLifetime(server) { try body(server.arguments) }
    }
  }

  @Test(arguments: Way.allCases)
  func `sign-up with a code`(way: Way) throws {
    try arguments(way) { arguments in
      try expect(
        "SignUpWithCode", arguments, ["ada@example.com", "", ""],
        says: [
          "Email: ada@example.com", "Verification code sent to a***@example.com", "Send it again?: ", "Code: ",
          "Signed up successfully!", "Signed in as ada@example.com",
        ])
      try expect(
        "SignUpWithCode", arguments, ["bob@example.com", "yes", "12345"],
        says: [
          "Email: bob@example.com", "Verification code sent to b***@example.com", "Send it again?: yes",
          "Verification code sent to b***@example.com again", "Code: 12345",
          "Error verifying code: AADSTS50181: The code is wrong.",
        ])
      try expect("SignUpWithCode", arguments, [], says: ["Email: ", "Email or password not set"])
    }
  }

  @Test(arguments: Way.allCases)
  func `sign-up with a password, and its errors`(way: Way) throws {
    try arguments(way) { arguments in
      try expect(
        "SignUpWithPassword", arguments,
        [
          "ada@example.com", "short", "ada", "Tr0ub4dor-and-more", "ada@example.com", "Tr0ub4dor-and-more", "",
          "ada@example.com", "Tr0ub4dor-and-more",
        ],
        says: [
          "Email: ada@example.com", "Password: short", "Unable to sign up: The password is invalid", "Email: ada",
          "Password: Tr0ub4dor-and-more", "Unable to sign up: The username is invalid", "Email: ada@example.com",
          "Password: Tr0ub4dor-and-more", "Verification code sent to a***@example.com", "Code: ",
          "Attributes required: country, city", "Signed up successfully!", "Signed in as ada@example.com",
          "Email: ada@example.com", "Password: Tr0ub4dor-and-more", "Unable to sign up: User already exists", "Email: ",
        ])
    }
  }

  @Test(arguments: Way.allCases)
  func `attributes at the start`(way: Way) throws {
    try arguments(way) { arguments in
      try expect(
        "SignUpWithAttributes", arguments,
        ["ada@example.com", "Tr0ub4dor-and-more", "4711", "Redmond", ""],
        says: [
          "Email: ada@example.com", "Password: Tr0ub4dor-and-more", "City: 4711", #"Invalid attributes ["city"]"#,
          "City: Redmond", "Verification code sent to a***@example.com", "Code: ", "Signed up successfully!",
        ])
    }
  }

  @Test(arguments: Way.allCases)
  func `attributes over two pages`(way: Way) throws {
    try arguments(way) { arguments in
      try expect(
        "SignUpOverPages", arguments,
        ["ada@example.com", "", "country=Spain, city=Vigo", "age=12", "age=36, newsletter=true, interests=music"],
        says: [
          "Email: ada@example.com", "Verification code sent to a***@example.com", "Code: ",
          "Attributes required: country, city",
          "Attributes: country=Spain, city=Vigo", "Attributes required: age, newsletter, interests",
          "Attributes: age=12", "Attributes invalid: age", "Attributes: age=36, newsletter=true, interests=music",
          "Signed up successfully!",
        ])
    }
  }

  /// An account that a reset can be made of, where the server keeps it.
  private func haveAccount(_ way: Way, _ arguments: [String]) throws {
    guard way == .http else { return }
    _ = try Program.lines(
      "SignUpWithAttributes", arguments, input: ["ada@example.com", "Tr0ub4dor-and-more", "Redmond", ""])
    _ = try Program.lines("SignUpWithCode", arguments, input: ["eve@example.com", "", ""])
  }

  @Test(arguments: Way.allCases)
  func `a reset, its errors, and the sign-in after it`(way: Way) throws {
    try arguments(way) { arguments in
      try haveAccount(way, arguments)
      let noPassword =
        way == .http ? "User is not registered with a password" : "User not found"
      try expect(
        "ResetPassword", arguments,
        ["ada", "nobody@example.com", "eve@example.com", "ada@example.com", "", "Another-Pass-for-Ada"],
        says: [
          "Email: ada", "Invalid username", "Email: nobody@example.com", "User not found", "Email: eve@example.com",
          noPassword, "Email: ada@example.com", "Verification code sent to a***@example.com", "Code: ",
          "New password: Another-Pass-for-Ada", "Password reset completed", "Signed in. Access Token: <token>",
          "Email: ",
        ])
    }
  }

  @Test(arguments: Way.allCases)
  func `errors from whose states a reset goes on`(way: Way) throws {
    try arguments(way) { arguments in
      try haveAccount(way, arguments)
      try expect(
        "ResetPasswordWithStates", arguments,
        ["ada@example.com", "12345678", "", "short", "Another-Pass-for-Ada"],
        says: [
          "Email: ada@example.com", "Verification code sent to a***@example.com", "Code: 12345678",
          "The code is wrong", "Code: ", "New password: short", "The password is not good enough",
          "New password: Another-Pass-for-Ada", "Password reset completed", "Signed in. Access Token: <token>",
        ])
    }
  }

  @Test(arguments: Way.allCases)
  func `the same without delegates`(way: Way) throws {
    try arguments(way) { arguments in
      try expect(
        "AsyncForms", arguments,
        ["ada@example.com", "Tr0ub4dor-and-more", "12345678", "", "Another-Pass-for-Ada", ""],
        says: [
          "Email: ada@example.com", "Password: Tr0ub4dor-and-more", "Verification code sent to a***@example.com",
          "Code: 12345678", "The code is wrong", "Code: ", "Attributes required: country, city",
          "Signed up successfully!", "Signed in. Access Token: <token>", "New password: Another-Pass-for-Ada",
          "Verification code sent to a***@example.com", "Code: ", "Password reset completed",
          "Signed in. Access Token: <token>",
        ])
    }
  }

  @Test
  func `whoever names no server is told how`() throws {
    let program = try Program("\(Place.programs)/SignUpWithCode", [])
    #expect(program.line() == nil && !program.end())
  }
}
