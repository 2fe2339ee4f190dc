import FlowModel

/// What rests of a password: Argon2id's own text, and before it what was made of the password first.
///
///     $argon2id$v=19$m=19456,t=2,p=1$…        of what was typed: how hashes were made at first
///     nfkc$argon2id$v=19$m=19456,t=2,p=1$…    of its form NFKC
///     nfkc,pepper=0123456789abcdef$argon2id$… of a hash of that form, keyed by the master key of this fingerprint
struct RestingPassword: Hashable {
  /// What was hashed.
  enum Form: Hashable {
    /// The bytes that came, in whichever of Unicode's forms.
    case typed
    /// Those of the form NFKC.
    case normal
    /// A keyed hash of those: who has the hashes and not the master key cannot try passwords.
    case peppered(fingerprint: String)
  }

  let form: Form
  /// Argon2id's text.
  let hash: String

  /// As storage keeps it.
  var text: String {
    switch form {
    case .typed: hash
    case .normal: "nfkc" + hash
    case .peppered(let fingerprint): "nfkc,pepper=" + fingerprint + hash
    }
  }

  init(form: Form, hash: String) {
    self.form = form
    self.hash = hash
  }

  /// Reads what storage keeps; nil for what this program has not written.
  init?(_ text: String) {
    guard let start = text.firstIndex(of: "$") else { return nil }
    let mark = text[..<start]
    switch mark {
    case "": form = .typed
    case "nfkc": form = .normal
    default:
      guard mark.hasPrefix("nfkc,pepper=") else { return nil }
      form = .peppered(fingerprint: String(mark.dropFirst("nfkc,pepper=".count)))
    }
    hash = String(text[start...])
  }

  /// What the hash costs, as it says itself; nothing where it does not.
  var cost: Argon2Cost {
    let none = Argon2Cost(kibibytes: 0, passes: 0)
    let parts = hash.split(separator: "$")
    guard parts.count == 5 else { return none }
    let numbers = parts[2].split(separator: ",").compactMap { Int($0.dropFirst(2)) }
    guard numbers.count == 3, numbers[0] <= 1 << 31, numbers[1] <= 1 << 20 else { return none }
    return Argon2Cost(kibibytes: numbers[0], passes: numbers[1])
  }

  /// The fingerprint of the master key without which it cannot be compared; nil where none is needed.
  var pepper: String? { if case .peppered(let fingerprint) = form { fingerprint } else { nil } }

  /// Whether the policy asks for more by now, or for another pepper; `fingerprint` is that of the newest master key.
  func isOutdated(under hashing: PasswordHashing, newest fingerprint: String?) -> Bool {
    form == .typed || cost.kibibytes * cost.passes < hashing.work || pepper != (hashing.isPeppered ? fingerprint : nil)
  }
}

extension RestingPassword {
  /// As long as what rests of a password, and of none.
  static let decoy =
    "nfkc$argon2id$v=19$m=19456,t=2,p=1$" + String(repeating: "A", count: 22) + "$"
    + String(repeating: "A", count: 43)
}
