/// What a client holds to go on with a run: the run's id and the number of its step, with a keyed hash over both, so that
/// it cannot be made up, says nothing, and need not be stored.
struct ContinuationToken: Hashable, Sendable {
  var run: RandomID
  var step: UInt32

  private static let tagSize = 16

  private var body: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(20 + Self.tagSize)
    run.append(to: &body)
    withUnsafeBytes(of: step.bigEndian) { body.append(contentsOf: $0) }
    return body
  }

  /// The token as 48 characters of base64url.
  func text(_ key: ServerKey) -> String {
    let body = body
    return Base64URL.encode(body + key.hash(body, .token, length: Self.tagSize))
  }

  init(run: RandomID, step: UInt32) {
    self.run = run
    self.step = step
  }

  /// Reads a token; nil if this server did not make it.
  init?(_ text: String, _ key: ServerKey) {
    guard text.utf8.count == 48, let bytes = Base64URL.decode(text), bytes.count == 36,
      let run = RandomID(bytes: bytes[0..<16])
    else { return nil }
    self.run = run
    step = bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
    guard key.isHash(Array(bytes[20...]), of: body, .token, length: Self.tagSize) else { return nil }
  }
}
