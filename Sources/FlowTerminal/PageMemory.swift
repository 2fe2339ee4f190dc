import FlowJSON
import FlowModel
import FlowRuntime

/// What was typed on the page the run rests at, so that an error costs nobody what was right.
struct PageMemory {
  private var state: String?
  private var typed = JSONObject()
  /// The last reply's error.
  private var error: Reply.ErrorView?

  /// Takes a reply; what was typed is forgotten where it rests at another state. Returns whether it does.
  mutating func turn(to reply: Reply) -> Bool {
    error = reply.error
    for field in error?.fields ?? [] { typed[field.name] = nil }
    if reply.state == state { return false }
    state = reply.state
    typed = [:]
    return true
  }

  /// Keeps an answer, unless it is a secret.
  mutating func keep(_ value: JSON?, for field: FieldView) {
    if !field.isSecret { typed[field.name] = value }
  }

  /// What an empty answer stands for: what was typed before, or what the run has, but no value that was refused.
  func kept(for field: FieldView, at page: PageView?) -> JSON? {
    typed[field.name] ?? (problem(with: field) == nil ? page?.value(of: field).map { JSON($0) } : nil)
  }

  /// What is wrong with a field, for people.
  func problem(with field: FieldView) -> String? {
    guard let error, let problem = error.fields.first(where: { $0.name == field.name }) else { return nil }
    return problem.reason ?? error.message
  }

  /// Whether the last reply says of fields that they are wrong.
  var hasProblems: Bool { error?.fields.isEmpty == false }
}
