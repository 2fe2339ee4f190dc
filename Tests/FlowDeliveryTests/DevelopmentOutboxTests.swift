import FlowDelivery
import FlowModel
import Glibc
import Synchronization
import Testing

@testable import FlowRuntime

@Suite struct DevelopmentOutboxTests {
  let code = Message(
    id: RandomID(high: 1, low: 2), time: 1_772_357_400_250, tenant: "contoso", channel: .email, to: "ann@example.com",
    flow: "sign-up", content: .code("12345678", lifetime: 600))
  let link = Message(
    id: RandomID(high: 1, low: 3), time: 0, tenant: "contoso", channel: .sms, to: "+4930123456", flow: "confirm",
    content: .link(token: "ab", tokenId: "cd", url: "https://a.example/confirm?token=ab&tokenId=cd", lifetime: 1800))

  @Test func `messages become lines of the file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/outbox.jsonl"
    let outbox = DevelopmentOutbox(file: path)
    try await outbox.deliver(code)
    try await outbox.deliver(link)
    #expect(
      try folder.read("outbox.jsonl") == """
        {"id":"00000000000000010000000000000002","time":"2026-03-01T09:30:00.250Z","tenant":"contoso","flow":"sign-up",\
        "channel":"email","to":"ann@example.com","kind":"code","code":"12345678",\
        "subject":"Your code","text":"Your code is 12345678. It is valid for 10 minutes.","locale":"en"}
        {"id":"00000000000000010000000000000003","time":"1970-01-01T00:00:00.000Z","tenant":"contoso","flow":"confirm",\
        "channel":"sms","to":"+4930123456","kind":"link","token":"ab","tokenId":"cd",\
        "url":"https://a.example/confirm?token=ab&tokenId=cd",\
        "subject":"Your link",\
        "text":"Open this link to continue; it is valid for 30 minutes:\\nhttps://a.example/confirm?token=ab&tokenId=cd",\
        "locale":"en"}

        """)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `a message is delivered once, however often it is sent`() async throws {
    let folder = try TemporaryFolder()
    let shown = Counter()
    let outbox = DevelopmentOutbox(file: folder.path + "/outbox") { _ in shown.add() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try? await outbox.deliver(code) } }
    }
    #expect(shown.value == 1)
    #expect(try folder.read("outbox").split(separator: "\n").count == 1)
  }

  @Test func `without a file messages are only shown`() async throws {
    let shown = Mutex<[String]>([])
    let outbox = DevelopmentOutbox { message in shown.withLock { $0.append(message.words.text) } }
    try await outbox.deliver(code)
    #expect(shown.withLock { $0 } == ["Your code is 12345678. It is valid for 10 minutes."])
  }

  @Test(arguments: [
    ("/nowhere/outbox", "No such file or directory"), ("/dev/full", "No space left on device"), ("/", "Is a directory"),
  ])
  func `a file that cannot be written to is worth another try`(path: String, words: String) async {
    let shown = Counter()
    let outbox = DevelopmentOutbox(file: path) { _ in shown.add() }
    await #expect(throws: DeliveryError.temporary("the outbox \"\(path)\" cannot be written to: \(words)")) {
      try await outbox.deliver(code)
    }
    #expect(shown.value == 0)
  }

  @Test func `e-mail addresses and E-164 numbers are accepted`() {
    let outbox = DevelopmentOutbox()
    for address in ["a@b", "ann.o'hara+x@example.co.uk", "ünï@exämple.de"] {
      #expect(outbox.accepts(.email, to: address))
    }
    for address in ["", "@", "a@", "@b", "ab", "a b@c", "a@b\n", String(repeating: "a", count: 260) + "@b"] {
      #expect(!outbox.accepts(.email, to: address))
    }
    for number in ["+4930123456", "+14255550123"] { #expect(outbox.accepts(.sms, to: number)) }
    for number in ["", "+", "030123456", "+0301234", "+49 30 123", "+1234567890123456", "+49301234a"] {
      #expect(!outbox.accepts(.sms, to: number))
    }
  }

  @Test(arguments: [
    (60, "1 minute"), (90, "90 seconds"), (3600, "1 hour"), (172_800, "2 days"), (0, "0 seconds"), (1, "1 second"),
  ])
  func `how long a code is valid is told in the largest exact unit`(seconds: Int, words: String) {
    let message = Message(
      id: code.id, time: 0, tenant: "contoso", channel: .email, to: code.to, flow: "sign-up",
      content: .code("1234", lifetime: seconds))
    #expect(message.words.text == "Your code is 1234. It is valid for \(words).")
  }

  @Test(arguments: [Int64.min, -1, 253_402_300_799_999, Int64.max])
  func `any time can be written`(time: Int64) async throws {
    let folder = try TemporaryFolder()
    var message = code
    message.time = time
    try await DevelopmentOutbox(file: folder.path + "/outbox").deliver(message)
    let line = try folder.read("outbox")
    if time == -1 { #expect(line.contains("1969-12-31T23:59:59.999Z")) }
    if time == 253_402_300_799_999 { #expect(line.contains("9999-12-31T23:59:59.999Z")) }
  }
}
