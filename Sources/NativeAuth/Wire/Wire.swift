import FlowClient
import FlowJSON

/// One request and its answer: all that is said to a server goes through `post`.
struct Wire: Sendable {
  /// A field of a form.
  typealias Field = (name: String, value: String)

  let configuration: NativeAuthConfiguration
  /// Who is signed in.
  let current: CurrentAccount

  /// Sends a form to an endpoint and reads the answer. What is no success is thrown: a refusal, a redirect to a browser, an
  /// answer that is none, or a connection that gave none.
  func post(_ endpoint: Endpoint, _ fields: [Field], _ correlation: String) async throws(WireFailure) -> WireAnswer {
    let request = ClientRequest(
      "POST", configuration.prefix + endpoint.rawValue,
      headers: [
        ClientHeader("Content-Type", FormBody.type), ClientHeader("Accept", "application/json"),
        ClientHeader("client-request-id", correlation),
      ],
      body: FormBody.encode([("client_id", configuration.clientId)] + fields))
    let answer: ClientAnswer
    if Task.isCancelled { throw WireFailure(connection: .cancelled, correlation) }
    do {
      answer = try await configuration.connection.send(request)
    } catch {
      throw WireFailure(connection: error, correlation)
    }
    let retryAfter = answer.header("Retry-After").flatMap { Int($0) }
    var object: JSONObject?
    if case .object(let read)? = try? JSON.parse(answer.body) { object = read }
    guard let object, answer.status == 200 else {
      if let refusal = object.flatMap({ Refusal($0, retryAfter: retryAfter) }) {
        throw WireFailure(refusal, correlation)
      }
      throw WireFailure(status: answer.status, retryAfter: retryAfter, correlation)
    }
    let read = WireAnswer(object: object, correlation: correlation)
    if read.challengeType == "redirect" {
      throw WireFailure(redirect: object["redirect_reason"]?.string, correlation)
    }
    return read
  }
}

/// The members of an answer. One that is missing makes the answer unreadable.
struct WireAnswer: Sendable {
  let object: JSONObject
  let correlation: String

  func text(_ name: String) throws(WireFailure) -> String {
    guard let text = object[name]?.string, !text.isEmpty else { throw missing(name) }
    return text
  }

  func number(_ name: String) throws(WireFailure) -> Int {
    guard let number = object[name].flatMap(Self.number) else { throw missing(name) }
    return number
  }

  /// Servers write numbers as texts as well.
  static func number(_ json: JSON) -> Int? {
    switch json {
    case .int(let number): Int(clamping: number)
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// The protocol's word for what is asked for.
  var challengeType: String? { object["challenge_type"]?.string }

  /// The token to go on with.
  var continuation: String {
    get throws(WireFailure) { try text("continuation_token") }
  }

  func missing(_ name: String) -> WireFailure { WireFailure(unreadable: "it has no \(name)", correlation) }
}
