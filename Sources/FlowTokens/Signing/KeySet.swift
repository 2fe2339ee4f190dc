public import FlowJSON
public import FlowRuntime

/// The server's signing keys as they are at one time: of each algorithm the current one, and earlier ones that still
/// verify.
public struct KeySet: Sendable {
  /// Counts the rotations, from 1.
  public internal(set) var version: Int64
  /// The keys, the newest first.
  public let keys: [SigningKey]
  /// When earlier keys were last forgotten: what was begun by then ends, also refresh tokens, which no key signs.
  let forgotten: Milliseconds?

  /// A first key of each algorithm. Takes some 100 ms.
  init(random now: Milliseconds) throws(TokenError) {
    version = 1
    keys = try Self.fresh(now)
    forgotten = nil
  }

  private init(version: Int64, keys: [SigningKey], forgotten: Milliseconds?) {
    self.version = version
    self.keys = keys
    self.forgotten = forgotten
  }

  /// A fresh key of each algorithm.
  static func fresh(_ now: Milliseconds) throws(TokenError) -> [SigningKey] {
    var keys: [SigningKey] = []
    for algorithm in SigningAlgorithm.allCases { keys.append(try SigningKey(random: algorithm, now: now)) }
    return keys
  }

  /// The set in which `fresh` are the current keys. The current ones of this set verify for `retention` from now on, the
  /// earlier ones as long as they would have; with a retention of nil nothing signed before verifies any more, and no refresh
  /// token from before is good.
  func rotated(to fresh: [SigningKey], now: Milliseconds, retention: Milliseconds?) -> KeySet {
    var kept: [SigningKey] = []
    if let retention {
      kept = keys.map { key in
        var key = key
        key.verifiesUntil = key.verifiesUntil ?? now + retention
        return key
      }
    }
    return KeySet(
      version: version + 1, keys: fresh + kept.filter { $0.verifies(at: now) },
      forgotten: retention == nil ? now : forgotten)
  }

  /// The key that signs.
  public func current(_ algorithm: SigningAlgorithm) throws(TokenError) -> SigningKey {
    guard let key = keys.first(where: { $0.algorithm == algorithm && $0.verifiesUntil == nil }) else {
      throw .unavailable("there is no key for \(algorithm.rawValue)")
    }
    return key
  }

  /// The keys that may have made a signature: the one that is named, or of `hs256`, whose tokens name none, all.
  func candidates(_ algorithm: SigningAlgorithm, named id: String?, now: Milliseconds) -> [SigningKey] {
    keys.filter { key in
      key.algorithm == algorithm && key.verifies(at: now) && (id.map { $0 == key.id } ?? !algorithm.isPublic)
    }
  }

  /// The public keys as a JWK Set (RFC 7517, section 5).
  public func jwks(now: Milliseconds) -> JSON {
    ["keys": .array(keys.filter { $0.algorithm.isPublic && $0.verifies(at: now) }.map(\.published))]
  }
}

extension KeySet {
  private static let context = Array("signing-keys".utf8)

  /// The set as it rests.
  func record(_ name: String, _ key: ServerKey) -> SecretRecord {
    let entries = keys.map { one -> JSON in
      var entry: JSONObject = [
        "alg": .string(one.algorithm.rawValue), "created": .int(one.created), "jwk": .object(one.jwk),
      ]
      entry["until"] = one.verifiesUntil.map(JSON.int)
      return .object(entry)
    }
    var content: JSONObject = ["keys": .array(entries)]
    content["forgotten"] = forgotten.map(JSON.int)
    return SecretRecord(
      name: name, version: version, sealed: key.seal(JSON.object(content).utf8(), context: Self.context))
  }

  /// Reads a set as it rests.
  init(_ record: SecretRecord, _ key: ServerKey) throws(TokenError) {
    guard let content = key.open(record.sealed, context: Self.context) else {
      throw .unavailable("the signing keys are sealed under another key of the server")
    }
    guard let content = try? JSON.parse(content), let entries = content["keys"]?.array else {
      throw .unavailable("the signing keys are damaged")
    }
    version = record.version
    forgotten = content["forgotten"]?.int
    var keys: [SigningKey] = []
    for entry in entries {
      guard let algorithm = entry["alg"]?.string.flatMap(SigningAlgorithm.init(rawValue:)),
        let created = entry["created"]?.int, case .object(let jwk)? = entry["jwk"]
      else { throw .unavailable("the signing keys are damaged") }
      keys.append(try SigningKey(algorithm, jwk: jwk, created: created, verifiesUntil: entry["until"]?.int))
    }
    self.keys = keys
  }
}
