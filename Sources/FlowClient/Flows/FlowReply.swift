/// A reply of the wire contract, as far as clients need it.
struct FlowReply: Sendable {
  var flow: String?
  var state: String?
  var language: String?
  var isRightToLeft: Bool
  var title: String
  var labels: [String: String]
  var fields: [FlowField]
  var values: [String: JSON]
  var sent: FlowMessage?
  var targets: [FlowMessage]
  var deadline: String?
  var expiresAt: String?
  var problem: FlowProblem?
  var endName: String?
  var grant: Secret?
  var tokens: FlowTokens?
  var redirect: String?
  var result: [String: JSON]
  var token: Secret?

  /// Reads a reply; nil where it is none: each has the events that may be sent.
  init?(_ object: JSONObject) {
    guard object["events"]?.array != nil else { return nil }
    let (page, end) = (object["page"], object["end"])
    flow = object["flow"]?.string
    state = object["state"]?.string
    language = object["locale"]?.string
    isRightToLeft = object["direction"] == "rtl"
    title = page?["title"]?.string ?? ""
    labels = [:]
    for member in (page?["labels"]).members { labels[member.name] = member.value.string }
    (fields, values) = ([], [:])
    for field in page?["fields"]?.array ?? [] {
      guard let known = FlowField(field) else { continue }
      fields.append(known)
      values[known.name] = field["value"]
    }
    sent = object["sent"].flatMap(FlowMessage.init)
    targets = (object["targets"]?.array ?? []).compactMap(FlowMessage.init)
    deadline = object["deadline"]?.string
    expiresAt = object["expiresAt"]?.string
    problem = FlowProblem(object["error"])
    endName = end?["name"]?.string
    grant = end?["grants"]?["sign-in"]?.string.map(Secret.init)
    redirect = end?["redirect"]?.string
    result = [:]
    for member in (end?["result"]).members where member.name != "tokens" { result[member.name] = member.value }
    tokens = FlowTokens(end?["result"]?["tokens"])
    token = object["token"]?.string.map(Secret.init)
  }
}
