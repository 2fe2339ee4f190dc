import FlowJSON
import FlowModel
import Glibc
import TestSupport
import Testing

/// What `usher run` says when it cannot do what it is asked, and its exit code.
@Suite struct FailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a flow that is not there is bad usage`() throws {
    let result = try folder.usher("run", Flows.nativeAuth, "sign-pu")
    #expect(result.status == 2)
    #expect(result.errors.contains("did you mean `sign-up`?"))
    #expect(try folder.usher("run").status == 2)
    #expect(try folder.usher("run", Flows.nativeAuth).status == 2)
    #expect(try folder.usher("run", Flows.nativeAuth, "sign-up", "--storage", "tape").status == 2)
    #expect(try folder.usher("run", Flows.nativeAuth, "sign-in", "--application", "kiosk").status == 2)
    #expect(try listing() == "")
  }

  private func listing() throws -> String { try run("/bin/ls", ["-A"], folder: folder.path).output }

  @Test func `a tenant with problems is not run`() throws {
    folder.write("t/tenant.yaml", "tenant: t\nattributes:\n  email: { type: email, identifier: true }\n")
    folder.write("t/a.yaml", "flow: a\nstart: b\nstates:\n  c: { end: completed }\n")
    let result = try folder.usher("run", "t", "a", "--json")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("t/a.yaml:2:8"))
    #expect(try listing() == "t\n")
  }

  @Test(arguments: ["sqlite:absent/db", "sqlite:/proc/db", "sqlite:.", "sqlite:/dev/null"])
  func `a database that cannot be is exit code 3 with its name`(storage: String) throws {
    let result = try folder.usher("run", Flows.nativeAuth, "sign-up", "--json", "--storage", storage)
    #expect(result.status == 3)
    #expect(result.output == "")
    #expect(result.errors.contains(storage.dropFirst("sqlite:".count)))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a key file that is no key is exit code 3`() throws {
    folder.write("key", "not hexadecimal\n")
    #expect(chmod(folder.path + "/key", 0o600) == 0)
    let result = try folder.usher("run", Flows.nativeAuth, "sign-up", "--json", "--key", "key")
    #expect(result.status == 3)
    #expect(result.errors.contains("64 hexadecimal digits"))
    #expect(folder.read("key") == "not hexadecimal\n")
    #expect(access(folder.path + "/usher.sqlite", F_OK) != 0, "there is no database yet")
  }

  @Test func `mail that cannot be written is said, and tried again`() throws {
    let input = #"{"email":"ada@example.com"}"#
    let full = try folder.usher(
      "run", Flows.nativeAuth, "sign-up", "--json", "--outbox", "/dev/full", "--input", input)
    #expect(full.status == 0)
    #expect(full.errors.contains("/dev/full") && full.errors.contains("No space left"))
    #expect(!full.errors.contains("ada@"))
    let token = try #require(try full.replies().first).text("token")
    usleep(1_100_000)
    let again = try folder.usher("run", "--json", "--resume", token, "--outbox", "mail")
    #expect(again.status == 0, "\(again)")
    let told = again.errors.split(separator: "\n")
    #expect(told.count == 1 && told[0].hasSuffix(" was delivered, at attempt 2"), "\(again)")
    #expect(try folder.lastCode().count == 8)
  }

  @Test func `replies that cannot be written are no success`() throws {
    let result = try run(
      Repository.program("usher"), ["run", Flows.nativeAuth, "sign-up", "--json", "--storage", "memory"],
      folder: folder.path, output: .file("/dev/full"))
    #expect(result.status == 3)
    #expect(result.errors.contains("standard output: No space left"))
  }

  @Test func `a full disk is an answer and loses nothing`() throws {
    let first = try folder.usher("run", Flows.nativeAuth, "sign-up", "--json")
    let token = try #require(try first.replies().first).text("token")
    // The shell's unit is 512 bytes: far less than the database's log needs.
    let script = #"ulimit -f 8; "$0" run --json --resume "$1""#
    let full = try run(
      "/bin/sh", ["-c", script, Repository.program("usher"), token],
      input: #"{"event":"submit","input":{"email":"ada@example.com"}}"# + "\n", folder: folder.path)
    #expect(full.status == 3 || full.status == 0, "\(full.status) \(full.errors)")
    #expect(!full.errors.isEmpty)
    for reply in try full.replies().dropFirst() { #expect(reply.text("error", "code") == "unavailable") }
    let resumed = try folder.usher("run", "--json", "--resume", token)
    #expect(try resumed.replies().first?.text("state") == "identify")
  }

  @Test func `a compiled table runs as its folder does`() throws {
    #expect(try folder.usher("compile", Flows.nativeAuth, "-o", "native-auth.table").status == 0)
    let result = try folder.usher("run", "native-auth.table", "sign-up", "--json", "--storage", "memory")
    #expect(result.status == 0)
    #expect(try result.replies().first?.text("state") == "identify")
    #expect(try folder.usher("run", "native-auth.table", "sign-pu").status == 2)
  }

  @Test func `a damaged or newer table is exit code 3`() throws {
    #expect(try folder.usher("compile", Flows.nativeAuth, "-o", "whole").status == 0)
    let whole = try #require(readFile(folder.path + "/whole"))
    var flipped = whole
    flipped[whole.count / 2] ^= 1
    // The header: magic (8 bytes), version (4), length (8), hash (32), and the checksum of all these.
    func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var header = Array(whole[..<52])
      change(&header)
      return header + crc32(header) + whole[56...]
    }
    let newer = changed { $0[8] &+= 1 }
    let endless = changed { for index in 12..<20 { $0[index] = index == 19 ? 0x7F : 0xFF } }
    let files = [
      "endless": endless,
      "empty": [], "cut": Array(whole.dropLast(100)), "head": Array(whole.prefix(7)), "flipped": flipped,
      "newer": newer,
      "long": whole + [0], "text": Array("hello\n".utf8),
    ]
    for (name, bytes) in files {
      writeFile(folder.path + "/" + name, bytes)
      let result = try folder.usher("run", name, "sign-up", "--json", "--storage", "memory")
      #expect(result.status == 3, "\(name)")
      #expect(result.output == "" && result.errors.contains("`\(name)`"), "\(result.errors)")
      if name == "newer" { #expect(result.errors.contains("format version \(TableFile.version + 1)")) }
    }
  }

  @Test func `a process that dies fails its test, with its signal and the last line of its log`() throws {
    let error = try #require(throws: ProcessError.self) {
      try run("/bin/sh", ["-c", "echo first >&2; echo last >&2; kill -SEGV $$"], folder: folder.path)
    }
    #expect(error.description.contains("signal 11 (Segmentation fault); its last line: last"), "\(error)")
  }

  /// CRC-32 of ISO 3309, little-endian.
  private func crc32(_ bytes: [UInt8]) -> [UInt8] {
    var register = UInt32.max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~register >> (8 * $0)) }
  }
}
