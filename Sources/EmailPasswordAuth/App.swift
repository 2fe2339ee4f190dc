public import FlowClient

/// An app with users of e-mail address and password, at a server that speaks the App Services protocol.
///
/// Its users are logged in for as long as the app lives: keep one for each Client App ID.
public struct App: Sendable {
  /// The Client App ID: the name of one of the tenant's applications.
  public let id: String
  private let context: AppContext

  /// An app at the server of a configuration. Nothing is sent yet; an address that is none is told by the first call.
  public init(id: String, configuration: AppConfiguration) {
    let http = configuration.http
    self.init(
      id,
      ServerWay(to: configuration.baseURL) { (address) throws(ConnectionError) in try HTTPConnection(to: address, http)
      })
  }

  /// An app at the server of an address, such as `https://login.example.com`.
  public init(id: String, baseURL: String) {
    self.init(id: id, configuration: AppConfiguration(baseURL: baseURL))
  }

  /// An app over a connection of the caller's: in process, or over whatever else.
  public init(id: String, connection: any Connection) { self.init(id, ServerWay(over: connection)) }

  private init(_ id: String, _ way: ServerWay) {
    self.id = id
    context = AppContext(id, way)
  }

  /// What registers users, confirms them and resets their passwords.
  public var emailPasswordAuth: EmailPasswordAuthClient { EmailPasswordAuthClient(context: context) }

  /// Logs somebody in; they are the current user then.
  ///
  /// Throws ``AppError/Code/invalidPassword`` where there is no such account or the password is another one, and
  /// ``AppError/Code/authError`` where the account waits for its confirmation.
  public func login(credentials: Credentials) async throws(AppError) -> User {
    User(id: try await context.logIn(credentials), context: context)
  }

  /// Who is logged in and logged in or was switched to last; nil where nobody is.
  public var currentUser: User? { context.users.current.map { User(id: $0, context: context) } }

  /// The users who logged in by this app, by their ids, those who are logged out now among them.
  public var allUsers: [String: User] {
    Dictionary(context.users.ids.map { ($0, User(id: $0, context: context)) }) { first, _ in first }
  }

  /// Makes another user who is logged in the current one, and returns them.
  ///
  /// Throws ``AppError/Code/userNotLoggedIn`` where they are not.
  @discardableResult
  public func `switch`(to user: User) throws(AppError) -> User {
    guard context.users.choose(user.id) else { throw .notLoggedIn }
    return User(id: user.id, context: context)
  }
}

/// Where an app's server is and how it is spoken to.
public struct AppConfiguration: Hashable, Sendable {
  /// The server's address, such as `https://login.example.com`.
  public var baseURL: String
  /// How requests are sent: how long they may take, whose certificates are trusted.
  public var http: HTTPConnection.Settings

  /// A configuration with the settings that most apps want.
  public init(baseURL: String, http: HTTPConnection.Settings = HTTPConnection.Settings()) {
    self.baseURL = baseURL
    self.http = http
  }
}
