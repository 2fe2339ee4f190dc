import FlowJSON
import FlowModel

/// The schemas of one flow: what starts it, the events of its pages, its replies.
struct FlowSchemas {
  let shape: FlowShape
  /// The start of the names of its schemas.
  let prefix: String

  init(_ shape: FlowShape) {
    self.shape = shape
    prefix = Self.key([shape.table.tenant, shape.flow.name])
  }

  var startName: String { prefix + ".Start" }
  var replyName: String { prefix + ".Reply" }

  /// The flow's parameters, and the fields of the pages a run may come to first.
  var start: JSON {
    var properties = JSONObject()
    for input in shape.flow.inputs { properties[input.name] = FieldSchema.of(input, isRequired: input.isRequired) }
    for field in shape.startFields { properties[field.name] = FieldSchema.of(field) }
    return ContractSchemas.object(
      "What starts \(shape.flow.name): its parameters, and fields that are submitted to its first page at once.",
      required: shape.flow.inputs.filter(\.isRequired).map(\.name), properties)
  }

  /// An event of a page as a schema, under its name.
  var events: [(name: String, schema: JSON)] {
    shape.pages.flatMap { page in
      page.events.map { event in
        (Self.key([shape.table.tenant, shape.flow.name, page.name, event.view.name]), schema(of: event.view, at: page))
      }
    }
  }

  /// A reply of this flow: its states, and the errors that may stand beside them.
  var reply: JSON {
    let flow = shape.flow
    let states = flow.states.filter { $0.kind == .page || $0.kind == .end }.map { JSON.string($0.name) }
    return [
      "allOf": [ContractSchemas.reference("Reply")],
      "description": .string("Where a run of \(flow.name) stands."),
      "required": ["run", "flow", "token"], "anyOf": [["required": ["state"]], ["required": ["held"]]],
      "properties": [
        "flow": ["const": .string(flow.name)],
        "state": ["enum": .array(states)],
        "error": ["properties": ["code": ["enum": .array(shape.errorCodes.map(JSON.string))]]],
        "end": ["properties": ["name": ["enum": .array(Set(flow.ends.map(\.name)).sorted().map(JSON.string))]]],
      ],
    ]
  }

  private func schema(of event: EventView, at page: PageShape) -> JSON {
    var input = JSONObject()
    for field in event.fields { input[field.name] = FieldSchema.of(field) }
    let rules = DependentFields.rules(of: event)
    // An attribute that the run has already need not be given again; a secret must.
    let names = event.fields.filter { $0.isRequired && $0.secret != nil && $0.terms.show == nil }.map(\.name)
    let expected = event.fields.filter(\.isRequired).map(\.name)
    var description = "\(event.name) at \(page.name): \(page.view.title)"
    if !expected.isEmpty { description += ". The run needs \(expected.joined(separator: ", "))" }
    return ContractSchemas.object(
      description, required: names.isEmpty ? ["event"] : ["event", "input"],
      [
        "event": ["const": .string(event.name)],
        "input": ContractSchemas.object("The fields.", required: names, input, allOf: rules),
        "token": ["type": "string", "description": "The continuation token, unless it stands in Authorization."],
      ])
  }

  /// The name of a schema: OpenAPI allows letters, digits, `.`, `-` and `_`. Names of the language have no dot.
  private static func key(_ parts: [String]) -> String {
    let text = parts.joined(separator: ".")
    return String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          byte
        default: UInt8(ascii: ".")
        }
      }, as: UTF8.self)
  }
}
