import FlowModel

/// Which pages, events and fields have a form in a part of a protocol.
struct ProtocolPages {
  /// What has none.
  enum Unspeakable {
    case page
    case event(ResolvedEvent)
    case field(ResolvedField)
  }

  private let spoken: SpokenProtocol
  private let part: String
  private let scope: TenantScope

  init(_ spoken: SpokenProtocol, part: String, _ scope: TenantScope) {
    self.spoken = spoken
    self.part = part
    self.scope = scope
  }

  /// What of a page has no form.
  func unspeakable(in page: ResolvedPage, isFirst: Bool) -> [Unspeakable] {
    switch spoken {
    case .flowAPI: []
    case .nativeAuth: isFirst ? start(page) : nativeAuth(page)
    case .appServices: submit(page, appServicesFields)
    }
  }

  // MARK: native-auth

  /// `/start` and `/initiate` give a user name, and a sign-up also a password and attributes; `/token` gives a grant.
  private func start(_ page: ResolvedPage) -> [Unspeakable] {
    let isStart = page.events.contains { $0.fields.contains(where: isIdentifier) }
    guard isStart else { return [.page] }
    return page.events.flatMap { event -> [Unspeakable] in
      if part == "sign-in", event.fields.count == 1, secret(event.fields[0]) == .grant { return [] }
      guard event.fields.contains(where: isIdentifier) else { return [.event(event)] }
      return event.fields.filter { field in
        let isOfSignUp = part == "sign-up" && (secret(field) == .password || isAttribute(field))
        return field.isRequired && !isIdentifier(field) && !isOfSignUp
      }.map(Unspeakable.field)
    }
  }

  private func nativeAuth(_ page: ResolvedPage) -> [Unspeakable] {
    let submit = page.events.first { $0.name == "submit" }
    func others(than allowed: (ResolvedEvent) -> Bool) -> [Unspeakable] {
      page.events.filter { $0.name != "submit" && !allowed($0) }.map(Unspeakable.event)
    }
    func without(_ name: String) -> (ResolvedEvent) -> Bool { { $0.name == name && $0.fields.isEmpty } }
    if let submit, submit.fields.contains(where: { secret($0) == .code }) {
      return rest(of: submit, but: .code)
        + others { without("resend")($0) || part == "sign-in" && (isMethod($0) || isContact($0)) }
    }
    if let submit, submit.fields.contains(where: { secret($0) == .password }) {
      return rest(of: submit, but: .password) + others(than: without("use-code"))
    }
    if part == "sign-up", let event = page.events.first(where: { !$0.fields.isEmpty }) {
      return event.fields.filter { !isAttribute($0) }.map(Unspeakable.field)
        + page.events.filter { $0.name != event.name }.map(Unspeakable.event)
    }
    guard part == "sign-in", !page.events.isEmpty else { return [.page] }
    if page.events.contains(where: isMethod) { return page.events.filter { !isMethod($0) }.map(Unspeakable.event) }
    if page.events.contains(where: isContact) { return page.events.filter { !isContact($0) }.map(Unspeakable.event) }
    return page.events.filter { !without("continue")($0) }.map(Unspeakable.event)
  }

  private func rest(of event: ResolvedEvent, but taken: SecretField) -> [Unspeakable] {
    event.fields.filter { $0.isRequired && secret($0) != taken }.map(Unspeakable.field)
  }

  /// A method of a second factor to choose.
  private func isMethod(_ event: ResolvedEvent) -> Bool {
    event.fields.isEmpty && ["email", "sms"].contains(event.name)
  }

  /// An address to register.
  private func isContact(_ event: ResolvedEvent) -> Bool {
    event.fields.count == 1 && scope.attribute(of: event.fields[0].slot)?.definition.type.isAddress ?? false
  }

  // MARK: app-services

  /// A request of this protocol is one run: `submit` of each page on the way takes of what the request gives.
  private func submit(_ page: ResolvedPage, _ takes: (ResolvedField) -> Bool) -> [Unspeakable] {
    guard let submit = page.events.first(where: { $0.name == "submit" }) else { return [.page] }
    return submit.fields.filter { $0.isRequired && !takes($0) }.map(Unspeakable.field)
  }

  private func appServicesFields(_ field: ResolvedField) -> Bool {
    let secrets: [SecretField] =
      switch part {
      case "register", "log-in", "reset-call": [.password]
      case "confirm": [.token, .tokenId]
      case "reset": [.token, .tokenId, .password]
      default: []
      }
    if let secret = secret(field) { return secrets.contains(secret) }
    if isIdentifier(field) { return !["confirm", "reset"].contains(part) }
    return part == "reset-call" && [.list, .any].contains(scope.attribute(of: field.slot)?.definition.type)
  }

  // MARK: Fields

  private func secret(_ field: ResolvedField) -> SecretField? {
    UInt8(exactly: field.slot).flatMap(SecretField.init(rawValue:))
  }

  private func isIdentifier(_ field: ResolvedField) -> Bool {
    scope.attribute(of: field.slot)?.definition.isIdentifier ?? false
  }

  /// An attribute whose values are texts on the wire.
  private func isAttribute(_ field: ResolvedField) -> Bool {
    scope.attribute(of: field.slot).map { $0.definition.type != .any } ?? false
  }
}
