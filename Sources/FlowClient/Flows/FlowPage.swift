/// A page at which a run rests. Its type, which is generated, has a method for each event that may be sent, and what the run has
/// for its fields. It is a value: it can be kept, and used again where an answer was lost.
public protocol FlowPage: Sendable {
  /// Where the run stands.
  var step: FlowStep { get }
}

extension FlowPage {
  /// The heading.
  public var title: String { step.reply.title }
  /// The fields of all events, as people see them.
  public var fields: [FlowField] { step.reply.fields }
  /// What people read in place of the names of events, for those that have words of their own.
  public var labels: [String: String] { step.reply.labels }
  /// Where the last code or link went; nil: nothing was sent.
  public var sent: FlowMessage? { step.reply.sent }
  /// Where events will send codes to, as far as that is known.
  public var targets: [FlowMessage] { step.reply.targets }
  /// When the page's own time is over (RFC 3339, UTC); nil: never.
  public var deadline: String? { step.reply.deadline }
  /// When the run has outlived its time (RFC 3339, UTC).
  public var expiresAt: String? { step.reply.expiresAt }
  /// The language of the words for people (BCP 47).
  public var language: String? { step.reply.language }
  /// Whether the words run from right to left.
  public var isRightToLeft: Bool { step.reply.isRightToLeft }
  /// What went wrong on the way here; nil: nothing.
  public var problem: FlowProblem? { step.problem }
}
