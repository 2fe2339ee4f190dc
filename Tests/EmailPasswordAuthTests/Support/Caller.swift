import EmailPasswordAuth

/// The forms that each call has.
enum Form: String, CaseIterable, Sendable {
  case async
  case completion
}

/// The calls of an app in one of their forms, so that one test sees both.
struct Caller: Sendable {
  let app: App
  let form: Form
  private var client: EmailPasswordAuthClient { app.emailPasswordAuth }

  func register(_ who: Person = .ada) async throws(AppError) {
    switch form {
    case .async: try await client.registerUser(email: who.email, password: who.password)
    case .completion: try await done { client.registerUser(email: who.email, password: who.password, completion: $0) }
    }
  }

  func confirm(_ token: String, _ tokenId: String) async throws(AppError) {
    switch form {
    case .async: try await client.confirmUser(token, tokenId: tokenId)
    case .completion: try await done { client.confirmUser(token, tokenId: tokenId, completion: $0) }
    }
  }

  func resend(_ email: String = Person.ada.email) async throws(AppError) {
    switch form {
    case .async: try await client.resendConfirmationEmail(email)
    case .completion: try await done { client.resendConfirmationEmail(email, completion: $0) }
    }
  }

  func retry(_ email: String = Person.ada.email) async throws(AppError) {
    switch form {
    case .async: try await client.retryCustomConfirmation(email)
    case .completion: try await done { client.retryCustomConfirmation(email, completion: $0) }
    }
  }

  func sendReset(_ email: String = Person.ada.email) async throws(AppError) {
    switch form {
    case .async: try await client.sendResetPasswordEmail(email)
    case .completion: try await done { client.sendResetPasswordEmail(email, completion: $0) }
    }
  }

  func reset(to password: String = Person.fresh, _ token: String, _ tokenId: String) async throws(AppError) {
    switch form {
    case .async: try await client.resetPassword(to: password, token: token, tokenId: tokenId)
    case .completion:
      try await done { client.resetPassword(to: password, token: token, tokenId: tokenId, completion: $0) }
    }
  }

  func callReset(_ email: String = Person.ada.email, args: [AnyBSON] = []) async throws(AppError) {
    switch form {
    case .async: try await client.callResetPasswordFunction(email: email, password: Person.fresh, args: args)
    case .completion:
      try await done { client.callResetPasswordFunction(email: email, password: Person.fresh, args: args, $0) }
    }
  }

  @discardableResult
  func logIn(_ who: Person = .ada) async throws(AppError) -> User {
    switch form {
    case .async: try await app.login(credentials: who.credentials)
    case .completion: try await result { app.login(credentials: who.credentials, $0) }
    }
  }

  func logOut(_ user: User) async throws(AppError) {
    switch form {
    case .async: try await user.logOut()
    case .completion: try await done { user.logOut($0) }
    }
  }

  func remove(_ user: User) async throws(AppError) {
    switch form {
    case .async: try await user.remove()
    case .completion: try await done { user.remove($0) }
    }
  }

  func delete(_ user: User) async throws(AppError) {
    switch form {
    case .async: try await user.delete()
    case .completion: try await done { user.delete($0) }
    }
  }

  func customData(_ user: User) async throws(AppError) -> Document {
    switch form {
    case .async: try await user.refreshCustomData()
    case .completion: try await result { user.refreshCustomData($0) }
    }
  }
}

private func done(_ call: (@escaping EmailPasswordAuthOptionalErrorBlock) -> Void) async throws(AppError) {
  let error = await withCheckedContinuation { waiting in call { waiting.resume(returning: $0) } }
  if let error { throw error }
}

private func result<Value: Sendable>(
  _ call: (@escaping @Sendable (Result<Value, AppError>) -> Void) -> Void
) async throws(AppError) -> Value {
  try await withCheckedContinuation { waiting in call { waiting.resume(returning: $0) } }.get()
}

/// The error that a call must throw.
func error(of call: () async throws(AppError) -> Void) async -> AppError? {
  do throws(AppError) {
    try await call()
    return nil
  } catch {
    return error
  }
}
