import TestSupport
import Testing

/// A program outside of this repository that depends on it by its path and imports a client's library alone.
///
/// Its build is not that of the repository, which whoever runs the tests holds; it lies in `.build/outside`, has nothing but the
/// few modules that a client needs, and is kept, so that the next run makes little anew.
@Suite(.serialized) struct OutsideTests {
  private static let scratch = Repository.root + "/.build/outside"

  private static let package = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "outside",
      dependencies: [.package(name: "usher", path: "\(Repository.root)")],
      targets: [
        .executableTarget(name: "outside-email", dependencies: [.product(name: "EmailPasswordAuth", package: "usher")]),
        .executableTarget(name: "outside-native", dependencies: [.product(name: "NativeAuth", package: "usher")]),
      ]
    )
    """

  private static let email = """
    import EmailPasswordAuth

    let app = App(id: "realm-by-link", baseURL: CommandLine.arguments[1])
    do {
      try await app.emailPasswordAuth.registerUser(email: "ada@example.com", password: "Tea-at-5-oclock")
      print("Successfully registered user.")
    } catch {
      // The error's type is known here, and so is that of what it holds.
      switch error.connection?.code {
      case .unreachable: print("unreachable")
      case let code?: print("no answer: \\(code)")
      case nil: print("\\(error.code): \\(error.localizedDescription)")
      }
    }
    """

  private static let native = """
    import NativeAuth

    print("linked")
    """

  /// What nobody needs who talks HTTP, as a symbol of it begins: the length of its name, then the name.
  private static let unwanted = [
    "FlowRuntime", "FlowModel", "FlowCompiler", "FlowYAML", "FlowHTTP", "FlowTokens", "FlowExpression",
  ]

  @Test func `it builds, it runs, and no server, engine or compiler is in it`() throws {
    let folder = try TemporaryFolder()
    folder.write("Package.swift", Self.package)
    folder.write("Sources/outside-email/main.swift", Self.email)
    folder.write("Sources/outside-native/main.swift", Self.native)
    let swift = try run("/bin/sh", ["-c", "command -v swift"]).output.split(separator: "\n")
    let built = try run(
      String(try #require(swift.first)), ["build", "--scratch-path", Self.scratch],
      // What chooses tests leaves products out.
      environment: ["USHER_TESTS": nil], folder: folder.path, seconds: 1800)
    try #require(built.status == 0, "\(built.output)\(built.errors)")

    let programs = Self.scratch + "/debug/"
    // Nobody listens there.
    let refused = try run(programs + "outside-email", ["http://127.0.0.1:1"])
    #expect(refused.output == "unreachable\n" && refused.status == 0, "\(refused)")
    #expect(try run(programs + "outside-native").output == "linked\n")

    for (program, own) in [("outside-email", "EmailPasswordAuth"), ("outside-native", nil)] {
      let symbols = try run("/usr/bin/nm", [programs + program]).output
      // Symbols are there, and named as they are expected to be.
      if let own { #expect(symbols.contains("\(own.utf8.count)\(own)") && symbols.contains("10FlowClient")) }
      for name in Self.unwanted { #expect(!symbols.contains("\(name.utf8.count)\(name)"), "\(program): \(name)") }
      let libraries = try run("/usr/bin/ldd", [programs + program]).output
      for name in ["libsodium", "libre2", "libicu", "libsqlite", "libmicrohttpd", "libyaml"] {
        #expect(libraries.contains("libc.so") && !libraries.contains(name), "\(program): \(name)")
      }
    }
  }
}
