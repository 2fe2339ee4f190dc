import Testing

@testable import FlowModel

/// What a request gives is one list: pages are judged by it, and the adapter hands on what stands there.
@Suite struct AppServicesPageTests {
  private static func identifier(_ name: String, _ type: AttributeType) -> AttributeDefinition {
    var attribute = AttributeDefinition(name: name, type: type)
    attribute.isIdentifier = true
    return attribute
  }
  private static let name = identifier("name", .string)
  private static let email = identifier("email", .email)
  private static let fields =
    [name, email, AttributeDefinition(name: "arguments", type: .any), AttributeDefinition(name: "hints", type: .any)]
    .map { FieldView($0, isRequired: true) } + SecretField.allCases.map { FieldView($0, isRequired: true) }

  private func given(_ part: AppServicesProtocol.Part, to fields: [FieldView] = fields) -> Set<String> {
    let page = PageView(title: "A page", events: [EventView("submit", fields: fields)])
    let place = PagePlace(part: part.rawValue, isFirst: true, attributes: [Self.name, Self.email])
    let unspeakable = SpokenProtocol.appServices.definition.unspeakable(in: page, at: place)
    return Set(fields.indices.filter { !unspeakable.contains(.field(event: 0, field: $0)) }.map { fields[$0].name })
  }

  @Test(
    arguments: [
      (.register, ["email", "password"]), (.logIn, ["email", "password"]), (.confirm, ["token", "tokenId"]),
      (.resendConfirmation, ["email"]), (.retryConfirmation, ["email"]), (.resetSend, ["email"]),
      (.resetCall, ["email", "password", "arguments"]), (.reset, ["token", "tokenId", "password"]),
    ] as [(AppServicesProtocol.Part, Set<String>)])
  func `a page can need what the part's request gives`(_ part: AppServicesProtocol.Part, _ names: Set<String>) {
    #expect(given(part) == names)
  }

  @Test func `arguments are a list, or whatever is sent`() {
    for type in AttributeType.allCases {
      let field = FieldView(AttributeDefinition(name: "arguments", type: type), isRequired: true)
      #expect(given(.resetCall, to: [field]).isEmpty == ![.list, .any].contains(type), "\(type)")
    }
  }

  @Test func `accounts are found by an address where one identifies them`() {
    #expect(AppServicesProtocol.identifier(of: [Self.name, Self.email]) == Self.email)
    #expect(AppServicesProtocol.identifier(of: [Self.name]) == Self.name)
    #expect(AppServicesProtocol.identifier(of: [AttributeDefinition(name: "email", type: .email)]) == nil)
  }
}
