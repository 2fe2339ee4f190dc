import FlowCompiler
import FlowModel
import FlowRuntime
import TestSupport
import Testing

@testable import FlowModel

/// The tables of the flows in `flows/`, compiled.
enum CompiledTables {
  static let names = ["native-auth", "email-password"]

  static func table(_ name: String) throws -> FlowTable {
    try Compiler.table(folder: "\(Repository.root)/flows/\(name)")
  }
}

@Suite struct TableFileTests {
  @Test(arguments: CompiledTables.names)
  func `a table is read back as it was written, and its content has one name`(_ name: String) throws {
    let table = try CompiledTables.table(name)
    let (file, hash) = TableFile.write(table)
    let (read, readHash) = try TableFile.read(file)
    #expect(read.tenant == table.tenant && read.attributes == table.attributes && read.errors == table.errors)
    #expect(read.passwords == table.passwords && read.codes == table.codes && read.links == table.links)
    #expect(read.functions == table.functions && read.applications == table.applications)
    #expect(read.expressions == table.expressions && read.flows == table.flows)
    #expect(readHash == hash)
    #expect(TableFile.write(read).bytes == file)
    #expect(TableFile.write(try CompiledTables.table(name)).bytes == file, "compiling again gives the same bytes")
  }

  @Test func `the scopes of an application's own APIs are read back, and only such`() throws {
    var table = try CompiledTables.table("native-auth")
    let phone = try #require(table.applications.first { $0.name == "phone" })
    #expect(phone.scopes.map(\.text) == ["api://club/read", "api://club/write"])
    #expect(
      phone.scopes.map(\.resource) == ["api://club", "api://club"] && phone.scopes.map(\.name) == ["read", "write"])
    #expect(APIScope("api://a/b/c")?.resource == "api://a/b")
    for text in [
      "", "api://", "api://club", "api://club/", "api:///read", "api://club//read", "https://club/read",
      "api://club/re ad", "api://club/.default", "api://cl\u{FC}b/read",
      "api://club/" + String(repeating: "x", count: 118),
    ] {
      #expect(APIScope(text) == nil, "\(text)")
    }
    let (before, hash) = TableFile.write(table)
    table.applications[0].scopes = [try #require(APIScope("api://club/read"))]
    let (file, other) = TableFile.write(table)
    #expect(other != hash && file != before)
    #expect(try TableFile.read(file).table.applications == table.applications)
  }

  @Test func `an application's custom data is kept, and must be attributes of the table`() throws {
    var table = try CompiledTables.table("email-password")
    table.applications[0].userData = [1, 0]
    #expect(try TableFile.read(TableFile.write(table).bytes).table.applications == table.applications)
    for attribute in [Int32(table.attributes.count), -1, .max] {
      table.applications[0].userData = [0, attribute]
      #expect(throws: TableFileError.self) { try TableFile.read(TableFile.write(table).bytes) }
    }
  }

  @Test func `any change of the content is another name`() throws {
    let table = try CompiledTables.table("native-auth")
    let hash = TableFile.write(table).hash
    var other = table
    other.codes.attempts += 1
    #expect(TableFile.write(other).hash != hash)
    other = table
    other.flows[0].pages[0].title += "!"
    #expect(TableFile.write(other).hash != hash)
  }

  @Test func `a file that was cut off says so, at every length`() throws {
    let file = TableFile.write(try CompiledTables.table("native-auth")).bytes
    for length in 1..<file.count {
      guard case .truncated(let expected, length) = failure(Array(file[..<length])) else {
        Issue.record("\(length) of \(file.count) bytes: \(String(describing: failure(Array(file[..<length]))))")
        return
      }
      #expect(expected == (length < TableFile.headerSize ? TableFile.headerSize : file.count))
    }
    #expect(failure([]) == .notATable)
    #expect(failure(file + [0]) == .corrupted)
  }

  @Test func `a changed byte is found, wherever it is`() throws {
    let file = TableFile.write(try CompiledTables.table("native-auth")).bytes
    for index in Array(0..<TableFile.headerSize) + Array(stride(from: TableFile.headerSize, to: file.count, by: 7)) {
      for change in [UInt8(1), 0x80] {
        var other = file
        other[index] ^= change
        #expect(failure(other) == (index < TableFile.magic.count ? .notATable : .corrupted), "byte \(index)")
      }
    }
  }

  @Test func `a table of the version before is read, so that its runs go on`() throws {
    let file = try #require(readFile("\(Repository.root)/Tests/FlowModelTests/Fixtures/version-3.table"))
    #expect(file[8] == 3)
    let (table, hash) = try TableFile.read(file)
    #expect(hash.bytes == Array(file[20..<52]))
    #expect(table.tenant == "native-auth" && table.flows.count == 6)
    #expect(table.applications.map(\.name) == ["ios", "macos", "kiosk", "phone", "browser", "bank"])
    #expect(table.applications.allSatisfy { $0.scopes.isEmpty && $0.userData.isEmpty })
    #expect(table.flows.flatMap(\.ends).allSatisfy { $0.redirect == nil })
    // Its content is another one as soon as it is written anew.
    #expect(try TableFile.read(TableFile.write(table).bytes).table.flows == table.flows)
  }

  @Test(arguments: [3, 4, 5, 6, 7])
  func `a table of each format that was in use is read, and says the same when it is written anew`(
    version: UInt32
  ) throws {
    let file = try #require(readFile("\(Repository.root)/Tests/FlowModelTests/Fixtures/version-\(version).table"))
    #expect(file[8] == UInt8(version))
    let (table, hash) = try TableFile.read(file)
    #expect(hash.bytes == Array(file[20..<52]))
    #expect(table.tenant == "native-auth" && table.flows.count >= 6)
    #expect(table.applications.contains { !$0.scopes.isEmpty } == (version > 3))
    let again = try TableFile.read(TableFile.write(table).bytes).table
    #expect(again.flows == table.flows && again.applications == table.applications)
  }

  @Test func `another version and what is no table are told apart`() throws {
    let file = TableFile.write(try CompiledTables.table("native-auth")).bytes
    func changed(version: UInt32) -> [UInt8] {
      var other = Array(file[..<(TableFile.headerSize - 4)])
      other[8] = UInt8(version)
      var checksum = ByteWriter()
      checksum.write(TableFile.crc32(other))
      return other + checksum.bytes + file[TableFile.headerSize...]
    }
    #expect(failure(changed(version: TableFile.version + 1)) == .newerVersion(TableFile.version + 1))
    let tooOld = TableFile.oldestVersion - 1
    #expect(failure(changed(version: tooOld)) == .olderVersion(tooOld))
    for text in ["flow: sign-up\n", "PK\u{3}\u{4}", "\u{7F}ELF", " USHERFT\n", "x"] {
      #expect(failure(Array(text.utf8)) == .notATable)
    }
    #expect(failure(Array(repeating: 0, count: 1000)) == .notATable)
  }

  private func failure(_ bytes: [UInt8]) -> TableFileError? {
    do {
      _ = try TableFile.read(bytes)
      return nil
    } catch {
      return error
    }
  }
}
