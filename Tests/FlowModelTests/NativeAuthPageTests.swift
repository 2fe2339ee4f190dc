import FlowModel
import Testing

/// One classification serves the compiler, which asks what has no form, and the adapter, which asks what a page is.
@Suite struct NativeAuthPageTests {
  private static let code = FieldView(.code, isRequired: true)
  private static let password = FieldView(.password, isRequired: true)
  private static let city = FieldView(AttributeDefinition(name: "city", type: .string), isRequired: true)
  private static let phone = FieldView(AttributeDefinition(name: "phone", type: .phone), isRequired: true)
  private static let email: FieldView = {
    var email = AttributeDefinition(name: "email", type: .email)
    email.isIdentifier = true
    return FieldView(email, isRequired: true)
  }()

  private func page(_ events: EventView...) -> PageView { PageView(title: "A page", events: events) }

  private func unspeakable(
    _ page: PageView, _ part: NativeAuthProtocol.Part, isFirst: Bool = false, sends: CodeSends? = nil
  ) -> [Unspeakable] {
    SpokenProtocol.nativeAuth.definition.unspeakable(
      in: page, at: PagePlace(part: part.rawValue, isFirst: isFirst), sends: { _ in sends })
  }

  @Test(arguments: NativeAuthProtocol.Part.allCases)
  func `a page that takes a code or a password is that in every part`(part: NativeAuthProtocol.Part) {
    let code = page(EventView("submit", fields: [Self.code]), EventView("resend"))
    #expect(NativeAuthProtocol.kind(of: code, in: part) == .code && unspeakable(code, part).isEmpty)
    let password = page(EventView("submit", fields: [Self.password]), EventView("use-code"))
    #expect(NativeAuthProtocol.kind(of: password, in: part) == .password && unspeakable(password, part).isEmpty)
  }

  @Test func `what a page of attributes, methods, contacts or of nothing is depends on the part`() {
    let attributes = page(EventView("submit", fields: [Self.city]))
    #expect(NativeAuthProtocol.kind(of: attributes, in: .signUp) == .attributes(attributes.events[0]))
    #expect(NativeAuthProtocol.kind(of: attributes, in: .resetPassword) == .unspeakable)
    let methods = page(EventView("sms"), EventView("email"))
    #expect(NativeAuthProtocol.kind(of: methods, in: .signIn) == .methods(["email", "sms"]))
    #expect(NativeAuthProtocol.kind(of: methods, in: .signUp) == .unspeakable)
    let contacts = page(EventView("submit", fields: [Self.phone]))
    #expect(NativeAuthProtocol.kind(of: contacts, in: .signIn) == .contacts(contacts.events))
    #expect(NativeAuthProtocol.kind(of: page(EventView("continue")), in: .signIn) == .rest)
    #expect(NativeAuthProtocol.kind(of: page(), in: .signIn) == .unspeakable)
  }

  @Test func `what a kind of page does not take has no form`() {
    let start = page(EventView("submit", fields: [Self.email, Self.city]), EventView("help"))
    #expect(NativeAuthProtocol.kind(of: start, in: .signIn, isFirst: true) == .start)
    #expect(unspeakable(start, .signIn, isFirst: true) == [.field(event: 0, field: 1), .event(1, likely: nil)])
    #expect(unspeakable(start, .signUp, isFirst: true) == [.event(1, likely: nil)])
    #expect(unspeakable(page(EventView("go")), .signIn, isFirst: true) == [.page])
    let code = page(EventView("submit", fields: [Self.code, Self.city]), EventView("email"))
    #expect(unspeakable(code, .signUp) == [.field(event: 0, field: 1), .event(1, likely: nil)])
    #expect(unspeakable(code, .signIn) == [.field(event: 0, field: 1)])
    #expect(unspeakable(page(EventView("submit", fields: [Self.city])), .resetPassword) == [.page])
  }

  @Test func `an event is named by what it does, once on a page`() {
    let sends = CodeSends(channels: [.sms], returns: true)
    let code = page(EventView("submit", fields: [Self.code]), EventView("again"), EventView("more"), EventView("most"))
    let events: [Unspeakable] = [.event(1, likely: "resend"), .event(2, likely: "sms"), .event(3, likely: nil)]
    #expect(unspeakable(code, .signIn, sends: sends) == events)
    let unnamed = page(EventView("enter", fields: [Self.code]))
    #expect(unspeakable(unnamed, .signIn) == [.event(0, likely: "submit")])
    #expect(unspeakable(page(EventView("go")), .signIn) == [.event(0, likely: "continue")])
    #expect(unspeakable(page(EventView("go")), .signIn, sends: sends) == [.event(0, likely: "sms")])
  }
}
