import CSodium
import FlowModel

/// Makes what rests of passwords, and compares passwords with it: Argon2id of what was typed in the form NFKC, or of a hash of
/// that which is keyed with the server's pepper.
///
/// **The time tells nothing.** Whoever tries passwords measures how long the answer takes. So each comparison does the work
/// that the tenant's present parameters ask for, whether there is an account, whether it has a password, and whatever was
/// asked for when that was hashed:
/// - without a hash, or without the key that its pepper needs, the present work is done on a salt of nobody's;
/// - where the hash is of earlier, cheaper parameters and does not match, the memory that is missing is gone over behind it.
///   That is near the time, and not the same: the first pass over fresh memory takes three times as long as those that
///   follow. `attempts` lets few samples through, and the next sign-in of the owner takes the difference away;
/// - where it matches, hashing it anew takes longer. That tells something to nobody but who has typed the password.
///
/// One difference stays: a hash of dearer parameters than the present ones takes longer. Parameters are meant to rise.
struct PasswordHasher: Sendable {
  /// From whose master keys peppers are made; nil: none can be.
  var key: ServerKey?
  /// Does work in vain.
  var spend: @Sendable (Argon2Work) -> Void = Argon2id.spend

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
      let hash = Argon2id.hash(bytes, memory: hashing.memory << 20, passes: hashing.passes)
    else { return nil }
    return RestingPassword(form: form, hash: hash).text
  }

  /// Compares a password with what rests of one; nil: with nothing, which takes as long. `hashing` are the present
  /// parameters; without them no work is done but that of the comparison.
  func compare(_ password: String, with text: String?, by hashing: PasswordHashing?) -> Comparison {
    let resting = text.flatMap { RestingPassword($0) }
    guard let resting, let bytes = bytes(of: password, as: resting.form) else {
      if let hashing { spend(hashing.work, hashing) }
      return text == nil ? .mismatch : .unreadable(resting?.pepper ?? "?")
    }
    if Argon2id.verify(bytes, hash: resting.hash) {
      return .match(isOutdated: hashing.map { resting.isOutdated(under: $0, newest: key?.fingerprints.first) } ?? false)
    }
    if let hashing { spend(hashing.work - resting.work, hashing) }
    return .mismatch
  }

  /// What is hashed of a password.
  private func bytes(of password: String, as form: RestingPassword.Form) -> [UInt8]? {
    if form == .typed { return Array(password.utf8) }
    guard let normal = PasswordText.normal(password) else { return nil }
    let bytes = Array(normal.utf8)
    guard case .peppered(let fingerprint) = form else { return bytes }
    return key?.hash(bytes, .pepper, by: fingerprint)
  }

  /// Does so much work in vain (KiB times passes), with no more memory than a hash takes.
  private func spend(_ work: Int, _ hashing: PasswordHashing) {
    let memory = hashing.memory << 10
    let (passes, rest) = work.quotientAndRemainder(dividingBy: memory)
    if passes > 0 { spend(Argon2Work(kibibytes: memory, passes: passes)) }
    if rest >= Argon2Work.leastKibibytes { spend(Argon2Work(kibibytes: rest, passes: 1)) }
  }
}

/// A use of Argon2id, by what it costs.
struct Argon2Work: Hashable {
  let kibibytes: Int
  let passes: Int
  /// The least that Argon2 takes.
  static let leastKibibytes = 8
}

/// libsodium's Argon2id, of one lane.
enum Argon2id {
  /// The hash of some bytes with a random salt, as a text that says its parameters (`$argon2id$v=19$m=…,t=…,p=1$…`); nil
  /// where memory is lacking. `memory` is in bytes.
  static func hash(_ bytes: [UInt8], memory: Int, passes: Int) -> String? {
    let bytes = bytes.map { CChar(bitPattern: $0) }
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    guard crypto_pwhash_str(&hash, bytes, UInt64(bytes.count), UInt64(passes), memory) == 0 else { return nil }
    return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether bytes have this hash. Takes as long as making it.
  static func verify(_ bytes: [UInt8], hash: String) -> Bool {
    let bytes = bytes.map { CChar(bitPattern: $0) }
    return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
  }

  /// Takes the time of a hash.
  @Sendable static func spend(_ work: Argon2Work) {
    let salt = [UInt8](repeating: 0, count: Int(crypto_pwhash_SALTBYTES))
    var key = [UInt8](repeating: 0, count: 32)
    _ = crypto_pwhash(
      &key, UInt64(key.count), "", 0, salt, UInt64(work.passes), work.kibibytes << 10, crypto_pwhash_ALG_ARGON2ID13)
  }
}
