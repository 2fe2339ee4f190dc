/// A text for people with places for values, in the form of ICU's MessageFormat, as in
/// `at least {min, plural, one {# character} other {# characters}}`.
///
/// Read here and not by ICU: its C interface knows no arguments by name and tells nobody which a text has, which is what
/// the compiler asks. What it reads, it reads as ICU does, apostrophes (`'{'` is a brace, `don't` is `don't`) included.
public struct MessagePattern: Hashable, Sendable {
  /// A piece of a text.
  public indirect enum Part: Hashable, Sendable {
    /// Itself.
    case text(String)
    /// `{name}`, or with a form: the value of an argument.
    case value(String, Form)
    /// `#`: the number that a plural goes by.
    case number
    /// `{name, plural, …}` or `selectordinal`: a text for each category of a number; an `offset` is taken off first.
    case plural(String, isOrdinal: Bool, offset: Int64, cases: [Case])
    /// `{name, select, …}`: a text for each word.
    case select(String, cases: [Case])
  }

  /// The form in which a value is shown.
  public enum Form: Hashable, Sendable {
    /// As fits its kind.
    case plain
    /// A number.
    case number(NumberStyle)
    /// A day, from 0, the longest, to 3, the shortest.
    case date(Int)
    /// A time of day, from 0, the longest, to 3, the shortest.
    case time(Int)
  }

  /// What a number is shown as.
  public enum NumberStyle: Hashable, Sendable {
    /// With its fraction.
    case decimal
    /// Rounded to a whole one.
    case integer
    /// In hundredths.
    case percent
  }

  /// A text and when it is taken.
  public struct Case: Hashable, Sendable {
    /// A category, a word, or `=1`.
    public var key: String
    /// The text.
    public var parts: [Part]
  }

  /// The pieces in order.
  public let parts: [Part]

  /// Why a text is no pattern, and where.
  public struct Failure: Error, Hashable, Sendable {
    /// The offset in bytes of UTF-8.
    public let offset: Int
    /// What is wrong there, as a sentence without a full stop.
    public let message: String
  }

  /// How deep texts may stand inside each other.
  static let deepest = 8

  /// Reads a text. One without a brace stands for itself, whatever else is in it.
  public init(_ text: String) throws(Failure) {
    guard Self.hasPlaces(text) else {
      parts = text.isEmpty ? [] : [.text(text)]
      return
    }
    var parser = MessageParser(text)
    parts = try parser.text(depth: 0, inPlural: false)
  }

  /// Whether anything of a text does not stand for itself: it has a brace.
  package static func hasPlaces(_ text: String) -> Bool {
    func hasBrace(_ bytes: some Sequence<UInt8>) -> Bool { bytes.contains { $0 == 0x7B || $0 == 0x7D } }
    return text.utf8.withContiguousStorageIfAvailable { hasBrace($0) } ?? hasBrace(text.utf8)
  }

  /// The arguments that it shows or goes by, each with the kinds of value it needs there.
  public var arguments: [String: Set<ArgumentKind>] {
    var found: [String: Set<ArgumentKind>] = [:]
    Self.collect(parts, &found)
    return found
  }

  /// What a place asks of its value.
  public enum ArgumentKind: Hashable, Sendable {
    /// Anything.
    case any
    /// A number.
    case number
    /// A point in time.
    case time
    /// A word of a list.
    case word
  }

  private static func collect(_ parts: [Part], _ found: inout [String: Set<ArgumentKind>]) {
    for part in parts {
      switch part {
      case .text, .number: break
      case .value(let name, let form):
        let kind: ArgumentKind =
          switch form {
          case .plain: .any
          case .number: .number
          case .date, .time: .time
          }
        found[name, default: []].insert(kind)
      case .plural(let name, _, _, let cases):
        found[name, default: []].insert(.number)
        for one in cases { collect(one.parts, &found) }
      case .select(let name, let cases):
        found[name, default: []].insert(.word)
        for one in cases { collect(one.parts, &found) }
      }
    }
  }

  /// Each plural in it: whether it is of ordinal numbers, and the keys of its texts.
  public var plurals: [(isOrdinal: Bool, keys: [String])] {
    var found: [(isOrdinal: Bool, keys: [String])] = []
    Self.collect(parts, &found)
    return found
  }

  private static func collect(_ parts: [Part], _ found: inout [(isOrdinal: Bool, keys: [String])]) {
    for part in parts {
      switch part {
      case .text, .number, .value: break
      case .plural(_, let isOrdinal, _, let cases):
        found.append((isOrdinal, cases.map(\.key)))
        for one in cases { collect(one.parts, &found) }
      case .select(_, let cases): for one in cases { collect(one.parts, &found) }
      }
    }
  }
}
