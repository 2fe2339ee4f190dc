/// A flow of a tenant behind a connection, and as which application it is started. Generated clients are made over it.
public struct FlowAccess: Sendable {
  /// The way to the server.
  public let connection: any Connection
  /// The tenant's name.
  public let tenant: String
  /// The flow's name.
  public let flow: String
  /// The application that starts its runs; nil where the tenant declares none.
  public let application: String?
  /// What people read, as `Accept-Language` says it (RFC 9110, section 12.5.4): `de-CH, de;q=0.8`; nil: the tenant's language.
  public let languages: String?

  /// A flow behind a connection.
  public init(
    _ connection: any Connection, tenant: String, flow: String, application: String?, languages: String? = nil
  ) {
    self.connection = connection
    self.tenant = tenant
    self.flow = flow
    self.application = application
    self.languages = languages
  }

  /// Starts a run with the flow's parameters, and fields that are submitted to its first page at once. Where they are refused
  /// there is no run: the step has no state, but says why.
  public func start(_ input: FlowArgument...) async throws(FlowError) -> FlowStep {
    let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/flows/\(PercentEncoding.encode(flow))/runs"
    return try await ask("POST", path, body: .object(FlowArgument.object(input)))
  }

  /// Where the run of a token stands. What its end handed out is not told again.
  public func current(_ token: Secret) async throws(FlowError) -> FlowStep {
    try await ask("GET", "/v1/runs/current", token: token)
  }

  func send(_ event: String, _ input: [FlowArgument], token: Secret) async throws(FlowError) -> FlowStep {
    let body: JSON = ["event": .string(event), "input": .object(FlowArgument.object(input))]
    return try await ask("POST", "/v1/runs/events", token: token, body: body)
  }

  private func ask(
    _ method: String, _ path: String, token: Secret? = nil, body: JSON? = nil
  ) async throws(FlowError) -> FlowStep {
    var request = ClientRequest(method, path, headers: [ClientHeader("Accept", "application/json")])
    if let application { request.headers.append(ClientHeader("Usher-Application", application)) }
    if let languages { request.headers.append(ClientHeader("Accept-Language", languages)) }
    if let token { request.headers.append(ClientHeader("Authorization", "Bearer " + token.value)) }
    if let body {
      request.headers.append(ClientHeader("Content-Type", "application/json"))
      request.body = body.utf8()
    }
    // Nothing is sent for a caller that has gone, whatever the connection.
    if Task.isCancelled { throw .connection(.cancelled) }
    let answer: ClientAnswer
    do throws(ConnectionError) { answer = try await connection.send(request) } catch { throw .connection(error) }
    let retryAfter = answer.header("Retry-After").flatMap { Int($0) }
    guard case .object(let object)? = try? JSON.parse(answer.body), let reply = FlowReply(object) else {
      if let error = FlowError(answer.status, retryAfter: retryAfter) { throw error }
      throw .unexpected(UnexpectedAnswer("an answer with the status \(answer.status) that is no reply of a flow"))
    }
    if let error = FlowError(answer.status, reply, retryAfter: retryAfter) { throw error }
    if let flow = reply.flow, flow != self.flow {
      throw .unexpected(UnexpectedAnswer("a run of the flow \(flow), and not of \(self.flow)"))
    }
    return FlowStep(self, reply)
  }
}
