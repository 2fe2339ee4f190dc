import CSodium
import FlowModel
import FlowRuntime
import Glibc

/// The signature of a message as HTTP Message Signatures have it (RFC 9421), with HMAC-SHA-256 (3.3.3).
struct MessageSignature {
  /// What is signed: the name of a component of the message, and its value.
  typealias Component = (name: String, value: String)

  /// The value of `Signature-Input` for one label, without the label.
  let input: String
  /// The value of `Signature` for one label, without the label.
  let value: String

  /// Signs components with parameters, which are written as they are (`created=1618884473;keyid="…"`).
  init(_ components: [Component], parameters: String, key: [UInt8]) {
    input = "(\(components.map { "\"\($0.name)\"" }.joined(separator: " ")));\(parameters)"
    let lines = components.map { "\"\($0.name)\": \($0.value)" } + ["\"@signature-params\": \(input)"]
    value = ":\(base64(hmac(Array(lines.joined(separator: "\n").utf8), key: key))):"
  }
}

/// What proves to a function that a request is ours, fresh and whole.
struct RequestSignature {
  /// The headers, in the order in which they are written.
  let headers: [String]

  /// For how long a request is good, in seconds.
  static let window = 300

  /// Signs a request: its method, URL, type, body, id and time.
  init(url: HookURL, type: String, id: String?, body: [UInt8], key: [UInt8], time: Int = Glibc.time(nil)) {
    let digest = "sha-256=:\(base64(sha256(body))):"
    var components = [
      ("@method", "POST"), ("@target-uri", url.text), ("content-type", type), ("content-digest", digest),
    ]
    if let id { components.append(("idempotency-key", id)) }
    let nonce = base64(SystemRandomness().bytes(16))
    let signature = MessageSignature(
      components,
      parameters: "created=\(time);expires=\(time + Self.window);nonce=\"\(nonce)\";keyid=\"\(Self.id(of: key))\""
        + ";alg=\"hmac-sha256\";tag=\"usher-function\"",
      key: key)
    headers = [
      "Content-Digest: \(digest)", "Signature-Input: usher=\(signature.input)", "Signature: usher=\(signature.value)",
    ]
  }

  /// What tells a key from another one and gives nothing of it away: the first eight bytes of its HMAC of `usher-key-id`.
  static func id(of key: [UInt8]) -> String {
    Hexadecimal.text(hmac(Array("usher-key-id".utf8), key: key).prefix(8))
  }
}

/// HMAC-SHA-256 (RFC 2104), with a key of any length.
private func hmac(_ content: [UInt8], key: [UInt8]) -> [UInt8] {
  var state = crypto_auth_hmacsha256_state()
  var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
  _ = crypto_auth_hmacsha256_init(&state, key, key.count)
  _ = crypto_auth_hmacsha256_update(&state, content, UInt64(content.count))
  _ = crypto_auth_hmacsha256_final(&state, &code)
  return code
}

private func sha256(_ content: [UInt8]) -> [UInt8] {
  var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
  _ = crypto_hash_sha256(&hash, content, UInt64(content.count))
  return hash
}

func base64(_ bytes: some Collection<UInt8>) -> String {
  let bytes = Array(bytes)
  let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { text in
    guard let base = text.baseAddress,
      let start = sodium_bin2base64(base, text.count, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
    else { return "" }
    return String(cString: start)
  }
}
