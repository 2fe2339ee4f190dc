import FlowRuntime
import Glibc

/// A file of sorted hashes, a line each, searched by halving: its size does not matter.
struct SortedHashes: ~Copyable {
  private let file: Int32
  private let size: Int
  /// How many hexadecimal digits each line begins with.
  let digits: Int

  /// What stands on a line, and where.
  private struct Line {
    let start: Int
    let end: Int
    let hash: [UInt8]
  }

  /// The longest line: a SHA-256, a colon, a count, and the line's end.
  private static let longest = 96

  /// Opens a file. `inRange`: its lines lack the digits that its name has.
  init(_ path: String, inRange: Bool = false) throws(LeakListError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw LeakListError(String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw LeakListError("it is no file")
    }
    let block = Self.read(file, at: 0)
    let digits = block.prefix { Self.digit($0) != nil }.count
    guard (inRange ? [35] : [40, 64]).contains(digits) else {
      close(file)
      throw LeakListError(
        inRange
          ? "a line is not the 35 digits that follow its file's name" : "a line does not begin with a SHA-1 or SHA-256")
    }
    self.file = file
    size = Int(status.st_size)
    self.digits = digits
  }

  deinit { close(file) }

  /// Whether a line has this hash, in capitals. Throws where lines on the way to it are none, or not sorted.
  func contains(_ hash: String) throws(LeakListError) -> Bool {
    let wanted = Array(hash.utf8)
    var (low, high) = (0, size)
    var (least, greatest): ([UInt8], [UInt8]?) = ([], nil)
    // INVARIANT: the line, if there is one, begins in low..<high.
    while low < high {
      let middle = low + (high - low) / 2
      guard let line = try line(from: middle), line.start < high else {
        high = middle
        continue
      }
      guard !line.hash.lexicographicallyPrecedes(least),
        greatest.map({ !$0.lexicographicallyPrecedes(line.hash) }) ?? true
      else {
        throw LeakListError("it is not sorted at byte \(line.start)")
      }
      if line.hash == wanted { return true }
      if line.hash.lexicographicallyPrecedes(wanted) {
        (low, least) = (line.end, line.hash)
      } else {
        (high, greatest) = (middle, line.hash)
      }
    }
    return false
  }

  /// The first line that begins at a place or after it; nil where none does.
  private func line(from place: Int) throws(LeakListError) -> Line? {
    // From one byte before, which tells whether a line begins at the place itself.
    let offset = max(0, place - 1)
    let block = Self.read(file, at: offset)
    var start = block.startIndex
    if place > 0 {
      guard let feed = block.firstIndex(of: 0x0A) else {
        if offset + block.count >= size, block.count <= Self.longest { return nil }
        throw LeakListError("a line is too long at byte \(offset)")
      }
      start = feed + 1
    }
    let rest = block[start...]
    if rest.isEmpty, offset + block.count >= size { return nil }
    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    let hash = rest[..<end].prefix { Self.digit($0) != nil }.compactMap(Self.digit)
    let behind = rest[..<end].dropFirst(hash.count).first
    guard hash.count == digits, behind == nil || [0x3A, 0x0D, 0x0A].contains(behind) else {
      throw LeakListError("a line is no hash at byte \(offset + start)")
    }
    return Line(start: offset + start, end: offset + end, hash: hash)
  }

  /// A block that holds the end of one line and a whole one.
  private static func read(_ file: Int32, at offset: Int) -> ArraySlice<UInt8> {
    let block = [UInt8](unsafeUninitializedCapacity: 2 * longest) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, buffer.count, off_t(offset)))
    }
    return block[...]
  }

  /// A hexadecimal digit in capitals; nil for another character.
  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): character
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - 32
    default: nil
    }
  }
}
