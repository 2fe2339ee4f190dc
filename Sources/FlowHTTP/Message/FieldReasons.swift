import FlowRuntime

extension Reply.ErrorView {
  /// What people read, with each field in words and what is wrong with it, for protocols whose errors have one text.
  var messageWithReasons: String {
    let reasons = fields.compactMap { field in field.reason.map { "\(field.label ?? field.name): \($0)" } }
    let others = fields.filter { $0.reason == nil }.map { $0.label ?? $0.name }
    return ([message] + reasons + (others.isEmpty ? [] : ["(\(others.joined(separator: ", ")))"])).joined(
      separator: " ")
  }

  /// Whether a text is what the flow says, in its language, and none of a protocol's own.
  func isSaid(by text: String) -> Bool { text == message || text == messageWithReasons }
}
