/// A flow that plays a part of an application's protocol.
public struct ApplicationPart: Hashable, Sendable, BinaryCodable {
  /// The part, one of `ProtocolDefinition.parts`.
  public var name: String
  /// The flow, as an index into `FlowTable.flows`.
  public var flow: Int32

  /// A part and its flow.
  public init(name: String, flow: Int32) {
    self.name = name
    self.flow = flow
  }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(name, flow)
  }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, flow) = try reader.decode()
  }
}

/// An error of the tenant's own that an application's protocol speaks as another one.
public struct ErrorMapping: Hashable, Sendable, BinaryCodable {
  /// The tenant's code.
  public var code: String
  /// The standard code whose form it takes.
  public var spokenAs: String

  /// A code and the one it is spoken as.
  public init(code: String, spokenAs: String) {
    self.code = code
    self.spokenAs = spokenAs
  }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(code, spokenAs)
  }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (code, spokenAs) = try reader.decode()
  }
}
