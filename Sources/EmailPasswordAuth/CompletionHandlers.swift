/// What is told when a call is done: why it failed, or nil. A function of `((any Error)?) -> Void` is one as well.
public typealias EmailPasswordAuthOptionalErrorBlock = @Sendable (AppError?) -> Void

/// The calls with completion handlers, for code that does not use `async`. A handler is called once, on no particular thread.
extension EmailPasswordAuthClient {
  /// Registers an account, as ``registerUser(email:password:)`` does.
  public func registerUser(
    email: String, password: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in try await registerUser(email: email, password: password) }
  }

  /// Confirms an account, as ``confirmUser(_:tokenId:)`` does.
  public func confirmUser(
    _ token: String, tokenId: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in try await confirmUser(token, tokenId: tokenId) }
  }

  /// Has the confirmation link mailed once more, as ``resendConfirmationEmail(_:)`` does.
  public func resendConfirmationEmail(
    _ email: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in try await resendConfirmationEmail(email) }
  }

  /// Has the confirmation function run once more, as ``retryCustomConfirmation(_:)`` does.
  public func retryCustomConfirmation(
    _ email: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in try await retryCustomConfirmation(email) }
  }

  /// Has a link mailed that resets the password, as ``sendResetPasswordEmail(_:)`` does.
  public func sendResetPasswordEmail(
    _ email: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in try await sendResetPasswordEmail(email) }
  }

  /// Sets another password, as ``resetPassword(to:token:tokenId:)`` does.
  public func resetPassword(
    to password: String, token: String, tokenId: String, completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in
      try await resetPassword(to: password, token: token, tokenId: tokenId)
    }
  }

  /// Asks the reset function, as ``callResetPasswordFunction(email:password:args:)`` does.
  public func callResetPasswordFunction(
    email: String, password: String, args: [AnyBSON], _ completion: @escaping EmailPasswordAuthOptionalErrorBlock
  ) {
    complete(completion) { () async throws(AppError) in
      try await callResetPasswordFunction(email: email, password: password, args: args)
    }
  }
}

extension App {
  /// Logs somebody in, as ``login(credentials:)`` does.
  public func login(
    credentials: Credentials, _ completion: @escaping @Sendable (Result<User, AppError>) -> Void
  ) {
    finish(completion) { () async throws(AppError) in try await login(credentials: credentials) }
  }
}

extension User {
  /// Gets the custom data as they are now, as ``refreshCustomData()`` does.
  public func refreshCustomData(_ completion: @escaping @Sendable (Result<Document, AppError>) -> Void) {
    finish(completion) { () async throws(AppError) in try await refreshCustomData() }
  }

  /// Logs the user out, as ``logOut()`` does.
  public func logOut(_ completion: @escaping @Sendable (AppError?) -> Void) {
    complete(completion) { () async throws(AppError) in try await logOut() }
  }

  /// Logs the user out and forgets them, as ``remove()`` does.
  public func remove(_ completion: @escaping @Sendable (AppError?) -> Void) {
    complete(completion) { () async throws(AppError) in try await remove() }
  }

  /// Removes the user's account, as ``delete()`` does.
  public func delete(_ completion: @escaping @Sendable (AppError?) -> Void) {
    complete(completion) { () async throws(AppError) in try await delete() }
  }
}

private func complete(
  _ completion: @escaping @Sendable (AppError?) -> Void, _ call: @escaping @Sendable () async throws(AppError) -> Void
) {
  finish({ result in if case .failure(let error) = result { completion(error) } else { completion(nil) } }, call)
}

private func finish<Value: Sendable>(
  _ completion: @escaping @Sendable (Result<Value, AppError>) -> Void,
  _ call: @escaping @Sendable () async throws(AppError) -> Value
) {
  Task {
    let result: Result<Value, AppError>
    do throws(AppError) {
      result = .success(try await call())
    } catch {
      result = .failure(error)
    }
    completion(result)
  }
}
