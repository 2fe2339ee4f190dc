import FlowModel

/// Which pages, events and fields have a form in a part of a protocol.
struct ProtocolPages {
  /// What has none.
  enum Unspeakable {
    case page
    /// With the name by which the protocol knows an event that does what this one does.
    case event(ResolvedEvent, likely: String?)
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
  func unspeakable(in page: ResolvedPage, isFirst: Bool, _ deeds: EventDeeds) -> [Unspeakable] {
    switch spoken {
    case .flowAPI: []
    case .nativeAuth: isFirst ? start(page) : nativeAuth(page, deeds)
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
      guard event.fields.contains(where: isIdentifier) else { return [.event(event, likely: nil)] }
      return event.fields.filter { field in
        let isOfSignUp = part == "sign-up" && (secret(field) == .password || isAttribute(field))
        return field.isRequired && !isIdentifier(field) && !isOfSignUp
      }.map(Unspeakable.field)
    }
  }

  private func nativeAuth(_ page: ResolvedPage, _ deeds: EventDeeds) -> [Unspeakable] {
    if let taker = taker(of: .code, page) {
      let others = page.events.filter { event in
        event.name != taker.name && !isPlain(event, "resend")
          && !(part == "sign-in" && (isMethod(event) || isContact(event)))
      }
      return renamed(taker) + rest(of: taker, but: .code)
        + unnamed(others, page) { event in
          guard let sending = deeds.sending(event) else { return [] }
          return (sending.returns ? ["resend"] : []) + methods(sending)
        }
    }
    if let taker = taker(of: .password, page) {
      let others = page.events.filter { $0.name != taker.name && !isPlain($0, "use-code") }
      return renamed(taker) + rest(of: taker, but: .password)
        + unnamed(others, page) { deeds.sending($0) == nil ? [] : ["use-code"] }
    }
    if part == "sign-up", let event = page.events.first(where: { !$0.fields.isEmpty }) {
      return event.fields.filter { !isAttribute($0) }.map(Unspeakable.field)
        + unnamed(page.events.filter { $0.name != event.name }, page) { _ in [] }
    }
    guard part == "sign-in", !page.events.isEmpty else { return [.page] }
    if !page.events.contains(where: isMethod), page.events.contains(where: isContact) {
      return unnamed(page.events.filter { !isContact($0) }, page) { _ in [] }
    }
    let isChoice = page.events.contains(where: isMethod)
    let others = page.events.filter { isChoice ? !isMethod($0) : !isPlain($0, "continue") }
    return unnamed(others, page) { event in
      if let sending = deeds.sending(event) { return methods(sending) }
      return page.events.count == 1 ? ["continue"] : []
    }
  }

  /// The event that takes a secret: `submit`, or the only one that does, where there is none of that name.
  private func taker(of taken: SecretField, _ page: ResolvedPage) -> ResolvedEvent? {
    let takers = page.events.filter { event in event.fields.contains { secret($0) == taken } }
    if let submit = page.events.first(where: { $0.name == "submit" }) {
      return takers.first { $0.name == submit.name }
    }
    return takers.count == 1 ? takers[0] : nil
  }

  /// An event that should be called `submit`.
  private func renamed(_ taker: ResolvedEvent) -> [Unspeakable] {
    taker.name == "submit" ? [] : [.event(taker, likely: "submit")]
  }

  /// Events without a form, each with the first name that its deeds call for and no other event has.
  private func unnamed(
    _ events: [ResolvedEvent], _ page: ResolvedPage, _ names: (ResolvedEvent) -> [String]
  ) -> [Unspeakable] {
    var taken = Set(page.events.map(\.name))
    return events.map { event in
      let likely = event.fields.isEmpty ? names(event).first { taken.insert($0).inserted } : nil
      return .event(event, likely: likely)
    }
  }

  /// The method of a second factor that a code is sent by.
  private func methods(_ sending: EventDeeds.Sending) -> [String] {
    part == "sign-in" && sending.channels.count == 1 ? Array(sending.channels) : []
  }

  private func isPlain(_ event: ResolvedEvent, _ name: String) -> Bool { event.name == name && event.fields.isEmpty }

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
    guard
      let submit = page.events.first(where: { $0.name == "submit" }) ?? (page.events.count == 1 ? page.events[0] : nil)
    else { return [.page] }
    return renamed(submit) + submit.fields.filter { $0.isRequired && !takes($0) }.map(Unspeakable.field)
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
