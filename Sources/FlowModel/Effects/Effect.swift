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
  case accountDisable = 16
  case messageSend = 17
  case accountDelete = 18
  case invitationSend = 19
  case invitationRedeem = 20

  /// Where it is declared.
  public var declaration: any EffectDeclaration.Type {
    switch self {
    case .accountFind: AccountFind.self
    case .accountCreate: AccountCreate.self
    case .accountConfirm: AccountConfirm.self
    case .accountUpdate: AccountUpdate.self
    case .passwordCheck: PasswordCheck.self
    case .passwordSet: PasswordSet.self
    case .passwordVerify: PasswordVerify.self
    case .codeSend: CodeSend.self
    case .codeVerify: CodeVerify.self
    case .linkSend: LinkSend.self
    case .linkRedeem: LinkRedeem.self
    case .functionCall: FunctionCall.self
    case .grantRedeem: GrantRedeem.self
    case .tokenIssue: TokenIssue.self
    case .accountDiscard: AccountDiscard.self
    case .accountRead: AccountRead.self
    case .accountDisable: AccountDisable.self
    case .messageSend: MessageSend.self
    case .accountDelete: AccountDelete.self
    case .invitationSend: InvitationSend.self
    case .invitationRedeem: InvitationRedeem.self
    }
  }

  /// Its entry in the catalogue.
  public var definition: EffectDefinition { effectCatalogue[Int(rawValue)] }

  /// The name in YAML, such as `code.send`.
  public var name: String { definition.name }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The effect of a name in YAML.
  public init?(name: String) {
    guard let found = Self.byName[name] else { return nil }
    self = found
  }
}

/// The entries of all effects, by their number.
public let effectCatalogue: [EffectDefinition] = Effect.allCases.map { $0.declaration.definition }
