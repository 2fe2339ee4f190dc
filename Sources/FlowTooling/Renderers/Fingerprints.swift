import FlowSource

/// Names for results that stay when lines are added above them: a hash (FNV-1a, 64 bits) of code, path, the line's text
/// without its indentation, and how many equal ones came before.
struct Fingerprints {
  private let sources: ConcealedSources
  private var seen: [UInt64: Int] = [:]

  /// Of lines as they are shown: a short secret is found again by its hash.
  init(_ sources: SourceMap) { self.sources = ConcealedSources(sources) }

  /// The name of the next diagnostic in order.
  mutating func next(_ diagnostic: Diagnostic) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    take(diagnostic.code.utf8)
    if let concealed = sources.file(diagnostic.span) {
      let file = concealed.shown
      take(file.path.utf8)
      let range = file.byteRange(ofLine: concealed.source.position(diagnostic.span.start).line)
      take(file.bytes[file.firstInk(in: range)..<range.upperBound].prefix(1_000))
    }
    let digits = String(hash, radix: 16)
    let number = seen[hash, default: 0]
    seen[hash] = number + 1
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ":\(number + 1)"
  }
}
