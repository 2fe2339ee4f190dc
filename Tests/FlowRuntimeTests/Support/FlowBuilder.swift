import FlowCEL
import FlowExpression
import FlowModel

/// Makes flows by hand: also such that no compiler would let pass.
struct FlowBuilder {
  private(set) var table: FlowTable
  private var flow: Flow
  private var targets: [String] = []

  /// A flow of the name `flow` of a tenant with an e-mail address as identifier, and some attributes.
  init(flow name: String = "flow") {
    table = FlowTable(tenant: "by-hand")
    var email = AttributeDefinition(name: "email", type: .email)
    email.isIdentifier = true
    table.attributes = [
      email, AttributeDefinition(name: "phone", type: .phone), AttributeDefinition(name: "city", type: .string),
      AttributeDefinition(name: "age", type: .integer),
    ]
    table.errors = [ErrorDefinition("wrong", "That was wrong.")]
    table.links.base = "https://app.example.com"
    flow = Flow(name: name)
  }

  static let email = firstAttributeSlot
  static let phone = firstAttributeSlot + 1
  static let city = firstAttributeSlot + 2
  static let age = firstAttributeSlot + 3

  /// Changes the table beside its flows.
  mutating func table(_ change: (inout FlowTable) -> Void) { change(&table) }

  /// A page with required fields, and what its events lead to; a target with `!` keeps the error.
  mutating func page(
    _ name: String, _ fields: [Slot] = [], optional: [Slot] = [], skip: Page.Skip = .never, submit: String,
    other: [(event: String, to: String)] = [], after: (seconds: Int, to: String)? = nil
  ) {
    let all =
      fields.map { PageField(slot: $0, isRequired: true) } + optional.map { PageField(slot: $0, isRequired: false) }
    var page = Page(
      title: name, skip: skip,
      events: [PageEvent(name: "submit", fields: all, transition: way(submit))]
        + other.map { PageEvent(name: $0.event, fields: [], transition: way($0.to)) })
    if let after { (page.timeout, page.timeoutTransition) = (after.seconds, way(after.to)) }
    add(name, .page, flow.pages.count)
    flow.pages.append(page)
  }

  /// An effect with its arguments, and what its outcomes lead to; those not named lead to `others`.
  mutating func effect(
    _ name: String, _ effect: Effect, _ arguments: [EffectArgument] = [], _ ways: [String: String] = [:],
    others: String = ""
  ) {
    let definition = effect.definition
    let missing = definition.parameters.count - arguments.count
    let call = EffectCall(
      effect: effect, arguments: arguments + Array(repeating: .absent, count: missing),
      transitions: definition.outcomes.map { way(ways[$0.name] ?? others) })
    add(name, .effect, flow.calls.count)
    flow.calls.append(call)
  }

  /// A choice; a way without a condition is always taken.
  mutating func choose(_ name: String, _ ways: [(when: String?, to: String)]) throws {
    var branches: [Choice.Branch] = []
    for (when, to) in ways {
      branches.append(Choice.Branch(condition: try when.map { try expression($0) } ?? -1, transition: way(to)))
    }
    add(name, .choose, flow.choices.count)
    flow.choices.append(Choice(branches: branches))
  }

  /// A state that assigns and goes on.
  mutating func assign(_ name: String, _ slot: Slot, _ text: String, to: String) throws {
    let first = Int32(flow.assignments.count)
    flow.assignments.append(Assignment(slot: slot, expression: try expression(text)))
    let index = way(to)
    flow.transitions[Int(index)].firstAssignment = first
    flow.transitions[Int(index)].assignmentCount = 1
    add(name, .choose, flow.choices.count)
    flow.choices.append(Choice(branches: [Choice.Branch(condition: -1, transition: index)]))
  }

  mutating func end(_ name: String, grants: Bool = false, results: [End.Result] = []) {
    add(name, .end, flow.ends.count)
    flow.ends.append(End(name: name, grantsSignIn: grants, results: results))
  }

  /// An expression over `attributes`, as its index.
  mutating func expression(_ text: String) throws -> Int32 {
    var environment = ExpressionEnvironment()
    environment.declareRecord(
      "attributes",
      fields: [
        (name: "email", type: .string, slot: Int(Self.email)), (name: "phone", type: .string, slot: Int(Self.phone)),
        (name: "city", type: .string, slot: Int(Self.city)),
        (name: "age", type: .int, slot: Int(Self.age)),
      ]
        + table.attributes.enumerated().filter { $0.element.type == .any }
        .map { (name: $0.element.name, type: .dyn, slot: Int(firstAttributeSlot) + $0.offset) })
    table.expressions.append(try CompiledExpression.compile(text, in: environment).get())
    return Int32(table.expressions.count - 1)
  }

  /// The table with this flow.
  func build() -> FlowTable {
    var (table, flow) = (table, flow)
    for (index, target) in targets.enumerated() {
      let name = target.hasSuffix("!") ? String(target.dropLast()) : target
      flow.transitions[index].target = Int32(flow.states.firstIndex { $0.name == name } ?? 0)
      if target.hasSuffix("!") { flow.transitions[index].error = 0 }
    }
    table.flows = [flow]
    return table
  }

  private mutating func add(_ name: String, _ kind: StateKind, _ payload: Int) {
    flow.states.append(FlowState(name: name, kind: kind, payload: Int32(payload)))
  }

  private mutating func way(_ target: String) -> Int32 {
    targets.append(target)
    flow.transitions.append(Transition(target: 0))
    return Int32(targets.count - 1)
  }
}

extension FlowBuilder {
  /// A flow of two pages, the second with a way back.
  static func twoPages() -> FlowTable {
    var flow = FlowBuilder()
    flow.page("one", [city], submit: "two")
    flow.page("two", [age], submit: "done", other: [("back", "one")])
    flow.end("done")
    return flow.build()
  }
}
