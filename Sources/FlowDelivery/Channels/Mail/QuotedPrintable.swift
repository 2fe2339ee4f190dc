/// Text as lines of at most 76 visible ASCII characters (RFC 2045, section 6.7), with CRLF between them.
func quotedPrintable(_ text: String) -> String {
  var result: [UInt8] = []
  var width = 0
  func put(_ bytes: [UInt8]) {
    if width + bytes.count > 75 {
      result += [UInt8(ascii: "="), 0x0D, 0x0A]
      width = 0
    }
    result += bytes
    width += bytes.count
  }
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  for (number, line) in lines.enumerated() {
    if number > 0 {
      result += [0x0D, 0x0A]
      width = 0
    }
    let bytes = Array(line.utf8)
    for (index, byte) in bytes.enumerated() {
      let isBlank = byte == 0x20 || byte == 0x09
      let isVisible = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
      if isVisible || isBlank && index < bytes.count - 1 {
        put([byte])
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        put([UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
  }
  return String(decoding: result, as: UTF8.self)
}
