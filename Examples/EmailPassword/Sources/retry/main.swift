// Has the app's confirmation function run once more. This app's function sends a link of its own and answers `pending`.
//
//     retry --in-process Flows/by-function --outbox Flows/by-function/sent.jsonl
//     retry http://127.0.0.1:8080 --outbox Flows/by-function/sent.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "confirmed-by-function")
let client = place.app.emailPasswordAuth

let email = "pending@example.com"

/// Returns whether the function has run.
func retry() async -> Bool {
  // If the app is set to run a custom confirmation function,
  // we can trigger that function to run again here.
  do {
    try await client.retryCustomConfirmation(email)
    // The custom confirmation function has been
    // triggered to run again for the user.
    print("Custom confirmation retriggered")
    return true
  } catch {
    print("Failed to retry custom confirmation: \(error.localizedDescription)")
    return false
  }
}

// Nobody has registered yet.
_ = await retry()

do {
  // The function confirms this one at once: success.
  try await client.registerUser(email: "skroob@example.com", password: "password12345")
  let user = try await place.app.login(
    credentials: .emailPassword(email: "skroob@example.com", password: "password12345"))
  print("Logged in as \(user.profile.email ?? user.id).")
  // And this one later.
  try await client.registerUser(email: email, password: "password12345")
  _ = await place.inbox.link(to: email)  // which gets lost
} catch {
  print("Failed to register: \(error.localizedDescription)")
  giveUp()
}

// And this one never: fail.
do {
  try await client.registerUser(email: "fail@example.com", password: "password12345")
} catch {
  print("Failed to register: \(error.localizedDescription)")
}

guard await retry() else { giveUp() }

do {
  let link = await place.inbox.link(to: email)
  try await client.confirmUser(link.token, tokenId: link.tokenId)
  print("Successfully confirmed user.")
} catch {
  print("User confirmation failed: \(error.localizedDescription)")
  giveUp()
}
