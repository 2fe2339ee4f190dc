import TestSupport
import Testing

/// The articles of the libraries show the code of the examples, which are built and tested as packages of their own.
@Suite struct ArticleTests {
  @Test(arguments: [
    ("FlowRuntime", "WriteAStorageBackend", "Backend", 4), ("FlowRuntime", "WriteATransport", "Transport", 4),
    ("NativeAuth", "NativeAuth", "NativeAuth", 1), ("NativeAuth", "SignUp", "NativeAuth", 5),
    ("NativeAuth", "ResetAPassword", "NativeAuth", 5), ("NativeAuth", "HandleErrors", "NativeAuth", 3),
    ("EmailPasswordAuth", "EmailPasswordAuth", "EmailPassword", 1),
    ("EmailPasswordAuth", "RegisterAndConfirm", "EmailPassword", 5),
    ("EmailPasswordAuth", "ResetAPassword", "EmailPassword", 4),
    ("EmailPasswordAuth", "UseCompletionHandlers", "EmailPassword", 3),
    ("EmailPasswordAuth", "HandleErrors", "EmailPassword", 1),
    ("FlowInProcess", "FlowInProcess", "NativeAuth", 1),
  ])
  func `what an article shows is in its example`(
    module: String, article: String, example: String, least: Int
  ) throws {
    let text = try read("Sources/\(module)/\(module).docc/\(article).md")
    let sources = try swiftFiles(in: "Examples/\(example)").map(read)
    let blocks = Self.blocks(of: text)
    #expect(blocks.count >= least)
    for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(article): \(block)") }
  }

  @Test(arguments: ["Backend", "Transport", "NativeAuth", "EmailPassword"])
  func `an example uses nothing but what others can`(example: String) throws {
    for source in try swiftFiles(in: "Examples/\(example)").map(read) {
      #expect(!source.contains("@testable") && !source.contains("@_spi"))
    }
    let package = try read("Examples/\(example)/Package.swift")
    #expect(package.contains(#".enableUpcomingFeature("MemberImportVisibility")"#))
    #expect(package.contains(#".package(name: "usher", path: "../..")"#))
  }

  @Test(arguments: [("Backend", 110), ("Transport", 100)])
  func `an example is short`(example: String, bound: Int) throws {
    let lines = try swiftFiles(in: "Examples/\(example)/Sources").map(read).joined().split(separator: "\n")
    let code = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    #expect(code.count < bound)
  }

  @Test func `CI builds and tests the examples`() throws {
    #expect(try read(".ci/run").contains("\nmake examples\n"))
    #expect(try run("/usr/bin/make", ["-n", "examples"]).status == 0)
  }

  /// The blocks of Swift, with the line break that ends each.
  private static func blocks(of text: String) -> [String] {
    text.split(separator: "```swift\n").dropFirst().map { part in
      part.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "```" }.map { $0 + "\n" }.joined()
    }
  }

  private func read(_ path: String) throws -> String {
    let bytes = try #require(readFile(Repository.root + "/" + path), "\(path)")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The Swift files in a folder of the repository, at any depth.
  private func swiftFiles(in folder: String) throws -> [String] {
    let found = try run("/usr/bin/find", [folder, "-name", "*.swift", "-not", "-path", "*/.build/*"])
    let files = found.output.split(separator: "\n").map(String.init)
    #expect(!files.isEmpty)
    return files
  }
}
