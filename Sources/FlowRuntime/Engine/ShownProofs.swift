import FlowExpression
import FlowModel

/// How whoever is present was shown to be: what tokens say of a sign-in.
extension EffectStep {
  /// Keeps by what a proof came about; the newest counts.
  mutating func note(_ proof: Proof, by method: SignIn.Method, at time: Milliseconds? = nil) {
    run.shown.removeAll { $0.proof == proof && $0.method == method }
    run.shown.append(Shown(proof: proof, method: method, time: time ?? now))
  }

  /// Keeps that a code or a link that was sent to an address came back.
  mutating func note(returnedTo address: Identifier, over channel: ChannelKind? = nil) {
    for name in names(of: address) {
      note(.verified(name), by: .once)
      if channel == .sms { note(.verified(name), by: .sms) }
    }
  }

  /// How the owner of an account was shown to be present: by what still counts as proven of this account.
  func signIn(of account: AccountRecord) throws -> SignIn {
    let shown = try run.shown.filter { try run.proofs.contains($0.proof) && isOf(account, $0.proof) }
    return SignIn(methods: Set(shown.map(\.method)), time: shown.map(\.time).max() ?? now)
  }

  /// Whether the password that an account has now was typed in this run, or in the one that granted it.
  func hasShownPassword(of account: AccountRecord) -> Bool {
    let proof = Proof.authenticated(account.id)
    return run.proofs.contains(proof) && isUnchanged(account)
      && run.shown.contains { $0.proof == proof && $0.method == .password }
  }

  private func isOf(_ account: AccountRecord, _ proof: Proof) throws -> Bool {
    switch proof {
    case .authenticated(let id): return id == account.id
    case .created: return false
    case .verified(let address):
      if account.identifiers.contains(address) { return true }
      // A second factor goes to an address that the account holds and is not found by.
      guard let attribute = table.attributes.first(where: { $0.name == address.attribute }),
        case .string(let text)? = try value(of: attribute, in: account)
      else { return false }
      return attribute.normalised(text) == address.value
    }
  }
}
