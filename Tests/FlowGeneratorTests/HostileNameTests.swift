import FlowCompiler
import FlowGenerator
import FlowModel
import TestSupport
import Testing

/// Names that mean something in the languages, or are none there. That what is made of them compiles is the matter of
/// `GeneratedClientTests`.
@Suite struct HostileNameTests {
  private static let folder = "Tests/FlowGeneratorTests/Tenants/hostile"

  @Test(arguments: ClientLanguage.allCases)
  func `clients of flows with hostile names are those recorded`(_ language: ClientLanguage) throws {
    let table = try Compiler.table(folder: Repository.root + "/" + Self.folder)
    for (index, flow) in table.flows.enumerated() {
      let ending = language == .swift ? "swift" : "ts"
      expectSnapshot(
        language.client(of: Int32(index), in: table),
        at: "Tests/FlowGeneratorTests/Goldens/hostile/\(flow.name).\(ending).txt")
    }
  }

  /// The compiler refuses such words; a table made by other means may have them.
  @Test(arguments: ClientLanguage.allCases)
  func `a line break ends no comment`(_ language: ClientLanguage) throws {
    var table = try Compiler.table(folder: Repository.root + "/" + Self.folder)
    for attribute in table.attributes.indices { table.attributes[attribute].label = "One\r\ntwo\u{2028}three*/\u{0}" }
    for page in table.flows[0].pages.indices { table.flows[0].pages[page].title = "\n" }
    let client = language.client(of: 0, in: table)
    #expect(client.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{2028}" })
    for line in client.split(separator: "\n") where line.contains("three") {
      #expect(line.contains(" One two three") || line.contains("One  two three"), "\(line)")
    }
  }

  @Test func `Swift is formatted as this repository is`() throws {
    let folder = try TemporaryFolder()
    for tenant in ["flows/native-auth", "flows/email-password", "flows/accounts", Self.folder] {
      let table = try Compiler.table(folder: Repository.root + "/" + tenant)
      for (index, flow) in table.flows.enumerated() {
        folder.write("\(table.tenant)/\(flow.name).swift", ClientLanguage.swift.client(of: Int32(index), in: table))
      }
    }
    let result = try run(
      "/usr/bin/env",
      ["swift", "format", "lint", "--strict", "--configuration", Repository.root + "/.swift-format", "-r", folder.path])
    #expect(result.status == 0, "\(result.errors.prefix(4000))")
  }
}
