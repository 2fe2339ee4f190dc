import TestSupport
import Testing

/// What the README says to whoever embeds the package is what the package has.
@Suite struct EmbeddingTests {
  @Test func `each library has a row with its modules and packages`() throws {
    let rows = try Self.rows()
    let package = try Self.read("Package.swift")
    var products: [String: [String]] = [:]
    for line in package.split(separator: "\n") where line.contains(".library(name:") {
      let names = line.split(separator: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      products[String(names[0])] = names.dropFirst().map(String.init)
    }
    #expect(products.count > 5)
    #expect(rows.mapValues(\.modules) == products)
    let installed = Set(try Self.read(".ci/setup").split { " \n".contains($0) }.map(String.init))
    for (product, row) in rows {
      for name in row.packages where rows[name] == nil { #expect(installed.contains(name), "\(product): \(name)") }
    }
    // What `Package.swift` links by itself, it says with the package.
    for line in package.split(separator: "\n") where line.contains("apt: \"") && line.contains("library(\"C") {
      let names = line.split(separator: "apt: \"")[1].prefix { $0 != "\"" }.split(separator: " ")
      // The C library's own belongs to every system that can build.
      for name in names where name != "libc6-dev" {
        #expect(rows.values.contains { $0.packages.contains(String(name)) }, "\(name)")
      }
    }
  }

  @Test func `the lines for a package are those of the examples`() throws {
    let examples = try ["Backend", "Transport"].map { try Self.read("Examples/\($0)/Package.swift") }
    let blocks = try Self.section().split(separator: "```swift\n").dropFirst().map { part in
      part.split(separator: "\n").prefix { $0 != "```" }.joined(separator: "\n")
    }
    #expect(blocks.count == 2)
    for block in blocks { #expect(examples.contains { $0.contains(block) }, "\(block)") }
  }

  @Test(arguments: ["Embed", "Backend", "Transport", "EmailPassword"])
  func `the examples import what the table names`(example: String) throws {
    let modules = Set(try Self.rows().values.flatMap(\.modules))
    let sources = try run("/usr/bin/find", ["Examples/\(example)", "-name", "*.swift", "-path", "*ources*"]).output
    let files = example == "Embed" ? ["Examples/Embed/main.swift"] : sources.split(separator: "\n").map(String.init)
    var imported: Set<String> = []
    for line in try files.flatMap({ try Self.read($0).split(separator: "\n") }) {
      let words = line.split(separator: " ")
      if let name = words.last, words.dropLast().last == "import", name.hasPrefix("Flow") {
        imported.insert(String(name))
      }
    }
    #expect(imported.contains("FlowRuntime") && imported.isSubset(of: modules))
  }

  private struct Row {
    var modules: [String]
    var packages: [String]
  }

  /// The rows of the table by their products.
  private static func rows() throws -> [String: Row] {
    var rows: [String: Row] = [:]
    for line in try section().split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      }
      rows[try #require(cells.first?.first)] = Row(modules: cells[1], packages: cells[3])
    }
    return rows
  }

  private static func section() throws -> Substring {
    let sections = try read("README.md").split(separator: "\n## ")
    return try #require(sections.first { $0.hasPrefix("Embed it\n") })
  }

  private static func read(_ path: String) throws -> String {
    let bytes = try #require(readFile(Repository.root + "/" + path), "\(path)")
    return String(decoding: bytes, as: UTF8.self)
  }
}
