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
