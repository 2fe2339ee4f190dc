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
}
