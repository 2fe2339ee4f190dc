import FlowExpression
import FlowModel
import FlowRuntime

/// A six-state sign-up, stepped by the interpreter and by a `switch` written by hand.
enum PureSteps {
  static let steps = 7

  /// identify → find → send → code → verify → create → done
  static func table() -> FlowTable {
    var table = FlowTable(tenant: "bench")
    var email = AttributeDefinition(name: "email", type: .email)
    email.isIdentifier = true
    var city = AttributeDefinition(name: "city", type: .string)
    city.maxLength = 60
    table.attributes = [email, city]
    table.errors = [ErrorDefinition("invalid_code", "The code is wrong.")]
    let emailSlot = firstAttributeSlot
    var flow = Flow(name: "sign-up")
    flow.states = [
      FlowState(name: "identify", kind: .page, payload: 0), FlowState(name: "find", kind: .effect, payload: 0),
      FlowState(name: "send", kind: .effect, payload: 1), FlowState(name: "code", kind: .page, payload: 1),
      FlowState(name: "verify", kind: .effect, payload: 2), FlowState(name: "create", kind: .effect, payload: 3),
      FlowState(name: "done", kind: .end, payload: 0),
    ]
    flow.transitions = (0...6).map { Transition(target: $0) } + [Transition(target: 3, error: 0)]
    flow.pages = [
      Page(
        title: "Create your account",
        events: [
          PageEvent(
            name: "submit",
            fields: [
              PageField(slot: emailSlot, isRequired: true), PageField(slot: emailSlot + 1, isRequired: false),
            ], transition: 1)
        ]),
      Page(
        title: "Enter the code",
        events: [
          PageEvent(
            name: "submit", fields: [PageField(slot: SecretField.code.slot, isRequired: true)], transition: 4)
        ]),
    ]
    flow.calls = [
      EffectCall(effect: .accountFind, arguments: [.slot(emailSlot)], transitions: [0, 2]),
      EffectCall(effect: .codeSend, arguments: [.slot(emailSlot), .absent, .absent], transitions: [3, 7, 0]),
      EffectCall(effect: .codeVerify, arguments: [.slot(SecretField.code.slot)], transitions: [5, 7, 7, 7]),
      EffectCall(effect: .accountCreate, arguments: [.slot(emailSlot), .absent], transitions: [6, 0]),
    ]
    flow.ends = [End(name: "completed")]
    table.flows = [flow]
    return table
  }

  static let identify = [
    SlotValue(firstAttributeSlot, .string("ada@example.com")),
    SlotValue(firstAttributeSlot + 1, .string("London")),
  ]
  static let code = [SlotValue(SecretField.code.slot, .string("12345678"))]

  /// One whole sign-up by the interpreter; how many steps it took.
  @inline(never)
  static func interpret(_ program: Program, _ run: inout Run) -> Bool {
    run.state = 0
    run.steps = 0
    guard program.step(&run, .start, now: 1) == .rest else { return false }
    guard program.step(&run, .submit(event: 0, input: identify), now: 2) == .perform(0) else { return false }
    guard program.step(&run, .outcome(1), now: 2) == .perform(1) else { return false }
    guard program.step(&run, .outcome(0), now: 2) == .rest else { return false }
    guard program.step(&run, .submit(event: 0, input: code), now: 3) == .perform(2) else { return false }
    guard program.step(&run, .outcome(0), now: 3) == .perform(3) else { return false }
    return program.step(&run, .outcome(0), now: 3) == .ended
  }

  /// What the hand-written machine keeps: the same facts as a run.
  struct ByHand {
    enum State { case identify, find, send, code, verify, create, done }
    var state = State.identify
    var slots: [Value?]
    var steps: Int64 = 0
    var entered: Int64 = 0
    var error: Int32?

    /// The same step, written for this flow alone.
    @inline(never)
    mutating func step(_ event: StepEvent, now: Int64) -> StepResult {
      switch (state, event) {
      case (.identify, .start):
        entered = now
        return .rest
      case (.identify, .submit(_, let input)):
        for given in input {
          guard case .string(let text) = given.value else { return .refused(.unknownEvent) }
          if given.slot == firstAttributeSlot {
            guard EmailAddress.isValid(text) else { return .refused(.missing([given.slot])) }
          } else if text.unicodeScalars.count > 60 {
            return .refused(.missing([given.slot]))
          }
          slots[Int(given.slot)] = given.value
        }
        guard slots[Int(firstAttributeSlot)] != nil else { return .refused(.missing([firstAttributeSlot])) }
        begin(now)
        state = .find
        return .perform(0)
      case (.find, .outcome(1)):
        state = .send
        return .perform(1)
      case (.send, .outcome(0)):
        state = .code
        entered = now
        return .rest
      case (.code, .submit(_, let input)):
        guard let given = input.first, case .string(let text) = given.value, text.utf8.count <= 4096 else {
          return .refused(.unknownEvent)
        }
        slots[Int(given.slot)] = given.value
        begin(now)
        state = .verify
        return .perform(2)
      case (.verify, .outcome(0)):
        state = .create
        return .perform(3)
      case (.verify, .outcome):
        error = 0
        state = .code
        return .rest
      case (.create, .outcome(0)):
        state = .done
        entered = now
        return .ended
      default: return .refused(.unknownEvent)
      }
    }

    @inline(__always)
    mutating func begin(_ now: Int64) {
      error = nil
      steps += 1
      slots[Int(RunFact.now.slot)] = .timestamp(seconds: now / 1000, nanos: Int32(now % 1000) * 1_000_000)
      slots[Int(RunFact.steps.slot)] = .int(steps)
    }
  }

  /// One whole sign-up by the hand-written machine.
  @inline(never)
  static func byHand(_ run: inout ByHand) -> Bool {
    run.state = .identify
    run.steps = 0
    guard run.step(.start, now: 1) == .rest else { return false }
    guard run.step(.submit(event: 0, input: identify), now: 2) == .perform(0) else { return false }
    guard run.step(.outcome(1), now: 2) == .perform(1) else { return false }
    guard run.step(.outcome(0), now: 2) == .rest else { return false }
    guard run.step(.submit(event: 0, input: code), now: 3) == .perform(2) else { return false }
    guard run.step(.outcome(0), now: 3) == .perform(3) else { return false }
    return run.step(.outcome(0), now: 3) == .ended
  }

  static func measure() throws -> [Row] {
    let (file, _) = TableFile.write(table())
    let program = try Program(file: file)
    var run = Run(flow: 0, of: program.table, now: 1)
    var hand = ByHand(slots: run.slots)
    let rounds = 300_000
    let pairs = 5
    var best = (interpreted: Double.infinity, byHand: Double.infinity)
    var ratios: [Double] = []
    for _ in 0..<pairs {
      let interpreted = seconds { for _ in 0..<rounds where !interpret(program, &run) { fatalFlow() } }
      let written = seconds { for _ in 0..<rounds where !byHand(&hand) { fatalFlow() } }
      best = (min(best.interpreted, interpreted), min(best.byHand, written))
      ratios.append(interpreted / written)
    }
    let perSecond = Double(rounds * steps) / best.interpreted
    return [
      Row("pure steps of a six-state sign-up", millions(perSecond), bar: "5 million/s", met: perSecond >= 5e6),
      Row(
        "  against a hand-written switch", String(ratios.median.rounded(1)) + " times", bar: "at most 4 times",
        met: ratios.median <= 4,
        note: millions(Double(rounds * steps) / best.byHand)),
    ]
  }
}
