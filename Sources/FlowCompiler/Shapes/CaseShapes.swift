import FlowModel

// A file of cases.
extension Shapes {
  package static let cases = MappingShape(
    "tests", ["flow": .name(.flow), "given": .mapping(world), "cases": .list(.mapping(flowCase))],
    required: ["flow", "cases"])

  package static let flowCase = MappingShape(
    "case",
    [
      "case": .declares(.testCase), "given": .mapping(world), "each": .list(.names(.label, declares: false, .anything)),
      "steps": .list(.mapping(step)),
    ], required: ["case", "steps"])

  package static let world = MappingShape(
    "given",
    [
      "now": .form("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
      "locale": .place(.form("^[A-Za-z0-9-]+$")), "application": .place(.name(.application)),
      "accounts": .names(.label, declares: true, .mapping(account)),
      "functions": .names(.function, declares: false, .either([answer, .list(answer)])),
      "undeliverable": .anything, "common-passwords": .list(.text), "published-passwords": .list(.text),
      "used-up": .mapping(usedUp), "invitations": .names(.label, declares: false, .place(.name(.flow))),
    ])

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

  package static let expect = MappingShape(
    "expect",
    [
      "state": .place(.name(.statePath)), "page": .text, "fields": .list(.place(.name(.field))),
      "events": .list(.place(.name(.event))),
      "error": .place(.either([.name(.error), .word(EngineError.all.map(\.code))])),
      "invalid": .list(.place(.name(.field))),
      "end": .place(.name(.end)), "grants": .word(["sign-in", "nothing"]),
      "result": .either([.list(.place(.name(.result))), .names(.result, declares: false, .anything)]),
      "locale": .place(.form("^[A-Za-z0-9-]+$")), "messages": .list(.mapping(message)),
      "asked": .list(.place(.name(.function))),
      "account": .either([.mapping(account), .list(.mapping(account))]), "no-account": .anything,
    ])

  package static let message = MappingShape(
    "message",
    [
      "kind": .text, "to": .anything, "channel": .word(ChannelKind.allCases.map(\.name)), "subject": .text,
      "says": .text,
    ])
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
