import FlowJSON
import FlowModel

/// The schemas of one flow: what starts it, the events of its pages, its replies.
struct FlowSchemas {
  let table: FlowTable
  let flow: Flow
  /// The start of the names of its schemas.
  let prefix: String

  init(_ flow: Flow, of table: FlowTable) {
    self.table = table
    self.flow = flow
    prefix = Self.key([table.tenant, flow.name])
  }

  var startName: String { prefix + ".Start" }
  var replyName: String { prefix + ".Reply" }

  /// The flow's parameters, and the fields of the pages a run may come to first.
  var start: JSON {
    var properties = JSONObject()
    for input in flow.inputs { properties[input.name] = FieldSchema.of(input, isRequired: input.isRequired) }
    for field in firstPages.flatMap({ $0.event("submit")?.fields ?? [] }) where properties[field.name] == nil {
      properties[field.name] = FieldSchema.of(field)
    }
    return ContractSchemas.object(
      "What starts \(flow.name): its parameters, and fields that are submitted to its first page at once.",
      required: flow.inputs.filter(\.isRequired).map(\.name), properties)
  }

  /// An event of a page as a schema, under its name.
  var events: [(name: String, schema: JSON)] {
    flow.states.filter { $0.kind == .page }.flatMap { state in
      let page = PageView(flow.pages[Int(state.payload)], in: flow, of: table)
      return page.events.map { event in
        (Self.key([table.tenant, flow.name, state.name, event.name]), schema(of: event, at: page, state))
      }
    }
  }

  /// A reply of this flow: its states, and the errors that may stand beside them.
  var reply: JSON {
    let states = flow.states.filter { $0.kind == .page || $0.kind == .end }.map { JSON.string($0.name) }
    return [
      "allOf": [ContractSchemas.reference("Reply")],
      "description": .string("Where a run of \(flow.name) stands."),
      "required": ["run", "flow", "token"], "anyOf": [["required": ["state"]], ["required": ["held"]]],
      "properties": [
        "flow": ["const": .string(flow.name)],
        "state": ["enum": .array(states)],
        "error": ["properties": ["code": ["enum": .array(errorCodes.map(JSON.string))]]],
        "end": ["properties": ["name": ["enum": .array(Set(flow.ends.map(\.name)).sorted().map(JSON.string))]]],
      ],
    ]
  }

  /// The flow's own errors, and those of the engine that leave a run where it was.
  private var errorCodes: [String] {
    let engine = [
      EngineError.attributesRequired, EngineError.attributesInvalid, EngineError.unknownEvent, EngineError.unknownField,
      EngineError.runEnded, EngineError.runTooLarge, EngineError.denied,
    ]
    let own = flow.transitions.compactMap {
      table.errors.indices.contains(Int($0.error)) ? table.errors[Int($0.error)].code : nil
    }
    return Set(own + engine.map(\.code) + ["timed_out"]).sorted()
  }

  /// The pages a run may come to before any event.
  private var firstPages: [PageView] {
    var seen = Set<Int32>()
    var waiting = [flow.start]
    var pages: [PageView] = []
    while let index = waiting.popLast() {
      guard flow.states.indices.contains(Int(index)), seen.insert(index).inserted else { continue }
      let state = flow.states[Int(index)]
      let payload = Int(state.payload)
      let transitions: [Int32]
      switch state.kind {
      case .page:
        let page = flow.pages[payload]
        pages.append(PageView(page, in: flow, of: table))
        transitions = page.skip == .never ? [] : page.events.filter { $0.name == "submit" }.map(\.transition)
      case .effect: transitions = flow.calls[payload].transitions
      case .choose: transitions = flow.choices[payload].branches.map(\.transition)
      case .end: transitions = []
      }
      let known = transitions.filter { flow.transitions.indices.contains(Int($0)) }
      waiting += known.map { flow.transitions[Int($0)].target }
    }
    return pages
  }

  private func schema(of event: EventView, at page: PageView, _ state: FlowState) -> JSON {
    var input = JSONObject()
    for field in event.fields { input[field.name] = FieldSchema.of(field) }
    let rules = DependentFields.rules(of: event)
    // An attribute that the run has already need not be given again; a secret must.
    let names = event.fields.filter { $0.isRequired && $0.secret != nil && $0.terms.show == nil }.map(\.name)
    let expected = event.fields.filter(\.isRequired).map(\.name)
    var description = "\(event.name) at \(state.name): \(page.title)"
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
