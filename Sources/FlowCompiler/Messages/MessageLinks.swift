import FlowModel
import FlowSource

/// U618: literal links of messages lead to the tenant's own site, or to one that it names: a mail that looks like the tenant's and
/// leads elsewhere is what everybody is warned of.
struct MessageLinks {
  /// Where links of the tenant's lead: `links.base`.
  let base: String
  /// The beginnings that may stand in messages as well.
  private let origins: Set<String>
  /// Whether all of these could be read: else nothing is said of a link that may be one of them.
  private let areKnown: Bool

  init(_ tenant: TenantSyntax) {
    base = tenant.links.base
    origins = Set(([base] + tenant.alsoLinks).compactMap(Self.origin))
    let isBroken = base.isEmpty && tenant.places["links.base"] != nil
    areKnown = !isBroken && !(tenant.alsoLinks.isEmpty && tenant.places["links.also"] != nil)
  }

  /// Reports the links of a plain text.
  func check(text nodes: [TemplateNode], _ file: MessageFile, _ problems: inout DiagnosticCollector) {
    for (index, node) in nodes.enumerated() {
      switch node {
      case .text(let range):
        check(range, before: index + 1 < nodes.count ? nodes[index + 1] : nil, file, &problems)
      case .value: break
      case .branch(let branch):
        check(text: branch.then, file, &problems)
        check(text: branch.otherwise, file, &problems)
      }
    }
  }

  /// Reports the links of a page.
  func check(page: MessagePage, _ file: MessageFile, _ problems: inout DiagnosticCollector) {
    for piece in page.pieces {
      if piece.beginsURL, !Self.leadsSomewhere(file.source.bytes[piece.range]) {
        problems.report(
          Diagnostic(
            "U618", .error, "from a mail this leads nowhere", at: file.span(piece.range),
            help: "write a whole URL, `https://…`, or `{{ link }}`; there are `mailto:`, `tel:` and `#` as well"))
      } else if piece.form == .style || piece.form == .styleAttribute {
        for flaw in MessageStyle(file.source.bytes, piece.range, isAttribute: piece.form == .styleAttribute).flaws(
          where: leadsAway)
        {
          problems.report(
            Diagnostic("U618", .error, flaw.message, at: file.span(flaw.range), help: flaw.help))
        }
      } else if !(piece.beginsURL && piece.endsInHost) {
        check(
          piece.range, before: piece.next.map(TemplateNode.value), isWhole: piece.form == .url, file, &problems)
      }
    }
  }

  private static func leadsSomewhere(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["https://", "http://", "mailto:", "tel:", "#"].contains(where: bytes.isBegun)
  }

  /// Whether a URL of a style is of another site; help for that.
  private func leadsAway(_ url: String) -> String? {
    if !areKnown { return nil }
    if let origin = Self.origin(url), origins.contains(origin) { return nil }
    return Self.alsoHelp(Self.origin(url) ?? Self.plainOrigin(url))
  }

  private static func alsoHelp(_ origin: String?) -> String {
    if let origin, origin.hasPrefix("http://") {
      let secure = "https://" + origin.dropFirst(7)
      return
        "write it with `https://`; and name the site in tenant.yaml, if it is yours: `links: { also: [\(secure)] }`"
    }
    return "name the site in tenant.yaml, if it is yours: `links: { also: [\(origin ?? "https://www.example.com")] }`"
  }

  /// All `http://` and `https://` within some bytes. `isWhole`: they are one URL, in which nothing is punctuation.
  private func check(
    _ range: Range<Int>, before next: TemplateNode?, isWhole: Bool = false, _ file: MessageFile,
    _ problems: inout DiagnosticCollector
  ) {
    var isSecret = false
    if !isWhole, case .value(let word)? = next { isSecret = word.text == "code" || word.text == "link" }
    let isOpen = next != nil
    let bytes = file.source.bytes
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at].isLetter,
        let scheme = Self.schemes.first(where: { bytes[at..<range.upperBound].isBegun(by: $0) }),
        scheme.hasSuffix("//") || at == range.lowerBound || !bytes[at - 1].isLetter,
        scheme != Self.bare || at == range.lowerBound || Self.beginsWord(behind: bytes[at - 1])
      else {
        at += 1
        continue
      }
      let rest = bytes[at..<range.upperBound].dropFirst(scheme == Self.bare ? 0 : scheme.utf8.count)
      let host = isWhole ? rest.prefix { !"/?#".utf8.contains($0) } : Self.host(rest)
      let end = rest[host.endIndex...].firstIndex(where: Self.endsURL)
      let isCut = end == nil && isOpen
      let url = at..<(end ?? range.upperBound)
      if isCut, isSecret {
        problems.report(
          Diagnostic(
            "U618", .error, "what nobody else may know stands in a link here", at: file.span(url),
            help: "write it in the text, apart from all links: those are kept by browsers, servers and telephones"))
      } else if scheme.hasSuffix("//") || scheme == Self.bare {
        judge(url, isCut: isCut, isBare: scheme == Self.bare, file, &problems)
      }
      at = end ?? range.upperBound
    }
  }

  /// What mail programs make a link of without a scheme.
  private static let bare = "www."
  private static let schemes = ["https://", "http://", "mailto:", "tel:", "sms:", bare]

  private static func beginsWord(behind byte: UInt8) -> Bool {
    !(byte.isDigit || byte >= 0x80 || "@.-_/=&".utf8.contains(byte))
  }

  private static func endsURL(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "\"'<>()[]{},;`\\".utf8.contains(byte)
  }

  /// The host of a URL within words: as far as programs read it that make links of words, so with a user that hides it.
  private static func host(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let long = rest.prefix { $0 > 0x20 && !"/?#<>\"".utf8.contains($0) }
    return long.contains(UInt8(ascii: "@")) ? long : rest.prefix { !endsURL($0) && !"/?#".utf8.contains($0) }
  }

  private func judge(
    _ range: Range<Int>, isCut: Bool, isBare: Bool, _ file: MessageFile, _ problems: inout DiagnosticCollector
  ) {
    var place = range
    // What ends a sentence is no part of it.
    while let last = place.last, ".:!?".utf8.contains(file.source.bytes[last]) { place = place.lowerBound..<last }
    let url = (isBare ? "https://" : "") + String(decoding: file.source.bytes[place], as: UTF8.self)
    let host = url.utf8.dropFirst(url.range(of: "://")?.upperBound ?? 0)
    let span = file.span(place)
    if isCut, !host.contains(where: { "/?#".utf8.contains($0) }) {
      return problems.report(
        Diagnostic(
          "U618", .error, "a value decides where this link leads", at: span,
          help: "write the host as it is, and `/` behind it"))
    }
    let origin = Self.origin(url)
    if !areKnown || origin.map(origins.contains) == true { return }
    // Of a tenant's own site all that is missing is a letter.
    let secure = "https" + url.dropFirst(4)
    if url.lowercased().hasPrefix("http://"), Self.origin(secure).map(origins.contains) == true {
      let scheme = file.span(place.lowerBound..<(place.lowerBound + 4))
      return problems.report(
        Diagnostic(
          "U618", .error, "this link leads to the tenant's site without encryption", at: span,
          help: "write `https://`", edit: Edit(scheme, "https")))
    }
    let path = base.utf8.dropFirst((Self.origin(base) ?? "").utf8.count)
    let isMeant =
      !path.isEmpty && url.utf8.count > (origin ?? "").utf8.count
      && url.utf8.dropFirst((origin ?? "").utf8.count).starts(with: path)
    problems.report(
      Diagnostic(
        "U618", .error, "this link leads to another site than the tenant's", at: span,
        notes: base.isEmpty ? [] : ["`links.base` is \(base.quoted)"],
        help: isMeant
          ? "write `{{ link }}`, which begins with `links.base`"
          : Self.alsoHelp(origin ?? Self.plainOrigin(url))))
  }

  /// The origin of a URL that is refused for its `http://` alone; nil for others.
  private static func plainOrigin(_ url: String) -> String? {
    guard url.lowercased().hasPrefix("http://") else { return nil }
    return origin("https" + url.dropFirst(4)).map { "http" + $0.dropFirst(5) }
  }

  /// Scheme, host and port in lower case; nil for what has none.
  static func origin(_ url: String) -> String? {
    guard let start = url.range(of: "://")?.upperBound else { return nil }
    let written = url.utf8.prefix(start)
    // In a scheme case does not matter.
    let url =
      String(decoding: written, as: UTF8.self).lowercased() + String(decoding: url.utf8.dropFirst(start), as: UTF8.self)
    guard complaint(aboutURL: url, of: .site) == nil else { return nil }
    let host = url.utf8.dropFirst(start).prefix { !"/?#".utf8.contains($0) }
    var origin = String(decoding: Array(url.utf8.prefix(start)) + Array(host), as: UTF8.self).lowercased()
    if origin.hasPrefix("https://"), origin.hasSuffix(":443") { origin.removeLast(4) }
    return origin
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins with a text, whatever the case of its letters.
  func isBegun(by text: String) -> Bool {
    count >= text.utf8.count && zip(self, text.utf8).allSatisfy { ($0.isLetter ? $0 | 0x20 : $0) == $1 }
  }
}
