import FlowCEL
import FlowExpression
import FlowModel

/// A sign-up with all that a picture can show: pages with skips and time-outs, effects, a sub-flow, errors, three ends,
/// and texts that each format must escape.
enum SampleTable {
  static let email = firstAttributeSlot
  static let country = firstAttributeSlot + 1

  static let table: FlowTable = {
    var table = FlowTable(tenant: "contoso")
    var address = AttributeDefinition(name: "email", type: .email)
    address.isIdentifier = true
    table.attributes = [address, AttributeDefinition(name: "country", type: .string)]
    table.errors = standardErrors
    var names = ExpressionEnvironment()
    names.declare("country", .string, slot: Int(country))
    table.expressions = [(try? CompiledExpression.compile("country == 'DE'", in: names).get())].compactMap(\.self)
    table.flows = [signUp(table), signOut]
    return table
  }()

  private static func signUp(_ table: FlowTable) -> Flow {
    let code = SecretField.code.slot
    var flow = Flow(name: "sign-up")
    func to(_ state: Int32, _ error: String? = nil) -> Int32 {
      let number = error.flatMap { code in table.errors.firstIndex { $0.code == code } }.map { Int32($0) }
      flow.transitions.append(Transition(target: state, error: number ?? -1))
      return Int32(flow.transitions.count - 1)
    }
    func submit(_ fields: [(Slot, Bool)], _ transition: Int32) -> PageEvent {
      let fields = fields.map { PageField(slot: $0.0, isRequired: $0.1) }
      return PageEvent(name: "submit", fields: fields, transition: transition)
    }
    flow.states = [
      FlowState(name: "identify", kind: .page, payload: 0),
      FlowState(name: "find-account", kind: .effect, payload: 0),
      FlowState(name: "prove/send-code", kind: .effect, payload: 1),
      FlowState(name: "prove/enter-code", kind: .page, payload: 1),
      FlowState(name: "prove/verify-code", kind: .effect, payload: 2),
      FlowState(name: "where-you-live", kind: .page, payload: 2),
      FlowState(name: "route", kind: .choose, payload: 0),
      FlowState(name: "create", kind: .effect, payload: 3),
      FlowState(name: "done", kind: .end, payload: 0),
      FlowState(name: "rejected", kind: .end, payload: 1),
      FlowState(name: "waiting", kind: .end, payload: 2), FlowState(name: "prove/given-up", kind: .choose, payload: 1),
    ]
    flow.pages = [
      Page(
        title: "Create your \"account\" <b>&amp; more</b>",
        events: [submit([(email, true), (country, false)], to(1))]),
      Page(
        title: "Enter the code",
        events: [
          submit([(code, true)], to(4)), PageEvent(name: "resend", fields: [], transition: to(2)),
          PageEvent(name: "change", fields: [PageField(slot: email, isRequired: true)], transition: to(1)),
        ], timeout: 600, timeoutTransition: to(9)),
      Page(title: "Où habitez-vous? #1; `x`", skip: .filled, events: [submit([(country, true)], to(6))]),
    ]
    flow.calls = [
      EffectCall(effect: .accountFind, arguments: [.slot(email)], transitions: [to(0, "user_already_exists"), to(2)]),
      EffectCall(
        effect: .codeSend, arguments: [.slot(email), .word(0)],
        transitions: [to(3), to(3, "too_many_codes"), to(0, "invalid_username")]),
      EffectCall(
        effect: .codeVerify, arguments: [.slot(code)],
        transitions: [to(5), to(3, "invalid_code"), to(3, "code_expired"), to(9, "too_many_attempts")]),
      EffectCall(
        effect: .accountCreate, arguments: [.slot(email), .absent], transitions: [to(8), to(9, "user_already_exists")]),
    ]
    flow.choices = [
      Choice(branches: [
        Choice.Branch(condition: 0, transition: to(7)), Choice.Branch(condition: -1, transition: to(11)),
      ]),
      Choice(branches: [Choice.Branch(condition: -1, transition: to(10))]),
    ]
    flow.ends = [
      End(name: "completed", grantsSignIn: true, results: [.slot(email, name: "email"), .tokens]), End(name: "failed"),
      End(name: "waiting"),
    ]
    return flow
  }

  private static let signOut: Flow = {
    var flow = Flow(name: "sign-out")
    flow.states = [
      FlowState(name: "ask", kind: .page, payload: 0), FlowState(name: "done", kind: .end, payload: 0),
    ]
    flow.transitions = [Transition(target: 1)]
    flow.pages = [Page(title: "Leave?", events: [PageEvent(name: "submit", fields: [], transition: 0)])]
    flow.ends = [End(name: "completed")]
    return flow
  }()
}
