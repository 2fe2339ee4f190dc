/// Turns libyaml's marks into byte offsets: libyaml counts characters, not bytes, and not the byte order mark.
struct MarkMap {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private let base: Int
  // The last place found. Marks come nearly in order, so walking on from it is linear over a whole file.
  private var character = 0
  private var byte: Int

  /// Counts characters from the byte `base` on.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from base: Int, isASCII: Bool) {
    self.bytes = bytes
    self.isASCII = isASCII
    self.base = base
    byte = base
  }

  /// The offset of the character numbered `index`; the end of the file for one behind it.
  mutating func offset(_ index: Int) -> Int {
    if isASCII { return min(base + index, bytes.count) }
    while character < index, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      character += 1
    }
    while character > index, byte > base {
      byte -= 1
      if bytes[byte] & 0xC0 != 0x80 { character -= 1 }
    }
    return byte
  }
}
