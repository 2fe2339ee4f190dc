public import FlowRuntime

/// A message in words, as a channel gets it.
struct MessageWords: Hashable, Sendable {
  /// What it is about; it carries nothing secret.
  var subject: String
  /// The message in plain sentences.
  var text: String
  /// The same as a page; nil: there is none.
  var html: String?
  /// The language, as a BCP 47 tag.
  var locale: String
}

extension Message {
  /// The message in plain sentences, as a person reads it.
  public var text: String {
    switch content {
    case .code(let code, let lifetime):
      "Your code is \(code). It is valid for \(Self.duration(lifetime))."
    case .link(_, _, let url, let lifetime):
      "Open this link to continue; it is valid for \(Self.duration(lifetime)): \(url)"
    case .invitation(_, _, let url, let lifetime):
      "You are invited to make an account. Open this link; it is valid for \(Self.duration(lifetime)): \(url)"
    case .notice(let name, _): NoticeText(name).text
    }
  }

  /// The message in words.
  var words: MessageWords {
    let subject =
      switch content {
      case .code: "Your code"
      case .link: "Your link"
      case .invitation: "You are invited"
      case .notice(let name, _): NoticeText(name).subject
      }
    return MessageWords(subject: subject, text: text, html: nil, locale: "en")
  }

  /// The kind of what it carries, as programs are told.
  var kind: String {
    switch content {
    case .code: "code"
    case .link: "link"
    case .invitation: "invitation"
    case .notice: "notice"
    }
  }

  /// Seconds in the largest unit that tells them exactly.
  private static func duration(_ seconds: Int) -> String {
    let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
    let unit = units.first { seconds >= $0.1 && seconds.isMultiple(of: $0.1) } ?? ("second", 1)
    let count = seconds / unit.1
    return "\(count) \(unit.0)\(count == 1 ? "" : "s")"
  }
}
