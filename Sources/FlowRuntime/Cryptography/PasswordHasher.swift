import CSodium
import FlowModel

/// Makes what rests of passwords, and compares passwords with it: Argon2id of what was typed in the form NFKC, or of a hash of
/// that which is keyed with the server's pepper.
///
/// **The time tells nothing.** Whoever tries passwords measures how long the answer takes. So each comparison takes the
/// processor as long as the tenant's present parameters do, whether there is an account, whether it has a password, and
/// whatever was asked for when that was hashed:
/// - without a hash, or without the key that its pepper needs, a hash of the present parameters is made in vain;
/// - where the hash is of earlier, cheaper parameters and does not match, small hashes are made in vain behind it, until all
///   of it has taken as long as one of the last hashes of the present parameters, drawn at random. It is measured, as memory
///   times passes does not tell it: the first pass over fresh memory takes three times as long as those that follow. It is
///   measured in the processor's time of the thread, which no load of the machine changes;
/// - where it matches, hashing it anew takes longer. That tells something to nobody but who has typed the password.
///
/// Two differences stay. The first comparison of a process with a cheaper hash may take longer, where none of the present
/// parameters was measured yet: once. And a hash of dearer parameters than the present ones takes longer: they are meant to
/// rise.
struct PasswordHasher: Sendable {
  /// From whose master keys peppers are made; nil: none can be.
  var key: ServerKey?
  /// What does the work.
  var argon2 = Argon2id.real
  private let times = HashingTimes()

  init(key: ServerKey? = nil) { self.key = key }

  /// What a comparison says.
  enum Comparison: Hashable, Sendable {
    case mismatch
    /// It is the password; `isOutdated`: what rests of it is less than the policy asks for by now.
    case match(isOutdated: Bool)
    /// What rests of it is of a key that the server does not have, which is named here.
    case unreadable(String)
  }

  /// What rests of a password; nil where memory is lacking.
  func rest(of password: String, by hashing: PasswordHashing) -> String? {
    let form = hashing.isPeppered ? key?.fingerprints.first.map(RestingPassword.Form.peppered) : .normal
    guard let form, let bytes = bytes(of: password, as: form),
      let hash = argon2.make(bytes, hashing.cost)
    else { return nil }
    return RestingPassword(form: form, hash: hash).text
  }

  /// Compares a password with what rests of one; nil: with nothing, which takes as long. `hashing` are the present
  /// parameters; without them no work is done but that of the comparison.
  func compare(_ password: String, with text: String?, by hashing: PasswordHashing?) -> Comparison {
    let resting = text.flatMap { RestingPassword($0) }
    guard let resting, let bytes = bytes(of: password, as: resting.form) else {
      if let hashing { measured(hashing) { argon2.spend(hashing.cost) } }
      return text == nil ? .mismatch : .unreadable(resting?.pepper ?? "?")
    }
    guard let hashing else { return argon2.verify(bytes, resting.hash) ? .match(isOutdated: false) : .mismatch }
    let start = argon2.time()
    var holds = false
    if resting.cost == hashing.cost {
      measured(hashing) { holds = argon2.verify(bytes, resting.hash) }
    } else {
      holds = argon2.verify(bytes, resting.hash)
    }
    if holds {
      return .match(isOutdated: resting.isOutdated(under: hashing, newest: key?.fingerprints.first))
    }
    if resting.cost != hashing.cost { wait(for: hashing, since: start) }
    return .mismatch
  }

  /// Does what costs as much as a hash of the present parameters, and keeps how long it took.
  private func measured(_ hashing: PasswordHashing, _ work: () -> Void) {
    let start = argon2.time()
    work()
    times.note(argon2.time() - start, of: hashing.cost)
  }

  /// Hashes in vain until it has taken as long as a hash of the present parameters.
  private func wait(for hashing: PasswordHashing, since start: UInt64) {
    if times.some(of: hashing.cost) == nil { measured(hashing) { argon2.spend(hashing.cost) } }
    guard let time = times.some(of: hashing.cost) else { return }
    while argon2.time() - start < time { argon2.spend(.least) }
  }

  /// What is hashed of a password.
  private func bytes(of password: String, as form: RestingPassword.Form) -> [UInt8]? {
    if form == .typed { return Array(password.utf8) }
    guard let normal = PasswordText.normal(password) else { return nil }
    let bytes = Array(normal.utf8)
    guard case .peppered(let fingerprint) = form else { return bytes }
    return key?.hash(bytes, .pepper, by: fingerprint)
  }
}
