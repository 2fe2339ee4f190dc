public import FlowModel
public import FlowRuntime

/// Shows messages that a development channel keeps instead of sending them.
public struct DevelopmentMail: Sendable {
  private let style: TerminalStyle
  private let standard: @Sendable (LanguageTag) -> StandardWords

  /// A view in a style. `words` are what stands around a message in its language; for whoever looks after a server, English.
  public init(
    style: TerminalStyle, words: @escaping @Sendable (LanguageTag) -> StandardWords = { _ in .english }
  ) {
    (self.style, standard) = (style, words)
  }

  /// The message as a framed block, ending in a line break.
  public func render(message: Message) -> String {
    let standard = standard(message.words.locale)
    let kind: StandardText =
      switch message.channel {
      case .email: .terminalMailTo
      case .sms: .terminalTextMessageTo
      }
    let values: [String: MessageValue] = ["to": .text(safe(message.to)), "flow": .text(words(message.flow))]
    let head = (style.hasSigns ? "\u{2709} " : "") + standard.text(kind, values)
    var body = message.words.text.split(separator: "\n", omittingEmptySubsequences: false).map { safe(String($0)) }
    switch message.content {
    case .link(let token, let tokenId, _, _), .invitation(let token, let tokenId, _, _):
      body += [(SecretField.tokenId, tokenId), (.token, token)].map { field, text in
        "\(safe(field.label(in: standard))): \(safe(text))"
      }
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
