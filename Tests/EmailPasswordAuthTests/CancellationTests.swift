@testable import EmailPasswordAuth
import FlowClient
import FlowInProcess
import Synchronization
import Testing

/// A call whose task is cancelled throws at once and leaves everything as it was.
@Suite(.serialized, .timeLimit(.minutes(2))) struct Cancellations {
  @Test(arguments: Way.allCases)
  func `cancelled before it was sent, a call has done nothing`(way: Way) async throws {
    try await withWorld(way) { world, app in
      let app = app(World.atOnce)
      let client = app.emailPasswordAuth
      func cancelled(_ call: @escaping @Sendable () async throws(AppError) -> Void) async {
        let task = Task {
          // Already cancelled when the call begins.
          withUnsafeCurrentTask { $0?.cancel() }
          return await error(of: call)
        }
        let found = await task.value
        #expect(found?.isCancelled == true && found?.connection?.code == .cancelled)
      }
      // Once as the first call of all, and once with the server known.
      for _ in 0..<2 {
        await cancelled { () throws(AppError) in
          try await client.registerUser(email: Person.ada.email, password: Person.ada.password)
        }
        #expect(
          await error { () throws(AppError) in try await client.sendResetPasswordEmail(Person.ada.email) }?.code
            == .userNotFound)
      }
      try await client.registerUser(email: Person.ada.email, password: Person.ada.password)
      await cancelled { () throws(AppError) in _ = try await app.login(credentials: Person.ada.credentials) }
      #expect(app.allUsers.isEmpty)
      let user = try await app.login(credentials: Person.ada.credentials)
      let access = user.accessToken
      await cancelled { () throws(AppError) in try await user.refreshCustomData() }
      await cancelled { () throws(AppError) in try await user.logOut() }
      await cancelled { () throws(AppError) in try await user.remove() }
      await cancelled { () throws(AppError) in try await user.delete() }
      #expect(user.isLoggedIn && user.accessToken == access && app.currentUser == user)
      try await user.delete()
    }
  }

  @Test(arguments: ["/location", "/login", "/auth/profile"])
  func `a log-in that is cancelled on its way logs nobody in, and can be made again`(path: String) async throws {
    let world = try await World()
    let direct = world.connection
    let connection = ScriptedConnection { request, count throws(ConnectionError) in
      if request.path.hasSuffix(path), count == 1 { throw await nobodyAnswers() }
      return try await direct.send(request)
    }
    let other = App(id: World.atOnce, connection: direct)
    try await other.emailPasswordAuth.registerUser(email: Person.ada.email, password: Person.ada.password)
    let app = App(id: World.atOnce, connection: connection)
    let task = Task {
      await error { () throws(AppError) in _ = try await app.login(credentials: Person.ada.credentials) }
    }
    await connection.comes(path)
    task.cancel()
    #expect(await task.value?.isCancelled == true)
    #expect(app.currentUser == nil && app.allUsers.isEmpty)
    // Nobody has the tokens of the session that the server opened: it is ended.
    if path == "/auth/profile" { await connection.comes("/auth/session") }
    let user = try await app.login(credentials: Person.ada.credentials)
    #expect(app.currentUser == user)
  }

  @Test func `over HTTP a call throws at once, though the server goes on`() async throws {
    try await withWorld(.http) { world, app in
      let client = app(World.byFunction).emailPasswordAuth
      let (stream, open) = AsyncStream<Void>.makeStream()
      world.functionsWait(for: stream)
      let task = Task {
        await error { () throws(AppError) in
          try await client.registerUser(email: Person.ada.email, password: Person.ada.password)
        }
      }
      await world.functionIsAsked()
      task.cancel()
      #expect(await task.value?.isCancelled == true)
      open.finish()
      // Whether the server took it, its sender cannot know: the next call's answer tells.
      let next = await error { () throws(AppError) in
        try await client.registerUser(email: Person.ada.email, password: Person.ada.password)
      }
      #expect(next == nil || next?.code == .accountNameInUse)
    }
  }

  @Test func `who leaves takes nothing from those who wait for the same`() async throws {
    let counted = CountedWork()
    let first = Task { try await counted.value() }
    for await _ in counted.begun { break }
    let others = (0..<10).map { _ in Task { try await counted.value() } }
    for _ in 0..<1000 { await Task.yield() }
    first.cancel()
    await #expect(throws: AppError.cancelled) { try await first.value }
    counted.mayEnd.finish()
    for other in others { #expect(try await other.value == 1) }
    #expect(try await counted.value() == 2)
  }

  @Test func `what nobody waits for any more is cancelled, and who comes then begins anew`() async throws {
    let connection = ScriptedConnection { request, count throws(ConnectionError) in
      if request.path.hasSuffix("/location") {
        if count == 1 { throw await nobodyAnswers() }
        return .location
      }
      return ClientAnswer(202)
    }
    let client = App(id: "a", connection: connection).emailPasswordAuth
    let task = Task { await error { () throws(AppError) in try await client.resendConfirmationEmail("a@example.com") } }
    await connection.comes("/location")
    task.cancel()
    #expect(await task.value?.isCancelled == true)
    try await client.resendConfirmationEmail("ada@example.com")
    #expect(connection.count("/location") == 2 && connection.count("/confirm/send") == 1)
  }

  @Test func `many who come and go, at random`() async throws {
    let work = SharedWork<Int, AppError>(abandoned: .isCancelled)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<2000 {
        group.addTask {
          let task = Task {
            try await work.value(cancelled: AppError.cancelled) { () async throws(AppError) in
              await Task.yield()
              return 7
            }
          }
          if number.isMultiple(of: 3) { task.cancel() }
          switch await task.result {
          case .success(let value): return value == 7
          case .failure(let error): return (error as? AppError)?.isCancelled == true && number.isMultiple(of: 3)
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

/// Work that tells how often it was done, and ends when it may.
private final class CountedWork: Sendable {
  private let work = SharedWork<Int, AppError>(abandoned: .isCancelled)
  private let times = Mutex(0)
  private let end: AsyncStream<Void>
  let mayEnd: AsyncStream<Void>.Continuation
  let begun: AsyncStream<Void>
  private let begins: AsyncStream<Void>.Continuation

  init() {
    (end, mayEnd) = AsyncStream.makeStream()
    (begun, begins) = AsyncStream.makeStream()
  }

  func value() async throws(AppError) -> Int {
    try await work.value(cancelled: AppError.cancelled) { [self] () async throws(AppError) in
      let time = times.withLock { times in
        times += 1
        return times
      }
      begins.yield()
      for await _ in end {}
      return time
    }
  }
}
