/// The effects by number, as table files store them: numbers are never used again for another effect.
public enum Effect: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  case accountFind = 0
  case accountCreate = 1
  case accountConfirm = 2
  case accountUpdate = 3
  case passwordCheck = 4
  case passwordSet = 5
  case passwordVerify = 6
  case codeSend = 7
  case codeVerify = 8
  case linkSend = 9
  case linkRedeem = 10
  case functionCall = 11
  case grantRedeem = 12
  case tokenIssue = 13
  case accountDiscard = 14
  case accountRead = 15

  /// The name in YAML, such as `code.send`.
  public var name: String {
    switch self {
    case .accountFind: "account.find"
    case .accountCreate: "account.create"
    case .accountConfirm: "account.confirm"
    case .accountUpdate: "account.update"
    case .passwordCheck: "password.check"
    case .passwordSet: "password.set"
    case .passwordVerify: "password.verify"
    case .codeSend: "code.send"
    case .codeVerify: "code.verify"
    case .linkSend: "link.send"
    case .linkRedeem: "link.redeem"
    case .functionCall: "function.call"
    case .grantRedeem: "grant.redeem"
    case .tokenIssue: "token.issue"
    case .accountDiscard: "account.discard"
    case .accountRead: "account.read"
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The effect of a name in YAML.
  public init?(name: String) {
    guard let found = Self.byName[name] else { return nil }
    self = found
  }

  /// The effect's type, from the one catalogue.
  public var definition: EffectDefinition { effectCatalogue[Int(rawValue)] }
}
