import FlowClient

/// What an app and its users share: the way to the server, and who is logged in.
final class AppContext: Sendable {
  let calls: AppCalls
  let users = UserStore()
  private let way: ServerWay

  init(_ id: String, _ way: ServerWay) {
    calls = AppCalls(app: id)
    self.way = way
  }

  /// Makes a call. Where it fails, nothing that the app knows has changed.
  func send<Answer>(_ call: Call<Answer>, token: String? = nil) async throws(AppError) -> Answer {
    try await way.connection(asking: calls.location).exchange(call, token: token)
  }

  /// Makes a call of a user. Whatever the server refuses with 401 is tried once more with another access token, as
  /// realm-core does.
  func send<Answer>(_ call: Call<Answer>, as id: String) async throws(AppError) -> Answer {
    guard let session = users.record(of: id)?.session else { throw .notLoggedIn }
    do throws(AppError) {
      return try await send(call, token: session.access.text)
    } catch {
      guard error.status == 401 else { throw error }
    }
    return try await send(call, token: refresh(session.access, of: id).text)
  }

  /// Another access token than this one: that of a refresh before, of one under way, or of one of its own. A refresh that the
  /// server refuses logs the user out.
  func refresh(_ old: AccessToken, of id: String) async throws(AppError) -> AccessToken {
    guard let record = users.record(of: id) else { throw .notLoggedIn }
    return try await record.refreshing.value(cancelled: .cancelled) { [self] () async throws(AppError) in
      guard let session = users.record(of: id)?.session else { throw .notLoggedIn }
      // Somebody was faster.
      if session.access != old { return session.access }
      let text: String
      do throws(AppError) {
        text = try await send(SessionCalls.refresh, token: session.refresh)
      } catch {
        if error.status == 401 { users.drop(session, of: id) }
        throw error
      }
      let access = try Self.read(text)
      users.renew(access, of: id, in: session)
      return access
    }
  }

  /// Logs somebody in. They are known here once the server has told who they are.
  func logIn(_ credentials: Credentials) async throws(AppError) -> String {
    let logIn = try await send(calls.logIn(credentials, device: users.device))
    do throws(AppError) {
      let access = try Self.read(logIn.access)
      let known = try await send(SessionCalls.profile, token: logIn.access)
      // The session before is nobody's any more.
      for earlier in users.take(logIn, Session(access: access, refresh: logIn.refresh), known) {
        Task { try? await end(earlier, of: logIn.user) }
      }
    } catch {
      // Nobody has the tokens of that session: it need not stay open.
      Task { try? await send(SessionCalls.end, token: logIn.refresh) }
      throw error
    }
    return logIn.user
  }

  /// Logs a user out: here at once, then at the server. Where that does not answer, the same call tries again.
  func logOut(_ id: String) async throws(AppError) {
    if Task.isCancelled { throw .cancelled }
    var failure: AppError?
    // The newest is the one that is meant; each is tried.
    for refresh in users.logOut(id).reversed() {
      do throws(AppError) { try await end(refresh, of: id) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Ends a session at the server.
  private func end(_ refresh: String, of id: String) async throws(AppError) {
    do throws(AppError) {
      try await send(SessionCalls.end, token: refresh)
    } catch {
      // A session that the server does not know is over.
      guard error.status == 401 else { throw error }
    }
    users.ended(refresh, of: id)
  }

  private static func read(_ token: String) throws(AppError) -> AccessToken {
    guard let access = AccessToken(token) else { throw AppError(.badToken, "The server's token cannot be read.") }
    return access
  }
}
