import FlowModel

// The tenant's file.
extension Shapes {
  package static let tenant = MappingShape(
    "tenant",
    [
      "tenant": .declares(.tenant), "summary": .text,
      "attributes": .names(.attribute, declares: true, .mapping(attribute)), "passwords": .mapping(passwords),
      "codes": .mapping(codes), "links": .mapping(links), "tokens": .mapping(tokens),
      "functions": .names(.function, declares: true, .mapping(function)),
      "errors": .names(.error, declares: true, .either([.text, .mapping(error)])),
      "applications": .names(.application, declares: true, .mapping(application)), "channels": .mapping(channels),
      "notices": .mapping(notices), "region": .form("^[A-Z]{2}$"), "language": .form("^[A-Za-z0-9-]+$"),
      "locale-from": .name(.attribute),
    ], required: ["tenant"])

  package static let attribute = typed(
    "attribute",
    attributeEntries + [
      ("identifier", .flag), ("case-sensitive", .flag), ("transient", .flag), ("secret", .flag),
    ])

  /// A parameter of a flow.
  package static let input = typed("input", attributeEntries + [("required", .flag)])

  private static let attributeEntries: [(String, Shape)] = [
    ("type", .word(AttributeType.allCases.map(\.name))), ("label", .text), ("of", .list(.text)),
    ("min-length", .whole(0...1_000_000)), ("max-length", .whole(0...1_000_000)), ("minimum", .number),
    ("maximum", .number), ("pattern", .text), ("hint", .text), ("help", .text), ("placeholder", .text),
    ("numbers", .word(["valid", "possible"])), ("region", .form("^[A-Z]{2}$")),
    ("options", .names(.option, declares: false, .text)),
  ]

  private static func typed(_ id: String, _ entries: [(String, Shape)]) -> MappingShape {
    var shape = MappingShape(
      id, entries.map { MappingShape.Entry(key: $0, shape: $1, isRequired: $0 == "type", about: "") })
    shape.discriminator = "type"
    shape.variants = AttributeType.allCases.map { type in
      var variant = MappingShape.Variant(value: type.name)
      variant.forbidden = Set(shape.keys.filter { !isAllowed($0, for: type) })
      if type == .choice { variant.required = ["of"] }
      return variant
    }
    return shape
  }

  package static let passwords = MappingShape(
    "passwords",
    [
      "min-length": .whole(1...256), "max-length": .whole(8...1024), "classes": .whole(1...4),
      "forbid": .list(.word(["common", "identifier"])), "forbid-words": .list(.text),
      "forbid-breached": .mapping(breaches), "remember": .whole(0...50), "attempts": .rate,
      "argon2id": .mapping(argon2id), "pepper": .flag,
    ])
  package static let breaches = MappingShape("forbid-breached", ["file": .text, "function": .name(.function)])
  package static let argon2id = MappingShape(
    "argon2id", ["memory": .form("^[0-9]+MiB$"), "passes": .whole(PasswordHashing.passRange)])

  package static let codes = MappingShape(
    "codes",
    [
      "digits": .whole(CodePolicy.digitRange), "lifetime": .duration, "attempts": .whole(1...100),
      "resend-after": .duration, "per-identifier": .rate,
    ])
  package static let links = MappingShape(
    "links",
    ["base": url, "lifetime": .duration, "per-identifier": .rate, "also": .list(url), "invitations": .duration])
  package static let notices = MappingShape("notices", ["lifetime": .duration, "per-identifier": .rate])
  package static let tokens = MappingShape(
    "tokens",
    [
      "access": .duration, "refresh": .duration, "session": .duration,
      "algorithm": .word(TokenAlgorithm.allCases.map(\.name)),
    ])
  package static let function = MappingShape(
    "function",
    [
      "url": url, "command": .list(.text), "timeout": .duration, "secret": secret,
      "environment": .list(.form("^[A-Za-z][A-Za-z0-9_]*$")), "attempts": .rate,
    ])
  package static let error = MappingShape(
    "error", ["message": .text, "values": .names(.label, declares: false, .either([.text, .number]))],
    required: ["message"])

  package static let application: MappingShape = {
    var shape = MappingShape(
      "application",
      [
        "flows": .list(.name(.flow)), "protocol": .word(SpokenProtocol.allCases.map(\.name)),
        "errors": .names(.error, declares: false, .text), "scopes": .list(.form("^api://")),
        "user-data": .list(.name(.attribute)), "secret": secret,
      ], required: ["flows"])
    shape.discriminator = "protocol"
    shape.variants = SpokenProtocol.allCases.map(variant)
    return shape
  }()

  private static func variant(_ spoken: SpokenProtocol) -> MappingShape.Variant {
    let definition = spoken.definition
    var variant = MappingShape.Variant(value: spoken.name, isUsual: spoken == .flowAPI)
    if !definition.parts.isEmpty {
      let parts = definition.parts.map {
        MappingShape.Entry(key: $0.name, shape: .name(.flow), isRequired: false, about: "")
      }
      variant.shapes["flows"] = .mapping(MappingShape("flows-\(spoken.name)", parts))
    }
    if definition.errors.isEmpty {
      variant.forbidden.insert("errors")
    } else {
      variant.shapes["errors"] = .names(.error, declares: false, .word(definition.errors))
    }
    if !definition.settings.contains(.scopes) { variant.forbidden.insert("scopes") }
    if !definition.settings.contains(.userData) { variant.forbidden.insert("user-data") }
    return variant
  }

  package static let channels = MappingShape(
    "channels",
    ChannelKind.allCases.map { kind in
      let target = kind == .email ? mailChannel : textChannel
      return MappingShape.Entry(
        key: kind.name, shape: .either([.word(["outbox"]), .mapping(target)]), isRequired: false, about: "")
    })
  package static let mailChannel = MappingShape(
    "mail-channel", ["smtp": .mapping(smtp), "webhook": .mapping(webhook)])
  package static let textChannel = MappingShape("text-channel", ["webhook": .mapping(webhook)])
  package static let smtp = MappingShape(
    "smtp",
    [
      "host": .text, "port": .either([.whole(1...65535), .form("^env:")]),
      "tls": .word(MailEncryption.allCases.map(\.name)), "ca": secret, "user": .text, "password": secret,
      "from": .text, "reply-to": .text, "envelope-from": .text,
      "connections": .whole(ChannelDefinition.connectionRange), "per-second": .whole(ChannelDefinition.rateRange),
    ], required: ["host", "from"])
  package static let webhook = MappingShape(
    "webhook",
    [
      "url": .form("^(https?://|env:)"), "timeout": .duration, "secret": secret,
      "connections": .whole(ChannelDefinition.connectionRange), "per-second": .whole(ChannelDefinition.rateRange),
    ], required: ["url"])

  private static let url = Shape.form("^https?://")
  private static let secret = Shape.form("^(env|file):")
}
