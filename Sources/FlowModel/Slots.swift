/// The number of a value within a run. All that a flow can read or collect has one slot:
/// first the secrets, then what is known of the account, then of the run, then the tenant's attributes, then the
/// parameters (`input`) of the run's flow.
public typealias Slot = Int32

/// Inputs of their own type: they flow into effect parameters made for them and nowhere else.
public enum SecretField: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// A password in clear, as the client typed it.
  case password
  /// A one-time code.
  case code
  /// The secret part of a mailed link.
  case token
  /// The public part of a mailed link, by which it is found.
  case tokenId
  /// What a flow's end handed out to sign in without credentials.
  case grant

  /// The name of the field in YAML and in the wire contract.
  public var name: String {
    switch self {
    case .password: "password"
    case .code: "code"
    case .token: "token"
    case .tokenId: "tokenId"
    case .grant: "grant"
    }
  }
  /// The slot.
  public var slot: Slot { Slot(rawValue) }
  /// What people see beside the field, in English.
  public var label: String { label(in: .english) }

  /// What people see beside the field.
  public func label(in words: StandardWords) -> String {
    switch self {
    case .password: words.text(.labelPassword)
    case .code: words.text(.labelCode)
    case .token: words.text(.labelToken)
    case .tokenId: words.text(.labelTokenId)
    case .grant: words.text(.labelGrant)
    }
  }

  /// The secret of a name.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// What conditions can ask of the bound account, as `account.NAME`; unknown before the account is found or created.
public enum AccountFact: UInt8, Hashable, Sendable, CaseIterable {
  /// The account's id.
  case id
  /// Whether it has a password.
  case has_password
  /// Whether its identifier was confirmed, so that it may sign in.
  case confirmed
  /// Whether nobody disabled it.
  case enabled

  /// The name in conditions.
  public var name: String {
    switch self {
    case .id: "id"
    case .has_password: "has_password"
    case .confirmed: "confirmed"
    case .enabled: "enabled"
    }
  }
  /// What people see beside it.
  public func label(in words: StandardWords) -> String {
    switch self {
    case .id: words.text(.labelAccountId)
    case .has_password: words.text(.labelAccountHasPassword)
    case .confirmed: words.text(.labelAccountConfirmed)
    case .enabled: words.text(.labelAccountEnabled)
    }
  }
  /// The slot.
  public var slot: Slot { Slot(SecretField.allCases.count) + Slot(rawValue) }

  /// The fact of a slot.
  public init?(slot: Slot) {
    guard let found = Self.allCases.first(where: { $0.slot == slot }) else { return nil }
    self = found
  }
}

/// What conditions can ask of the run, as `run.NAME`; always known.
public enum RunFact: UInt8, Hashable, Sendable, CaseIterable {
  /// The name of the flow.
  case flow
  /// When the run started.
  case started
  /// The time of the present step.
  case now
  /// How many events the run has taken.
  case steps

  /// The name in conditions.
  public var name: String {
    switch self {
    case .flow: "flow"
    case .started: "started"
    case .now: "now"
    case .steps: "steps"
    }
  }
  /// The slot.
  public var slot: Slot { AccountFact.firstFree + Slot(rawValue) }
}

extension AccountFact {
  static var firstFree: Slot { Slot(SecretField.allCases.count + AccountFact.allCases.count) }
}

/// The slot of a tenant's first attribute; the others follow in the order of `FlowTable.attributes`.
public let firstAttributeSlot = AccountFact.firstFree + Slot(RunFact.allCases.count)
