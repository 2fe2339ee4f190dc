import FlowJSON
import FlowModel

/// A name of the flow as people read it: `resend-code` as `Resend code`.
func words(_ name: String) -> String { safe(AttributeDefinition.label(from: name)) }

/// A value as people read and type it.
func words(_ value: JSON, in standard: StandardWords = .english) -> String {
  switch value {
  case .bool(let flag): standard.text(flag ? .terminalYes : .terminalNo)
  case .string(let text): safe(text)
  case .array(let elements): elements.map { words($0, in: standard) }.joined(separator: ", ")
  default: safe(value.text)
  }
}

/// A duration in seconds as people say it, such as `30 minutes`.
func duration(_ seconds: Int) -> String {
  let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
  let (size, unit) = units.first { seconds >= $0.0 && seconds.isMultiple(of: $0.0) } ?? (1, "second")
  let number = seconds / size
  return "\(number) \(unit)\(number == 1 ? "" : "s")"
}
