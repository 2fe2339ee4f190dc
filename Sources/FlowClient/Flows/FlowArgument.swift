/// A field of an event with its value, as a client sends it. Nothing of it is ever printed: it may be a secret.
public struct FlowArgument: Sendable, CustomStringConvertible, CustomReflectable {
  /// The field's name.
  public let name: String
  let value: JSON?

  /// A field and its value; nil: it is left out, and the run keeps what it has.
  public init<Value: FlowValue>(_ name: String, _ value: Value?) {
    self.name = name
    self.value = value?.flowJSON
  }

  /// The name alone.
  public var description: String { name }
  /// No children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  static func object(_ arguments: [FlowArgument]) -> JSONObject {
    JSONObject(members: arguments.lazy.compactMap { argument in argument.value.map { (argument.name, $0) } })
  }
}
