import CCurl

/// An answer as it comes in, on the driving thread.
final class Reception {
  private(set) var headers: [ClientHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private let largest: Int
  private var headBytes = 0

  init(largest: Int) { self.largest = largest }

  /// One line of a head. A status line begins another answer: those before were none of the last word (RFC 9110, section 15.2).
  func take(line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= max(largest, 1 << 16) else {
      isTooLarge = true
      return false
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = text.firstIndex(of: ":") {
      headers.append(
        ClientHeader(Self.trimmed(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
    }
    return true
  }

  /// A part of the body; false where it is too much.
  func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= largest else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
    var text = text.drop(while: blanks)
    while let last = text.last, blanks(last) { text.removeLast() }
    return String(text)
  }
}

/// What libcurl calls with bytes: it ends the transfer where another count comes back.
let receiveBody: curl_write_callback = { bytes, size, count, context in
  receive(bytes, size, count, context) { $0.take(body: $1) }
}

/// The same with a line of the head.
let receiveHeader: curl_write_callback = { bytes, size, count, context in
  receive(bytes, size, count, context) { $0.take(line: $1) }
}

private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ take: (Reception, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
  return take(reception, UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}
