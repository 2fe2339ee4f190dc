import FlowModel
import FlowPasswords
import FlowRuntime
import TestSupport
import Testing

@Suite struct LeakedPasswordFilesTests {
  private static let known = (0..<1000).map { "known password number \($0)" }
  private static let unknown = (0..<1000).map { "unknown password number \($0)" }

  /// The lists of the tenant "club".
  private func lists(_ write: (TemporaryFolder) -> Void) throws -> LeakedPasswordFiles {
    let folder = try TemporaryFolder()
    write(folder)
    return LeakedPasswordFiles { $0 == "club" ? folder.path : nil }
  }

  private static func digests(_ make: (String) -> String?) -> [String] { known.compactMap(make).sorted() }

  @Test(arguments: ["\n", "\r\n"], [true, false])
  func `each password of a file is found, and no other`(lineEnd: String, isCounted: Bool) throws {
    for digests in [Self.digests(PasswordDigest.sha1), Self.digests(PasswordDigest.sha256)] {
      let lists = try lists { folder in
        let lines = digests.enumerated().map { $1 + (isCounted ? ":\($0 * 97_003)" : "") }
        folder.write("leaked.txt", lines.joined(separator: lineEnd) + (isCounted ? lineEnd : ""))
      }
      for password in Self.known {
        #expect(try lists.contains(password, in: "leaked.txt", of: "club"), "\(password)")
      }
      for password in Self.unknown { #expect(try !lists.contains(password, in: "leaked.txt", of: "club")) }
    }
  }

  @Test func `small letters are letters, and a list of one is a list`() throws {
    let digest = try #require(PasswordDigest.sha1("password"))
    let lists = try lists { $0.write("one.txt", digest.lowercased()) }
    #expect(try lists.contains("password", in: "one.txt", of: "club"))
    #expect(try !lists.contains("Password", in: "one.txt", of: "club"))
  }

  @Test func `a folder has a file for each prefix`() throws {
    let lists = try lists { folder in
      let ranges = Dictionary(grouping: Self.digests(PasswordDigest.sha1) + [Self.sha1("")]) { $0.prefix(5) }
      for (prefix, digests) in ranges {
        folder.write("ranges/\(prefix).txt", digests.sorted().map { "\($0.dropFirst(5)):4" }.joined(separator: "\r\n"))
      }
    }
    for password in Self.known { #expect(try lists.contains(password, in: "ranges", of: "club")) }
    #expect(throws: LeakListError.self, "its range is not there") {
      try lists.contains("password", in: "ranges", of: "club")
    }
  }

  private static func sha1(_ text: String) -> String { PasswordDigest.sha1(text) ?? "" }

  @Test(arguments: [
    ("", "a line does not begin with a SHA-1 or SHA-256"), ("password\n", "a line does not begin"),
    (String(repeating: "0", count: 32) + ":5\n", "a line does not begin"),
    ((1...9).reversed().map { String(repeating: "\($0)", count: 40) + "\n" }.joined(), "it is not sorted at byte"),
    (String(repeating: "0", count: 40) + String(repeating: "\nno hash at all", count: 50), "a line is no hash"),
    (String(repeating: "0", count: 40) + ":" + String(repeating: "1", count: 5000), "a line is too long"),
  ])
  func `a file that is no list says so, and what is wrong is told at the start`(text: String, reason: String) throws {
    let lists = try lists { $0.write("leaked.txt", text) }
    var table = FlowTable(tenant: "club")
    table.passwords.breaches = .file("leaked.txt")
    let problem = lists.problem(of: table)
    #expect(problem?.contains("\"leaked.txt\": \(reason)") == true, "\(problem ?? "none")")
  }

  @Test func `a list is in its tenant's folder, or nowhere`() throws {
    let lists = try lists { $0.write("leaked.txt", Self.sha1("password")) }
    for path in ["../leaked.txt", "/etc/passwd", "a/../../b", "", "gone.txt", "leaked.txt/"] {
      #expect(throws: LeakListError.self, "\(path)") { try lists.contains("x", in: path, of: "club") }
    }
    #expect(throws: LeakListError.self) { try lists.contains("x", in: "leaked.txt", of: "another") }
    #expect(lists.problem(of: FlowTable(tenant: "club")) == nil)
  }
}
