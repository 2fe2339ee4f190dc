import CSodium
import FlowModel
import Synchronization

/// What a hash costs.
struct Argon2Cost: Hashable {
  let kibibytes: Int
  let passes: Int

  /// A piece of work that is done in vain: some fifty microseconds.
  static let least = Argon2Cost(kibibytes: 64, passes: 1)
}

extension PasswordHashing {
  /// What the hash costs.
  var cost: Argon2Cost { Argon2Cost(kibibytes: memory << 10, passes: passes) }
}

/// libsodium's Argon2id, of one lane, and the time that it takes: a test has another one, which takes none.
struct Argon2id: Sendable {
  /// Whether bytes have a hash. Takes as long as making it.
  var verify: @Sendable ([UInt8], String) -> Bool
  /// Makes the hash of some bytes, as a text that says its parameters; nil where memory is lacking.
  var make: @Sendable ([UInt8], Argon2Cost) -> String? = hash
  /// Takes the time of a hash.
  var spend: @Sendable (Argon2Cost) -> Void
  /// The processor's time that this thread has had, in nanoseconds.
  var time: @Sendable () -> UInt64

  static let real = Argon2id(
    verify: { bytes, hash in
      let bytes = bytes.map { CChar(bitPattern: $0) }
      return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    },
    spend: { cost in
      let salt = [UInt8](repeating: 0, count: Int(crypto_pwhash_SALTBYTES))
      var key = [UInt8](repeating: 0, count: 32)
      _ = crypto_pwhash(
        &key, UInt64(key.count), "", 0, salt, UInt64(cost.passes), cost.kibibytes << 10, crypto_pwhash_ALG_ARGON2ID13)
    },
    time: ProcessorTime.ofThread)

  /// A hash that costs nothing and keeps nothing secret, for cases that are tried in memory: it tells passwords apart, and
  /// reads as Argon2id's.
  static let quick = Argon2id(
    verify: { bytes, hash in hash.utf8.elementsEqual((quickHash(bytes, like: hash) ?? "").utf8) },
    make: { bytes, cost in quickHash(bytes, like: "$argon2id$v=19$m=\(cost.kibibytes),t=\(cost.passes),p=1$quick$") },
    spend: { _ in }, time: { 0 })

  private static func quickHash(_ bytes: [UInt8], like text: String) -> String? {
    guard let end = text.lastIndex(of: "$") else { return nil }
    var hash = [UInt8](repeating: 0, count: 32)
    _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return text[...end] + Base64URL.encode(hash)
  }

  /// The hash of some bytes with a random salt, as a text that says its parameters (`$argon2id$v=19$m=…,t=…,p=1$…`); nil
  /// where memory is lacking.
  static func hash(_ bytes: [UInt8], _ cost: Argon2Cost) -> String? {
    let bytes = bytes.map { CChar(bitPattern: $0) }
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    guard
      crypto_pwhash_str(&hash, bytes, UInt64(bytes.count), UInt64(cost.passes), cost.kibibytes << 10) == 0
    else { return nil }
    return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// How long hashes of each cost took lately.
final class HashingTimes: Sendable {
  private let lately = Mutex<[Argon2Cost: [UInt64]]>([:])
  private static let kept = 16

  func note(_ time: UInt64, of cost: Argon2Cost) {
    lately.withLock { lately in
      var times = lately[cost, default: []]
      if times.count == Self.kept { times.removeFirst() }
      times.append(time)
      lately[cost] = times
    }
  }

  /// One of them, at random; nil where there is none.
  func some(of cost: Argon2Cost) -> UInt64? { lately.withLock { $0[cost]?.randomElement() } }
}
