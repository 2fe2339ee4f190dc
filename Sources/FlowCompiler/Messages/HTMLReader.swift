/// Reads HTML a byte at a time and knows what the next byte is: text, a name, a value. It is as strict as somebody who writes
/// for mail programs must be: what browsers would repair in ways of their own it refuses.
///
/// A value, so that both branches of an `if` can be read from the same place and compared where they end.
struct HTMLReader: Equatable, Sendable {
  /// What cannot be read, and where.
  struct Failure: Error {
    var offset: Int
    var message: String
    var help: String
  }

  /// Where the next byte stands.
  enum Place: Equatable, Sendable {
    case text
    /// Behind `<`.
    case open
    /// Behind `</`.
    case endOpen
    case name
    /// Between attributes.
    case between
    case attributeName
    /// Behind the name of an attribute.
    case behindName
    /// Behind `=`.
    case beforeValue
    case quoted(UInt8)
    case unquoted
    /// Behind the quote that closes a value.
    case behindValue
    /// Behind `/` in a tag.
    case slash
    /// Behind `<!`, with the dashes so far.
    case declaration(dashes: Int)
    /// With the dashes at its end so far; at its beginning less than none.
    case comment(dashes: Int)
    /// The text of `style` or `title`, with how much of its end tag has been read.
    case raw(matched: Int)
  }

  /// Where the next byte stands.
  private(set) var place = Place.text
  /// The names of the elements that are open.
  private(set) var open: [String] = []
  /// The tag that is being read.
  private(set) var tag = ""
  private var isEnd = false
  /// The attribute that is being read.
  private(set) var attribute = ""
  private var attributes: Set<String> = []
  /// What stands in the attribute so far, as far as its beginning goes.
  private(set) var value: [UInt8] = []
  /// Whether a value of the message stands in the attribute.
  private(set) var holdsValue = false

  /// Whether the tag that is being read hides its element.
  private var hides = false
  /// How many elements are open with the outermost one that is hidden; nil: none is.
  private var hiddenFrom: Int?

  /// Whether what stands here is not shown.
  var isHidden: Bool { hiddenFrom != nil || hides }

  /// Takes for hidden what another way to the same place hides.
  mutating func hide(as other: Self) {
    hides = hides || other.hides
    hiddenFrom = [hiddenFrom, other.hiddenFrom].compactMap { $0 }.min()
  }

  /// Whether the first byte of a comment's text has been read.
  private var isCommentBegun = false

  /// How many elements may be inside each other.
  private static let deepest = 200

  /// The element whose text is read, where it holds no elements.
  var rawElement: String? { if case .raw = place { open.last } else { nil } }

  /// A value of the message stands in the attribute.
  mutating func takeValue() { holdsValue = true }

  /// How much of a URL stands in the attribute.
  enum URLPart { case nothing, host, behindHost }

  var urlPart: URLPart {
    if value.isEmpty, !holdsValue { return .nothing }
    let text = String(decoding: value, as: UTF8.self)
    guard let start = text.range(of: "://")?.upperBound, !holdsValue else { return .behindHost }
    return text.utf8.dropFirst(start).contains { "/?#".utf8.contains($0) } ? .behindHost : .host
  }

  /// Whether both go on alike.
  static func == (left: Self, right: Self) -> Bool {
    guard left.place == right.place, left.open == right.open else { return false }
    switch left.place {
    case .text, .raw, .declaration: return true
    case .comment: return left.isCommentBegun == right.isCommentBegun
    case .quoted:
      guard left.tag == right.tag, left.attribute == right.attribute, left.attributes == right.attributes else {
        return false
      }
      return !HTMLNames.urls.contains(left.attribute) || left.urlPart == right.urlPart
    default:
      return left.tag == right.tag && left.isEnd == right.isEnd && left.attribute == right.attribute
        && left.attributes == right.attributes
    }
  }

  /// Reads one byte.
  mutating func read(_ byte: UInt8, at offset: Int) throws(Failure) {
    switch place {
    case .text: if byte == UInt8(ascii: "<") { place = .open }
    case .open: try begin(byte, offset)
    case .endOpen:
      guard byte.isLetter else {
        throw Failure(offset: offset, message: "behind `</` stands no name", help: "close an element: `</p>`")
      }
      (tag, isEnd, place) = ("", true, .name)
      append(byte, to: &tag)
    case .name:
      if byte.isNamePart {
        append(byte, to: &tag)
        guard tag.utf8.count <= 64 else {
          throw Failure(offset: offset, message: "no element has so long a name", help: "close the tag with `>`")
        }
      } else {
        attributes = []
        place = .between
        try between(byte, offset)
      }
    case .between: try between(byte, offset)
    case .attributeName:
      if byte.isNamePart || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") {
        append(byte, to: &attribute)
        guard attribute.utf8.count <= 64 else {
          throw Failure(offset: offset, message: "no attribute has so long a name", help: "write `name=\"value\"`")
        }
      } else {
        guard !HTMLNames.isRefused(attribute) else {
          throw Failure(
            offset: offset - 1, message: "`\(attribute)` does not stand in a mail",
            help: "leave it out: mail programs take it away")
        }
        guard attributes.insert(attribute).inserted else {
          throw Failure(offset: offset, message: "`\(attribute)` stands in this tag twice", help: "keep one of the two")
        }
        if attribute == "hidden" { hides = true }
        place = .behindName
        try behindName(byte, offset)
      }
    case .behindName: try behindName(byte, offset)
    case .beforeValue:
      if byte.isSpace { return }
      (value, holdsValue) = ([], false)
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        place = .quoted(byte)
      } else if byte == UInt8(ascii: ">") {
        throw Failure(offset: offset, message: "`\(attribute)` has no value", help: "write `\(attribute)=\"…\"`")
      } else {
        place = .unquoted
        try read(byte, at: offset)
      }
    case .quoted(let quote):
      if byte == quote {
        try endValue(offset)
        place = .behindValue
      } else {
        keep(byte)
      }
    case .unquoted:
      if byte.isSpace || byte == UInt8(ascii: ">") {
        try endValue(offset)
        place = .between
        try between(byte, offset)
      } else if "\"'<=`".utf8.contains(byte) {
        throw Failure(
          offset: offset, message: "this cannot stand in a value without quotes", help: "put the value in quotes")
      } else {
        keep(byte)
      }
    case .behindValue:
      guard byte.isSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") else {
        throw Failure(
          offset: offset, message: "behind a value stands a space or `>`", help: "write a space between attributes")
      }
      place = .between
      try between(byte, offset)
    case .slash:
      guard byte == UInt8(ascii: ">") else {
        throw Failure(offset: offset, message: "behind `/` stands `>`", help: "write `/>`, or leave the `/` out")
      }
      try refuse(offset)
      guard HTMLNames.void.contains(tag) else {
        throw Failure(offset: offset, message: "`/>` does not close `<\(tag)>`", help: "close it with `</\(tag)>`")
      }
      (place, hides) = (.text, false)
    case .declaration(let dashes):
      if byte == UInt8(ascii: ">") {
        place = .text
      } else if dashes < 2 {
        // `<!--`; of `<!DOCTYPE` nothing more is looked at.
        let isDash = byte == UInt8(ascii: "-")
        guard isDash || dashes == 0 && byte | 0x20 == UInt8(ascii: "d") else {
          throw Failure(
            offset: offset, message: "some mail programs read more in this than others",
            help: "behind `<!` stands `DOCTYPE`, or `--` of a comment")
        }
        (place, isCommentBegun) = (dashes == 1 ? .comment(dashes: -2) : .declaration(dashes: isDash ? 1 : 2), false)
      }
    case .comment(let dashes): try comment(byte, dashes, offset)
    case .raw(let matched): try raw(byte, matched, offset)
    }
  }

  /// Says what is missing at the end.
  func finish(at offset: Int) throws(Failure) {
    switch place {
    case .text: break
    case .comment: throw Failure(offset: offset, message: "a comment is never closed", help: "close it with `-->`")
    case .raw:
      throw Failure(
        offset: offset, message: "`<\(open.last ?? "")>` is never closed", help: "close it with `</\(open.last ?? "")>`"
      )
    default: throw Failure(offset: offset, message: "a tag is never closed", help: "close it with `>`")
    }
    if let element = open.last(where: { !HTMLNames.endsItself.contains($0) }) {
      throw Failure(offset: offset, message: "`<\(element)>` is never closed", help: "close it with `</\(element)>`")
    }
  }

  // MARK: Tags

  private mutating func begin(_ byte: UInt8, _ offset: Int) throws(Failure) {
    switch byte {
    case UInt8(ascii: "/"): place = .endOpen
    case UInt8(ascii: "!"): place = .declaration(dashes: 0)
    case _ where byte.isLetter:
      (tag, isEnd, place) = ("", false, .name)
      append(byte, to: &tag)
    default:
      throw Failure(offset: offset - 1, message: "`<` begins no tag here", help: "write `&lt;` for the sign itself")
    }
  }

  private mutating func between(_ byte: UInt8, _ offset: Int) throws(Failure) {
    switch byte {
    case UInt8(ascii: ">"): try endOfTag(offset)
    case UInt8(ascii: "/") where !isEnd: place = .slash
    case _ where byte.isSpace: break
    case _ where byte.isLetter && !isEnd:
      (attribute, place) = ("", .attributeName)
      append(byte, to: &attribute)
    default:
      throw Failure(
        offset: offset, message: "this cannot stand in a tag",
        help: isEnd ? "an end tag has a name alone: `</p>`" : "write attributes as `name=\"value\"`")
    }
  }

  private mutating func behindName(_ byte: UInt8, _ offset: Int) throws(Failure) {
    if byte.isSpace { return }
    if byte == UInt8(ascii: "=") {
      place = .beforeValue
    } else {
      place = .between
      try between(byte, offset)
    }
  }

  private mutating func endOfTag(_ offset: Int) throws(Failure) {
    place = .text
    if isEnd { return try close(offset) }
    defer { hides = false }
    try refuse(offset)
    if HTMLNames.void.contains(tag) { return }
    guard open.count < Self.deepest else {
      throw Failure(
        offset: offset, message: "there are more than \(Self.deepest) elements inside each other",
        help: "make the page simpler")
    }
    open.append(tag)
    if hides, hiddenFrom == nil { hiddenFrom = open.count }
    if HTMLNames.raw.contains(tag) { place = .raw(matched: 0) }
  }

  private func refuse(_ offset: Int) throws(Failure) {
    guard HTMLNames.refused.contains(tag) else { return }
    throw Failure(
      offset: offset, message: "`<\(tag)>` does not stand in a mail",
      help: "leave it out: mail programs do not show it")
  }

  /// A comment ends with `-->`. What else browsers take for its end (WHATWG HTML, 13.2.5.43) is refused: `<!-->`, `--!>`.
  private mutating func comment(_ byte: UInt8, _ dashes: Int, _ offset: Int) throws(Failure) {
    if !isCommentBegun, !byte.isSpace, byte != UInt8(ascii: "-") {
      isCommentBegun = true
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") {
        throw Failure(
          offset: offset, message: "some mail programs show what stands in this comment",
          help: "leave it out: what is checked here is what all of them show")
      }
    }
    switch byte {
    case UInt8(ascii: ">") where dashes >= 2: place = .text
    case UInt8(ascii: ">") where dashes < 0, UInt8(ascii: "!") where dashes >= 2:
      throw Failure(offset: offset, message: "a comment ends here for some programs alone", help: "close it with `-->`")
    case UInt8(ascii: "-"): place = .comment(dashes: dashes == -2 ? -1 : dashes == 0 ? 1 : 2)
    default: place = .comment(dashes: 0)
    }
  }

  private mutating func endValue(_ offset: Int) throws(Failure) {
    if attribute == "style", MessageStyle.hides(value) { hides = true }
    guard attribute == "http-equiv" else { return }
    guard HTMLNames.equivalents.contains(String(decoding: value, as: UTF8.self).lowercased()) else {
      throw Failure(
        offset: offset - 1, message: "such a `<meta>` does not stand in a mail",
        help: "`http-equiv` says \(HTMLNames.equivalents.sorted().listedWhole()) here")
    }
  }

  private mutating func close(_ offset: Int) throws(Failure) {
    guard let index = open.lastIndex(of: tag) else {
      throw Failure(
        offset: offset, message: "`</\(tag)>` closes nothing", help: "take it out, or write `<\(tag)>` before it")
    }
    if let inner = open[(index + 1)...].last(where: { !HTMLNames.endsItself.contains($0) }) {
      throw Failure(
        offset: offset, message: "`</\(tag)>` stands where `<\(inner)>` is open", help: "close it before: `</\(inner)>`"
      )
    }
    open.removeSubrange(index...)
    if let outermost = hiddenFrom, open.count < outermost { hiddenFrom = nil }
  }

  private mutating func raw(_ byte: UInt8, _ matched: Int, _ offset: Int) throws(Failure) {
    let end = Array("</\(open.last ?? "")".utf8)
    if matched == end.count, byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte.isSpace {
      (tag, isEnd, attributes, place) = (open.last ?? "", true, [], .between)
      return try between(byte, offset)
    }
    let lower = byte.isLetter ? byte | 0x20 : byte
    place = .raw(
      matched: matched < end.count && lower == end[matched] ? matched + 1 : byte == UInt8(ascii: "<") ? 1 : 0)
  }

  private func append(_ byte: UInt8, to text: inout String) {
    text.unicodeScalars.append(Unicode.Scalar(byte.isLetter ? byte | 0x20 : byte))
  }

  /// The beginning of a value, as far as where it leads.
  private mutating func keep(_ byte: UInt8) { if value.count < 512 { value.append(byte) } }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D || self == 0x0C }
  fileprivate var isNamePart: Bool { isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ":") }
}
