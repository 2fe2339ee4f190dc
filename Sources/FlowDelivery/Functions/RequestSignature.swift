import CSodium
import FlowModel
import FlowRuntime
import Glibc

/// Proves to a function that a request is ours and fresh: `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA-256
/// (RFC 2104) of `<t>.<body>`. The function recomputes it with the shared key and refuses an old `t`.
struct RequestSignature {
  /// The value of the `Usher-Signature` header.
  let header: String

  /// Signs a body with the bytes of an environment variable as key.
  init(of body: [UInt8], keyIn variable: String) throws(CallFailure) {
    guard let key = getenv(variable), key.pointee != 0 else {
      throw CallFailure("was not called: the environment variable \(variable) with its key is not set")
    }
    let time = String(Glibc.time(nil))
    let prefix = Array("\(time).".utf8)
    var state = crypto_auth_hmacsha256_state()
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    let length = strlen(key)
    key.withMemoryRebound(to: UInt8.self, capacity: length) { _ = crypto_auth_hmacsha256_init(&state, $0, length) }
    _ = crypto_auth_hmacsha256_update(&state, prefix, UInt64(prefix.count))
    _ = crypto_auth_hmacsha256_update(&state, body, UInt64(body.count))
    _ = crypto_auth_hmacsha256_final(&state, &code)
    header = "t=\(time),v1=\(code.hex)"
  }
}
