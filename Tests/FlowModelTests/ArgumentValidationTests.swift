import FlowModel
import Testing

/// An argument that is not of its parameter's form reads as none: a table with one is not taken.
@Suite struct ArgumentValidationTests {
  private static let attribute = firstAttributeSlot
  private static let forms: [EffectArgument] = [
    .slot(attribute), .slots([attribute]), .word(0), .function(0), .flow(0), .verified(attribute), .notice("welcome"),
  ]

  /// What a parameter takes.
  private static func fitting(_ parameter: ParameterDefinition) -> EffectArgument {
    switch parameter.kind {
    case .identifier, .address, .proven, .attribute, .factor, .list: .slot(attribute)
    case .secret(let secret): .slot(secret.slot)
    case .attributes, .written: .slots([attribute])
    case .word: .word(0)
    case .function: .function(0)
    case .flow: .flow(0)
    case .notice: .notice("welcome")
    case .evidence: .verified(attribute)
    }
  }

  private static func isTaken(_ effect: Effect, _ arguments: [EffectArgument]) -> Bool {
    var flow = Flow(name: "flow")
    flow.transitions = [Transition(target: 0)]
    flow.states = [FlowState(name: "act", kind: .effect, payload: 0)]
    flow.calls = [
      EffectCall(
        effect: effect, arguments: arguments,
        transitions: Array(repeating: 0, count: effect.definition.outcomes.count))
    ]
    var table = FlowTable(tenant: "tenant")
    table.attributes = [AttributeDefinition(name: "email", type: .email)]
    table.functions = [FunctionDefinition(name: "function", target: .command(["true"]))]
    table.flows = [flow]
    return (try? TableFile.read(TableFile.write(table).bytes)) != nil
  }

  @Test(arguments: Effect.allCases)
  func `each parameter takes arguments of one form`(_ effect: Effect) {
    let parameters = effect.definition.parameters
    let whole = parameters.map(Self.fitting)
    #expect(Self.isTaken(effect, whole))
    for (index, parameter) in parameters.enumerated() {
      for form in Self.forms where form != whole[index] {
        var arguments = whole
        arguments[index] = form
        #expect(!Self.isTaken(effect, arguments), "\(effect.name), \(parameter.name): \(form)")
      }
      var arguments = whole
      arguments[index] = .absent
      #expect(Self.isTaken(effect, arguments) == !parameter.isRequired, "\(effect.name), \(parameter.name)")
    }
  }

  @Test(
    arguments: [
      (.codeSend, [.slot(attribute), .absent, .slot(0)]), (.codeSend, [.slot(attribute), .absent, .word(2)]),
      (.codeSend, [.slot(attribute), .absent, .word(-1)]), (.codeSend, [.slot(AccountFact.id.slot)]),
      (.codeSend, [.slot(attribute + 1)]), (.codeSend, [.slot(.min)]), (.codeSend, [.slot(.max)]),
      (.codeVerify, [.slot(SecretField.password.slot)]), (.codeVerify, [.verified(SecretField.code.slot)]),
      (.accountUpdate, [.slots([attribute, SecretField.password.slot])]), (.functionCall, [.function(1)]),
      (.functionCall, [.function(-1)]), (.linkSend, [.slot(attribute), .flow(1)]),
      (.linkSend, [.slot(attribute), .flow(-1)]),
      (.functionCall, [.function(0), .absent, .absent, .absent, .absent, .verified(RunFact.now.slot)]),
    ] as [(Effect, [EffectArgument])])
  func `what is not there is not named`(_ effect: Effect, _ arguments: [EffectArgument]) {
    #expect(!Self.isTaken(effect, arguments))
  }
}
