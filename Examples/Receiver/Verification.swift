import CSodium
import FlowHTTP

/// Why a request is not believed.
struct Refused: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// What tells a request of a tenant's function from a stranger's: an HTTP Message Signature (RFC 9421) with HMAC-SHA-256 over
/// its method, address, type, id, time, and the digest of its body (RFC 9530).
struct Verification {
  /// The address as the tenant's flows name it. What a request says of itself is not asked.
  let url: String
  /// The keys that are good now; while one takes the place of another, both.
  let keys: [[UInt8]]

  /// For how many seconds a request may be good, and how far two clocks may be apart.
  private static let (window, skew) = (600, 60)

  /// Throws unless a holder of a key has signed this very request, lately. The nonce that is returned, until the time beside
  /// it, must not come again.
  func verify(_ headers: HTTPHeaders, body: [UInt8], now: Int) throws(Refused) -> (nonce: String, expires: Int) {
    guard let input = headers["Signature-Input"].flatMap(SignatureInput.init),
      let code = member("usher", of: "Signature", headers)
    else { throw Refused("it is not signed") }
    // All that decides what the request does is signed, or it could be another request.
    var needed: Set = ["@method", "@target-uri", "content-type", "content-digest"]
    if headers["Idempotency-Key"] != nil { needed.insert("idempotency-key") }
    let names = Set(input.components)
    guard needed.isSubset(of: names), names.count == input.components.count else {
      throw Refused("the signature leaves something out")
    }
    guard input.texts["alg"] == "hmac-sha256", input.texts["tag"] == "usher-function",
      let nonce = input.texts["nonce"], !nonce.isEmpty
    else { throw Refused("the signature is for something else") }
    guard let created = input.numbers["created"], let expires = input.numbers["expires"], created >= 0,
      expires >= created, expires - created <= Self.window
    else { throw Refused("the signature has no time, or too long a one") }
    guard now <= expires, created <= now + Self.skew else { throw Refused("the request is too old, or of the future") }

    var lines: [String] = []
    for name in input.components { lines.append("\"\(name)\": \(try value(of: name, headers))") }
    let base = Array((lines + ["\"@signature-params\": \(input.text)"]).joined(separator: "\n").utf8)
    let named = keys.filter { Code.id(of: $0) == input.texts["keyid"] }
    guard !named.isEmpty else { throw Refused("it is signed with a key that is not known here") }
    guard named.contains(where: { Code.areSame(Code.hmac(base, key: $0), code) }) else {
      throw Refused("the signature does not fit")
    }
    guard let digest = member("sha-256", of: "Content-Digest", headers), Code.areSame(Code.sha256(body), digest) else {
      throw Refused("the body is another one")
    }
    return (nonce, expires)
  }

  private func value(of name: String, _ headers: HTTPHeaders) throws(Refused) -> String {
    switch name {
    case "@method": return "POST"
    case "@target-uri": return url
    default:
      let values = headers.values(name)
      guard !name.hasPrefix("@"), !values.isEmpty else { throw Refused("something is signed that is not there") }
      return values.map { $0.trimmed }.joined(separator: ", ")
    }
  }

  /// The bytes of `name=:BASE64:` in a header.
  private func member(_ name: String, of header: String, _ headers: HTTPHeaders) -> [UInt8]? {
    for part in (headers[header] ?? "").split(separator: ",") {
      let part = String(part).trimmed
      guard part.hasPrefix(name + "=:"), part.hasSuffix(":"), part.utf8.count > name.utf8.count + 3 else { continue }
      return Code.bytes(base64: part.dropFirst(name.utf8.count + 2).dropLast())
    }
    return nil
  }
}

/// What `Signature-Input` says of our signature: `usher=("@method" …);created=1;keyid="…"`.
private struct SignatureInput {
  /// All behind `usher=`, as it was signed.
  let text: String
  private(set) var components: [String] = []
  private(set) var numbers: [String: Int] = [:]
  private(set) var texts: [String: String] = [:]

  init?(_ header: String) {
    guard header.hasPrefix("usher=("), let end = header.firstIndex(of: ")") else { return nil }
    text = String(header.dropFirst("usher=".count))
    for word in header[..<end].dropFirst("usher=(".count).split(separator: " ") {
      guard word.count > 2, word.first == "\"", word.last == "\"" else { return nil }
      components.append(String(word.dropFirst().dropLast()))
    }
    for parameter in header[header.index(after: end)...].split(separator: ";") {
      guard let equals = parameter.firstIndex(of: "=") else { return nil }
      let (name, value) = (String(parameter[..<equals]), parameter[parameter.index(after: equals)...])
      if let number = Int(value) {
        numbers[name] = number
      } else if value.count >= 2, value.first == "\"", value.last == "\"", !value.dropFirst().dropLast().contains("\"")
      {
        texts[name] = String(value.dropFirst().dropLast())
      } else {
        return nil
      }
    }
  }
}

/// Codes and hashes, by libsodium. Any library that has HMAC-SHA-256 does.
enum Code {
  static func hmac(_ content: [UInt8], key: [UInt8]) -> [UInt8] {
    var state = crypto_auth_hmacsha256_state()
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    _ = crypto_auth_hmacsha256_init(&state, key, key.count)
    _ = crypto_auth_hmacsha256_update(&state, content, UInt64(content.count))
    _ = crypto_auth_hmacsha256_final(&state, &code)
    return code
  }

  static func sha256(_ content: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    _ = crypto_hash_sha256(&hash, content, UInt64(content.count))
    return hash
  }

  /// What `keyid` calls a key: the first eight bytes of its HMAC of `usher-key-id`.
  static func id(of key: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      hmac(Array("usher-key-id".utf8), key: key).prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Whether two codes are the same; it takes as long wherever they differ.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && sodium_memcmp(one, other, one.count) == 0
  }

  static func bytes(base64: some StringProtocol) -> [UInt8]? {
    let text = String(base64)
    var bytes = [UInt8](repeating: 0, count: text.utf8.count)
    var count = 0
    let code = sodium_base642bin(
      &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, sodium_base64_VARIANT_ORIGINAL)
    return code == 0 ? Array(bytes.prefix(count)) : nil
  }
}

extension String {
  fileprivate var trimmed: String {
    let blanks: Set<Character> = [" ", "\t"]
    var text = self[...]
    while let first = text.first, blanks.contains(first) { text.removeFirst() }
    while let last = text.last, blanks.contains(last) { text.removeLast() }
    return String(text)
  }
}
