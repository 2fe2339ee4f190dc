/// A field of an event as clients are shown it.
public struct FieldView: Hashable, Sendable {
  /// What a field takes.
  public enum Kind: Hashable, Sendable {
    /// A value of an attribute or of a flow's parameter: its type, options and limits.
    case attribute(AttributeDefinition)
    /// An input of a type of its own.
    case secret(SecretField)
  }

  /// What it takes.
  public var kind: Kind
  /// What people see beside it.
  public var label: String
  /// Whether the event needs it.
  public var isRequired: Bool
  /// What it depends on, by the names of other fields of its event; nothing where it depends on none.
  public var terms = FieldTerms<String>()
  /// What people read beside it who need more than its label; empty: nothing.
  public var help = ""
  /// What stands in it before anything is typed; empty: nothing.
  public var placeholder = ""
  /// What a new password must be; nil for another field, and where a password is only compared.
  public var passwords: PasswordPolicy?

  /// A field for an attribute.
  public init(_ attribute: AttributeDefinition, isRequired: Bool) {
    kind = .attribute(attribute)
    label = attribute.displayLabel
    (help, placeholder) = (attribute.help, attribute.placeholder)
    self.isRequired = isRequired
  }

  /// A field for a secret.
  public init(_ secret: SecretField, isRequired: Bool, in words: StandardWords = .english) {
    kind = .secret(secret)
    label = secret.label(in: words)
    self.isRequired = isRequired
  }

  /// The name under which its value is sent.
  public var name: String {
    switch kind {
    case .attribute(let attribute): attribute.name
    case .secret(let secret): secret.name
    }
  }

  /// The attribute; nil for a secret.
  public var attribute: AttributeDefinition? { if case .attribute(let attribute) = kind { attribute } else { nil } }

  /// The secret; nil for an attribute.
  public var secret: SecretField? { if case .secret(let secret) = kind { secret } else { nil } }

  /// The attribute's type; nil for a secret.
  public var type: AttributeType? { attribute?.type }

  /// What people read beside it; empty: nothing.
  public var hint: String { attribute?.hint ?? "" }

  /// Whether there is a case in which the event needs it.
  public var mayBeRequired: Bool { isRequired || terms.required != nil }

  /// The options to choose from.
  public var options: [String] { attribute?.options ?? [] }

  /// Whether what was typed is never handed back: a secret, or an attribute that is one.
  public var isSecret: Bool { attribute?.isSecret ?? true }

  /// Whether people's screens must not show what is typed.
  public var isHidden: Bool { attribute?.isSecret ?? (secret == .password) }

  /// Whether accounts are found by it.
  public var isIdentifier: Bool { attribute?.isIdentifier ?? false }
}

extension FieldView {
  /// A field of a table's page.
  public init(_ field: PageField, in flow: Flow, of table: FlowTable) {
    if let secret = table.secret(of: field.slot) {
      self.init(secret, isRequired: field.isRequired, in: table.standardWords)
    } else if let attribute = table.definition(of: field.slot, in: flow) {
      self.init(attribute, isRequired: field.isRequired)
    } else {
      // Only a table made by hand has a field of something else.
      let name = table.name(of: field.slot, in: flow)
      self.init(AttributeDefinition(name: name, type: .string), isRequired: field.isRequired)
    }
    if !field.help.isEmpty { help = field.help }
    if !field.placeholder.isEmpty { placeholder = field.placeholder }
    if let terms = field.terms?.map({ table.name(of: $0, in: flow) }) { self.terms = terms.terms }
  }
}
