extension [UInt8] {
  /// `count` bytes that `fill` has written, all of them. They are made on the stack and copied: for these few bytes that
  /// costs less than an array made to be filled.
  init(count: Int, filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    self = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(1, count)) { buffer in
      guard let base = buffer.baseAddress else { return [] }
      base.initialize(repeating: 0, count: buffer.count)
      fill(base)
      return Array(UnsafeBufferPointer(start: base, count: count))
    }
  }
}
