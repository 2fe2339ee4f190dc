import EmailPasswordAuth
import EngineSupport
import FlowClient
import FlowHTTP
import Testing

/// A server that goes away and comes back, over real sockets.
@Suite(.serialized) struct ConnectionLosses {
  private static func serve(_ world: World, at port: UInt16) throws -> HTTPServer {
    try HTTPServer(ServerSettings(address: ListenAddress(host: "127.0.0.1", port: port)), handler: world.handler)
  }

  @Test(arguments: Form.allCases)
  func `what failed meanwhile is made again with the same app and the same user`(form: Form) async throws {
    let world = try await World()
    let first = try Self.serve(world, at: 0)
    let app = App(id: World.atOnce, baseURL: "http://127.0.0.1:\(first.port)")
    let caller = Caller(app: app, form: form)
    try await caller.register()
    let user = try await caller.logIn()
    let (access, refresh) = (user.accessToken, user.refreshToken)
    world.clock.advance(minutes: 31)
    await first.shutdown(grace: .seconds(1))

    let failures = [
      await error { () throws(AppError) in try await caller.register(.bea) },
      await error { () throws(AppError) in try await caller.sendReset() },
      await error { () throws(AppError) in try await caller.logIn() },
      await error { () throws(AppError) in _ = try await caller.customData(user) },
      await error { () throws(AppError) in try await caller.delete(user) },
    ]
    for failure in failures {
      #expect(failure?.code == .connectionFailed && failure?.status == nil)
      #expect([.unreachable, .interrupted].contains(failure?.connection?.code))
    }
    #expect(app.currentUser == user && user.accessToken == access && user.refreshToken == refresh)

    let second = try Self.serve(world, at: first.port)
    try await caller.register(.bea)
    try await caller.sendReset()
    _ = try await caller.customData(user)
    #expect(user.refreshToken == refresh && user.accessToken != access)
    try await caller.logIn()
    try await caller.delete(user)
    #expect(app.currentUser == nil)
    await second.shutdown(grace: .seconds(1))
  }

  @Test func `a handler that was written for any error is one`() async throws {
    let app = App(id: "a", baseURL: "http://127.0.0.1:1")
    let told: String = await withCheckedContinuation { waiting in
      let handler: @Sendable ((any Error)?) -> Void = { error in
        waiting.resume(returning: (error as? AppError)?.code.rawValue ?? "nothing")
      }
      app.emailPasswordAuth.resendConfirmationEmail("ada@example.com", completion: handler)
    }
    #expect(told == "ConnectionFailed")
  }
}
