import FlowModel

// The tenant's file.
extension Shapes {
  package static let tenant = MappingShape("tenant", TenantKey.self, required: [.tenant]) { key in
    switch key {
    case .tenant: .declares(.tenant)
    case .summary: .text
    case .attributes: .names(.attribute, declares: true, .mapping(attribute))
    case .passwords: .mapping(passwords)
    case .codes: .mapping(codes)
    case .links: .mapping(links)
    case .tokens: .mapping(tokens)
    case .functions: .names(.function, declares: true, .mapping(function))
    case .errors: .names(.error, declares: true, .either([.text, .mapping(error)]))
    case .applications: .names(.application, declares: true, .mapping(application))
    case .channels: .mapping(channels)
    case .notices: .mapping(notices)
    case .region: .form("^[A-Z]{2}$")
    case .language: .form("^[A-Za-z0-9-]+$")
    case .uses: .either([folder, .list(folder)])
    case .localeFrom: .name(.attribute)
    }
  }

  package static let attribute = typed("attribute", AttributeKey.allCases.filter { $0 != .required })

  /// A parameter of a flow.
  package static let input = typed("input", AttributeKey.allCases.filter { !$0.isOfAccounts })

  private static func typed(_ id: String, _ keys: [AttributeKey]) -> MappingShape {
    var shape = MappingShape(
      id,
      keys.map { MappingShape.Entry(key: $0.rawValue, shape: Self.shape(of: $0), isRequired: $0 == .type, about: "") })
    shape.discriminator = AttributeKey.type.rawValue
    shape.variants = AttributeType.allCases.map { type in
      var variant = MappingShape.Variant(value: type.name)
      variant.forbidden = Set(shape.keys.filter { !isAllowed($0, for: type) })
      if type == .choice { variant.required = ["of"] }
      return variant
    }
    return shape
  }

  private static func shape(of key: AttributeKey) -> Shape {
    switch key {
    case .type: .word(AttributeType.allCases.map(\.name))
    case .label, .pattern, .hint, .help, .placeholder: .text
    case .of: .list(.text)
    case .minLength, .maxLength: .whole(0...1_000_000)
    case .minimum, .maximum: .number
    case .numbers: .word(PhoneNumbers.declarable.map(\.name))
    case .region: .form("^[A-Z]{2}$")
    case .options: .names(.option, declares: false, .text)
    case .identifier, .caseSensitive, .transient, .secret, .required: .flag
    }
  }

  package static let passwords = MappingShape("passwords", PasswordKey.self) { key in
    switch key {
    case .minLength: .whole(PasswordPolicy.minLengthRange)
    case .maxLength: .whole(PasswordPolicy.maxLengthRange)
    case .classes: .whole(PasswordPolicy.classRange)
    case .forbid: .list(.word(["common", "identifier"]))
    case .forbidWords: .list(.text)
    case .forbidBreached: .mapping(breaches)
    case .remember: .whole(PasswordPolicy.rememberRange)
    case .attempts: .rate
    case .argon2id: .mapping(argon2id)
    case .pepper: .flag
    }
  }
  package static let breaches = MappingShape("forbid-breached", BreachKey.self) { key in
    switch key {
    case .file: .text
    case .function: .name(.function)
    }
  }
  package static let argon2id = MappingShape("argon2id", Argon2idKey.self) { key in
    switch key {
    case .memory: .form("^[0-9]+MiB$")
    case .passes: .whole(PasswordHashing.passRange)
    }
  }

  package static let codes = MappingShape("codes", CodeKey.self) { key in
    switch key {
    case .digits: .whole(CodePolicy.digitRange)
    case .lifetime, .resendAfter: .duration
    case .attempts: .whole(CodePolicy.attemptsRange)
    case .perIdentifier: .rate
    }
  }
  package static let links = MappingShape("links", LinkKey.self) { key in
    switch key {
    case .base: url
    case .lifetime, .invitations: .duration
    case .perIdentifier: .rate
    case .also: .list(url)
    }
  }
  package static let notices = MappingShape("notices", NoticeKey.self) { key in
    switch key {
    case .lifetime: .duration
    case .perIdentifier: .rate
    }
  }
  package static let tokens = MappingShape("tokens", TokenKey.self) { key in
    switch key {
    case .access, .refresh, .session: .duration
    case .algorithm: .word(TokenAlgorithm.allCases.map(\.name))
    }
  }
  package static let function = MappingShape("function", FunctionKey.self) { key in
    switch key {
    case .url: url
    case .command: .list(.text)
    case .timeout: .duration
    case .secret: secret
    case .environment: .list(.form("^[A-Za-z][A-Za-z0-9_]*$"))
    case .attempts: .rate
    }
  }
  package static let error = MappingShape("error", ErrorKey.self, required: [.message]) { key in
    switch key {
    case .message: .text
    case .values: .names(.label, declares: false, .either([.text, .number]))
    }
  }

  package static let application: MappingShape = {
    var shape = MappingShape("application", ApplicationKey.self, required: [.flows]) { key in
      switch key {
      case .flows: .list(.name(.flow))
      case .spoken: .word(SpokenProtocol.allCases.map(\.name))
      case .errors: .names(.error, declares: false, .text)
      case .scopes: .list(.form("^api://"))
      case .userData: .list(.name(.attribute))
      case .secret: secret
      }
    }
    shape.discriminator = ApplicationKey.spoken.rawValue
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
      variant.shapes[ApplicationKey.flows.rawValue] = .mapping(MappingShape("flows-\(spoken.name)", parts))
    }
    if definition.errors.isEmpty {
      variant.forbidden.insert(ApplicationKey.errors.rawValue)
    } else {
      variant.shapes[ApplicationKey.errors.rawValue] = .names(.error, declares: false, .word(definition.errors))
    }
    if !definition.settings.contains(.scopes) { variant.forbidden.insert(ApplicationKey.scopes.rawValue) }
    if !definition.settings.contains(.userData) { variant.forbidden.insert(ApplicationKey.userData.rawValue) }
    return variant
  }

  package static let channels = MappingShape(
    "channels",
    ChannelKind.allCases.map { kind in
      let target = kind == .email ? mailChannel : textChannel
      return MappingShape.Entry(
        key: kind.name, shape: .either([.word(["outbox"]), .mapping(target)]), isRequired: false, about: "")
    })
  package static let mailChannel = MappingShape("mail-channel", ChannelTargetKey.self) { key in
    switch key {
    case .smtp: .mapping(smtp)
    case .webhook: .mapping(webhook)
    }
  }
  package static let textChannel = MappingShape("text-channel", ["webhook": .mapping(webhook)])
  package static let smtp = MappingShape("smtp", MailServerKey.self, required: [.host, .from]) { key in
    switch key {
    case .host, .user, .from, .replyTo, .envelopeFrom: .text
    case .port: .either([.whole(1...65535), .form("^env:")])
    case .tls: .word(MailEncryption.allCases.map(\.name))
    case .authorities, .password: secret
    case .connections: .whole(ChannelDefinition.connectionRange)
    case .perSecond: .whole(ChannelDefinition.rateRange)
    }
  }
  package static let webhook = MappingShape("webhook", WebhookKey.self, required: [.url]) { key in
    switch key {
    case .url: .form("^(https?://|env:)")
    case .timeout: .duration
    case .secret: secret
    case .connections: .whole(ChannelDefinition.connectionRange)
    case .perSecond: .whole(ChannelDefinition.rateRange)
    }
  }

  private static let folder = Shape.form("^[^/]")
  private static let url = Shape.form("^https?://")
  private static let secret = Shape.form("^(env|file):")
}
