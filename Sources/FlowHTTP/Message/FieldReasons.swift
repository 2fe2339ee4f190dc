import FlowRuntime

extension Reply.ErrorView {
  /// What people read, with what is wrong with each field, for protocols whose errors have one text.
  var messageWithReasons: String { ([message] + fields.compactMap(\.reason)).joined(separator: " ") }
}
