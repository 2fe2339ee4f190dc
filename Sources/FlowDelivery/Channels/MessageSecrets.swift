import FlowRuntime

extension Message {
  /// What only the addressee may know of it.
  var secrets: [String] {
    switch content {
    case .code(let code, _): [code]
    case .link(let token, let tokenId, _, _), .invitation(let token, let tokenId, _, _): [token, tokenId]
    case .notice: []
    }
  }
}
