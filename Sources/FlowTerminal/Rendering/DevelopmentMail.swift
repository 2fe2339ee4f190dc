import FlowModel
public import FlowRuntime

/// Shows messages that a development channel keeps instead of sending them.
public struct DevelopmentMail: Sendable {
  private let style: TerminalStyle

  /// A view in a style.
  public init(style: TerminalStyle) { self.style = style }

  /// The message as a framed block, ending in a line break.
  public func render(message: Message) -> String {
    let kind =
      switch message.channel {
      case .email: "Mail"
      case .sms: "Text message"
      }
    let head = (style.hasSigns ? "\u{2709} " : "") + "\(kind) to \(safe(message.to)) (\(words(message.flow)))"
    var body = message.words.text.split(separator: "\n", omittingEmptySubsequences: false).map { safe(String($0)) }
    switch message.content {
    case .link(let token, let tokenId, _, _), .invitation(let token, let tokenId, _, _):
      body += ["Token id: \(safe(tokenId))", "Token: \(safe(token))"]
    case .code, .notice: break
    }
    let (corner, dash, side) = style.hasSigns ? ("\u{250C}", "\u{2500}", "\u{2502}") : ("+", "-", "|")
    let foot = style.hasSigns ? "\u{2514}" : "+"
    let lines =
      ["\(corner)\(dash) \(head)"] + body.map { $0.isEmpty ? side : "\(side) \($0)" } + [
        foot + String(repeating: dash, count: 30)
      ]
    return lines.map { style.note($0) + "\n" }.joined()
  }

  /// Shows a message on a terminal.
  public func show(_ message: Message, on terminal: some TerminalIO) async {
    await terminal.write(render(message: message))
  }
}
