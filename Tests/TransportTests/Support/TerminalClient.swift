import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization

@testable import FlowTerminal

/// A person at `usher run`, who types what an event needs, line by line. What they see is what the session was answered.
final class TerminalClient: FlowClient {
  private let service: Overheard
  private let application: String?
  private let person = Mutex<Person?>(nil)

  init(service: any FlowService, application: String?) {
    self.service = Overheard(service)
    self.application = application
  }

  func start(_ flow: String, _ input: JSONObject) async throws -> Answer {
    await sit(.start(flow: flow, tenant: "native-auth", by: application.map { .client($0) } ?? .operator, input: input))
  }

  func send(_ event: String, _ input: JSONObject, _ token: String) async throws -> Answer {
    if service.last.token != token { _ = await sit(.resume(token: token)) }
    let person = person.withLock { $0 }
    await person?.type(Self.lines(event, input, at: service.last))
    return Answer(json: service.last.json)
  }

  func current(_ token: String) async throws -> Answer { await sit(.resume(token: token)) }

  func close() async { person.withLock { $0 }?.leave() }

  /// Leaves the session there is, and begins another.
  private func sit(_ entry: RunEntry) async -> Answer {
    let person = Person()
    self.person.withLock { current in
      current?.leave()
      current = person
    }
    let session = TerminalSession(service: service, io: person, resumeCommand: nil)
    Task {
      _ = await session.run(entry)
      person.end()
    }
    await person.type([])
    return Answer(json: service.last.json)
  }

  /// What is typed for an event of a page.
  private static func lines(_ event: String, _ input: JSONObject, at reply: Reply) -> [String] {
    let fields = reply.page?.event(event)?.fields ?? []
    let values = fields.map { text(input[$0.name]) }
    let typed = values.isEmpty && event == "submit" ? [""] : values
    // A page that offers several ways with fields asks which; else another way is a command.
    switch PageDialogue.defaultEvent(of: reply) {
    case event: return typed
    case nil: return [event] + typed
    default: return ["/" + event] + typed
    }
  }

  private static func text(_ value: JSON?) -> String {
    switch value {
    case .string(let text)?: text
    case .bool(let isSo)?: isSo ? "y" : "n"
    case .array(let elements)?: elements.map { text($0) }.joined(separator: ", ")
    case .int(let number)?: String(number)
    default: ""
    }
  }
}

/// Types lines as they are asked for; what is typed next is up to the test.
private final class Person: TerminalIO {
  private struct Desk {
    var lines: [String] = []
    /// The session, which waits for a line.
    var session: CheckedContinuation<TerminalInput, Never>?
    /// The test, which waits until all is typed and the session asks for more.
    var test: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let desk = Mutex(Desk())

  /// Types lines, and waits until they are taken and the session asks for more, or is over.
  func type(_ lines: [String]) async {
    await withCheckedContinuation { (test: CheckedContinuation<Void, Never>) in
      desk.withLock { desk in
        desk.lines += lines
        desk.test = test
        Self.goOn(&desk)
      }
    }
  }

  func leave() {
    desk.withLock { desk in
      desk.isOver = true
      Self.goOn(&desk)
    }
  }

  func end() { leave() }

  func readLine(prompt: String, isHidden: Bool) async -> TerminalInput {
    await withCheckedContinuation { session in
      desk.withLock { desk in
        desk.session = session
        Self.goOn(&desk)
      }
    }
  }

  private static func goOn(_ desk: inout Desk) {
    if let session = desk.session, desk.isOver || !desk.lines.isEmpty {
      desk.session = nil
      session.resume(returning: desk.isOver ? .end : .line(desk.lines.removeFirst()))
    } else if let test = desk.test, desk.isOver || desk.session != nil {
      desk.test = nil
      test.resume()
    }
    if desk.isOver {
      desk.test?.resume()
      desk.test = nil
    }
  }

  func write(_ text: String) async {}
  func writeError(_ text: String) async {}
}

/// A service whose last reply is kept.
private final class Overheard: FlowService {
  private let service: any FlowService
  private let reply = Mutex(Reply())

  init(_ service: any FlowService) { self.service = service }

  var last: Reply { reply.withLock { $0 } }

  private func keep(_ reply: Reply) -> Reply {
    self.reply.withLock { $0 = reply }
    return reply
  }

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    keep(
      await service.start(flow: flow, tenant: tenant, by: starter, input: input, tokens: tokens))
  }
  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    keep(
      await service.start(flow: flow, tenant: tenant, by: starter, event: event, tokens: tokens))
  }
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    keep(await service.send(event, tokens: tokens))
  }
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    keep(await service.current(token: token, scope: scope, earlier: earlier))
  }
  func deliverMessages() async { await service.deliverMessages() }
}
