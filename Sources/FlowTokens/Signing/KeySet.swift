public import FlowJSON
public import FlowRuntime

/// A tenant's signing keys as they are at one time: of each algorithm the current one, and earlier ones that still verify.
public struct KeySet: Sendable {
  /// Counts the changes, from 1.
  public internal(set) var version: Int64
  /// The keys, the newest first.
  public private(set) var keys: [SigningKey]
  /// When earlier keys were last forgotten: what was begun by then ends, also refresh tokens, which no key signs.
  let forgotten: Milliseconds?

  /// Some keys.
  init(_ keys: [SigningKey] = [], version: Int64 = 1, forgotten: Milliseconds? = nil) {
    self.keys = keys
    self.version = version
    self.forgotten = forgotten
  }

  /// A fresh key of each algorithm. That of RSA takes some 300 ms.
  static func fresh(
    _ now: Milliseconds, _ algorithms: [SigningAlgorithm] = SigningAlgorithm.allCases
  ) throws(TokenError) -> [SigningKey] {
    var keys: [SigningKey] = []
    for algorithm in algorithms { keys.append(try SigningKey(random: algorithm, now: now)) }
    return keys
  }

  /// Whether there is a key that signs so.
  func has(_ algorithm: SigningAlgorithm) -> Bool { (try? current(algorithm)) != nil }

  /// Whether each key that signed in an earlier set still does: none was replaced.
  func goesOn(from earlier: KeySet) -> Bool {
    let current = Set(keys.filter { $0.verifiesUntil == nil }.map(\.id))
    return earlier.keys.allSatisfy { $0.verifiesUntil != nil || current.contains($0.id) }
  }

  /// The set with one more key.
  func adding(_ key: SigningKey) -> KeySet { KeySet([key] + keys, version: version &+ 1, forgotten: forgotten) }

  /// The set in which `fresh` are the current keys. The current ones of this set verify for `retention` from now on, the
  /// earlier ones as long as they would have; with a retention of nil nothing signed before verifies any more, and no refresh
  /// token from before is good.
  func rotated(to fresh: [SigningKey], now: Milliseconds, retention: KeyRetention?) -> KeySet {
    let kept = retention.map { retained(now: now, $0) } ?? []
    return KeySet(fresh + kept, version: version &+ 1, forgotten: retention == nil ? now : forgotten)
  }

  /// The keys of this set as ones that only verify, as long as what they signed may be good.
  func retained(now: Milliseconds, _ retention: KeyRetention) -> [SigningKey] {
    keys.map { key in
      var key = key
      key.verifiesUntil = key.verifiesUntil ?? now + retention.of(key.algorithm)
      return key
    }.filter { $0.verifies(at: now) }
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
  /// The set as it rests, sealed to its name.
  func record(_ name: String, _ key: ServerKey, adding more: JSONObject = [:]) -> SecretRecord {
    let entries = keys.map { one -> JSON in
      var entry: JSONObject = [
        "alg": .string(one.algorithm.rawValue), "created": .int(one.created), "jwk": .object(one.jwk),
      ]
      entry["until"] = one.verifiesUntil.map(JSON.int)
      return .object(entry)
    }
    var content: JSONObject = ["keys": .array(entries)]
    content["forgotten"] = forgotten.map(JSON.int)
    for member in more.members { content[member.name] = member.value }
    return SecretRecord(
      name: name, version: version, sealed: key.seal(JSON.object(content).utf8(), context: Array(name.utf8)))
  }

  /// Reads a set as it rests.
  init(_ record: SecretRecord, _ key: ServerKey) throws(TokenError) {
    self = try Self.read(record, key).keys
  }

  /// Reads a set as it rests, and what rests with it.
  static func read(_ record: SecretRecord, _ key: ServerKey) throws(TokenError) -> (keys: KeySet, content: JSON) {
    guard let content = key.open(record.sealed, context: Array(record.name.utf8)) else {
      throw .unavailable("the signing keys are sealed under another key of the server")
    }
    guard let content = try? JSON.parse(content), let entries = content["keys"]?.array else {
      throw .unavailable("the signing keys are damaged")
    }
    var keys: [SigningKey] = []
    for entry in entries {
      guard let algorithm = entry["alg"]?.string.flatMap(SigningAlgorithm.init(rawValue:)),
        let created = entry["created"]?.int, case .object(let jwk)? = entry["jwk"]
      else { throw .unavailable("the signing keys are damaged") }
      keys.append(try SigningKey(algorithm, jwk: jwk, created: created, verifiesUntil: entry["until"]?.int))
    }
    return (KeySet(keys, version: record.version, forgotten: content["forgotten"]?.int), content)
  }
}
