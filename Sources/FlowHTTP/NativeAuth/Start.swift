import FlowExpression
import FlowJSON
import FlowModel
import FlowRuntime

extension NativeAuthExchange {
  /// `/signup/v1.0/start`.
  func startSignUp() async throws(WireError) -> JSONObject {
    let attributes = try WireAttributes(self["attributes"])
    return try await start(.signUp, password: self["password"], attributes)
  }

  /// `/resetpassword/v1.0/start` and `/oauth2/v2.0/initiate`.
  func start(_ part: NativeAuthPart) async throws(WireError) -> JSONObject {
    try await start(part, password: nil, try WireAttributes(nil))
  }

  private func start(
    _ part: NativeAuthPart, password: String?, _ attributes: WireAttributes
  ) async throws(WireError) -> JSONObject {
    let types = try challengeTypes()
    let flow = try flow(part)
    guard let username = self["username"] else { throw .username }
    if types == ["redirect"] { return Self.redirect("The client supports no challenge type.") }
    guard let first = PageView(startOf: flow, of: table) else { throw .unspeakable }
    let event = try first.starting(username, password, attributes, table)
    let token = WireToken(for: audience, capabilities)
    let reply = try await start(part, event)
    // There was no token before, so that none is too old: the flow has ended at once.
    if let end = reply.end, reply.error == nil {
      throw WireError("access_denied", nil, "The flow does not go on from here: it has ended as `\(end.name)`.")
    }
    guard reply.error == nil, reply.isAtRest else { throw refusal(reply) }
    return try await started(reply, token, types, part)
  }

  /// The answer to a start that came to a page; the client may lack what that page takes.
  private func started(
    _ reply: Reply, _ token: WireToken, _ types: Set<String>, _ part: NativeAuthPart
  ) async throws(WireError) -> JSONObject {
    switch reply.kind(in: part) {
    case .held where !types.contains("oob"), .code where !types.contains("oob"):
      return Self.redirect("The flow sends a code.")
    case .password where !types.contains("password"):
      guard types.contains("oob"), reply.has(.useCode) else { return Self.redirect("The flow asks for a password.") }
      let next = try await send(.useCode, token.next(run: reply.token), part)
      guard next.error == nil, next.isAtRest else { throw refusal(next) }
      return ["continuation_token": .string(token.next(run: next.token).text)]
    case .attributes(let event):
      var error = WireError("attributes_required", codes: [AADSTS.attributesRequired], "Attributes are missing.")
      error.token = token.next(run: reply.token)
      error.requiredAttributes = event.requiredAttributes(at: reply.page)
      throw error
    case .unspeakable: throw .unspeakable
    default: return ["continuation_token": .string(token.next(run: reply.token).text)]
    }
  }
}

extension PageView {
  /// The event of a first page that takes the most of what the client gave, and needs no more.
  fileprivate func starting(
    _ username: String, _ password: String?, _ attributes: WireAttributes, _ table: FlowTable
  ) throws(WireError) -> ClientEvent {
    var best: (event: ClientEvent, isEnough: Bool)?
    for event in events {
      guard let identifier = event.identifier(for: username, table), !event.collects(.code), !event.collects(.grant),
        password == nil || event.collects(.password)
      else { continue }
      var input = attributes.input(for: event.fields.filter { $0.name != identifier })
      input[identifier] = .string(username)
      if let password { input[SecretField.password.name] = .string(password) }
      let isEnough = event.fields.allSatisfy { !$0.isRequired || input[$0.name] != nil }
      if let best, best.isEnough || !isEnough,
        best.isEnough != isEnough || best.event.input.members.count >= input.members.count
      {
        continue
      }
      best = (ClientEvent(event.name, input: input), isEnough)
    }
    if let best { return best.event }
    if password != nil {
      throw WireError(
        "unsupported_auth_method", codes: [AADSTS.wrongMethod], "This flow takes no password at its start.")
    }
    throw .unspeakable
  }
}

extension EventView {
  /// The field that a user name stands in: the identifier whose type it has, or else the first.
  fileprivate func identifier(for username: String, _ table: FlowTable) -> String? {
    let own = table.attributes.filter { attribute in
      attribute.isIdentifier && fields.contains { $0.name == attribute.name }
    }
    return (own.first { $0.complaint(about: .string(username)) == nil } ?? own.first)?.name
  }
}
