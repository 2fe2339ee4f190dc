import FlowClient
import FlowJSON

/// One call of the protocol: what is asked, and how the answer to it is read.
struct Call<Answer: Sendable>: Sendable {
  /// The methods that the protocol uses.
  enum Method: String {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  let method: Method
  /// The segments of its path behind the base of all calls.
  let path: [String]
  /// What is sent; nil: no body.
  var body: JSONObject?
  /// Reads the body of a success, null where it is empty; nil where it is none of this call.
  let read: @Sendable (JSON) -> Answer?

  private static var base: String { "/api/client/v2.0" }

  /// The call as a request, with the token of whoever makes it.
  func request(token: String?) -> ClientRequest {
    var headers = [ClientHeader("Accept", "application/json")]
    if body != nil { headers.append(ClientHeader("Content-Type", "application/json")) }
    if let token { headers.append(ClientHeader("Authorization", "Bearer \(token)")) }
    return ClientRequest(
      method.rawValue, Self.base + path.map { "/" + PercentEncoding.encode($0) }.joined(), headers: headers,
      body: body.map { JSON.object($0).utf8() } ?? [])
  }

  /// What the server says to it, or the error that it answers.
  func answer(in answer: ClientAnswer) throws(AppError) -> Answer {
    let body: JSON? = answer.body.isEmpty ? .null : try? JSON.parse(answer.body)
    // As in realm-core, an error in the body is one whatever the status.
    guard 200..<300 ~= answer.status, body?["error"] == nil, body?["error_code"] == nil else {
      throw AppError(answer, body)
    }
    // What is no JSON comes from somebody between: a proxy, or the page of a hotel's network.
    guard let body, let read = read(body) else {
      throw AppError(.httpError, "The answer is none that this call has.", status: answer.status)
    }
    return read
  }
}

extension Call where Answer == Void {
  /// A call whose success says nothing more.
  init(_ method: Method, _ path: [String], _ body: JSONObject? = nil) {
    self.init(method: method, path: path, body: body) { _ in () }
  }
}

extension AppError {
  /// An answer that is no success.
  fileprivate init(_ answer: ClientAnswer, _ body: JSON?) {
    let (text, name) = (body?["error"]?.string, body?["error_code"]?.string ?? "")
    let code: Code =
      switch (text, name) {
      case (nil, ""): .httpError
      case (_, ""): .unknown
      default: Code(rawValue: name)
      }
    self.init(
      code, text ?? (name.isEmpty ? "The server answered with status \(answer.status)." : name), status: answer.status,
      link: body?["link"]?.string, retryAfter: answer.header("Retry-After").flatMap { Int($0) })
  }
}

extension Connection {
  /// Makes a call: the one place in which something is sent.
  func exchange<Answer>(_ call: Call<Answer>, token: String? = nil) async throws(AppError) -> Answer {
    let answer: ClientAnswer
    do throws(ConnectionError) {
      answer = try await send(call.request(token: token))
    } catch {
      throw AppError(error)
    }
    return try call.answer(in: answer)
  }
}
