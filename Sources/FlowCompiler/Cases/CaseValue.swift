package import FlowModel

/// A value as a case writes it, which may have places to be filled.
package indirect enum CaseValue: Sendable {
  case null
  /// A boolean or number with the text that stands in the file: a field of another type takes that.
  case bool(Bool, written: String)
  case int(Int64, written: String)
  case double(Double, written: String)
  case text(CaseText)
  case list([CaseValue])
  case map([(name: String, value: CaseValue)])

  /// What stands in the file, of a value that is no list and no mapping.
  package var written: String? {
    switch self {
    case .bool(_, let text), .int(_, let text), .double(_, let text): text
    case .text(let text): text.source
    case .null: ""
    case .list, .map: nil
    }
  }

  /// All texts in it.
  var texts: [CaseText] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let members): members.flatMap(\.value.texts)
    case .null, .bool, .int, .double: []
    }
  }
}

/// A text with places: `{{ mail.code }}`.
package struct CaseText: Hashable, Sendable {
  /// A piece of it.
  package enum Part: Hashable, Sendable {
    case text(String)
    case place(Place)
  }

  /// What stands in a place.
  package enum Place: Hashable, Sendable {
    /// A part of a message: of the newest one, or of one by its number, over a channel, to an address perhaps.
    case message(ChannelKind, number: Int?, MessagePart, to: String?)
    /// What the newest end gave: `grant`, or a result by its name.
    case end(String)
    /// What a function was told: a member of the newest request.
    case asked(function: String, member: String)
    /// What a given account holds: an attribute, `password`, `id`, or a `grant` for it.
    case account(label: String, member: String)
    /// A text so many times.
    case repeated(String, Int)
  }

  /// What can be read of a message.
  package enum MessagePart: String, CaseIterable, Sendable {
    case code, link, token, tokenId, text, subject
  }

  /// The pieces in order.
  package var parts: [Part]
  /// The text as it is written.
  package var source: String

  /// A text without places.
  package init(_ text: String) {
    source = text
    parts = text.isEmpty ? [] : [.text(text)]
  }

  /// A text with places; `source` is what stands in the file.
  package init(source: String, parts: [Part]) { (self.source, self.parts) = (source, parts) }

  /// The text where it has no places.
  package var plain: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .text(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }

  /// Its places.
  package var places: [Place] {
    parts.compactMap { if case .place(let place) = $0 { place } else { nil } }
  }
}
