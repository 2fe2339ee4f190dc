import TestSupport
import Testing

/// The pages that are for whoever reviews the security of the software: what they name is there.
@Suite struct ReviewPageTests {
  @Test(arguments: ["docs/asvs.md", "docs/threat-model.md", "docs/controls.md"])
  func `each test, place, rule and option that a page names exists`(_ page: String) throws {
    guard let bytes = readFile(Repository.root + "/" + page) else {
      return #expect(page == "docs/threat-model.md", "\(page) is gone")
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      for name in Self.named(in: line) {
        let exists = Self.places.has(name)
        #expect(exists, "\(page): \(name)")
      }
    }
  }

  @Test func `each requirement of the chapters has one row with a verdict and what shows it`() throws {
    let ids = try Self.read("Tests/DocumentationTests/Fixtures/asvs-5.0.0.txt").split(separator: "\n").map(String.init)
    let rows = try Self.rows()
    #expect(ids.count == 121)
    #expect(rows.map(\.id) == ids)
    for row in rows {
      #expect(["met", "partly", "not met", "not applicable"].contains(row.verdict), "\(row.id): \(row.verdict)")
      #expect(row.asks.count > 5, "\(row.id)")
      // By whom it is met, or why not: no verdict stands alone.
      #expect(row.why.count > 3, "\(row.id)")
      let shown = Self.named(in: row.shownBy)
      if row.verdict == "met" || row.verdict == "partly" { #expect(!shown.isEmpty, "\(row.id): \(row.shownBy)") }
    }
  }

  @Test func `the page counts its verdicts right`() throws {
    let rows = try Self.rows()
    let counts = ["met", "partly", "not met", "not applicable"].map { verdict in
      "\(rows.count { $0.verdict == verdict }) \(verdict)"
    }
    let says = try Self.read("docs/asvs.md").contains(
      "\n\(rows.count) requirements: \(counts.joined(separator: ", ")).")
    #expect(says, "\(counts)")
  }

  @Test func `what the report of a tenant leaves to others is not told as met`() throws {
    let mapping = try Self.read("Sources/FlowTooling/Report/Requirement.swift")
    let standard = try #require(mapping.split(separator: "static let nist").first)
    let rows = try Self.rows()
    for entry in standard.split(separator: "Requirement(").dropFirst() where entry.contains(".nothing(") {
      guard let number = entry.split(separator: "\"").dropFirst().first.map(String.init) else { continue }
      guard let row = rows.first(where: { $0.id == number }) else { continue }
      #expect(row.verdict != "met", "\(number)")
    }
  }

  @Test func `each key of the server, and each algorithm of tokens, is in the inventory`() throws {
    let page = try Self.read("docs/controls.md")
    let inventory = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Keys and algorithms") })
    let found = try run("/bin/grep", ["-rhE", "^ +case [a-z]+ = [0-9]+$", "Sources/FlowRuntime/Cryptography"]).output
    let purposes = found.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(purposes.count > 8)
    for purpose in purposes { #expect(inventory.contains("`\(purpose)`"), "\(purpose)") }
    let algorithms = try run(
      "/bin/grep", ["-hoE", "case [a-zA-Z0-9]+ = \"[^\"]+\"", "Sources/FlowTokens/Signing/SigningAlgorithm.swift"])
    let names = algorithms.output.split(separator: "\n").compactMap { $0.split(separator: "\"").last }
    #expect(names.count > 2)
    for name in names { #expect(inventory.contains("`\(name)`"), "\(name)") }
  }

  // MARK: Rows

  private struct Row {
    let id: String
    let asks: String
    let verdict: String
    let why: String
    let shownBy: Substring
  }

  /// The rows of the table: `| id | what it asks | verdict: by whom, or why | what shows it |`.
  private static func rows() throws -> [Row] {
    try read("docs/asvs.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 6, let first = cells[1].first(where: { $0 != " " }), first.isNumber else { return nil }
      let verdict = cells[3].split(separator: ":", maxSplits: 1)
      return Row(
        id: trimmed(cells[1]), asks: trimmed(cells[2]), verdict: trimmed(verdict.first ?? ""),
        why: verdict.count > 1 ? trimmed(verdict[1]) : "", shownBy: cells[4])
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func read(_ path: String) throws -> String {
    String(decoding: try #require(readFile(Repository.root + "/" + path), "\(path)"), as: UTF8.self)
  }

  // MARK: What is named

  /// What a line names in backticks that can be looked for.
  private static func named(in line: Substring) -> [Named] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.compactMap { Named(String($0.element)) }
  }

  private static let places = Places()
}

/// Something that a page names.
enum Named: CustomStringConvertible {
  /// `Suite/"the name of a test"`, where the suite is a type, a file or a target; without a name, the suite alone.
  case test(suite: String, name: String?)
  /// A path of the repository.
  case path(String)
  /// A rule of the compiler.
  case rule(String)
  /// An option of the command.
  case option(String)

  /// Nil for what is none of these.
  init?(_ text: String) {
    let parts = text.split(separator: "/\"", maxSplits: 1)
    if text == "Suite/\"test\"" {
      return nil
    } else if parts.count == 2, text.hasSuffix("\""), !parts[0].contains(" ") {
      self = .test(suite: String(parts[0]), name: String(parts[1].dropLast()))
    } else if text.hasSuffix("Tests"), text.allSatisfy(\.isLetter) {
      self = .test(suite: text, name: nil)
    } else if ["Sources/", "Tests/", "docs/", "flows/", "Examples/", ".ci/"].contains(where: text.hasPrefix) {
      self = .path(text)
    } else if text.hasPrefix("U"), text.count == 4, text.dropFirst().allSatisfy(\.isNumber) {
      self = .rule(text)
    } else if text.hasPrefix("--"), text.count > 3 {
      self = .option(String(text.dropFirst(2).prefix { $0 != " " && $0 != "=" }))
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .test(let suite, let name): "there is no test \(suite)" + (name.map { "/\"\($0)\"" } ?? "")
    case .path(let path): "there is no \(path)"
    case .rule(let code): "there is no rule \(code)"
    case .option(let name): "there is no option --\(name)"
    }
  }
}

/// What the repository has of what pages name.
private struct Places {
  /// The tests' sources by their paths.
  private let tests: [(path: String, text: String)]
  private let options: String

  init() {
    let paths = (try? run("/usr/bin/find", ["Tests", "-name", "*.swift"]).output) ?? ""
    tests = paths.split(separator: "\n").map { path in
      (String(path), String(decoding: readFile("\(Repository.root)/\(path)") ?? [], as: UTF8.self))
    }
    options = (try? run("/bin/grep", ["-rhoE", "\"[a-z-]+\", (value:|nil)", "Sources/usher"]).output) ?? ""
  }

  func has(_ name: Named) -> Bool {
    switch name {
    case .test(let suite, let name):
      tests.contains { file in
        let isThere = file.path.split(separator: "/").contains { $0 == suite || $0 == suite + ".swift" }
        guard isThere || file.text.contains("struct \(suite) ") else { return false }
        guard let name else { return true }
        return ["func `\(name)`", "Scenario(\"\(name)\""].contains(where: file.text.contains)
      }
    case .path(let path): readFolder(path) || readFile(Repository.root + "/" + path) != nil
    case .rule(let code): readFile("\(Repository.root)/Sources/FlowCompiler/Explanations/Pages/\(code)/text.md") != nil
    case .option(let name): options.contains("\"\(name)\"")
    }
  }

  private func readFolder(_ path: String) -> Bool { !names("\(Repository.root)/\(path)").isEmpty }
}
