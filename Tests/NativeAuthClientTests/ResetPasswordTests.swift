import FlowModel
import NativeAuth
import Testing

@Suite("NativeAuth: reset")
struct ResetPasswordTests {
  @Test(arguments: Way.allCases)
  func `a new password, and the sign-in after it`(way: Way) async throws {
    try await withWorld(way) { world in
      let app = world.app()
      let state = try await world.reset(app)
      let wrong = try await failure { () async throws(StepError<VerifyCodeError, ResetPasswordCodeRequiredState>) in
        try await state.submitCode("no")
      }
      #expect(wrong.isInvalidCode)
      try await world.waitToResend()
      let (resent, sent) = try await #require(wrong.newState).resendCode()
      #expect(sent.codeLength == 8 && sent.channelTargetType.isEmailType)
      let password = try await resent.submitCode(world.code())
      let weak = try await failure { () async throws(StepError<PasswordRequiredError, ResetPasswordRequiredState>) in
        try await password.submitPassword("short")
      }
      #expect(weak.isInvalidPassword)
      let done = try await #require(weak.newState).submitPassword("Another-Pass-for-Ada")
      guard case .completed(let account) = try await done.signIn() else { throw Unexpected("not signed in") }
      #expect(account.account.username == World.ada)
      let parameters = SignInParameters(username: World.ada)
      parameters.password = "Another-Pass-for-Ada"
      guard case .completed = try await app.signIn(parameters) else { throw Unexpected("another password") }
    }
  }

  @Test(arguments: Way.allCases)
  func `what is wrong at the start`(way: Way) async throws {
    try await withWorld(way) { world in
      try await world.signUp(world.app("browser"), password: nil)
      func start(_ username: String, _ app: NativeAuthApplication) async throws -> ResetPasswordStartError {
        try await failure { () async throws(ResetPasswordStartError) in
          try await app.resetPassword(ResetPasswordParameters(username: username))
        }
      }
      let app = world.app()
      #expect(try await start("nobody@example.com", app).isUserNotFound)
      #expect(try await start(World.ada, app).isUserDoesNotHavePassword)
      #expect(try await start("no address", app).isInvalidUsername)
      #expect(try await start("", app).isInvalidUsername)
      // This app offers no reset of its own.
      #expect(try await start(World.ada, world.app("browser")).isBrowserRequired)
    }
  }

  @Test(arguments: Way.allCases)
  func `each step may go on in a browser`(way: Way) async throws {
    try await withWorld(way, change: { $0.redirect("reset-password", .codeVerify, "valid") }) { world in
      let state = try await world.reset(world.app())
      let error = try await failure { () async throws(StepError<VerifyCodeError, ResetPasswordCodeRequiredState>) in
        try await state.submitCode(world.typed())
      }
      #expect(error.isBrowserRequired && error.newState == nil)
    }
    try await withWorld(way, change: { $0.redirect("reset-password", .passwordSet, "set") }) { world in
      let state = try await world.reset(world.app()).submitCode(world.code())
      let error = try await failure { () async throws(StepError<PasswordRequiredError, ResetPasswordRequiredState>) in
        try await state.submitPassword("Another-Pass-for-Ada")
      }
      #expect(error.isBrowserRequired)
    }
    try await withWorld(way, change: { $0.redirect("sign-in", .grantRedeem, "valid") }) { world in
      let state = try await world.reset(world.app()).submitCode(world.code()).submitPassword("Another-Pass-for-Ada")
      let error = try await failure { () async throws(SignInAfterResetPasswordError) in try await state.signIn() }
      #expect(error.isBrowserRequired)
    }
  }
}
