/// The words of one kind of message in one language, with places for values: a tenant's own, or the standard ones.
public struct MessageTemplate: Hashable, Sendable, BinaryCodable {
  /// What it is for.
  public var kind: MessageKind
  /// The channel that it is for alone; nil: for all that have none of their own.
  public var channel: ChannelKind?
  /// Its language.
  public var locale: LanguageTag
  /// What a mail is about; empty in what no mail says.
  public var subject: TemplateText
  /// The plain text, which is always there.
  public var text: TemplateText
  /// The page; nil: there is none.
  public var html: TemplateText?

  /// The words of a kind of message.
  public init(
    kind: MessageKind, channel: ChannelKind? = nil, locale: LanguageTag, subject: TemplateText, text: TemplateText,
    html: TemplateText? = nil
  ) {
    (self.kind, self.channel, self.locale) = (kind, channel, locale)
    (self.subject, self.text, self.html) = (subject, text, html)
  }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(kind, channel, locale, subject, text, html)
  }
  /// Reads all properties; `FlowTable.validate` checks what they name.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (kind, channel, locale, subject, text, html) = try reader.decode()
  }

  /// What stands around the preheader of a page: mailboxes show it beside the subject, and the page does not.
  package static let preheader = (
    start: "<div style=\"display:none;max-height:0;overflow:hidden;opacity:0\">", end: "</div>"
  )

  /// All its texts.
  public var texts: [TemplateText] { [subject, text] + (html.map { [$0] } ?? []) }
}

/// A text with places for values, as flat parts that are gone through once, from the first to the last.
public struct TemplateText: Hashable, Sendable, BinaryCodable {
  /// One part.
  public enum Part: Hashable, Sendable {
    /// As it stands.
    case literal(String)
    /// A value, written so that it means nothing more where it stands.
    case value(MessageVariable, TemplateEscape)
    /// Where the condition does not hold, so many parts behind this one are passed by.
    case unless(TemplateCondition, skip: Int32)
    /// So many parts behind this one are passed by.
    case skip(Int32)
  }

  /// The parts.
  public var parts: [Part]

  /// A text of parts.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// Whether it says nothing.
  public var isEmpty: Bool { parts.isEmpty }

  /// Appends the parts.
  public func encode(to writer: inout ByteWriter) { parts.encode(to: &writer) }
  /// Reads the parts. None is left whose place for a value or whose way on lies outside.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    parts = try [Part](from: &reader)
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal, .value: break
      case .unless(_, let skip), .skip(let skip):
        guard skip >= 0, Int(skip) < parts.count - index else { throw reader.failure("a template that leads nowhere") }
      }
    }
  }
}

/// What a value is written for, so that it means nothing more than itself there.
public enum TemplateEscape: UInt8, Hashable, Sendable, BinaryCodable {
  /// Plain text: nothing is changed.
  case text = 0
  /// The text or a quoted attribute of HTML.
  case html = 1
  /// A part of a URL behind its beginning, in a quoted attribute.
  case url = 2
}

/// What a message can say beside its own words.
public enum MessageVariable: Hashable, Sendable {
  /// The one-time code.
  case code
  /// The link.
  case link
  /// How long code or link is valid, in the words of the template's language.
  case lifetime
  /// The tenant's name.
  case tenant
  /// The name of the application that started the run; of a run that none started the tenant's.
  case application
  /// What the run has of an attribute.
  case attribute(Slot)

  /// The slot that it reads.
  public var slot: Slot? { if case .attribute(let slot) = self { slot } else { nil } }
}

/// What `{{ if … }}` asks of an attribute.
public struct TemplateCondition: Hashable, Sendable, BinaryCodable {
  /// The slot of the attribute.
  public var slot: Slot
  /// The text that it must hold; nil: it must hold something, and of true and false the true.
  public var text: String?

  /// A question about an attribute.
  public init(slot: Slot, text: String? = nil) { (self.slot, self.text) = (slot, text) }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) { writer.encode(slot, text) }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (slot, text) = try reader.decode() }
}

extension TemplateText {
  /// The slots that it reads or asks about.
  public var slots: [Slot] {
    parts.compactMap { part in
      switch part {
      case .value(let variable, _): variable.slot
      case .unless(let condition, _): condition.slot
      case .literal, .skip: nil
      }
    }
  }
}

extension TemplateText.Part: BinaryCodable {
  private enum Code: UInt8, BinaryCodable {
    case literal = 0
    case value = 1
    case unless = 2
    case skip = 3
  }

  /// Appends which it is, and what it has.
  public func encode(to writer: inout ByteWriter) {
    switch self {
    case .literal(let text): writer.encode(Code.literal, text)
    case .value(let variable, let escape): writer.encode(Code.value, variable, escape)
    case .unless(let condition, let skip): writer.encode(Code.unless, condition, skip)
    case .skip(let count): writer.encode(Code.skip, count)
    }
  }
  /// Reads which it is, and what it has.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    switch try Code(from: &reader) {
    case .literal: self = .literal(try String(from: &reader))
    case .value: self = .value(try MessageVariable(from: &reader), try TemplateEscape(from: &reader))
    case .unless: self = .unless(try TemplateCondition(from: &reader), skip: try Int32(from: &reader))
    case .skip: self = .skip(try Int32(from: &reader))
    }
  }
}

extension MessageVariable: BinaryCodable {
  private static let plain: [MessageVariable] = [.code, .link, .lifetime, .tenant, .application]

  /// Appends its number; that of an attribute is behind all others.
  public func encode(to writer: inout ByteWriter) {
    let number = Self.plain.firstIndex(of: self) ?? Self.plain.count
    writer.write(UInt8(number))
    slot?.encode(to: &writer)
  }
  /// Reads its number.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let number = Int(try reader.read(UInt8.self))
    if number < Self.plain.count {
      self = Self.plain[number]
    } else if number == Self.plain.count {
      self = .attribute(try Slot(from: &reader))
    } else {
      throw reader.failure("an unknown value of a message")
    }
  }
}
