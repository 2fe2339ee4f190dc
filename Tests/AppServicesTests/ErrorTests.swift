import FlowHTTP
import FlowJSON
import FlowModel
import Testing

/// The errors of flows, as they are on the wire: at a log-in, and elsewhere.
@Suite(.serialized) struct Errors {
  static let forms = [
    ("user_already_exists", "409 AccountNameInUse", "409 AccountNameInUse"),
    ("user_not_found", "401 InvalidPassword", "404 UserNotFound"),
    ("already_confirmed", "400 UserAlreadyConfirmed", "400 UserAlreadyConfirmed"),
    ("invalid_link", "404 UserpassTokenInvalid", "404 UserpassTokenInvalid"),
    ("link_expired", "404 UserpassTokenInvalid", "404 UserpassTokenInvalid"),
    ("link_used", "404 UserpassTokenInvalid", "404 UserpassTokenInvalid"),
    ("confirmation_failed", "400 BadRequest", "400 BadRequest"), ("reset_failed", "400", "400"),
    ("password_too_short", "400 BadRequest", "400 BadRequest"),
    ("password_too_long", "400 BadRequest", "400 BadRequest"),
    ("password_too_weak", "400 BadRequest", "400 BadRequest"), ("password_banned", "400 BadRequest", "400 BadRequest"),
    ("password_recently_used", "400 BadRequest", "400 BadRequest"),
    ("invalid_username", "500 InternalServerError", "500 InternalServerError"),
    ("too_many_links", "429 TooManyRequests", "429 TooManyRequests"),
    ("too_many_codes", "429 TooManyRequests", "429 TooManyRequests"),
    ("too_many_attempts", "429 TooManyRequests", "429 TooManyRequests"),
    ("account_locked", "429 TooManyRequests", "429 TooManyRequests"),
    ("invalid_credentials", "401 InvalidPassword", "400"), ("invalid_password", "401 InvalidPassword", "400"),
    ("user_has_no_password", "401 InvalidPassword", "400"), ("confirmation_required", "401 AuthError", "400"),
    ("user_disabled", "401 UserDisabled", "400"), ("timed_out", "400", "400"), ("denied", "400", "400"),
  ]

  @Test func `each error of the protocol is here`() {
    #expect(Set(Self.forms.map(\.0)) == Set(SpokenProtocol.appServices.definition.errors))
  }

  @Test(arguments: forms)
  func `an error has the form that clients know`(_ code: String, _ logIn: String, _ reset: String) async throws {
    func outline(_ answer: HTTPResponse) throws -> String {
      [String(answer.status), try answer.json()["error_code"]?.string].compactMap(\.self).joined(separator: " ")
    }
    try await withWorld(
      over: .direct,
      change: { table in
        for index in table.applications.indices {
          table.applications[index].errors = ["user_not_found", "invalid_credentials"].map {
            ErrorMapping(code: $0, spokenAs: code)
          }
        }
      }
    ) { _, client in
      let first = try outline(try await client.logIn("nobody@example.com"))
      let second = try outline(try await client.call("reset/send", ["email": "nobody@example.com"]))
      #expect(first == logIn && second == reset)
    }
  }
}
