public import FlowJSON

/// The rest of issuing tokens, done once the step is committed: the place to sign. Throws where signing is not possible.
public typealias TokenSigning = @Sendable () throws -> JSONObject

/// Makes the tokens of `token.issue` in the form that a protocol asks for. A transport brings one with each request that
/// may end in tokens, as it knows the client and what it asks for.
public protocol TokenIssuer: Sendable {
  /// Prepares tokens within the step's transaction: what storage keeps of them is committed with the step, or not at
  /// all. What is random in them is drawn from `randomness`, so that a step that is answered again, as its answer was lost,
  /// hands out the same; then nothing that is written is kept. May be called again when the step is taken again. `signIn` is
  /// how the account's owner was shown to be present.
  func issue(
    to account: AccountRecord, signIn: SignIn, now: Milliseconds, randomness: any Randomness,
    in transaction: any StorageTransaction
  ) throws -> TokenSigning

  /// Whether all that was issued in a tenant by a time has been ended since, as after a leak. Then it is not handed out again.
  func hasEnded(_ time: Milliseconds, tenant: String, in transaction: any StorageTransaction) throws -> Bool
}

extension TokenIssuer {
  /// By default nothing ends all at once.
  public func hasEnded(_ time: Milliseconds, tenant: String, in transaction: any StorageTransaction) throws -> Bool {
    false
  }
}
