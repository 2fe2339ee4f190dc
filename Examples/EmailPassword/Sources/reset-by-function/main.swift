// Resets a forgotten password by a function of the app's own, in both of its ways: it waits for a further proof of who asks
// (`pending`), or it has one and sets the password at once (`success`).
//
//     reset-by-function --in-process Flows/by-function --outbox Flows/by-function/sent.jsonl
//     reset-by-function http://127.0.0.1:8080 --outbox Flows/by-function/sent.jsonl

import EmailPasswordAuth
import ExampleTerminal

let place = await Place(app: "confirmed-by-function")
let app = place.app
let client = app.emailPasswordAuth

let email = "forgot.my.password@example.com"

/// Ends the program where that password is not the account's.
func logIn(with password: String) async {
  do {
    let user = try await app.login(credentials: .emailPassword(email: email, password: password))
    print("Logged in as \(user.profile.email ?? user.id).")
  } catch {
    print("Failed to log in: \(error.localizedDescription)")
    giveUp()
  }
}

do {
  try await client.registerUser(email: email, password: "aPasswordToForget")
} catch {
  print("Failed to register: \(error.localizedDescription)")
  giveUp()
}

pending: do {
  let newPassword = "mynewpassword12345"

  // The password reset function takes any number of
  // arguments.
  let args: [AnyBSON] = []

  // This SDK call maps to the custom password reset
  // function that you define in the backend. In this example,
  // we assume your function waits for additional identity
  // confirmation. Calling this function only kicks
  // off the password reset function. It does not reset the password.
  do {
    try await client.callResetPasswordFunction(email: email, password: newPassword, args: args)
    print("Successfully called the password reset function")
  } catch {
    print("Password reset failed: \(error.localizedDescription)")
    giveUp()
  }
  await logIn(with: "aPasswordToForget")

  // Later...

  // Token and tokenId are parameters that the function is handed.
  // It sends them to the user via email, SMS, or some other method.
  let link = await place.inbox.link(to: email)
  let token = link.token
  let tokenId = link.tokenId

  do {
    try await client.resetPassword(to: newPassword, token: token, tokenId: tokenId)
    print("Password reset successful.")
  } catch {
    print("Failed to reset password: \(error.localizedDescription)")
    giveUp()
  }
  await logIn(with: newPassword)
}

success: do {
  let newPassword = "anothernewpassword12345"

  // The password reset function takes any number of
  // arguments. You might ask the user to provide answers to
  // security questions, for example, to verify the user
  // should be able to complete the password reset. The first answer is wrong.
  for args: [AnyBSON] in [["red"], ["blue", 1987]] {
    // This SDK call maps to the custom password reset
    // function that you define in the backend
    do {
      try await client.callResetPasswordFunction(email: email, password: newPassword, args: args)
      print("Password reset successful!")
    } catch {
      print("Password reset failed: \(error.localizedDescription)")
    }
  }
  await logIn(with: newPassword)
}
