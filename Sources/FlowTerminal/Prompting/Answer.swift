import FlowJSON

/// What a text typed for a field means.
enum Answer: Hashable, Sendable {
  /// A value to send.
  case value(JSON)
  /// Nothing, which an optional field allows.
  case leftOut
  /// No value of the field, and why, for people.
  case complaint(String)
}
