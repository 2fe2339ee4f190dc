import FlowModel

// A file of cases.
extension Shapes {
  package static let cases = MappingShape("tests", CaseFileKey.self, required: [.flow, .cases]) { key in
    switch key {
    case .flow: .name(.flow)
    case .given: .mapping(world)
    case .cases: .list(.mapping(flowCase))
    }
  }

  package static let flowCase = MappingShape("case", CaseKey.self, required: [.name, .steps]) { key in
    switch key {
    case .name: .declares(.testCase)
    case .given: .mapping(world)
    case .each: .list(.names(.label, declares: false, .anything))
    case .steps: .list(.mapping(step))
    }
  }

  package static let world = MappingShape("given", WorldKey.self) { key in
    switch key {
    case .now: .form("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
    case .locale: .place(.form("^[A-Za-z0-9-]+$"))
    case .application: .place(.name(.application))
    case .accounts: .names(.label, declares: true, .mapping(account))
    case .functions: .names(.function, declares: false, .either([answer, .list(answer)]))
    case .undeliverable: .anything
    case .commonPasswords, .publishedPasswords: .list(.text)
    case .usedUp: .mapping(usedUp)
    case .invitations: .names(.label, declares: false, .place(.name(.flow)))
    }
  }

  private static let answer = Shape.place(.word(FunctionCall.Outcome.allCases.map(\.rawValue)))

  package static let usedUp = MappingShape(
    "used-up",
    CaseWorld.UsedUp.allCases.map {
      MappingShape.Entry(key: $0.rawValue, shape: .anything, isRequired: false, about: "")
    })

  /// What an account holds beside its password and how it stands.
  package static let account: MappingShape = {
    var shape = MappingShape(
      "account",
      ["password": .anything, "standing": .place(.word(CaseAccount.Standing.allCases.map(\.rawValue)))])
    shape.others = (.attribute, .anything)
    return shape
  }()

  /// What a run is started with; of a sub-flow by itself, the account that its caller has bound.
  package static let start: MappingShape = {
    var shape = MappingShape("start", ["account": .anything])
    shape.others = (.field, .anything)
    return shape
  }()

  /// What a step does, in the order of the parser: then what stands beside it. Any other key is an event.
  package static let step: MappingShape = {
    var shape = MappingShape(
      "step",
      [
        "start": .mapping(start), "open": .text, "send": .place(.name(.event)), "wait": .duration,
        "given": .mapping(world), "expect": .mapping(expect), "as": .declares(.label), "times": .whole(1...1000),
        "stale": .flag, "flow": .name(.flow), "with": input(of: .field),
      ])
    shape.others = (.event, input(of: .field))
    return shape
  }()
  /// How many keys of a step say what it does.
  package static let stepActions = 5

  private static func input(of kind: NameKind) -> Shape { .names(kind, declares: false, .anything) }

  package static let expect = MappingShape("expect", ExpectKey.self) { key in
    switch key {
    case .state: .place(.name(.statePath))
    case .page: .text
    case .fields, .invalid: .list(.place(.name(.field)))
    case .events: .list(.place(.name(.event)))
    case .error: .place(.either([.name(.error), .word(EngineError.all.map(\.code))]))
    case .end: .place(.name(.end))
    case .grants: .word(["sign-in", "nothing"])
    case .result: .either([.list(.place(.name(.result))), .names(.result, declares: false, .anything)])
    case .locale: .place(.form("^[A-Za-z0-9-]+$"))
    case .messages: .list(.mapping(message))
    case .asked: .list(.place(.name(.function)))
    case .account: .either([.mapping(account), .list(.mapping(account))])
    case .noAccount: .anything
    }
  }

  package static let message = MappingShape("message", MessageKey.self) { key in
    switch key {
    case .kind, .subject, .says: .text
    case .to: .anything
    case .channel: .word(ChannelKind.allCases.map(\.name))
    }
  }
}

// The words of one more language, of which the names alone matter here.
extension Shapes {
  package static let locale = MappingShape(
    "locale",
    [
      "attributes": .names(.attribute, declares: false, .anything),
      "errors": .names(.error, declares: false, .anything),
      "flows": .names(.flow, declares: false, .mapping(localeFlow)), "words": .anything, "messages": .anything,
    ])
  package static let localeFlow = MappingShape(
    "locale-flow",
    [
      "input": .names(.input, declares: false, .anything),
      "states": .names(.state, declares: false, .mapping(localeState)),
    ])
  package static let localeState = MappingShape(
    "locale-state",
    [
      "page": .text, "events": .names(.event, declares: false, .text),
      "fields": .names(.field, declares: false, .anything), "redirect": .text,
      "then": .names(.event, declares: false, .mapping(localeEvent)),
    ])
  package static let localeEvent = MappingShape(
    "locale-event", ["fields": .names(.field, declares: false, .anything)])
}
