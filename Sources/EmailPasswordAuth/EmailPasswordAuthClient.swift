/// Registers users with e-mail address and password, confirms them, and resets their passwords: `app.emailPasswordAuth`.
///
/// None of its calls needs anybody to be logged in. Each has a form with a completion handler.
public struct EmailPasswordAuthClient: Sendable {
  let context: AppContext

  /// Registers an account. How it is confirmed is the app's to say: by a mailed link, by a function, or at once.
  ///
  /// Throws ``AppError/Code/accountNameInUse`` where the address has an account, and ``AppError/Code/badRequest`` where the
  /// address or the password is not accepted, or a confirmation function refuses.
  public func registerUser(email: String, password: String) async throws(AppError) {
    try await context.send(context.calls.register(email: email, password: password))
  }

  /// Confirms an account with the token and the token's id of the link that its owner was sent.
  ///
  /// Throws ``AppError/Code/userpassTokenInvalid`` where the link is used, expired or unknown.
  public func confirmUser(_ token: String, tokenId: String) async throws(AppError) {
    try await context.send(context.calls.confirm(token: token, id: tokenId))
  }

  /// Has the confirmation link mailed once more. Links sent earlier stay good until they expire.
  ///
  /// Throws ``AppError/Code/userNotFound`` and ``AppError/Code/userAlreadyConfirmed``.
  public func resendConfirmationEmail(_ email: String) async throws(AppError) {
    try await context.send(context.calls.sendConfirmation(to: email))
  }

  /// Has the app's confirmation function run once more.
  ///
  /// Throws ``AppError/Code/userNotFound``, ``AppError/Code/userAlreadyConfirmed``, and ``AppError/Code/badRequest`` where the
  /// function refuses.
  public func retryCustomConfirmation(_ email: String) async throws(AppError) {
    try await context.send(context.calls.runConfirmation(of: email))
  }

  /// Has a link mailed that resets the password, for ``resetPassword(to:token:tokenId:)``.
  ///
  /// Throws ``AppError/Code/userNotFound``.
  public func sendResetPasswordEmail(_ email: String) async throws(AppError) {
    try await context.send(context.calls.sendReset(to: email))
  }

  /// Sets another password, with the token and the token's id of a link that the account's owner was sent. All sessions of
  /// the account are over then.
  ///
  /// Throws ``AppError/Code/userpassTokenInvalid`` where the link is used, expired or unknown, and
  /// ``AppError/Code/badRequest`` where the password is not accepted.
  public func resetPassword(to password: String, token: String, tokenId: String) async throws(AppError) {
    try await context.send(context.calls.reset(to: password, token: token, id: tokenId))
  }

  /// Asks the app's reset function. Whether it has set the password (success) or waits for a further proof (pending) is not
  /// told; after pending, ``resetPassword(to:token:tokenId:)`` finishes it.
  ///
  /// Throws ``AppError/Code/userNotFound``, and ``AppError/Code/unknown`` where the function refuses.
  public func callResetPasswordFunction(
    email: String, password: String, args: [AnyBSON]
  ) async throws(AppError) {
    try await context.send(context.calls.runReset(of: email, password: password, arguments: args))
  }
}
