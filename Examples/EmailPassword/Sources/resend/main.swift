// Has the confirmation mail sent once more; its link confirms.
//
//     resend --in-process ../../flows/email-password
//     resend http://127.0.0.1:8080 --outbox outbox.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "realm-by-link")
let client = place.app.emailPasswordAuth

let email = "dark.helmet@example.com"

/// Returns whether it was sent.
func resend() async -> Bool {
  // If the app is set to send a confirmation email, we can
  // send the confirmation email again here.
  do {
    try await client.resendConfirmationEmail(email)
    // The confirmation email has been sent
    // to the user again.
    print("Confirmation email resent")
    return true
  } catch {
    print("Failed to resend confirmation email: \(error.localizedDescription)")
    return false
  }
}

// Nobody has registered yet.
_ = await resend()

do {
  try await client.registerUser(email: email, password: "password12345")
  _ = await place.inbox.link(to: email)  // which gets lost
} catch {
  print("Failed to register: \(error.localizedDescription)")
  giveUp()
}

guard await resend() else { giveUp() }

do {
  let link = await place.inbox.link(to: email)
  try await client.confirmUser(link.token, tokenId: link.tokenId)
  print("Successfully confirmed user.")
} catch {
  print("User confirmation failed: \(error.localizedDescription)")
  giveUp()
}

// There is nothing to confirm any more.
_ = await resend()
