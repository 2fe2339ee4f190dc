import FlowJSON
import FlowModel
import FlowRuntime

/// One request, read strictly: its tenant, its application and the fields of its form.
struct NativeAuthExchange {
  let api: NativeAuthAPI
  let request: HTTPRequest
  let table: FlowTable
  let application: Application
  private let form: FormFields

  init(_ api: NativeAuthAPI, _ request: HTTPRequest) throws(WireError) {
    self.api = api
    self.request = request
    guard request.method == .post else {
      throw WireError("invalid_request", codes: [AADSTS.malformed], "This endpoint takes POST alone.")
    }
    guard request.body.count <= NativeAuthAPI.formLimit else {
      throw WireError("invalid_request", codes: [AADSTS.malformed], "The form is too large.")
    }
    guard request.hasBody(of: MediaType.form), let form = FormFields(request.body) else {
      throw WireError("invalid_request", codes: [AADSTS.malformed], "The body must be a form: \(MediaType.form).")
    }
    if let name = form.duplicate {
      throw WireError(
        "invalid_request", codes: [AADSTS.malformed], "A parameter stands twice: \(name.prefix(64)).")
    }
    self.form = form
    guard let tenant = request.parameters["tenant"], let table = api.tables(tenant) else {
      throw WireError("invalid_request", codes: [AADSTS.unknownTenant], "There is no such tenant.")
    }
    self.table = table
    guard let client = form["client_id"], !client.isEmpty else {
      throw WireError.parameter("client_id", code: AADSTS.usernameOrClient)
    }
    guard let application = table.applications.first(where: { $0.name == client }) else {
      throw WireError("unauthorized_client", codes: [AADSTS.unknownClient], "The tenant has no such client_id.")
    }
    guard application.spoken == .nativeAuth else {
      throw WireError("invalid_client", "nativeauthapi_disabled", "This client_id speaks another protocol.")
    }
    self.application = application
  }

  // MARK: Parameters

  /// The value of a parameter; nil where it is not there or empty.
  subscript(name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The value of a parameter that must be there.
  func required(_ name: String) throws(WireError) -> String {
    guard let value = self[name] else { throw .parameter(name) }
    return value
  }

  /// The challenge types of the client's list. The SDKs always send `redirect`; who does not cannot be sent elsewhere.
  func challengeTypes() throws(WireError) -> Set<String> {
    let types = Set(try required("challenge_type").split(separator: " ").map(String.init))
    guard types.isSubset(of: ["oob", "password", "redirect"]) else {
      throw WireError(
        "unsupported_challenge_type", codes: [AADSTS.challengeTypes],
        "The challenge_type list parameter contains an unsupported challenge type.")
    }
    guard types.contains("redirect") else {
      throw WireError(
        "invalid_request", codes: [AADSTS.challengeTypes],
        "The challenge_type list parameter does not include the 'redirect' type.")
    }
    return types
  }

  /// What the client can do; the reference and the SDKs spell it differently.
  var capabilities: WireToken.Capabilities {
    let words = (self["capabilities"] ?? self["capability"] ?? "").split(separator: " ")
    var capabilities: WireToken.Capabilities = []
    if words.contains("mfa_required") { capabilities.insert(.mfa) }
    if words.contains("registration_required") { capabilities.insert(.registration) }
    return capabilities
  }

  /// Whom the tokens of this exchange are for.
  var audience: WireToken.Audience {
    WireToken.Audience(api.key, tenant: table.tenant, application: application.name)
  }

  /// The continuation token.
  func token() throws(WireError) -> WireToken {
    guard let token = WireToken(try required("continuation_token"), for: audience) else { throw .invalidToken }
    return token
  }

  /// The continuation token, which must be that of a run.
  func runToken() throws(WireError) -> WireToken {
    let token = try token()
    guard token.isOfRun else { throw .invalidToken }
    return token
  }

  // MARK: Flows

  /// The flow that plays a part for this application.
  func flow(_ part: NativeAuthPart) throws(WireError) -> Flow {
    guard let index = application.flow(playing: part.rawValue), table.flows.indices.contains(Int(index)) else {
      throw WireError(redirect: "This application offers no \(part.rawValue) but in a browser.")
    }
    return table.flows[Int(index)]
  }

  private func scope(_ part: NativeAuthPart) throws(WireError) -> ClientEvent.Scope {
    ClientEvent.Scope(application: application.name, tenant: table.tenant, flow: try flow(part).name)
  }

  /// Starts the flow of a part with an event of its first page. No code leaves: the client asks for it with `/challenge`.
  func start(
    _ part: NativeAuthPart, _ event: ClientEvent, tokens: (any TokenIssuer)? = nil
  ) async throws(WireError) -> Reply {
    var event = event
    event.holdsCodes = true
    return try inApp(
      await api.service.start(
        flow: try flow(part).name, tenant: table.tenant, by: .client(application.name), event: event, tokens: tokens))
  }

  /// Sends an event to the run of a token, if it is one of a part's flow. `sendsCodes`: whether a code may leave, as it may
  /// with `/challenge` alone.
  func send(
    _ event: String, _ token: WireToken, _ part: NativeAuthPart, _ input: JSONObject = [:], sendsCodes: Bool = false,
    inParts: Bool = false, tokens: (any TokenIssuer)? = nil
  ) async throws(WireError) -> Reply {
    var event = ClientEvent(event, input: input, token: token.run)
    event.scope = try scope(part)
    event.holdsCodes = !sendsCodes
    event.comesInParts = inParts
    return try inApp(await api.service.send(event, tokens: tokens), token)
  }

  /// Sends one of the events that the protocol knows by name.
  func send(
    _ event: NativeAuthEvent, _ token: WireToken, _ part: NativeAuthPart, _ input: JSONObject = [:],
    sendsCodes: Bool = false, tokens: (any TokenIssuer)? = nil
  ) async throws(WireError) -> Reply {
    try await send(event.rawValue, token, part, input, sendsCodes: sendsCodes, tokens: tokens)
  }

  /// Where the run of a token stands, if it is one of a part's flow and goes on.
  func page(_ token: WireToken, _ part: NativeAuthPart, earlier: Bool = false) async throws(WireError) -> Reply {
    let reply = try await look(token, part, earlier)
    guard reply.isAtRest else { throw refusal(reply) }
    return reply
  }

  /// How the run of a token ended, if it is one of a part's flow; nil while it goes on.
  func end(_ token: WireToken, _ part: NativeAuthPart) async throws(WireError) -> Reply.EndView? {
    let reply = try await look(token, part, false)
    if let end = reply.end { return end }
    guard reply.isAtRest else { throw refusal(reply) }
    return nil
  }

  private func look(_ token: WireToken, _ part: NativeAuthPart, _ earlier: Bool) async throws(WireError) -> Reply {
    try inApp(await api.service.current(token: token.run, scope: try scope(part), earlier: earlier), token)
  }

  /// A reply to what was sent with a token, unless it says that the flow goes on in a browser.
  private func inApp(_ reply: Reply, _ token: WireToken? = nil) throws(WireError) -> Reply {
    guard let reason = reply.end?.redirect else { return reply }
    var error = WireError(redirect: reason)
    error.token = token?.next(run: reply.token, told: false)
    error.locale = reply.locale
    throw error
  }

  // MARK: Answers

  /// The answer that sends people to a browser, because the client lacks what the flow needs.
  static func redirect(_ reason: String) -> JSONObject {
    ["challenge_type": "redirect", "redirect_reason": .string(reason)]
  }

  /// The answer to a request.
  func answer(_ endpoint: NativeAuthEndpoint) async throws(WireError) -> JSONObject {
    switch endpoint {
    case .signUpStart: try await startSignUp()
    case .resetStart, .signInInitiate: try await start(endpoint.part)
    case .signUpChallenge, .resetChallenge: try await challenge(endpoint.part)
    case .signInChallenge: try await challengeSignIn()
    case .signUpContinue: try await continueSignUp()
    case .resetContinue: try await continueReset()
    case .resetSubmit: try await submitNewPassword()
    case .resetPoll: try await pollReset()
    case .signInIntrospect: try await introspectMethods()
    case .token: try await issueTokens()
    case .registerIntrospect: try await introspectContacts()
    case .registerChallenge: try await challengeContact()
    case .registerContinue: try await continueRegistration()
    }
  }
}
