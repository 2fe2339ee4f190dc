/// What a message carries.
public enum MessageContent: String, Hashable, Sendable, CaseIterable {
  /// A one-time code.
  case code
  /// A link that another flow redeems.
  case link
  /// A link to whoever reads at an address.
  case invitation
  /// Nothing: it is a notice.
  case notice

  /// The name, as operators and programs are told.
  public var name: String { rawValue }

  /// What its words must say; nil for a notice.
  public var variable: MessageVariable? {
    switch self {
    case .code: .code
    case .link, .invitation: .link
    case .notice: nil
    }
  }
}

/// What a message is for: by its name its words are found.
public enum MessageKind: Hashable, Sendable {
  /// It carries a one-time code.
  case code
  /// It carries a link that another flow redeems.
  case link
  /// It carries a link to whoever reads at an address.
  case invitation
  /// A notice of a name, which carries nothing.
  case notice(String)

  /// The kind of a name.
  public init(_ name: String) { self = Self.carrying.first { $0.name == name } ?? .notice(name) }

  /// The kinds that carry something.
  public static let carrying: [MessageKind] = [.code, .link, .invitation]

  /// What messages of the kind carry.
  public var content: MessageContent {
    switch self {
    case .code: .code
    case .link: .link
    case .invitation: .invitation
    case .notice: .notice
    }
  }

  /// The name of files and keys with its words.
  public var name: String { if case .notice(let name) = self { name } else { content.name } }
}

extension MessageKind: Comparable {
  /// By name.
  public static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

extension MessageKind: BinaryCodable {
  /// Appends the name.
  public func encode(to writer: inout ByteWriter) { name.encode(to: &writer) }
  /// Reads the name.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { self.init(try String(from: &reader)) }
}
