public enum Value: Hashable, Sendable { case null, bool(Bool), int(Int64), double(Double), string(String), list([Value]) }
public struct SlotRead: Hashable, Sendable { public let slot: Int }
public struct CompiledExpression: Hashable, Sendable {
  public var reads: [SlotRead] { [] }
  public var tests: [SlotRead] { [] }
  public func encode() -> [UInt8] { [] }
  public init(decoding: [UInt8]) throws {}
}
