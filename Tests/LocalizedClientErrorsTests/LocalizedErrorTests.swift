import EmailPasswordAuth
import Foundation
import LocalizedClientErrors
import NativeAuth
import Testing

/// A connection that nobody answers.
private struct Silence: Connection {
  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    throw ConnectionError(.unreachable, "Nobody answers.")
  }
}

@Suite struct LocalizedErrorTests {
  /// What an app shows that knows no more than that there was an error.
  private func shown(_ call: () async throws -> Void) async -> String {
    do {
      try await call()
      return "nothing"
    } catch {
      return error.localizedDescription
    }
  }

  @Test func `what an error says is what Foundation shows, whatever is known of its type`() async {
    let realm = App(id: "club", connection: Silence()).emailPasswordAuth
    #expect(await shown { try await realm.registerUser(email: "a@example.com", password: "1") } == "Nobody answers.")
    let app = NativeAuthApplication(
      clientId: "phone", tenantSubdomain: "club", challengeTypes: [.OOB], connection: Silence())
    #expect(await shown { _ = try await app.signUp(SignUpParameters(username: "a@example.com")) } == "Nobody answers.")
    #expect(await shown { _ = try await app.signIn(SignInParameters(username: "")) } == "The user name is empty.")
    #expect(
      await shown { _ = try await app.resetPassword(ResetPasswordParameters(username: "")) }
        == "The user name is empty.")
    #expect(
      await shown { throw ConnectionError(.timedOut, "There was no answer in time.") } == "There was no answer in time."
    )
    #expect(await shown { throw FlowError.connection(.cancelled) } == "The call was cancelled.")
    let details = ErrorDetails(reason: .invalidCode, description: "The code is wrong.")
    let step = StepError<VerifyCodeError, SignUpCodeRequiredState>(VerifyCodeError(details), newState: nil)
    #expect(await shown { throw step } == "The code is wrong.")
  }
}
