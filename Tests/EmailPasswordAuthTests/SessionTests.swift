@testable import EmailPasswordAuth
import EngineSupport
import FlowClient
import FlowInProcess
import Synchronization
import Testing

/// Access tokens that expire, and sessions that end.
@Suite(.serialized, .timeLimit(.minutes(2))) struct Sessions {
  /// A user who is logged in over a connection that does what a test says before the server is asked.
  private func withUser(
    _ body: (World, ScriptedConnection, Trouble, App, User) async throws -> Void
  ) async throws {
    let world = try await World()
    let (direct, trouble) = (world.connection, Trouble())
    let connection = ScriptedConnection { request, _ throws(ConnectionError) in
      if let answer = try await trouble.strike(request) { return answer }
      return try await direct.send(request)
    }
    let app = App(id: World.atOnce, connection: connection)
    try await app.emailPasswordAuth.registerUser(email: Person.ada.email, password: Person.ada.password)
    let user = try await app.login(credentials: Person.ada.credentials)
    try await body(world, connection, trouble, app, user)
  }

  @Test func `an expired access token is renewed once, and the call repeated`() async throws {
    try await withUser { world, connection, _, app, user in
      let (access, refresh) = (user.accessToken, user.refreshToken)
      world.clock.advance(minutes: 31)
      try await user.delete()
      #expect(connection.count("/auth/session") == 1 && connection.count("/auth/delete") == 2)
      let tokens = connection.requests.suffix(3).map { $0.headers.first { $0.name == "Authorization" }?.value }
      #expect(tokens[0] == access.map { "Bearer \($0)" } && tokens[1] == refresh.map { "Bearer \($0)" })
      #expect(tokens[2] != tokens[0] && user.state == .removed && app.currentUser == nil)
    }
  }

  @Test func `a call that is refused with a good token as well is not repeated without end`() async throws {
    try await withUser { _, connection, trouble, _, user in
      trouble.answer("/auth/delete", .json(401, #"{"error":"no","error_code":"AuthError"}"#))
      #expect(await error { () throws(AppError) in try await user.delete() }?.code == .authError)
      #expect(connection.count("/auth/delete") == 2 && connection.count("/auth/session") == 1)
      #expect(user.isLoggedIn)
    }
  }

  @Test func `many refreshes at a time are one request`() async throws {
    try await withUser { _, connection, trouble, _, user in
      let gate = AsyncStream<Void>.makeStream()
      trouble.wait("/auth/session", for: gate.stream)
      let tokens = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<50 {
          group.addTask { (try? await user.refreshCustomData()).map { _ in user.accessToken } ?? nil }
        }
        await connection.comes("/auth/session")
        // Those who come later join as well.
        for _ in 0..<100 { await Task.yield() }
        gate.continuation.finish()
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(connection.count("/auth/session") == 1)
      #expect(Set(tokens) == [user.accessToken])
    }
  }

  @Test func `who finds a token expired that was renewed meanwhile takes the new one`() async throws {
    try await withUser { _, connection, _, _, user in
      let old = try #require(user.accessToken.flatMap { AccessToken($0) })
      let renewed = try await user.context.refresh(old, of: user.id)
      #expect(try await user.context.refresh(old, of: user.id) == renewed)
      #expect(connection.count("/auth/session") == 1 && user.accessToken == renewed.text)
    }
  }

  @Test func `a refresh that is refused logs the user out, and nobody else`() async throws {
    try await withUser { world, _, _, app, ada in
      try await app.emailPasswordAuth.registerUser(email: Person.bea.email, password: Person.bea.password)
      let bea = try await app.login(credentials: Person.bea.credentials)
      // Another device of Ada's resets the password.
      let other = App(id: World.atOnce, connection: world.connection).emailPasswordAuth
      try await other.sendResetPasswordEmail(Person.ada.email)
      let link = try await world.link()
      try await other.resetPassword(to: Person.fresh, token: link.token, tokenId: link.tokenId)
      let found = await error { () throws(AppError) in try await ada.delete() }
      #expect(found?.code == .invalidSession && found?.status == 401)
      #expect(ada.state == .loggedOut && bea.isLoggedIn && app.currentUser == bea)
      #expect(await error { () throws(AppError) in try await ada.delete() }?.code == .userNotLoggedIn)
    }
  }

  @Test func `a refresh that gets no answer, or one of trouble, changes nothing and is tried again`() async throws {
    try await withUser { world, _, trouble, _, user in
      let access = user.accessToken
      world.clock.advance(minutes: 31)
      trouble.lose("/auth/session")
      #expect(
        await error { () throws(AppError) in try await user.refreshCustomData() }?.connection?.code == .interrupted)
      trouble.answer("/auth/session", .json(503, #"{"error":"busy","error_code":"MaintenanceInProgress"}"#))
      #expect(
        await error { () throws(AppError) in try await user.refreshCustomData() }?.code == .maintenanceInProgress)
      trouble.answer("/auth/session", .json(201, #"{"access_token":"none"}"#))
      #expect(await error { () throws(AppError) in try await user.refreshCustomData() }?.code == .badToken)
      #expect(user.isLoggedIn && user.accessToken == access)
      trouble.pass()
      try await user.refreshCustomData()
      #expect(user.accessToken != access)
    }
  }

  @Test func `whoever logs out while a token is renewed stays logged out`() async throws {
    try await withUser { _, connection, trouble, _, user in
      let gate = AsyncStream<Void>.makeStream()
      trouble.wait("/auth/session", for: gate.stream)
      async let refreshed: Document? = try? user.refreshCustomData()
      await connection.comes("/auth/session")
      trouble.pass()
      try await user.logOut()
      gate.continuation.finish()
      _ = await refreshed
      #expect(user.state == .loggedOut && user.accessToken == nil)
    }
  }

  @Test func `a log-out that gets no answer is one here, and the server is told by the next`() async throws {
    try await withUser { world, connection, trouble, app, user in
      let refresh = try #require(user.refreshToken)
      trouble.lose("/auth/session")
      #expect(await error { () throws(AppError) in try await user.logOut() }?.connection?.code == .interrupted)
      #expect(user.state == .loggedOut && app.currentUser == nil)
      trouble.pass()
      try await user.logOut()
      let request = ClientRequest(
        "POST", "/api/client/v2.0/auth/session", headers: [ClientHeader("Authorization", "Bearer \(refresh)")])
      #expect(try await world.connection.send(request).status == 401)
      let count = connection.requests.count
      try await user.logOut()
      #expect(connection.requests.count == count)
    }
  }

  @Test func `a log-in again ends the session before, of this app alone`() async throws {
    try await withUser { world, _, trouble, app, user in
      let other = try await App(id: World.atOnce, connection: world.connection).login(
        credentials: Person.ada.credentials)
      let (first, elsewhere) = (try #require(user.refreshToken), try #require(other.refreshToken))
      _ = try await app.login(credentials: Person.ada.credentials)
      let second = try #require(user.refreshToken)
      #expect(second != first)
      try await world.ends(first)
      #expect(try await world.status(of: second) == 201)
      #expect(try await world.status(of: elsewhere) == 201)
      // What the server was not told is told by the next log-out.
      trouble.lose("/auth/session")
      _ = try await app.login(credentials: Person.ada.credentials)
      trouble.pass()
      try await user.logOut()
      try await world.ends(second)
    }
  }

  @Test func `who logs in while they are being removed stays`() async throws {
    try await withUser { _, connection, trouble, app, user in
      let gate = AsyncStream<Void>.makeStream()
      trouble.wait("/auth/session", for: gate.stream)
      async let removed: Void? = try? user.remove()
      await connection.comes("/auth/session")
      trouble.pass()
      _ = try await app.login(credentials: Person.ada.credentials)
      gate.continuation.finish()
      _ = await removed
      #expect(user.isLoggedIn && app.currentUser == user)
      try await user.remove()
      #expect(user.state == .removed)
    }
  }

  @Test func `each call that lost its connection can be made again`() async throws {
    let world = try await World()
    let (direct, trouble) = (world.connection, Trouble())
    let connection = ScriptedConnection { request, _ throws(ConnectionError) in
      if let answer = try await trouble.strike(request) { return answer }
      return try await direct.send(request)
    }
    let app = App(id: World.byLink, connection: connection)
    let caller = Caller(app: app, form: .async)
    func again(_ path: String, _ call: () async throws(AppError) -> Void) async throws {
      trouble.lose(path)
      #expect(await error(of: call)?.connection?.code == .interrupted)
      trouble.pass()
      try await call()
    }
    try await again("/register") { () throws(AppError) in try await caller.register() }
    try await again("/confirm/send") { () throws(AppError) in try await caller.resend() }
    let link = try await world.link()
    try await again("/confirm") { () throws(AppError) in try await caller.confirm(link.token, link.tokenId) }
    try await again("/reset/send") { () throws(AppError) in try await caller.sendReset() }
    let reset = try await world.link()
    try await again("/reset") { () throws(AppError) in try await caller.reset(reset.token, reset.tokenId) }
    var ada = Person.ada
    ada.password = Person.fresh
    let known = ada
    try await again("/login") { () throws(AppError) in try await caller.logIn(known) }
    try await again("/auth/profile") { () throws(AppError) in try await caller.logIn(known) }
    let user = try #require(app.currentUser)
    try await again("/auth/session") { () throws(AppError) in try await user.refreshCustomData() }
    try await again("/auth/delete") { () throws(AppError) in try await user.delete() }
  }
}

extension World {
  /// What the server says to a refresh by a token.
  fileprivate func status(of refresh: String) async throws -> Int {
    let headers = [ClientHeader("Authorization", "Bearer \(refresh)")]
    return try await connection.send(ClientRequest("POST", "/api/client/v2.0/auth/session", headers: headers)).status
  }

  /// Waits until the server knows a session no longer.
  fileprivate func ends(_ refresh: String) async throws {
    while try await status(of: refresh) != 401 { try await Task.sleep(for: .milliseconds(5)) }
  }
}

/// What comes between a client and its server.
final class Trouble: Sendable {
  private enum Kind {
    case loss
    case answer(ClientAnswer)
    case wait(AsyncStream<Void>)
  }
  private let kind = Mutex<(path: String, kind: Kind)?>(nil)

  /// Requests whose path ends so are lost.
  func lose(_ path: String) { kind.withLock { $0 = (path, .loss) } }
  /// Requests whose path ends so are answered by somebody else.
  func answer(_ path: String, _ answer: ClientAnswer) { kind.withLock { $0 = (path, .answer(answer)) } }
  /// Requests whose path ends so wait for the stream's end.
  func wait(_ path: String, for stream: AsyncStream<Void>) { kind.withLock { $0 = (path, .wait(stream)) } }
  /// There is no trouble any more.
  func pass() { kind.withLock { $0 = nil } }

  /// What becomes of a request; nil: it goes to the server.
  func strike(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer? {
    guard let (path, kind) = kind.withLock({ $0 }), request.path.hasSuffix(path) else { return nil }
    switch kind {
    case .loss: throw ConnectionError(.interrupted, "The connection was lost.")
    case .answer(let answer): return answer
    case .wait(let stream):
      for await _ in stream {}
      return nil
    }
  }
}
