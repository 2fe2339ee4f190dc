import FlowJSON
public import FlowModel
public import FlowRuntime

/// A session that somebody has open, whichever protocol opened it.
public struct OpenSession: Hashable, Sendable {
  /// Its id, which is no secret: the `sid` of its tokens.
  public let id: String
  /// Whose it is: the account's id.
  public let account: String
  /// The tenant.
  public let tenant: String
  /// The protocol that opened it.
  public let spoken: SpokenProtocol
  /// The application that opened it; nil: none did, or it is not known.
  public let application: String?
  /// When its owner signed in.
  public let started: Milliseconds
  /// When its tokens were refreshed last; nil: never, or it is not known.
  public let used: Milliseconds?
  /// When it ends unless it is used before.
  public let expires: Milliseconds
  /// How its owner signed in; nil: not known, as of sessions of an earlier version.
  public let signIn: SignIn?
  /// What it was granted; empty where the protocol has no scopes.
  let scopes: [String]
  /// In which epoch of the account's sessions it began.
  let epoch: Int64

  /// The session of a ticket; nil where it has ended.
  init?(_ ticket: TicketRecord, _ key: ServerKey, now: Milliseconds) throws {
    guard ticket.used == nil, ticket.expires > now else { return nil }
    id = ticket.id
    account = ticket.account
    tenant = ticket.tenant
    expires = ticket.expires
    switch ticket.kind {
    case .refresh:
      let grant = try RefreshGrant(ticket, key)
      (spoken, application, signIn) = (.nativeAuth, grant.client, grant.signIn)
      (started, used, scopes, epoch) = (grant.started, grant.used, grant.scopes, grant.epoch)
    case .session where ticket.secretHash.isEmpty:
      guard let grant = AppGrant(ticket, key) else { return nil }
      (spoken, application, signIn) = (.appServices, grant.app, grant.signIn)
      (started, used, scopes, epoch) = (OrderedID.time(of: ticket.id), nil, [], grant.epoch)
    case .session:
      guard let session = Session(ticket, key) else { return nil }
      (spoken, application, signIn) = (.flowAPI, session.application, session.signIn)
      (started, used, scopes, epoch) = (OrderedID.time(of: ticket.id), nil, [], session.epoch)
    case .link, .grant, .reset, .invitation: return nil
    }
  }

  /// The kinds of tickets that are sessions.
  static let kinds = [TicketRecord.Kind.session, .refresh]
}
