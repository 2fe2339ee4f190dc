// Registers somebody, confirms their address with the link that is mailed, and logs them in.
//
//     register --in-process ../../flows/email-password
//     register http://127.0.0.1:8080 --outbox outbox.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "realm-by-link")
let app = place.app
let client = app.emailPasswordAuth

let email = "skroob@example.com"
let password = "password12345"

do {
  try await client.registerUser(email: email, password: password)
  // Registering just registers. You can now log in.
  print("Successfully registered user.")
} catch {
  print("Failed to register: \(error.localizedDescription)")
  giveUp()
}

// A token that was made up confirms nobody.
do {
  try await client.confirmUser("someToken", tokenId: "someTokenId")
} catch {
  print("User confirmation failed: \(error.localizedDescription)")
}

// Token and tokenId are query parameters in the confirmation
// link sent in the confirmation email.
let link = await place.inbox.link(to: email)
let token = link.token
let tokenId = link.tokenId

do {
  try await client.confirmUser(token, tokenId: tokenId)
  // User email address confirmed.
  print("Successfully confirmed user.")
} catch {
  print("User confirmation failed: \(error.localizedDescription)")
  giveUp()
}

do {
  let user = try await app.login(credentials: .emailPassword(email: email, password: password))
  print("Logged in as \(user.profile.email ?? user.id).")
  try await user.logOut()
  print("Logged out.")
} catch {
  switch error.code {
  case .authError: print("The account is not confirmed yet.")
  case .invalidPassword: print("There is no such account, or the password is another one.")
  case .connectionFailed: print("Try again when you are online: \(error.localizedDescription)")
  default: print("Failed to log in: \(error.localizedDescription)")
  }
  giveUp()
}
