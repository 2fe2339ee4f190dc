/// How things stand with a user.
public enum UserState: Hashable, Sendable {
  /// Calls can be made in their name.
  case loggedIn
  /// They must log in again.
  case loggedOut
  /// The app knows them no longer.
  case removed
}

/// Somebody who has logged in to an app. All values of one id, of one app, are the same user.
public struct User: Sendable, Identifiable {
  /// The id that the server has for the user: 24 hexadecimal digits.
  public let id: String
  let context: AppContext

  private var record: UserRecord? { context.users.record(of: id) }

  /// How things stand with the user now.
  public var state: UserState {
    guard let record else { return .removed }
    return record.session == nil ? .loggedOut : .loggedIn
  }

  /// Whether calls can be made in the user's name.
  public var isLoggedIn: Bool { state == .loggedIn }

  /// The newest access token, for services that take it; nil where the user is not logged in.
  public var accessToken: String? { record?.session?.access.text }

  /// The refresh token; nil where the user is not logged in.
  public var refreshToken: String? { record?.session?.refresh }

  /// What the server told of the user when they logged in.
  public var profile: UserProfile { (record?.known ?? KnownUser()).profile }

  /// By what the server knew the user when they logged in.
  public var identities: [UserIdentity] { record?.known.identities ?? [] }

  /// What the app's tenant lets its users' tokens say of them, as of the newest access token.
  public var customData: Document { record?.session?.access.userData ?? [:] }

  /// Gets the custom data as they are now, with another access token.
  @discardableResult
  public func refreshCustomData() async throws(AppError) -> Document {
    guard let session = record?.session else { throw .notLoggedIn }
    return try await context.refresh(session.access, of: id).userData
  }

  /// Logs the user out: here at once, then at the server. Where the server does not answer, the same call tries again to end
  /// the session there.
  public func logOut() async throws(AppError) { try await context.logOut(id) }

  /// Logs the user out and forgets them here. Where the server does not answer, they are forgotten all the
  /// same, unless they have logged in again meanwhile.
  public func remove() async throws(AppError) {
    if Task.isCancelled { throw .cancelled }
    defer { context.users.remove(id, unlessLoggedIn: true) }
    try await context.logOut(id)
  }

  /// Removes the user's account from the server, with all its sessions, and forgets them here.
  public func delete() async throws(AppError) {
    try await context.send(SessionCalls.delete, as: id)
    context.users.remove(id)
  }
}

extension User: Hashable {
  /// Whether both are the same user of the same app.
  public static func == (left: User, right: User) -> Bool { left.id == right.id && left.context === right.context }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension User: CustomStringConvertible, CustomReflectable {
  /// Who it is and how things stand, without a token.
  public var description: String { "user \(id), \(state)" }

  /// What a debugger or `dump` shows: no token.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "state": state]) }
}
