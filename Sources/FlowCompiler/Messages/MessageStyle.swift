import FlowModel

/// The URLs of a style, as browsers find them: also those that are written so that they look like none.
struct MessageStyle {
  /// What is wrong, and where.
  struct Flaw {
    var range: Range<Int>
    var message: String
    var help: String
  }

  /// The bytes without those that URLs are read without (WHATWG URL, 4.4), and where each stands.
  private let bytes: [UInt8]
  private let places: [Int]
  private let isAttribute: Bool

  init(_ source: [UInt8], _ range: Range<Int>, isAttribute: Bool) {
    places = range.filter { ![0x09, 0x0A, 0x0C, 0x0D].contains(source[$0]) }
    bytes = places.map { source[$0] }
    self.isAttribute = isAttribute
  }

  private static let whole = "write a whole URL, `https://…`"
  private static let quotes = ["&quot;", "&apos;", "&#34;", "&#39;", "&#x22;", "&#x27;"]
  private static let characters = quotes + ["&amp;", "&lt;", "&gt;"]

  /// Whether the style of an element hides it: of each property the last one counts.
  static func hides(_ style: [UInt8]) -> Bool {
    var properties: [String: String] = [:]
    for declaration in String(decoding: style, as: UTF8.self).lowercased().split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if parts.count == 2 { properties[parts[0]] = parts[1].replacing("!important", with: "") }
    }
    // `font-size: 0` around others that have a size of their own is how mails are laid out.
    let opacity = properties["opacity"]?.prefix { $0.isNumber || $0 == "." }
    return properties["display"] == "none" || properties["visibility"] == "hidden" || properties["mso-hide"] == "all"
      || opacity.flatMap { Double($0) } == 0
  }

  /// All that leads elsewhere. `away` has a help for a URL of another site.
  func flaws(where away: (String) -> String?) -> [Flaw] {
    var found: [Flaw] = []
    var at = 0
    while at < bytes.count {
      let rest = bytes[at...]
      var next = at + 1
      func report(_ end: Int, _ message: String, _ help: String) {
        found.append(Flaw(range: places[at]..<places[end - 1] + 1, message: message, help: help))
        next = end
      }
      switch bytes[at] {
      case UInt8(ascii: "\\"):
        report(at + 1, "an escape in a style hides where it leads", "write the character itself")
        // What follows it is not known.
        next = bytes.count
      case UInt8(ascii: "&") where isAttribute && !Self.characters.contains(where: rest.isBegun):
        report(at + 1, "a reference in a style hides where it leads", "write the character itself")
        next = bytes.count
      case UInt8(ascii: "/")
      where bytes.at(at + 1) == UInt8(ascii: "/") && (at == 0 || bytes[at - 1] != UInt8(ascii: "*")):
        report(end(of: at + 2), "this link leads to another site than the tenant's", Self.whole)
      case _ where rest.isBegun(by: "http:") || rest.isBegun(by: "https:"):
        let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? at
        let end = end(of: colon + 1)
        guard bytes[(colon + 1)...].isBegun(by: "//") else {
          report(end, "from a mail this leads nowhere", Self.whole)
          break
        }
        next = end
        if let help = away(String(decoding: bytes[at..<end], as: UTF8.self)) {
          report(end, "this link leads to another site than the tenant's", help)
        }
      case _ where rest.isBegun(by: "url("):
        next = at + 4
        let start = behindQuote(next)
        if ["http:", "https:", "#", "//"].contains(where: { bytes[start...].isBegun(by: $0) }) { break }
        report(end(of: start), "from a mail this leads nowhere", Self.whole)
      default:
        for word in ["javascript:", "vbscript:", "data:", "expression("] where rest.isBegun(by: word) {
          report(at + word.utf8.count, "`\(word)` does not stand in the style of a mail", "leave it out")
        }
      }
      at = next
    }
    return found
  }

  /// Behind the quote that begins a URL, and spaces around it.
  private func behindQuote(_ start: Int) -> Int {
    func spaces(_ at: Int) -> Int { bytes[at...].firstIndex { $0 != 0x20 } ?? bytes.count }
    let at = spaces(start)
    if let quote = Self.quotes.first(where: { bytes[at...].isBegun(by: $0) }) { return spaces(at + quote.utf8.count) }
    return [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes.at(at)) ? spaces(at + 1) : at
  }

  /// Where a URL ends: what ends none stays in it, so that no host is cut short.
  private func end(of start: Int) -> Int {
    bytes[start...].firstIndex { $0 <= 0x20 || "\"'()<>".utf8.contains($0) } ?? bytes.count
  }
}

extension [UInt8] {
  /// The byte at an index; nil behind the last one.
  fileprivate func at(_ index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
