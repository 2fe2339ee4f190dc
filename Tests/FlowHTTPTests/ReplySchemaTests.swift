import FlowExpression
import FlowJSON
import FlowModel
import Testing

@testable import FlowHTTP
@testable import FlowRuntime

/// The schemas of the contract say what replies have: all of it, and no more.
@Suite struct ReplySchemaTests {
  private typealias Condition = FieldCondition<String>

  /// A field with all that one can have.
  private static let field: FieldView = {
    var attribute = AttributeDefinition(name: "plan", type: .list)
    (attribute.options, attribute.optionLabels) = (["a", "b"], ["A", ""])
    (attribute.minLength, attribute.maxLength, attribute.minimum, attribute.maximum) = (1, 2, 1, 2)
    (attribute.pattern, attribute.isSecret, attribute.hint, attribute.region) = ("a", true, "hint", "NO")
    var field = FieldView(attribute, isRequired: true)
    (field.help, field.placeholder) = ("help", "placeholder")
    let parts: [Condition] = [
      .has("a"), .compare("a", .less, .int(1)), .compareFields("a", .equal, "b"), .isOne("a", of: [.int(1)]),
      .contains("a", .int(1)), .not(.has("b")), .any([.has("b")]),
    ]
    let rule = FieldRule(Condition.all(parts), text: "true")
    field.terms.show = rule
    field.terms.required = rule
    field.terms.options = [OptionRule(["a"], when: rule), OptionRule(["b"], when: nil)]
    return field
  }()

  private static let password: FieldView = {
    var field = FieldView(.password, isRequired: true)
    var policy = PasswordPolicy()
    (policy.classes, policy.remember) = (3, 3)
    field.passwords = policy
    return field
  }()

  /// What may be wrong with a value, one of each kind.
  private static let complaints: [FieldComplaint] =
    [
      .wrongType(expected: .text), .wrongForm(expected: .date), .patternMismatch(pattern: "a"), .deceptive,
      .noOption(of: ["a"]), .noOptions(of: ["a"]), .repeated(option: "a"), .tooShort(min: 1), .tooLong(max: 1),
      .tooManyBytes(max: 1), .tooFew(min: 1), .tooMany(max: 1), .tooSmall(min: 1), .tooLarge(max: 1),
      .unknownField(.page),
    ] + PhoneFault.allCases.map(FieldComplaint.noPhone)

  private static let replies: [Reply] = {
    var page = Reply()
    (page.run, page.flow, page.state, page.locale) = ("00", "flow", "state", LanguageTag("ar"))
    page.page = PageView(
      title: "A page", events: [EventView("other", label: "Other", fields: [field, password])],
      values: [FieldValue("plan", .list([.string("a")]))])
    (page.expiresAt, page.deadline, page.token) = (1, 1, "token")
    page.targets = [Reply.Target(event: "other", to: "a***", channel: .email)]
    page.sent = Reply.Sent(to: "a***", channel: .email, length: 8, resendAfter: 30)
    var error = Reply.ErrorView(
      EngineError.attributesInvalid,
      fields: complaints.enumerated().map { Reply.FieldError(name: "f\($0.offset)", complaint: $0.element) })
    error.retryAfter = 1
    page.error = error
    var held = Reply()
    held.held = Reply.Held(to: "a***", channel: .sms)
    var end = Reply()
    end.end = Reply.EndView(name: "completed", grants: ["sign-in": "grant"], result: ["a": 1], redirect: "Go on")
    return [page, held, end]
  }()

  /// What was seen of each schema.
  private struct Seen {
    var keys: [String: Set<String>] = [:]

    mutating func take(_ json: JSON, as schema: JSON?, _ name: String = "") {
      if let reference = schema?["$ref"]?.string {
        let name = String(reference.split(separator: "/").last ?? "")
        return take(json, as: ContractSchemas.all[name], name)
      }
      switch json {
      case .object(let object):
        if !name.isEmpty { keys[name, default: []].formUnion(object.members.map(\.name)) }
        for required in schema?["required"]?.array ?? [] { #expect(object[required.string ?? ""] != nil, "\(name)") }
        for member in object.members {
          take(member.value, as: schema?["properties"]?[member.name] ?? schema?["additionalProperties"])
        }
      case .array(let elements): for element in elements { take(element, as: schema?["items"]) }
      default:
        if let allowed = schema?["enum"]?.array { #expect(allowed.contains(json), "\(json.text)") }
      }
    }
  }

  @Test func `replies have what their schemas say, and schemas say what replies have`() {
    var seen = Seen()
    for reply in Self.replies { seen.take(reply.json, as: ContractSchemas.reference("Reply")) }
    #expect(
      Set(seen.keys.keys) == [
        "Reply", "Page", "Field", "FieldRule", "FieldOptions", "FieldCondition", "Target", "Sent", "Held", "Error",
        "Complaint", "End",
      ])
    for (name, keys) in seen.keys {
      guard case .object(let properties)? = ContractSchemas.all[name]?["properties"] else {
        Issue.record("\(name) has no properties")
        continue
      }
      #expect(keys == Set(properties.members.map(\.name)), "\(name)")
    }
  }

  @Test func `the schema of complaints names their codes`() {
    let text = ContractSchemas.all["Complaint"]?["properties"]?["code"]?["description"]?.string ?? ""
    for complaint in Self.complaints { #expect(text.contains("`\(complaint.code)`"), "\(complaint.code)") }
  }
}
