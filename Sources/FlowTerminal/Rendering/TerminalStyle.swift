public import Glibc

/// What a terminal can show. Nothing is said by colour alone.
public struct TerminalStyle: Hashable, Sendable {
  /// Whether headings, errors and notes are coloured.
  public var hasColour: Bool
  /// Whether signs beyond ASCII decorate the text. Values of the run are shown as they are in any case.
  public var hasSigns: Bool

  /// A style; plain where nothing is given.
  public init(hasColour: Bool = false, hasSigns: Bool = false) {
    self.hasColour = hasColour
    self.hasSigns = hasSigns
  }

  /// What suits a descriptor and the environment: colour on a terminal, unless `NO_COLOR` holds something
  /// (no-color.org) or `TERM` is `dumb`; signs where there is colour and the locale's encoding is UTF-8. `hasColour`: what
  /// somebody has asked for, whatever the descriptor and the environment are.
  public static func detect(_ descriptor: Int32 = STDOUT_FILENO, hasColour: Bool? = nil) -> TerminalStyle {
    choose(isTerminal: isatty(descriptor) == 1, hasColour: hasColour) { name in getenv(name).map { String(cString: $0) }
    }
  }

  static func choose(
    isTerminal: Bool, hasColour: Bool? = nil, environment: (String) -> String?
  ) -> TerminalStyle {
    let isWanted = isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    guard hasColour ?? isWanted else { return TerminalStyle() }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    return TerminalStyle(hasColour: true, hasSigns: encoding.hasSuffix("UTF-8") || encoding.hasSuffix("UTF8"))
  }

  func heading(_ text: String) -> String { hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : "== \(text) ==" }
  func error(_ text: String) -> String { hasColour ? "\u{1B}[31m! \(text)\u{1B}[0m" : "! \(text)" }
  func note(_ text: String) -> String { hasColour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
