/// A text that diagnostics point into: a flow file, standard input, or an expression under test.
///
/// A file is immutable and shared by reference, so that spans can stay twelve bytes.
public final class SourceFile: Sendable {
  /// The number of this file within its `SourceMap`; spans carry it.
  public let id: UInt32
  /// The path as the user gave it, with `/` between folders; `-` for standard input.
  public let path: String
  /// The bytes as they were read, which need not be valid UTF-8.
  public let bytes: [UInt8]
  /// The offset of each line's first byte.
  public let lineStarts: [UInt32]

  /// Takes the bytes of a file; `id` must be its index in the `SourceMap` it belongs to.
  public init(id: UInt32, path: String, bytes: [UInt8]) {
    self.id = id
    self.path = path
    self.bytes = bytes
    var starts: [UInt32] = [0]
    bytes.withUnsafeBufferPointer { buffer in
      for offset in buffer.indices where buffer[offset] == 0x0A {
        starts.append(UInt32(truncatingIfNeeded: offset + 1))
      }
    }
    lineStarts = starts
  }

  /// The text of a line (counted from 1) without its line break; invalid UTF-8 is replaced by U+FFFD.
  public func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count else { return "" }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// The text of a span; empty where the span lies outside the file.
  public func text(_ span: SourceSpan) -> String {
    let end = min(Int(span.end), bytes.count)
    let start = min(Int(span.start), end)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Where a byte offset lies, by line and column.
  public func position(_ offset: UInt32) -> Position {
    let offset = min(offset, UInt32(truncatingIfNeeded: bytes.count))
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let head = bytes[Int(lineStarts[low])..<Int(offset)]
    let text = String(decoding: head, as: UTF8.self)
    return Position(line: low + 1, column: text.unicodeScalars.count + 1, utf16Column: text.utf16.count + 1)
  }
}

/// A place in a file as people and CI systems count it: lines and columns from 1.
public struct Position: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int
  /// The column, from 1, counted in UTF-16 code units, as SARIF and the Language Server Protocol count by default.
  public let utf16Column: Int
}

/// A half-open range of bytes in one file.
public struct SourceSpan: Hashable, Sendable, Comparable {
  /// The file's number in its `SourceMap`.
  public var file: UInt32
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset behind the last byte; equal to `start` for an insertion point.
  public var end: UInt32

  /// A range of bytes in the file numbered `file`.
  public init(file: UInt32, start: UInt32, end: UInt32) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  /// The empty span at the start of the file, for problems of the file as a whole.
  public static func fileStart(_ file: UInt32) -> SourceSpan { SourceSpan(file: file, start: 0, end: 0) }

  /// The same place within a span: bytes `range` counted from this span's start, cut at its end.
  public func part(_ range: Range<Int>) -> SourceSpan {
    let from = min(start &+ UInt32(truncatingIfNeeded: max(0, range.lowerBound)), end)
    let to = min(start &+ UInt32(truncatingIfNeeded: max(0, range.upperBound)), end)
    return SourceSpan(file: file, start: from, end: to)
  }

  /// This span, up to a later end.
  public func extended(to end: UInt32) -> SourceSpan { SourceSpan(file: file, start: start, end: max(self.end, end)) }

  /// Whether another span lies within this one.
  public func contains(_ other: SourceSpan) -> Bool { file == other.file && start <= other.start && other.end <= end }

  /// Orders by file, then start, then end.
  public static func < (left: SourceSpan, right: SourceSpan) -> Bool {
    (left.file, left.start, left.end) < (right.file, right.start, right.end)
  }
}

/// The files of one run, found again by the number a span carries.
public struct SourceMap: Sendable {
  /// All files, in the order they were added.
  public private(set) var files: [SourceFile] = []

  /// An empty map.
  public init() {}

  /// Adds a text and returns its file.
  public mutating func add(path: String, bytes: [UInt8]) -> SourceFile {
    let file = SourceFile(id: UInt32(truncatingIfNeeded: files.count), path: path, bytes: bytes)
    files.append(file)
    return file
  }

  /// The file that a span points into, if it is one of this map's.
  public func file(_ span: SourceSpan) -> SourceFile? {
    Int(span.file) < files.count ? files[Int(span.file)] : nil
  }
}
