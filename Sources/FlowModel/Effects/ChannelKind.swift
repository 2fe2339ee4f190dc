/// How a message travels: what `channel` of `code.send` says.
public enum ChannelKind: UInt8, ParameterWord, BinaryCodable {
  /// E-mail.
  case email
  /// Text message.
  case sms

  /// The name in YAML and in the wire contract.
  public var name: String { self == .email ? "email" : "sms" }

  /// How a message to an address of a type travels where nothing else is said.
  public init(to type: AttributeType?) { self = type == .phone ? .sms : .email }
}
