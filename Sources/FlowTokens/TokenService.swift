import FlowModel
public import FlowRuntime

/// How long tokens live, in seconds, and how they are signed.
public struct TokenSettings: Sendable {
  /// What access and id tokens are signed with. ES256 signs ten times as fast as RS256.
  public var algorithm = SigningAlgorithm.es256
  /// The lifetime of access and id tokens.
  public var access: Int64 = 3600
  /// After how long without use a refresh token ends: 14 days.
  public var refreshIdle: Int64 = 14 * 86_400
  /// How long after the sign-in refreshing ends: 90 days.
  public var refreshTotal: Int64 = 90 * 86_400
  /// How many seconds a refresh token that was replaced still gets the answer that replaced it: for a client that asks once
  /// more, as the answer was lost, or twice at a time.
  public var refreshGrace: Int64 = 30
  /// The scopes that clients may ask for.
  public var scopes = ["openid", "profile", "email", "phone", "offline_access"]
  /// The lifetime of App Services' access tokens: 30 minutes.
  public var appAccess: Int64 = 1800
  /// The lifetime of App Services' sessions and refresh tokens: 60 days.
  public var appRefresh: Int64 = 60 * 86_400

  /// The defaults.
  public init() {}

  /// The settings with what a tenant says instead.
  func under(_ policy: TokenPolicy) -> TokenSettings {
    var settings = self
    if policy.algorithm != .es256 { settings.algorithm = SigningAlgorithm(policy.algorithm) }
    if let access = policy.access { (settings.access, settings.appAccess) = (Int64(access), Int64(access)) }
    if let refresh = policy.refresh { settings.refreshIdle = Int64(refresh) }
    if let session = policy.session {
      (settings.refreshTotal, settings.appRefresh) = (Int64(session), Int64(session))
      settings.refreshIdle = min(settings.refreshIdle, settings.refreshTotal)
    }
    return settings
  }
}

/// Makes, refreshes and checks the tokens of the protocols.
///
/// What a run's `token.issue` hands out is made by an `issuer`, which a transport gives to `FlowService.send` with the
/// request that may end in tokens; everything else is asked here.
public struct TokenService: Sendable {
  /// The signing keys.
  public let keys: SigningKeys
  /// Lifetimes and algorithm.
  public let settings: TokenSettings
  let storage: any Storage
  let key: ServerKey
  package let clock: any TimeSource
  let log: any OperatorLog

  /// A service over the storage of an engine, with the same key.
  public init(
    storage: any Storage, key: ServerKey, keys: SigningKeys, settings: TokenSettings = TokenSettings(),
    clock: any TimeSource = SystemClock(), log: any OperatorLog = NoPorts()
  ) {
    self.storage = storage
    self.key = key
    self.keys = keys
    self.settings = settings
    self.clock = clock
    self.log = log
  }
}

extension StorageTransaction {
  /// The account of an id, if it may sign in.
  func usableAccount(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    guard let account = try account(id, tenant: tenant), account.isConfirmed, account.isEnabled else { return nil }
    return account
  }

  /// The account of a session, if it may sign in and has not ended all its sessions since the epoch in which this one began.
  func usableAccount(of ticket: TicketRecord, epoch: Int64) throws(StorageError) -> AccountRecord? {
    try usableAccount(ticket.account, tenant: ticket.tenant).flatMap { $0.sessionEpoch == epoch ? $0 : nil }
  }
}
