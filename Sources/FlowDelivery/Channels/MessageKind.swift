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

  /// What only the addressee may know of it.
  var secrets: [String] {
    switch content {
    case .code(let code, _): [code]
    case .link(let token, let tokenId, _, _), .invitation(let token, let tokenId, _, _): [token, tokenId]
    case .notice: []
    }
  }
}
