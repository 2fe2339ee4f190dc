import FlowSource

/// What the check of a file's bytes found out about it.
struct CheckedText {
  /// Where the text begins: behind a byte order mark.
  let start: Int
  let isASCII: Bool
}

/// Checks size, encoding and characters before libyaml sees a byte, so that its marks can be trusted.
///
/// Characters are those of YAML 1.2.2, section 5.1, less U+0085, U+2028 and U+2029 (line breaks to libyaml and YAML 1.1,
/// but not to YAML 1.2) and less U+FEFF inside the text.
func checkBytes(_ source: SourceFile, _ limits: YAMLLimits) -> Result<CheckedText, Problem> {
  source.bytes.withUnsafeBufferPointer { bytes in
    // Offsets are of 32 bits, whatever the limit.
    let limit = min(limits.bytes, Int(Int32.max))
    guard bytes.count <= limit else { return .failure(.tooLarge(bytes.count, limit: limit)) }
    if let name = foreignEncoding(bytes) { return .failure(.otherEncoding(name)) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isASCII = true
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- 0x20 < 0x5F || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        index += 1
        continue
      }
      if byte < 0x80 { return .failure(.forbiddenCharacter(UInt32(byte), at: index..<index + 1)) }
      isASCII = false
      guard let (scalar, length) = decode(bytes, at: index) else { return .failure(.invalidUTF8(byte, at: index)) }
      guard isAllowed(scalar) else { return .failure(.forbiddenCharacter(scalar, at: index..<index + length)) }
      index += length
    }
    return .success(CheckedText(start: start, isASCII: isASCII))
  }
}

/// The encoding that a byte order mark, or zero bytes beside the first character, give away.
private func foreignEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
  if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
  guard bytes.count >= 4 else { return nil }
  let zeros = bytes.prefix(4).map { $0 == 0 }
  if zeros == [true, true, true, false] || zeros == [false, true, true, true] { return "UTF-32" }
  if zeros == [true, false, true, false] || zeros == [false, true, false, true] { return "UTF-16" }
  return nil
}

/// The character of two to four bytes at an offset, by the table of well-formed sequences (Unicode, table 3-7).
private func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, length: Int)? {
  let lead = bytes[index]
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  case 0xF1...0xF3: length = 4
  default: return nil
  }
  guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
  var scalar = UInt32(lead & (0xFF >> UInt8(length + 1)))
  for offset in 1..<length {
    let byte = bytes[index + offset]
    guard byte & 0xC0 == 0x80 else { return nil }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
  }
  return (scalar, length)
}

/// Whether a character beyond ASCII may stand in a flow file.
private func isAllowed(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x80..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
  default: true
  }
}
