import FlowModel
import FlowSource

/// U618: literal links of messages lead to the tenant's own site, or to one that it names: a mail that looks like the tenant's and
/// leads elsewhere is what everybody is warned of.
struct MessageLinks {
  /// Where links of the tenant's lead: `links.base`.
  let base: String
  /// The beginnings that may stand in messages as well.
  private let origins: Set<String>

  init(_ tenant: TenantSyntax) {
    base = tenant.links.base
    origins = Set(([base] + tenant.alsoLinks).compactMap(Self.origin))
  }

  /// Reports the links of a plain text.
  func check(text nodes: [TemplateNode], _ file: MessageFile, _ problems: inout DiagnosticCollector) {
    for (index, node) in nodes.enumerated() {
      switch node {
      case .text(let range):
        var isOpen = false
        if index + 1 < nodes.count, case .value = nodes[index + 1] { isOpen = true }
        check(range, isOpen: isOpen, file, &problems)
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
      } else if !(piece.beginsURL && piece.endsInHost) {
        check(piece.range, isOpen: piece.isOpen, file, &problems)
      }
    }
  }

  private static func leadsSomewhere(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["https://", "http://", "mailto:", "tel:", "#"].contains { bytes.starts(with: $0.utf8) }
  }

  /// All `http://` and `https://` within some bytes.
  private func check(_ range: Range<Int>, isOpen: Bool, _ file: MessageFile, _ problems: inout DiagnosticCollector) {
    let bytes = file.source.bytes
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] | 0x20 == UInt8(ascii: "h"),
        let scheme = ["https://", "http://"].first(where: { bytes[at..<range.upperBound].isBegun(by: $0) })
      else {
        at += 1
        continue
      }
      let end = bytes[at..<range.upperBound].dropFirst(scheme.utf8.count).firstIndex { byte in
        byte <= 0x20 || byte >= 0x7F || "\"'<>()[]{},;`\\".utf8.contains(byte)
      }
      judge(at..<(end ?? range.upperBound), isCut: end == nil && isOpen, file, &problems)
      at = end ?? range.upperBound
    }
  }

  private func judge(_ range: Range<Int>, isCut: Bool, _ file: MessageFile, _ problems: inout DiagnosticCollector) {
    var place = range
    // What ends a sentence is no part of it.
    while let last = place.last, ".:!?".utf8.contains(file.source.bytes[last]) { place = place.lowerBound..<last }
    let url = String(decoding: file.source.bytes[place], as: UTF8.self)
    let host = url.utf8.dropFirst(url.range(of: "://")?.upperBound ?? 0)
    let span = file.span(place)
    if isCut, !host.contains(where: { "/?#".utf8.contains($0) }) {
      return problems.report(
        Diagnostic(
          "U618", .error, "a value decides where this link leads", at: span,
          help: "write the host as it is, and `/` behind it"))
    }
    let origin = Self.origin(url)
    if origin.map(origins.contains) == true { return }
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
          : "name the site in tenant.yaml, if it is yours: `links: { also: [\(origin ?? "https://www.example.com")] }`")
    )
  }

  /// Scheme, host and port in lower case; nil for what has none.
  static func origin(_ url: String) -> String? {
    guard complaint(aboutURL: url, isBase: false) == nil, let start = url.range(of: "://")?.upperBound else {
      return nil
    }
    let host = url.utf8.dropFirst(start).prefix { !"/?#".utf8.contains($0) }
    var origin = String(decoding: Array(url.utf8.prefix(start)) + Array(host), as: UTF8.self).lowercased()
    if origin.hasPrefix("https://"), origin.hasSuffix(":443") { origin.removeLast(4) }
    return origin
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins with a text, whatever the case of its letters.
  fileprivate func isBegun(by text: String) -> Bool {
    count >= text.utf8.count && zip(self, text.utf8).allSatisfy { ($0.isLetter ? $0 | 0x20 : $0) == $1 }
  }
}
