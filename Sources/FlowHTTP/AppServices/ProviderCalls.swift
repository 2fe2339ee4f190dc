import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens

/// The calls of the provider for e-mail and password. None looks at `Authorization`: realm-web sends whatever it has.
extension AppServicesAPI {
  func register(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let body = try ClientBody(request)
    let email = try address("email", in: body, of: app)
    let password = try body.text("password")
    guard app.flows[.register] != nil else { throw .providerNotFound(Self.provider) }
    try await run(.register, of: app, email: email, ["password": .string(password)])
    return HTTPResponse(201)
  }

  func confirm(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let link = try ClientBody(request).link()
    guard app.flows[.confirm] != nil else { throw .tokenInvalid }
    try await run(.confirm, of: app, link)
    return HTTPResponse(200)
  }

  func resendConfirmation(
    _ app: AppServicesApp, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    let email = try address("email", in: try ClientBody(request), of: app)
    guard app.flows[.resendConfirmation] != nil else {
      try await findPending(email, of: app)
      throw app.confirmation == .function ? .confirmByFunction : .confirmationWithoutMail(email)
    }
    try await run(.resendConfirmation, of: app, email: email)
    return HTTPResponse(202)
  }

  func retryConfirmation(
    _ app: AppServicesApp, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    let email = try address("email", in: try ClientBody(request), of: app)
    if app.confirmation == .automatic { throw .confirmationAutomatic(email) }
    guard app.flows[.retryConfirmation] != nil else {
      try await findPending(email, of: app)
      throw .confirmationWithoutFunction(email)
    }
    try await run(.retryConfirmation, of: app, email: email)
    return HTTPResponse(202)
  }

  func sendReset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let email = try address("email", in: try ClientBody(request), of: app)
    guard app.flows[.resetSend] != nil else {
      throw app.flows[.resetCall] != nil ? .resetByFunction : .resetFailed(email)
    }
    try await run(.resetSend, of: app, email: email)
    return HTTPResponse(202)
  }

  func callReset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let body = try ClientBody(request)
    let email = try address("email", in: body, of: app)
    let password = try body.text("password")
    guard app.flows[.resetCall] != nil else { throw .resetFailed(email) }
    let arguments = try body.list("arguments")
    try await run(.resetCall, of: app, email: email, ["password": .string(password), "arguments": arguments])
    return HTTPResponse(202)
  }

  func reset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let body = try ClientBody(request)
    var fields = try body.link()
    fields["password"] = .string(try body.text("password"))
    guard app.flows[.reset] != nil else { throw .tokenInvalid }
    try await run(.reset, of: app, fields)
    return HTTPResponse(200)
  }

  func logIn(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let body = try ClientBody(request)
    if request.query["link"] == "true" {
      throw AppServicesError(400, nil, "a user has one identity here: further ones cannot be linked")
    }
    let email = try address("username", in: body, of: app)
    let password = try body.text("password")
    guard app.flows[.logIn] != nil else { throw .providerNotFound(Self.provider) }
    let end = try await run(
      .logIn, of: app, email: email, ["password": .string(password)],
      tokens: tokens.appIssuer(device: body.deviceID, app: app.session))
    guard case .object(let issued) = end.result?["tokens"] else {
      throw AppServicesError(400, nil, "the log-in ended without a session")
    }
    return .json(200, .object(issued))
  }

  /// The address that a call is about.
  private func address(
    _ name: String, in body: ClientBody, of app: AppServicesApp
  ) throws(AppServicesError) -> String {
    let address = try body.text(name)
    do throws(HTTPRefusal) { try identifiers?.take(address, of: app.tenant) } catch { throw AppServicesError(error) }
    return address
  }

  /// Runs the flow of a part to its end.
  @discardableResult
  private func run(
    _ part: AppServicesProtocol.Part, of app: AppServicesApp, email: String? = nil, _ fields: JSONObject = [:],
    tokens: (any TokenIssuer)? = nil
  ) async throws(AppServicesError) -> Reply.EndView {
    var input: JSONObject = [:]
    if let email { input[app.identifier.name] = .string(email) }
    for field in fields.members { input[field.name] = field.value }
    let part = (name: part, flow: FlowPart(service: service, app: app, flow: app.flows[part] ?? ""))
    switch await part.flow.run(input, tokens: tokens) {
    case .ended(let end):
      if end.name == End.failed { throw AppServicesError(400, nil, "this is not possible now") }
      return end
    case .refused(let error): throw AppServicesError(error, on: part.name, of: app, email: email ?? "")
    case .stuck: throw AppServicesError(400, nil, "this app asks for more than this call can give")
    }
  }

  /// Makes sure that there is such an account and that it waits for its confirmation, as the service that clients know did.
  /// Nobody is looked up for an app whose flows conceal who has an account: this is no way past them.
  private func findPending(_ email: String, of app: AppServicesApp) async throws(AppServicesError) {
    if !app.revealsAccounts { return }
    let account: AccountRecord?
    do {
      account = try await accounts.account(email, by: app.identifier, tenant: app.tenant)
    } catch {
      throw .processing
    }
    guard let account else { throw .userNotFound }
    if app.counts(asConfirmed: account) { throw .alreadyConfirmed }
  }
}
