import ChatTransport
import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import Testing

@Suite struct ChatTests {
  private let mail = Mail()
  private let clock = HandSetClock()
  private let functions = Screening()
  private let storage = MemoryStorage()
  private let key: ServerKey

  init() throws { key = try #require(ServerKey.random()) }

  /// An engine of this host's own ports, with a tenant that is compiled from a folder.
  private func engine(_ folder: String) async throws -> Engine {
    let ports = EnginePorts(key: key, channel: mail, functions: functions, clock: clock)
    let engine = Engine(storage: storage, ports: ports)
    let installed = try await engine.install(file: TableFile.write(Compiler.table(folder: folder)).bytes)
    #expect(engine.tables == [installed])
    return engine
  }

  private static let here = #filePath.split(separator: "/").dropLast()
  private let nativeAuth = "/" + here.dropLast(4).joined(separator: "/") + "/flows/native-auth"
  private let club = "/" + here.joined(separator: "/") + "/Flows/club"

  @Test func `a person signs up`() async throws {
    let engine = try await engine(nativeAuth)
    let chat = Chat(over: engine, as: "ios")
    #expect(await chat.start(flow: "sign-up", tenant: "native-auth") == "Create your account\nE-mail address?")
    #expect(await chat.say("ada") == "Country (- leaves it)?")
    #expect(await chat.say("-") == "City (- leaves it)?")
    let complaint = await chat.say("-")
    #expect(complaint.hasSuffix("email: Please give an e-mail address, such as ada@example.com.\nE-mail address?"))
    let sent = await chat.say("ada@example.com")
    #expect(sent == "Something was sent to a***@example.com.\nEnter the code\nCode? Or /resend.")
    #expect(await chat.say("00000000").hasSuffix("Code? Or /resend."))
    await engine.deliverMessages()
    #expect(await chat.say(mail.lastCode) == "Where do you live?\nCountry?")
    #expect(await chat.say("Norway") == "City?")
    #expect(await chat.say("Oslo") == "About you\nAge?")
    #expect(await chat.say("36") == "Send me news?")
    _ = await chat.say("no")
    #expect(await chat.say("-") == "That was all: completed.")
    #expect(await chat.say("hello?") == "This chat is over.")
    #expect(await chat.reply.end?.grants?["sign-in"] != nil)
  }

  @Test func `each type of field, complaints, another event, a function`() async throws {
    let chat = Chat(over: try await engine(club))
    #expect(await chat.start(flow: "join", tenant: "club") == "Join the club\nName?")
    for text in ["A", "old", "perhaps", "blue"] { _ = await chat.say(text) }
    let complaints = await chat.say("music, chess").split(separator: "\n").map(String.init)
    #expect(
      Set(complaints.dropFirst().dropLast()) == [
        "name: That is too short, it takes 2.", "age: Please give a whole number.", "news: Please give true or false.",
        "colour: It is one of red, green.", "topics: Only music, sport can be chosen.",
      ])
    #expect(complaints.last == "Name?")
    for text in ["Ada", "36", "yes", "red"] { _ = await chat.say(text) }
    #expect(await chat.say("music, sport") == "Are you sure?\nSay anything to go on. Or /change.")
    #expect(functions.requests.count == 1)
    #expect(await chat.say("/change").hasPrefix("Join the club\nName (- leaves it)?"))
    for _ in 0..<4 { _ = await chat.say("-") }
    #expect(await chat.say("-").hasPrefix("Are you sure?"))
    #expect(await chat.say("sure") == "That was all: completed.")
    #expect(await chat.reply.end?.result?["topics"] == ["music", "sport"])
  }

  @Test func `a chat is taken up after a restart, and the run does not wait for ever`() async throws {
    let first = Chat(over: try await engine(club))
    _ = await first.start(flow: "join", tenant: "club")
    for text in ["Ada", "36", "yes", "red", "music"] { _ = await first.say(text) }
    let token = try #require(await first.token)

    let second = Chat(over: try await engine(club))
    #expect(await second.resume(token) == "Are you sure?\nSay anything to go on. Or /change.")
    #expect(await second.reply.deadline == clock.now() + 600_000)
    clock.advance(seconds: 601)
    #expect(await second.say("sure") == "That was all: too-late.")
    #expect(await first.say("sure") != "That was all: completed.")
  }

  @Test func `a token that is not accepted leaves the chat where it was`() async throws {
    let chat = Chat(over: try await engine(club))
    _ = await chat.start(flow: "join", tenant: "club")
    for text in ["Ada", "36", "yes", "red", "music"] { _ = await chat.say(text) }
    let token = await chat.token
    #expect(await chat.resume("no token").hasSuffix("Say anything to go on. Or /change."))
    #expect(await chat.token == token)
    #expect(await chat.say("sure") == "That was all: completed.")
  }

  @Test func `a thousand people at once`() async throws {
    let engine = try await engine(club)
    let ends = await withTaskGroup { group in
      for _ in 0..<1000 {
        group.addTask {
          let chat = Chat(over: engine)
          _ = await chat.start(flow: "join", tenant: "club")
          for text in ["Ada", "36", "yes", "red", "music", "sure"] { _ = await chat.say(text) }
          return await chat.reply.end?.name
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(ends == ["completed": 1000])
  }
}

/// A channel of this host's own: it keeps the last code.
private final class Mail: Channel {
  private let code = Mutex("")
  var lastCode: String { code.withLock { $0 } }
  func accepts(_ kind: ChannelKind, to: String) -> Bool { kind == .email }
  func deliver(_ message: Message) async throws(DeliveryError) {
    guard case .code(let text, _) = message.content else { throw .permanent("only codes are sent here") }
    code.withLock { $0 = text }
  }
}

/// A function runner of this host's own: it agrees.
private final class Screening: FunctionRunner {
  private let asked = Mutex<[JSON]>([])
  var requests: [JSON] { asked.withLock { $0 } }
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    asked.withLock { $0.append(request) }
    return (.success, nil)
  }
}

/// A clock that a test sets.
private final class HandSetClock: TimeSource {
  private let time = Mutex<Milliseconds>(1_800_000_000_000)
  func now() -> Milliseconds { time.withLock { $0 } }
  func advance(seconds: Milliseconds) { time.withLock { $0 += seconds * 1000 } }
}
