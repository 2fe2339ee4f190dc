import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens

/// The calls of the provider for e-mail and password. None looks at `Authorization`: realm-web sends whatever it has.
extension AppServicesAPI {
  func register(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .register, by: ClientBody(request), of: app)
    guard app.flows[.register] != nil else { throw .providerNotFound(Self.provider) }
    try await run(.register, of: app, given)
    return HTTPResponse(201)
  }

  func confirm(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .confirm, by: ClientBody(request), of: app)
    guard app.flows[.confirm] != nil else { throw .tokenInvalid }
    try await run(.confirm, of: app, given)
    return HTTPResponse(200)
  }

  func resendConfirmation(
    _ app: AppServicesApp, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .resendConfirmation, by: ClientBody(request), of: app)
    guard app.flows[.resendConfirmation] != nil else {
      try await findPending(given.email, of: app)
      throw app.confirmation == .function ? .confirmByFunction : .confirmationWithoutMail(given.email)
    }
    try await run(.resendConfirmation, of: app, given)
    return HTTPResponse(202)
  }

  func retryConfirmation(
    _ app: AppServicesApp, _ request: HTTPRequest
  ) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .retryConfirmation, by: ClientBody(request), of: app)
    if app.confirmation == .automatic { throw .confirmationAutomatic(given.email) }
    guard app.flows[.retryConfirmation] != nil else {
      try await findPending(given.email, of: app)
      throw .confirmationWithoutFunction(given.email)
    }
    try await run(.retryConfirmation, of: app, given)
    return HTTPResponse(202)
  }

  func sendReset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .resetSend, by: ClientBody(request), of: app)
    guard app.flows[.resetSend] != nil else {
      throw app.flows[.resetCall] != nil ? .resetByFunction : .resetFailed(given.email)
    }
    try await run(.resetSend, of: app, given)
    return HTTPResponse(202)
  }

  func callReset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .resetCall, by: ClientBody(request), of: app)
    guard app.flows[.resetCall] != nil else { throw .resetFailed(given.email) }
    try await run(.resetCall, of: app, given)
    return HTTPResponse(202)
  }

  func reset(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let given = try given(for: .reset, by: ClientBody(request), of: app)
    guard app.flows[.reset] != nil else { throw .tokenInvalid }
    try await run(.reset, of: app, given)
    return HTTPResponse(200)
  }

  func logIn(_ app: AppServicesApp, _ request: HTTPRequest) async throws(AppServicesError) -> HTTPResponse {
    let body = try ClientBody(request)
    if request.query["link"] == "true" {
      throw AppServicesError(400, nil, "a user has one identity here: further ones cannot be linked")
    }
    let given = try given(for: .logIn, by: body, of: app)
    guard app.flows[.logIn] != nil else { throw .providerNotFound(Self.provider) }
    let end = try await run(.logIn, of: app, given, tokens: tokens.appIssuer(device: body.deviceID, app: app.session))
    guard case .object(let issued) = end.result?["tokens"] else {
      throw AppServicesError(400, nil, "the log-in ended without a session")
    }
    return .json(200, .object(issued))
  }

  /// What a request gives: by whom it is, and the fields of the flow's pages.
  private struct Given {
    var email = ""
    var fields = JSONObject()
  }

  /// What a part's request gives, which is what its definition says and no more.
  private func given(
    for part: AppServicesProtocol.Part, by body: ClientBody, of app: AppServicesApp
  ) throws(AppServicesError) -> Given {
    var given = Given()
    for gift in part.gives {
      switch gift {
      case .identifier:
        given.email = try address(part == .logIn ? "username" : "email", in: body, of: app)
        given.fields[app.identifier.name] = .string(given.email)
      case .password: given.fields[SecretField.password.name] = .string(try body.text("password"))
      case .link: for field in try body.link().members { given.fields[field.name] = field.value }
      case .arguments:
        given.fields[AppServicesProtocol.arguments] = try body.list(AppServicesProtocol.arguments)
      }
    }
    return given
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
    _ part: AppServicesProtocol.Part, of app: AppServicesApp, _ given: Given, tokens: (any TokenIssuer)? = nil
  ) async throws(AppServicesError) -> Reply.EndView {
    let flow = FlowPart(service: service, app: app, flow: app.flows[part] ?? "")
    switch await flow.run(given.fields, tokens: tokens) {
    case .ended(let end):
      if end.name == End.failed { throw AppServicesError(400, nil, "this is not possible now") }
      return end
    case .refused(let error): throw AppServicesError(error, on: part, of: app, email: given.email)
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
