import FlowModel
import FlowRuntime
import StorageSamples
import Testing

/// Records as bytes: what was stored so is read by later versions.
@Suite struct RecordCodingTests {
  private static let account = {
    var account = Sample.account("a", email: "z@example.com", "é")
    account.unproven = [Sample.email("é")]
    account.isEnabled = false
    account.passwordHash = "$1"
    account.earlierPasswordHashes = ["$0", ""]
    account.version = .max
    (account.credentialsVersion, account.sessionEpoch) = (3, 0)
    return account
  }()
  private static let ticket = {
    var ticket = Sample.ticket("t", .reset)
    ticket.used = -1
    return ticket
  }()
  private static let message = {
    var message = Sample.message(1, due: .min)
    message.attempts = 3
    return message
  }()

  @Test func `each kind of record comes back as it was`() throws {
    #expect(try RunRecord(encodedBytes: Sample.run(7).encodedBytes) == Sample.run(7))
    #expect(try AccountRecord(encodedBytes: Self.account.encodedBytes) == Self.account)
    var signedOut = Self.account
    signedOut.sessionEpoch = 2
    #expect(try AccountRecord(encodedBytes: signedOut.encodedBytes) == signedOut)
    #expect(try TicketRecord(encodedBytes: Self.ticket.encodedBytes) == Self.ticket)
    #expect(try MessageRecord(encodedBytes: Self.message.encodedBytes) == Self.message)
    let counter = CounterRecord(key: "k", count: .min, expires: .max)
    #expect(try CounterRecord(encodedBytes: counter.encodedBytes) == counter)
    let secret = SecretRecord(name: "s", version: 2, sealed: [])
    #expect(try SecretRecord(encodedBytes: secret.encodedBytes) == secret)
    let entry = AuditRecord(chain: 15, number: .max, content: [0, 255], hash: [7])
    #expect(try AuditRecord(encodedBytes: entry.encodedBytes) == entry)
  }

  @Test func `the encodings are those that are stored by now`() {
    func name(_ record: some BinaryCodable) -> String {
      String(ContentHash(of: record.encodedBytes).bytes.hex.prefix(8))
    }
    #expect(
      CounterRecord(key: "k", count: 1, expires: 2).encodedBytes.hex == "01010000006b01000000000000000200000000000000")
    #expect(name(Sample.run(7)) == "6c70891d")
    #expect(name(Self.account) == "574a55b0")
    #expect(name(Self.ticket) == "943df669")
    #expect(name(Self.message) == "dc39cf3e")
    #expect(name(SecretRecord(name: "s", version: 2, sealed: [1])) == "5254bb7c")
  }

  @Test func `an account from before its credentials were counted is read`() throws {
    var account = Self.account
    account.credentialsVersion = 0
    #expect(try AccountRecord(encodedBytes: [1] + account.encodedBytes.dropFirst().dropLast(8)) == account)
  }

  @Test func `what is cut off, too long, or of a later version is refused`() {
    let bytes = Self.account.encodedBytes
    for length in bytes.indices {
      #expect(throws: DecodingFailure.self) { try AccountRecord(encodedBytes: Array(bytes.prefix(length))) }
    }
    #expect(throws: DecodingFailure.self) { try AccountRecord(encodedBytes: bytes + [0]) }
    #expect(throws: DecodingFailure.self) { try AccountRecord(encodedBytes: [4] + bytes.dropFirst()) }
  }
}
