import EngineSupport
import FlowJSON
import FlowModel
import FlowRuntime

/// One event of a walk. What a person reads in the mail is filled in when it is sent.
struct Choice: Hashable, Sendable {
  enum Text: Hashable, Sendable {
    case plain(JSON)
    case rightCode, wrongCode, token, tokenId
  }

  var event: String
  var input: [String: Text]

  /// Whether it shows that its sender is the owner of the address or account.
  var proves: Bool {
    input.values.contains { $0 == .rightCode || $0 == .token || $0 == .plain(.string(Scene.password)) }
  }

  func filled(_ scene: Scene) -> JSONObject {
    var object = JSONObject()
    let sent = scene.outbox.messages.last?.to ?? ""
    let link = scene.outbox.links(to: sent).first
    for (name, text) in input.sorted(by: { $0.key < $1.key }) {
      object[name] =
        switch text {
        case .plain(let json): json
        case .rightCode: scene.code(to: sent)
        case .wrongCode: scene.wrongCode(to: sent)
        case .token: .string(link?.token ?? "")
        case .tokenId: .string(link?.tokenId ?? "")
        }
    }
    return object
  }

  /// All events of a page with all the values that matter.
  static func all(_ reply: Reply) -> [Choice] {
    reply.events.flatMap { event in
      var choices = [Choice(event: event, input: [:])]
      for field in reply.page?.event(event)?.fields ?? [] {
        let texts = values[field.name] ?? [.plain("Ulm")]
        choices = choices.flatMap { choice in
          texts.map { text in
            var choice = choice
            choice.input[field.name] = text
            return choice
          }
        }
      }
      return choices
    }
  }

  private static let values: [String: [Text]] = [
    "email": [.plain(.string(Scene.ada)), .plain("new@example.com")],
    "password": [.plain(.string(Scene.password)), .plain("Another-word-for-7"), .plain("short")],
    "code": [.rightCode, .wrongCode], "token": [.token], "tokenId": [.tokenId, .plain("0123")],
    "grant": [.plain("0123.4567")], "age": [.plain(30)], "newsletter": [.plain(true)], "interests": [.plain(["music"])],
    "country": [.plain("Italy"), .plain("United States")], "arguments": [.plain(["blue"])],
    "terms": [.plain("accepted")],
  ]
}

/// A run that was walked to somewhere, on an engine of its own.
struct Walk {
  let scene: Scene
  let flow: String
  /// What was sent, and the reply to each, after that of the start.
  private(set) var choices: [Choice] = []
  private(set) var replies: [Reply]

  var reply: Reply { replies[replies.count - 1] }

  init(_ flow: String, of tenant: String, _ choices: [Choice], prelude: String?) async throws {
    scene = try await Scene(tenant)
    self.flow = flow
    if let prelude {
      let credentials: JSONObject = ["email": "new@example.com", "password": .string(Scene.password)]
      _ = await scene.start(prelude, prelude == "register" ? credentials : ["email": .string(Scene.ada)])
    }
    replies = [await scene.start(flow)]
    for choice in choices { await take(choice) }
  }

  mutating func take(_ choice: Choice) async {
    replies.append(await scene.send(choice.event, choice.filled(scene), reply.token))
    choices.append(choice)
  }
}
