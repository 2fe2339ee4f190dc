/// What HTML says of its elements and attributes (WHATWG HTML, 13.1.2 and 13.2).
enum HTMLNames {
  /// Elements without an end.
  static let void: Set<String> = ["area", "br", "col", "hr", "img", "input", "meta", "wbr"]

  /// Elements whose end may be left out.
  static let endsItself: Set<String> = [
    "body", "caption", "colgroup", "dd", "dt", "head", "html", "li", "option", "p", "tbody", "td", "tfoot", "th",
    "thead",
    "tr",
  ]

  /// Elements that hold text and no elements.
  static let raw: Set<String> = ["style", "title"]

  /// Elements that no mail program shows or runs, or within which other rules hold.
  static let refused: Set<String> = [
    "applet", "audio", "base", "button", "canvas", "embed", "form", "frame", "frameset", "iframe", "input", "link",
    "math",
    "noembed", "noframes", "noscript", "object", "plaintext", "script", "select", "source", "svg", "template",
    "textarea",
    "track", "video", "xmp",
  ]

  /// Attributes that hold a URL.
  static let urls: Set<String> = ["background", "cite", "href", "longdesc", "src"]

  /// Whether an attribute does not stand in a mail: it runs code, or loads and sends what its value names in a form of its own.
  static func isRefused(_ attribute: String) -> Bool {
    if attribute.hasPrefix("on") { return true }
    if attribute.contains(":") { return !attribute.hasPrefix("xmlns:") && attribute != "xml:lang" }
    return [
      "action", "archive", "classid", "codebase", "data", "dynsrc", "formaction", "imagesrcset", "lowsrc", "manifest",
      "ping", "poster", "profile", "srcdoc", "srcset",
    ].contains(attribute)
  }

  /// What `http-equiv` may say: the others lead elsewhere, or decide what is loaded.
  static let equivalents: Set<String> = ["content-language", "content-type", "x-ua-compatible"]

  /// Whether no value may stand in an attribute: what is in it is code, a style, or several URLs.
  static func isCode(_ attribute: String) -> Bool {
    attribute.hasPrefix("on") || attribute.hasPrefix("xmlns") || ["style", "srcset", "srcdoc"].contains(attribute)
  }
}
