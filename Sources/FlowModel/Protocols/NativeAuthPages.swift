extension NativeAuthProtocol {
  /// What a page is on the wire. What it has decides, in this order:
  ///
  /// | a page with | is |
  /// |---|---|
  /// | none: a code waits to be sent | `held`: `oob`, once the client asks for the code |
  /// | the flow's first, with an event that collects an identifier | `start` |
  /// | `submit` that collects `code` | `oob`; its event `resend` is the repeated challenge |
  /// | `submit` that collects `password` | `password`; its event `use-code` is for clients that have no password |
  /// | in a sign-up, an event that collects attributes | attributes |
  /// | in a sign-in, events `email` or `sms` without fields | the methods of a second factor |
  /// | in a sign-in, events that collect one address each | the registration of a strong method |
  /// | in a sign-in, an event `continue` without fields | a rest, from which the grant `continuation_token` goes on |
  public enum PageKind: Hashable, Sendable {
    case held
    case start
    case code
    case password
    case attributes(EventView)
    case methods([String])
    case contacts([EventView])
    case rest
    case unspeakable
  }

  /// What a page is in the flow of a part.
  public static func kind(of page: PageView, in part: Part, isFirst: Bool = false) -> PageKind {
    if isFirst { return page.events.contains(where: \.takesIdentifier) ? .start : .unspeakable }
    if page.taker(of: .code) != nil { return .code }
    if page.taker(of: .password) != nil { return .password }
    switch part {
    case .signUp: return page.events.first { !$0.fields.isEmpty }.map(PageKind.attributes) ?? .unspeakable
    case .resetPassword: return .unspeakable
    case .signIn:
      if case let methods = methods(of: page), !methods.isEmpty { return .methods(methods) }
      if case let contacts = contacts(of: page), !contacts.isEmpty { return .contacts(contacts) }
      return page.event(Event.continue.rawValue)?.fields.isEmpty ?? false ? .rest : .unspeakable
    }
  }

  /// The methods of a second factor to choose from.
  public static func methods(of page: PageView) -> [String] {
    Event.methods.filter { method in page.events.contains { $0.isPlain(method) } }.map(\.rawValue)
  }

  /// The events that take an address to prove.
  public static func contacts(of page: PageView) -> [EventView] { page.events.filter { $0.address != nil } }

  /// What of a page has no form: all that its kind does not take.
  static func unspeakable(
    in page: PageView, _ part: Part, isFirst: Bool, _ sends: (Int) -> CodeSends?
  ) -> [Unspeakable] {
    switch kind(of: page, in: part, isFirst: isFirst) {
    case .held: return []
    case .start: return page.events.indices.flatMap { unspeakable(inStart: page.events[$0], $0, part) }
    case .code:
      let names = part == .signIn ? [.resend] + Event.methods : [.resend]
      return unspeakable(in: page, takerOf: .code, sends, likely: names) { event in
        event.isPlain(.resend) || part == .signIn && (event.isMethod || event.address != nil)
      }
    case .password: return unspeakable(in: page, takerOf: .password, sends, likely: [.useCode]) { $0.isPlain(.useCode) }
    case .attributes(let event):
      guard let index = page.events.firstIndex(of: event) else { return [] }
      return event.fields(index) { !$0.isText }
        + others(page, sends, likely: []) { $0.name == event.name }
    case .contacts: return others(page, sends, likely: []) { $0.address != nil }
    case .methods: return others(page, sends, likely: Event.methods) { $0.isMethod }
    case .unspeakable where isFirst || part != .signIn || page.events.isEmpty: return [.page]
    case .rest, .unspeakable: return others(page, sends, likely: Event.methods + [.continue]) { $0.isPlain(.continue) }
    }
  }

  /// `/start` and `/initiate` give a user name, and a sign-up also a password and attributes; `/token` gives a grant.
  private static func unspeakable(inStart event: EventView, _ index: Int, _ part: Part) -> [Unspeakable] {
    if part == .signIn, event.fields.count == 1, event.collects(.grant) { return [] }
    guard event.takesIdentifier else { return [.event(index, likely: nil)] }
    return event.fields(index) { field in
      field.isRequired && !field.isIdentifier
        && !(part == .signUp && (field.secret == .password || field.isText))
    }
  }

  /// The event that takes a secret goes by the name `submit`, and needs nothing else.
  private static func unspeakable(
    in page: PageView, takerOf secret: SecretField, _ sends: (Int) -> CodeSends?, likely names: [Event],
    takes: (EventView) -> Bool
  ) -> [Unspeakable] {
    guard let index = page.taker(of: secret) else { return [] }
    let taker = page.events[index]
    return (taker.isCalled(.submit) ? [] : [.event(index, likely: Event.submit.rawValue)])
      + taker.fields(index) { $0.isRequired && $0.secret != secret }
      + others(page, sends, likely: names) { $0.name == taker.name || takes($0) }
  }

  /// The events that a kind of page does not take, each with the first name that fits what it does and no other event has.
  private static func others(
    _ page: PageView, _ sends: (Int) -> CodeSends?, likely names: [Event], takes: (EventView) -> Bool
  ) -> [Unspeakable] {
    var taken = Set(page.events.map(\.name))
    return page.events.indices.filter { !takes(page.events[$0]) }.map { index in
      guard page.events[index].fields.isEmpty, !names.isEmpty else { return .event(index, likely: nil) }
      let codes = sends(index)
      let likely = names.first {
        $0.isLikely(codes, among: page.events.count) && taken.insert($0.rawValue).inserted
      }
      return .event(index, likely: likely?.rawValue)
    }
  }
}

extension EventView {
  /// The one field for an address that it collects, where it collects nothing else.
  public var address: FieldView? { fields.count == 1 && fields[0].type?.isAddress == true ? fields[0] : nil }

  var takesIdentifier: Bool { fields.contains(where: \.isIdentifier) }

  fileprivate func isCalled(_ event: NativeAuthProtocol.Event) -> Bool { name == event.rawValue }

  fileprivate func isPlain(_ event: NativeAuthProtocol.Event) -> Bool { isCalled(event) && fields.isEmpty }

  fileprivate var isMethod: Bool { NativeAuthProtocol.Event.methods.contains(where: isPlain) }
}

extension PageView {
  /// The event that takes a secret, by its index: `submit`, or the only one that does where there is none of that name.
  fileprivate func taker(of secret: SecretField) -> Int? {
    let takers = events.indices.filter { events[$0].collects(secret) }
    if let submit = events.firstIndex(where: { $0.isCalled(.submit) }) { return takers.first { $0 == submit } }
    return takers.count == 1 ? takers[0] : nil
  }
}

extension FieldView {
  /// Whether it is an attribute whose values are texts on the wire.
  fileprivate var isText: Bool { type.map { $0 != .any } ?? false }
}
