public import FlowClient
public import FlowHTTP

/// The way to a server in the same program: each request goes to its handler (`Site.handler()`, or any other), and no socket is
/// opened. What a client may do and gets is the same as over HTTP.
public struct InProcessConnection: Connection {
  private let handler: any HTTPHandler
  private let host: String

  /// A connection to a handler. `host` is the name by which requests call the server, with its port if there is one.
  public init(to handler: any HTTPHandler, host: String = "localhost") {
    self.handler = handler
    self.host = host
  }

  /// Hands the request to the handler, which is not disturbed any more: what is handed over is done, and its answer returned.
  public func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    try request.check()
    if Task.isCancelled { throw .cancelled }
    var headers: HTTPHeaders = ["Host": host]
    for header in request.headers { headers.add(header.name, header.value) }
    guard
      let received = HTTPRequest(
        HTTPMethod(request.method), target: request.path, headers: headers, body: request.body,
        server: "http://\(host)")
    else { throw ConnectionError(.malformed, "The request's path is not well-formed.") }
    let response = await handler.respond(to: received)
    return ClientAnswer(
      response.status, headers: response.headers.fields.map { ClientHeader($0.name, $0.value) }, body: response.body)
  }
}
