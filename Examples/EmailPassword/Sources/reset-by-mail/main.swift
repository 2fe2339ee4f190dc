// Resets a forgotten password with a link that is mailed.
//
//     reset-by-mail --in-process ../../flows/email-password
//     reset-by-mail http://127.0.0.1:8080 --outbox outbox.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "realm-at-once")
let app = place.app
let client = app.emailPasswordAuth

let email = "forgot.my.password@example.com"

/// Returns whether it was sent.
func sendMail() async -> Bool {
  // If the app's password reset mode is "Send a password reset email",
  // we can do so here:
  do {
    try await client.sendResetPasswordEmail(email)
    print("Password reset email sent.")
    return true
  } catch {
    print("Reset password email not sent: \(error.localizedDescription)")
    return false
  }
}

// Nobody has registered yet.
_ = await sendMail()

do {
  try await client.registerUser(email: email, password: "aPasswordToForget")
} catch {
  print("Failed to register: \(error.localizedDescription)")
  giveUp()
}

guard await sendMail() else { giveUp() }

// Later...

let newPassword = "mynewpassword12345"

// Token and tokenId are query parameters in the reset password
// link sent in the reset password email.
let link = await place.inbox.link(to: email)
let token = link.token
let tokenId = link.tokenId

// The first time it succeeds. The link is good once, so the second time it fails.
for _ in 1...2 {
  do {
    try await client.resetPassword(to: newPassword, token: token, tokenId: tokenId)
    print("Password reset successful.")
  } catch {
    print("Failed to reset password: \(error.localizedDescription)")
  }
}

do {
  let user = try await app.login(credentials: .emailPassword(email: email, password: newPassword))
  print("Logged in as \(user.profile.email ?? user.id).")
} catch {
  print("Failed to log in: \(error.localizedDescription)")
  giveUp()
}
