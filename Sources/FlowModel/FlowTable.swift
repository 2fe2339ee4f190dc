public import FlowExpression

/// A tenant's flows, compiled: all that the interpreter needs, and nothing of YAML.
///
/// A table is immutable. Its `hash` names its content; runs are pinned to it.
public struct FlowTable: Sendable {
  /// The tenant's name.
  public var tenant: String
  /// The tenant's attributes; the first has the slot `firstAttributeSlot`.
  public var attributes: [AttributeDefinition]
  /// The password policy.
  public var passwords: PasswordPolicy
  /// The policy of one-time codes.
  public var codes: CodePolicy
  /// The policy of mailed links.
  public var links: LinkPolicy
  /// How long notices are worth sending, and how often.
  public var notices = NoticePolicy()
  /// The policy of tokens and sessions.
  public var tokens = TokenPolicy()
  /// The tenant's functions.
  public var functions: [FunctionDefinition]
  /// How the tenant's messages leave: one channel a kind at most.
  public var channels: [ChannelDefinition] = []
  /// The tenant's own words of messages.
  public var messages: [MessageTemplate] = []
  /// The apps and what each may start.
  public var applications: [Application]
  /// The errors that transitions name.
  public var errors: [ErrorDefinition]
  /// The conditions and assigned expressions.
  public var expressions: [CompiledExpression]
  /// The flows; sub-flows are expanded and not among them.
  public var flows: [Flow]
  /// The language of the words above.
  public var language = LanguageTag.english
  /// The attribute that holds the language of an account's owner; -1: none does.
  public var localeAttribute: Int32 = -1
  /// The same words in the other languages that the tenant speaks.
  public var locales: [TableLocale] = []
  /// What the tenant says in place of standard words.
  public var words: [OwnWords] = []

  /// A tenant without flows.
  public init(tenant: String) {
    self.tenant = tenant
    attributes = []
    passwords = PasswordPolicy()
    codes = CodePolicy()
    links = LinkPolicy()
    functions = []
    applications = []
    errors = []
    expressions = []
    flows = []
  }

  /// How often something that is counted may be done; nil for calls of a function without `attempts`.
  public func rate(of counter: Counter, function: FunctionDefinition? = nil) -> Rate? {
    counter.rate(codes: codes, links: links, notices: notices, passwords: passwords, function: function)
  }

  /// The index of a flow by its name.
  public func flow(named name: String) -> Int32? {
    flows.firstIndex { $0.name == name }.map { Int32($0) }
  }

  /// How many slots a run of a flow has.
  public func slotCount(_ flow: Flow) -> Int { Int(firstAttributeSlot) + attributes.count + flow.inputs.count }

  /// The attribute or parameter behind a slot; nil for secrets and facts.
  public func definition(of slot: Slot, in flow: Flow) -> AttributeDefinition? {
    let index = Int(slot - firstAttributeSlot)
    guard index >= 0 else { return nil }
    if index < attributes.count { return attributes[index] }
    let input = index - attributes.count
    return input < flow.inputs.count ? flow.inputs[input] : nil
  }

  /// The name of a slot as the wire contract spells it: a field, attribute or parameter; `account.…` and `run.…` for
  /// facts.
  public func name(of slot: Slot, in flow: Flow) -> String {
    if let secret = secret(of: slot) { return secret.name }
    if let fact = AccountFact.allCases.first(where: { $0.slot == slot }) { return "account." + fact.name }
    if let fact = RunFact.allCases.first(where: { $0.slot == slot }) { return "run." + fact.name }
    return definition(of: slot, in: flow)?.name ?? "?"
  }

  /// The slot of a field by its name in the wire contract: a secret or an attribute.
  public func fieldSlot(named name: String) -> Slot? {
    if let secret = SecretField(name: name) { return secret.slot }
    return attributes.firstIndex { $0.name == name }.map { firstAttributeSlot + Slot($0) }
  }

  /// The secret behind a slot.
  public func secret(of slot: Slot) -> SecretField? {
    UInt8(exactly: slot).flatMap(SecretField.init(rawValue:))
  }

  /// The slots of the attributes that identify accounts.
  public var identifierSlots: [Slot] {
    attributes.indices.filter { attributes[$0].isIdentifier }.map { firstAttributeSlot + Slot($0) }
  }
}
