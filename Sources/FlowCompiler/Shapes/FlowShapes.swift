import FlowModel

/// The shapes of all files, each mapping once.
package enum Shapes {}

// A flow's file.
extension Shapes {
  /// A flow's file: that of a flow, or of a sub-flow.
  package static let flowFile = Shape.kinds([flow, subFlow])

  package static let flow = MappingShape(
    "flow",
    [
      "flow": .declares(.flow), "summary": .text, "reveals": .list(.word(["account-existence"])),
      "lifetime": .duration, "input": .names(.input, declares: true, .mapping(input)), "start": .name(.state),
      "properties": .list(.mapping(property)), "states": states,
    ], required: ["flow", "start", "states"])

  package static let subFlow = MappingShape(
    "sub-flow",
    [
      "sub-flow": .declares(.subFlow), "summary": .text, "parameters": parameters, "start": .name(.state),
      "states": states,
    ],
    required: ["sub-flow", "start", "states"])

  package static let property = MappingShape(
    "property", ["never": .property, "always": .property, "within": .form("^[0-9]+ steps?$")])

  private static let states = Shape.names(.state, declares: true, .kinds(stateKinds))

  /// The kinds of state, each told by its first key.
  package static let stateKinds = [page, effect, choose, call, end]

  package static let page = MappingShape(
    "page",
    [
      "page": .text, "fields": fields, "skip": .either([.word(["filled"]), .condition]),
      "after": .form("^[^ ]+ +-> +[^ ]+$"), "events": .names(.event, declares: false, .text),
      "then": .names(.event, declares: true, .either([.name(.state), .mapping(eventTransition)])),
    ], required: ["page"])

  package static let effect: MappingShape = {
    var shape = MappingShape(
      "do", ["do": .name(.effect), "with": .names(.parameter, declares: false, .anything), "then": leads(.outcome)],
      required: ["do"])
    shape.discriminator = "do"
    shape.variants = effectCatalogue.map(variant)
    return shape
  }()

  package static let choose = MappingShape("choose", ["choose": .list(.mapping(branch))], required: ["choose"])

  package static let call = MappingShape(
    "call",
    ["call": .name(.subFlow), "with": .names(.argument, declares: false, .text), "then": leads(.end)],
    required: ["call"])

  package static let end = MappingShape(
    "end",
    ["end": .declares(.end), "grants": .word(["sign-in"]), "result": .list(.name(.result)), "redirect": .text],
    required: ["end"])

  package static let branch = MappingShape(
    "branch",
    [
      "when": .condition, "to": .name(.state), "error": .name(.error), "set": assignments,
      "fields": .list(.name(.field)),
    ], required: ["to"])

  /// Where an outcome or an end leads.
  package static let transition = MappingShape(
    "transition",
    ["to": .name(.state), "error": .name(.error), "set": assignments, "fields": .list(.name(.field))],
    required: ["to"])

  /// Where an event of a page leads, which may have fields of its own.
  package static let eventTransition = MappingShape(
    "event",
    [
      "to": .name(.state), "error": .name(.error), "set": assignments,
      "fields": .either([.list(.name(.field)), fields]),
    ], required: ["to"])

  package static let field = MappingShape(
    "field",
    [
      "required": .either([.flag, .condition]), "show": .condition, "options": .list(.mapping(fieldOptions)),
      "help": .text, "placeholder": .text,
    ])

  package static let fieldOptions = MappingShape(
    "field-options", ["when": .condition, "of": .list(.text)], required: ["of"])

  private static let fields = Shape.names(
    .field, declares: false, .either([.word(["required", "optional"]), .mapping(field)]))
  private static let assignments = Shape.names(.attribute, declares: false, .condition)

  private static func leads(_ kind: NameKind) -> Shape {
    .names(kind, declares: false, .either([.name(.state), .mapping(transition)]))
  }
}

// What an effect takes and answers, of the catalogue.
extension Shapes {
  private static func variant(_ effect: EffectDefinition) -> MappingShape.Variant {
    let parameters = effect.parameters.map {
      MappingShape.Entry(
        key: $0.name, shape: argument($0.kind), isRequired: $0.isRequired && !isImplied($0.kind), about: $0.summary)
    }
    let outcomes = effect.outcomes.map {
      MappingShape.Entry(
        key: $0.name, shape: .either([.name(.state), .mapping(transition)]),
        isRequired: !$0.isOptional && $0.needs == nil, about: $0.summary)
    }
    var variant = MappingShape.Variant(value: effect.name, about: effect.summary)
    variant.shapes = [
      "with": .mapping(MappingShape("with-\(effect.name)", parameters)),
      "then": .mapping(MappingShape("then-\(effect.name)", outcomes)),
    ]
    if parameters.contains(where: \.isRequired) { variant.required.insert("with") }
    if outcomes.contains(where: \.isRequired) { variant.required.insert("then") }
    return variant
  }

  /// Whether it is taken by its own name where it is left out.
  private static func isImplied(_ kind: ParameterDefinition.Kind) -> Bool {
    if case .secret = kind { true } else { false }
  }

  private static func argument(_ kind: ParameterDefinition.Kind) -> Shape {
    switch kind {
    case .identifier, .address, .proven, .attribute, .factor: .name(.attribute)
    case .secret(let secret): .word([secret.name])
    case .attributes, .written: .list(.name(.attribute))
    case .list: .name(.value)
    // In a sub-flow, a parameter may stand for a channel.
    case .word(let words) where words.map(\.name) == ChannelKind.allCases.map(\.name):
      .either([.word(words.map(\.name)), .name(.argument)])
    case .word(let words): .word(words.map(\.name))
    case .function: .name(.function)
    case .flow: .name(.flow)
    case .notice: .form("^[A-Za-z][A-Za-z0-9_-]*$")
    case .evidence: .evidence
    }
  }
}
