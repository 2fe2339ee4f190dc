import FlowJSON
import FlowModel
import FlowRuntime

/// A message that is handed to a program of the tenant's: one POST, as functions are called.
struct MessageHookCall {
  let hook: MessageHook
  let settings: FunctionSettings
  let secrets: TenantSecrets

  /// Hands a message over; blocks. `success` and `pending` say that the program has it, `fail` that the address takes none.
  func send(_ message: Message) throws(DeliveryError) {
    let post = SignedPost(settings: settings, secret: hook.secret, secrets: secrets)
    do throws(CallFailure) {
      let url: String
      do { url = try secrets.text(hook.url, "`url`") } catch { throw CallFailure("was not called: \(error)") }
      let answer = try post.send(
        Self.body(message).utf8(), id: message.id.hex, to: url, by: Deadline(in: hook.timeout))
      if try readAnswer(answer) != .fail { return }
    } catch {
      throw .temporary("its web hook \(error.reason)\(error.kind.hint)", error.kind.retry)
    }
    throw .undeliverable("its web hook refuses the address")
  }

  /// The message as a document.
  static func body(_ message: Message) -> JSON {
    let words = message.words
    var body: JSONObject = [
      "version": 1, "id": .string(message.id.hex), "tenant": .string(message.tenant), "flow": .string(message.flow),
      "channel": .string(message.channel.name), "to": .string(message.to), "subject": .string(words.subject),
      "text": .string(words.text), "locale": .string(words.locale.text),
      "time": .string(message.time.utcTextWithMilliseconds),
    ]
    body["html"] = words.html.map { .string($0) }
    body["kind"] = .string(message.content.kind.content.name)
    switch message.content {
    case .code(let code, let lifetime):
      body["code"] = .string(code)
      body["lifetime"] = .int(Int64(lifetime))
    case .link(_, _, let url, let lifetime), .invitation(_, _, let url, let lifetime):
      body["url"] = .string(url)
      body["lifetime"] = .int(Int64(lifetime))
    case .notice(let name, _): body["notice"] = .string(name)
    }
    return .object(body)
  }
}

extension CallFailure.Kind {
  /// What somebody can look at.
  fileprivate var hint: String {
    switch self {
    case .status(401), .status(403): ": look at `secret`, which both sides must have alike, and at the clocks"
    case .status(404), .status(405), .status(410): ": look at the path of `url`"
    case .status(300..<400): ": redirects are not followed, so give `url` as where they lead"
    default: ""
    }
  }

  /// How soon a message is worth another try.
  fileprivate var retry: RetryClass {
    switch self {
    case .connection: .connection
    case .late: .timeout
    case .status(408), .status(425), .status(429), .status(500...): .busy
    case .settings, .answer, .status: .settings
    }
  }
}
