import FlowEditor
import FlowJSON

/// Cuts what comes in into messages: headers, an empty line, and so many bytes as they say.
struct MessageFraming {
  /// What came in.
  enum Frame: Equatable {
    case message(JSON)
    /// What no message can be read of; what follows it is read as before.
    case failure(RequestFailure)
  }

  /// More than this is no text that somebody edits.
  static let limit = 64 << 20
  private static let headerLimit = 8 << 10

  private var bytes: [UInt8] = []
  /// How many bytes of a message that is too long are still to come.
  private var skipped = 0

  /// Takes what was read, and gives the messages that are whole.
  mutating func take(_ new: some Sequence<UInt8>) -> [Frame] {
    bytes += new
    var frames: [Frame] = []
    while let frame = next() { frames.append(frame) }
    return frames
  }

  private mutating func next() -> Frame? {
    if skipped > 0 {
      let count = min(skipped, bytes.count)
      bytes.removeFirst(count)
      skipped -= count
      if skipped > 0 { return nil }
    }
    guard let end = headerEnd else {
      guard bytes.count > Self.headerLimit else { return nil }
      bytes = []
      return .failure(.parse("a message begins with `Content-Length: N` and an empty line"))
    }
    guard let length = length(bytes[..<end]) else {
      bytes.removeFirst(end + 4)
      return .failure(.parse("a message begins with `Content-Length: N` and an empty line"))
    }
    if length > Self.limit {
      bytes.removeFirst(end + 4)
      skipped = length
      return .failure(.parse("a message has \(Self.limit >> 20) MiB at most"))
    }
    guard bytes.count >= end + 4 + length else { return nil }
    let body = bytes[(end + 4)..<(end + 4 + length)]
    defer { bytes.removeFirst(end + 4 + length) }
    do throws(JSONError) {
      return .message(try JSON.parse(body))
    } catch {
      return .failure(.parse("\(error)"))
    }
  }

  /// Where the empty line behind the headers begins.
  private var headerEnd: Int? {
    let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard bytes.count >= 4 else { return nil }
    return bytes.indices.dropLast(3).prefix(Self.headerLimit).first { bytes[$0..<$0 + 4].elementsEqual(mark) }
  }

  /// What `Content-Length` says; nil where it says no number.
  private func length(_ headers: ArraySlice<UInt8>) -> Int? {
    let lines = String(decoding: headers, as: UTF8.self).split(separator: "\r\n")
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " }
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(digits)
    }
    return nil
  }
}
