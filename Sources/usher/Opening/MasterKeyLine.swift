import FlowRuntime

/// A line of a key file: a master key as 64 hexadecimal digits, behind `next` where it is for reading until it becomes the
/// newest. No other memory than that of locked secrets ever has one, not for a moment.
struct MasterKeyLine {
  let master: LockedSecret
  let isNext: Bool

  fileprivate static let mark = "next"
  fileprivate static let digits = 2 * ServerKey.size
}

extension [MasterKeyLine] {
  /// Reads a text of a key a line; nil where a line is none, or none is more than for reading.
  init?(_ text: LockedSecret) {
    self.init()
    for line in text.read(lineRanges) {
      let isNext = text.read { $0[line].starts(with: MasterKeyLine.mark.utf8) }
      let digits = (line.lowerBound + (isNext ? MasterKeyLine.mark.utf8.count : 0))..<line.upperBound
      let master = text.read { LockedSecret(digits: UnsafeBufferPointer(rebasing: $0[digits])) }
      guard let master, master.count == ServerKey.size else { return nil }
      append(MasterKeyLine(master: master, isNext: isNext))
    }
    guard contains(where: { !$0.isNext }) else { return nil }
  }

  /// The server's key: the newest master key first, those for reading last.
  var key: ServerKey? { ServerKey(ring: (filter { !$0.isNext } + filter(\.isNext)).map(\.master)) }

  /// As a key file holds them; nil where there is no memory.
  var text: LockedSecret? {
    let lineSize = MasterKeyLine.mark.utf8.count + 1 + MasterKeyLine.digits + 1
    return LockedSecret(capacity: count * lineSize) { text in
      var end = 0
      func put(_ byte: UInt8) { (text[end], end) = (byte, end + 1) }
      for line in self {
        if line.isNext { (MasterKeyLine.mark + " ").utf8.forEach(put) }
        // The zero behind the digits makes place for the end of the line.
        line.master.writeDigits(to: UnsafeMutableBufferPointer(rebasing: text[end...]))
        end += MasterKeyLine.digits
        put(UInt8(ascii: "\n"))
      }
      return end
    }
  }
}

/// Where the lines of a text are that hold a sign, from their first one on.
private func lineRanges(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
  text.split(separator: UInt8(ascii: "\n")).compactMap { line in
    line.firstIndex { $0 > 0x20 }.map { $0..<line.endIndex }
  }
}
