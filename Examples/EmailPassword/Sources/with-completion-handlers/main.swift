// The same calls with completion handlers, for code that does not use async/await: register, confirm, log in, reset.
//
//     with-completion-handlers --in-process ../../flows/email-password
//     with-completion-handlers http://127.0.0.1:8080 --outbox outbox.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "realm-by-link")

/// The calls of one user, each of which begins where the one before ends.
struct Journey: Sendable {
  let app: App
  let inbox: Inbox
  let end: @Sendable () -> Void

  var client: EmailPasswordAuthClient { app.emailPasswordAuth }
  let email = "skroob@example.com"
  let password = "password12345"

  func register() {
    client.registerUser(email: email, password: password) { (error) in
      guard error == nil else {
        print("Failed to register: \(error?.localizedDescription ?? "")")
        return end()
      }
      // Registering just registers. You can now log in.
      print("Successfully registered user.")
      // A token that was made up confirms nobody.
      confirm("someToken", tokenId: "someTokenId") {
        Task {
          let link = await inbox.link(to: email)
          confirm(link.token, tokenId: link.tokenId) { logIn() }
        }
      }
    }
  }

  func confirm(_ token: String, tokenId: String, then next: @escaping @Sendable () -> Void) {
    // Token and tokenId are query parameters in the confirmation
    // link sent in the confirmation email.
    client.confirmUser(token, tokenId: tokenId) { (error) in
      if let error {
        print("User confirmation failed: \(error.localizedDescription)")
      } else {
        // User confirmed
        print("Successfully confirmed user.")
      }
      next()
    }
  }

  func logIn() {
    app.login(credentials: .emailPassword(email: email, password: password)) { (result) in
      switch result {
      case .failure(let error): print("Failed to log in: \(error.localizedDescription)")
      case .success(let user): print("Logged in as \(user.profile.email ?? user.id).")
      }
      // Nobody has this address.
      sendResetMail(to: "forgot.my.password@example.com") {
        sendResetMail(to: email) {
          // Later...
          Task { reset(await inbox.link(to: email), triesLeft: 1) }
        }
      }
    }
  }

  func sendResetMail(to email: String, then next: @escaping @Sendable () -> Void) {
    // If the app's password reset mode is "Send a password reset email",
    // we can do so here:
    client.sendResetPasswordEmail(email) { (error) in
      if let error {
        print("Failed to send reset password email: \(error.localizedDescription)")
      } else {
        // Email sent.
        print("Successfully sent reset password email.")
      }
      next()
    }
  }

  /// A link is good once: it fails when it is tried again.
  func reset(_ link: Link, triesLeft: Int) {
    let newPassword = "mynewpassword12345"
    client.resetPassword(to: newPassword, token: link.token, tokenId: link.tokenId) { (error) in
      if let error {
        print("Failed to reset password: \(error.localizedDescription)")
      } else {
        // Password reset.
        print("Successfully reset password.")
      }
      if triesLeft > 0 { reset(link, triesLeft: triesLeft - 1) } else { end() }
    }
  }
}

// A program with a user interface has an event loop that waits. This one has none.
await withCheckedContinuation { ended in
  Journey(app: place.app, inbox: place.inbox) { ended.resume() }.register()
}
