/// What went wrong, in a stable code for programs and in words for people.
public struct FlowProblem: Hashable, Sendable {
  /// The stable code, such as `invalid_code`.
  public let code: String
  /// What people read, in the language of the run.
  public let message: String
  /// The names of the fields that it is about.
  public let fields: [String]
  /// Why, for people, by the name of the field.
  public let reasons: [String: String]
  /// Why, for programs with words of their own, by the name of the field.
  public let complaints: [String: FieldProblem]
  /// In how many seconds what was used up may be tried again; nil where that is not known.
  public private(set) var retryAfter: Int?

  /// Why the value of a field is refused.
  public struct FieldProblem: Hashable, Sendable {
    /// The stable code, such as `too_short`.
    public let code: String
    /// What belongs to it: `min`, `max`, `expected`, `option`, `options`, `pattern`.
    public let parameters: JSONObject
  }

  /// The same with a time to wait.
  func waiting(_ seconds: Int?) -> FlowProblem {
    var problem = self
    problem.retryAfter = seconds
    return problem
  }

  /// What somebody between said who has no server to ask, or was asked too often.
  init(status: Int, retryAfter: Int?) {
    code = status == 429 ? "too_many_requests" : "unavailable"
    message = "The server answered with the status \(status)."
    (fields, reasons, complaints) = ([], [:], [:])
    self.retryAfter = retryAfter
  }

  init?(_ json: JSON?) {
    guard let json, let code = json["code"]?.string else { return nil }
    self.code = code
    message = json["message"]?.string ?? ""
    fields = (json["fields"]?.array ?? []).compactMap(\.string)
    var reasons: [String: String] = [:]
    for member in json["reasons"].members { reasons[member.name] = member.value.string }
    self.reasons = reasons
    var complaints: [String: FieldProblem] = [:]
    for member in json["details"].members {
      guard let code = member.value["code"]?.string else { continue }
      let parameters = JSON?.some(member.value).members.filter { $0.name != "code" }
      complaints[member.name] = FieldProblem(
        code: code, parameters: JSONObject(members: parameters.map { ($0.name, $0.value) }))
    }
    self.complaints = complaints
    self.retryAfter = json["retryAfter"]?.int.flatMap { Int(exactly: $0) }
  }
}

extension JSON? {
  /// The members of an object; none of anything else.
  var members: [JSONObject.Member] {
    if case .object(let object)? = self { object.members } else { [] }
  }
}

/// A step that went wrong, and the page from which the run goes on.
public struct FlowFailure<Page: FlowPage>: Sendable {
  /// What went wrong.
  public let problem: FlowProblem
  /// Where to go on from.
  public let page: Page

  /// What people read, in the language of the run.
  public var message: String { problem.message }
}
