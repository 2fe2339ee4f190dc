/// A text that must not come into logs: a grant, a token. It is printed as dots, wherever it lies.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, for whoever has to hand it on or keep it safe.
  public let value: String

  /// A secret text.
  public init(_ value: String) { self.value = value }

  /// Dots.
  public var description: String { "•••" }
  /// Dots.
  public var debugDescription: String { description }
  /// No children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
