import FlowRuntime

extension Message {
  /// The kind of what it carries, as programs are told.
  var kind: String {
    switch content {
    case .code: "code"
    case .link: "link"
    case .invitation: "invitation"
    case .notice: "notice"
    }
  }

  /// Whether a text has what only the addressee may know of it, whatever stands between.
  func isSecret(_ text: String) -> Bool {
    let carried: [String] =
      switch content {
      case .code(let code, _): [code]
      case .link(let token, _, _, _), .invitation(let token, _, _, _): [token]
      case .notice: []
      }
    let dense = text.filter { $0.isLetter || $0.isNumber }
    return carried.contains { secret in !secret.isEmpty && dense.contains(secret.filter { $0.isLetter || $0.isNumber })
    }
  }
}
