import FlowModel

extension RunRecord {
  /// States are sealed in blocks of so many bytes, so that few of them tell by their length what they hold, such as an
  /// account.
  private static let block = 1024

  /// Seals a state into the record: it opens in no other run, at no other step and with no other end.
  mutating func seal(_ state: [UInt8], _ key: ServerKey) {
    // ISO/IEC 7816-4: a bit, and zeros.
    let size = (state.count / Self.block + 1) * Self.block
    var padded = state
    padded.reserveCapacity(size)
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: size - padded.count))
    sealed = key.seal(padded, context: context("padded run"))
  }

  /// The state that is sealed in the record; nil where the record is not as it was sealed. Runs from before they were padded,
  /// and from before their end was bound, open, too.
  func opened(_ key: ServerKey) -> [UInt8]? {
    if var padded = key.open(sealed, context: context("padded run")) {
      guard let end = padded.lastIndex(where: { $0 != 0 }) else { return nil }
      padded.removeSubrange(end...)
      return padded
    }
    return key.open(sealed, context: context("run")) ?? key.open(sealed, context: context())
  }

  /// What a seal is bound to: the run, its table and step, and with a label its end as well.
  private func context(_ label: StaticString? = nil) -> [UInt8] {
    var context: [UInt8] = []
    context.reserveCapacity(80)
    if let label {
      label.withUTF8Buffer { context.append(contentsOf: $0) }
      context.append(0)
    }
    id.append(to: &context)
    context.append(contentsOf: table.bytes)
    withUnsafeBytes(of: step.bigEndian) { context.append(contentsOf: $0) }
    if label != nil { withUnsafeBytes(of: expires.bigEndian) { context.append(contentsOf: $0) } }
    return context
  }
}

extension Milliseconds {
  /// Eight bytes, the most significant first.
  var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
