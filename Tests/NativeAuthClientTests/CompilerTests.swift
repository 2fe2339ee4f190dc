import Glibc
import TestSupport
import Testing

/// What the compiler says to steps that are none.
@Suite("NativeAuth: what does not compile")
struct CompilerTests {
  /// A message of the compiler, and where.
  private struct Message: Hashable, Comparable, CustomStringConvertible {
    let line: Int
    let text: String
    var description: String { "\(line): \(text)" }
    static func < (one: Message, other: Message) -> Bool { (one.line, one.text) < (other.line, other.text) }
  }

  /// A mark, `// error: …`, stands above its line.
  @Test(arguments: ["steps.swift", "delegates.swift", "results.swift", "legal.swift"])
  func `the compiler refuses what is marked, in these words, and nothing else`(fixture: String) throws {
    let file = Repository.root + "/Tests/NativeAuthClientTests/Fixtures/" + fixture
    let source = String(decoding: try #require(readFile(file)), as: UTF8.self)
    var expected: [Message] = []
    for (number, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let mark = line.firstRange(of: "// error: ") {
        expected.append(Message(line: number + 2, text: String(line[mark.upperBound...])))
      }
    }
    let result = try run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm"] + Self.modules() + [file])
    var found: [Message] = []
    for line in (result.output + result.errors).split(separator: "\n") {
      guard let match = line.firstMatch(of: /:(\d+):\d+: (?:error|warning): (.*)$/), let number = Int(match.1) else {
        continue
      }
      found.append(Message(line: number, text: String(match.2)))
    }
    #expect(found.sorted() == expected.sorted(), "\(result.errors)")
    #expect((result.status == 0) == expected.isEmpty)
  }

  /// Where the modules of this very build lie, and the maps of the C modules that they rest on.
  private static func modules() throws -> [String] {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    try #require(count > 0)
    var parts = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast()
    let build = parts.joined(separator: "/")
    let sources = Repository.root + "/Sources/"
    var maps: [String] = []
    for folder in names(sources) {
      maps += ["\(sources)\(folder)/module.modulemap"]
      if !names("\(sources)\(folder)/include").isEmpty { maps.append("-I\(sources)\(folder)/include") }
    }
    for folder in names(build) where folder.hasSuffix(".build") { maps.append("\(build)/\(folder)/module.modulemap") }
    let flags = maps.filter { $0.hasPrefix("-I") || readFile($0) != nil }
      .flatMap { ["-Xcc", $0.hasPrefix("-I") ? $0 : "-fmodule-map-file=\($0)"] }
    return ["-I", "\(build)/Modules"] + flags
  }
}
