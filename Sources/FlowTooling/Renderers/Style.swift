/// The colours of a terminal (ECMA-48 SGR), or none.
package struct Style: Sendable {
  /// What a piece of text is.
  package enum Role: String, Sendable {
    case plain = ""
    case error = "1;31"
    case warning = "1;33"
    case strong = "1"
    case frame = "34"
    case label = "36"
    case fix = "32"
  }

  let isColoured: Bool

  /// Colours, or none.
  package init(isColoured: Bool) { self.isColoured = isColoured }

  /// The text, in the colour of its role; colours end within the text, so that pieces can be put side by side.
  package func paint(_ text: String, _ role: Role) -> String {
    isColoured && role != .plain && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
