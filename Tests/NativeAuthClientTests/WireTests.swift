import FlowClient
import NativeAuth
import Testing

/// Answers that the protocol does not have, and what few servers say.
@Suite("NativeAuth: answers")
struct WireTests {
  private func start(_ answers: Scripted) async throws -> SignUpStartError {
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB], connection: answers)
    return try await failure { () async throws(SignUpStartError) in
      try await app.signUp(SignUpParameters(username: World.ada))
    }
  }

  @Test(arguments: [
    (200, ""), (200, "[]"), (200, "{}"), (200, #"{"continuation_token":""}"#), (200, #"{"continuation_token":1}"#),
    (400, "{}"), (404, "<html>"), (302, ""), (400, #"{"error":1}"#),
  ])
  func `an answer that cannot be read is an error that says so`(status: Int, body: String) async throws {
    let error = try await start(Scripted((status, body)))
    #expect(error.reason == .unreadableAnswer)
    #expect(error.description.hasPrefix("The server's answer cannot be read: "))
  }

  @Test(arguments: [
    #"{"continuation_token":"2"}"#, #"{"continuation_token":"2","challenge_type":"owl"}"#,
    #"{"continuation_token":"2","challenge_type":"oob","challenge_target_label":"a","challenge_channel":"email"}"#,
    #"{"continuation_token":"2","challenge_type":"password"}"#,
  ])
  func `so is a challenge that is none`(challenge: String) async throws {
    let error = try await start(Scripted((200, #"{"continuation_token":"1"}"#), (200, challenge)))
    #expect(error.reason == (challenge.contains("\"password\"") ? .general : .unreadableAnswer))
  }

  @Test(arguments: [(502, "<html>"), (503, ""), (500, "{}"), (429, "slow down"), (429, "[]")])
  func `where somebody between has no server to ask, the state is kept`(status: Int, body: String) async throws {
    let error = try await start(Scripted((status, body)))
    #expect(error.reason == .tryLater(seconds: nil) && error.description.contains("\(status)"))
    let challenge =
      #"{"continuation_token":"2","challenge_type":"oob","challenge_target_label":"a","challenge_channel":"email","code_length":8}"#
    let answers = Scripted(
      (200, #"{"continuation_token":"1"}"#), (200, challenge), (status, body), (200, #"{"continuation_token":"3"}"#))
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB], connection: answers)
    guard case .codeRequired(let state, _) = try await app.signUp(SignUpParameters(username: World.ada)) else {
      throw Unexpected("no code")
    }
    let late = try await failure { () async throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) in
      try await state.submitCode("12345678")
    }
    let kept = try #require(late.newState)
    guard case .completed = try await kept.submitCode("12345678") else { throw Unexpected("not completed") }
  }

  @Test(arguments: [
    (200, "<html>Sign in to the hotel's network"), (302, ""), (404, "[]"), (200, "{}"),
    (200, #"{"continuation_token":7}"#),
  ])
  func `what is no answer of the server's takes nothing away`(status: Int, body: String) async throws {
    let challenge =
      #"{"continuation_token":"2","challenge_type":"oob","challenge_target_label":"a","challenge_channel":"email","code_length":8,"interval":30}"#
    let answers = Scripted(
      (200, #"{"continuation_token":"1"}"#), (200, challenge), (status, body), (200, #"{"continuation_token":"3"}"#))
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB], connection: answers)
    guard case .codeRequired(let state, let sent) = try await app.signUp(SignUpParameters(username: World.ada)) else {
      throw Unexpected("no code")
    }
    #expect(sent.resendAfter == 30)
    let error = try await failure { () async throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) in
      try await state.submitCode("12345678")
    }
    #expect(error.reason == .unreadableAnswer && !error.isInvalidCode)
    guard case .completed = try await #require(error.newState).submitCode("12345678") else {
      throw Unexpected("not completed")
    }
  }

  @Test(arguments: ["", String(repeating: "1", count: 100_000), "12\u{0}34"])
  func `what can be no code or password is not sent, and the state is kept`(text: String) async throws {
    let code =
      #"{"continuation_token":"2","challenge_type":"oob","challenge_target_label":"a","challenge_channel":"email","code_length":8}"#
    func app(_ more: (Int, String)...) -> NativeAuthApplication {
      NativeAuthApplication(
        clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB, .password],
        connection: Scripted(list: [(200, #"{"continuation_token":"1"}"#)] + more))
    }
    let password = (200, #"{"continuation_token":"2","challenge_type":"password"}"#)
    guard case .codeRequired(let state, _) = try await app((200, code)).signUp(SignUpParameters(username: World.ada))
    else {
      throw Unexpected("no code")
    }
    let wrong = try await failure { () async throws(StepError<VerifyCodeError, SignUpCodeRequiredState>) in
      try await state.submitCode(text)
    }
    #expect(wrong.isInvalidCode && wrong.newState != nil)
    let reset = app((200, code), (200, #"{"continuation_token":"3","expires_in":600}"#))
    let proving = try await reset.resetPassword(ResetPasswordParameters(username: World.ada)).newState
    let early = try await failure { () async throws(StepError<VerifyCodeError, ResetPasswordCodeRequiredState>) in
      try await proving.submitCode(text)
    }
    let choosing = try await #require(early.newState).submitCode("12345678")
    let none = try await failure { () async throws(StepError<PasswordRequiredError, ResetPasswordRequiredState>) in
      try await choosing.submitPassword(text)
    }
    #expect(early.isInvalidCode && none.isInvalidPassword && none.newState != nil)
    guard case .passwordRequired(let entering) = try await app(password).signIn(SignInParameters(username: World.ada))
    else {
      throw Unexpected("no password")
    }
    let bad = try await failure { () async throws(StepError<PasswordRequiredError, SignInPasswordRequiredState>) in
      try await entering.submitPassword(text)
    }
    #expect(bad.isInvalidPassword && bad.newState != nil)
    let (joining, entry) = (SignUpParameters(username: World.ada), SignInParameters(username: World.ada))
    (joining.password, entry.password) = (text, text)
    let refused = try await failure { () async throws(SignUpStartError) in try await app().signUp(joining) }
    let unknown = try await failure { () async throws(SignInStartError) in try await app(password).signIn(entry) }
    #expect(refused.isInvalidPassword && unknown.isInvalidCredentials)
  }

  @Test
  func `a server that has too much to do can be asked again`() async throws {
    let busy = try await start(Scripted((503, #"{"error":"temporarily_unavailable","error_codes":[90033]}"#)))
    #expect(busy.reason == .tryLater(seconds: nil))
    let lost = try await start(Scripted())
    #expect(lost.connectionError?.code == .unreachable)
  }

  @Test
  func `a reset waits for its end, and not for ever`() async throws {
    let before = [
      #"{"continuation_token":"1"}"#,
      #"{"continuation_token":"2","challenge_type":"oob","challenge_target_label":"a","challenge_channel":"email","code_length":8}"#,
      #"{"continuation_token":"3","expires_in":600}"#, #"{"continuation_token":"4","poll_interval":1}"#,
    ]
    let end = #"{"status":"succeeded","continuation_token":"5"}"#
    let endings: [([String], Bool)] = [
      (["in_progress", "not_started"], true), (Array(repeating: "in_progress", count: 6), false), (["failed"], false),
      (["lost"], false),
    ]
    for (statuses, isDone) in endings {
      let answers = (before + statuses.map { #"{"status":"\#($0)"}"# } + [end]).map { (200, $0) }
      var configuration = NativeAuthConfiguration(
        clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB, .password],
        connection: Scripted(list: answers))
      configuration.time.sleep = { #expect($0 == .seconds(1)) }
      let app = NativeAuthApplication(nativeAuthConfiguration: configuration)
      let state = try await app.resetPassword(ResetPasswordParameters(username: World.ada)).newState
      let password = try await state.submitCode("12345678")
      if isDone {
        _ = try await password.submitPassword(World.password)
      } else {
        let error = try await failure { () async throws(StepError<PasswordRequiredError, ResetPasswordRequiredState>) in
          try await password.submitPassword(World.password)
        }
        #expect(error.reason == .resetFailed && error.newState == nil)
      }
    }
  }
}
