/// The words of a table in another language than its own.
public struct TableLocale: Hashable, Sendable, BinaryCodable {
  /// The language.
  public var tag: LanguageTag
  /// The words, in the order of `FlowTable.eachText`.
  public var texts: [String]

  /// The words of a language.
  public init(_ tag: LanguageTag, texts: [String]) { (self.tag, self.texts) = (tag, texts) }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(tag, texts)
  }

  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (tag, texts) = try reader.decode()
  }
}

extension FlowTable {
  /// The parameter of a flow that says in which language its run speaks.
  public static let localeParameter = "locale"

  /// The languages that the tenant speaks, its own first; behind those of its pages others in which it writes messages.
  public var languages: [LanguageTag] {
    messages.reduce(into: [language] + locales.map(\.tag)) { tags, message in
      if !tags.contains(message.locale) { tags.append(message.locale) }
    }
  }

  /// The language of a run that is started by somebody who asks for some: the tenant's own where it speaks none of them.
  public func language(for preferences: LanguagePreferences?) -> LanguageTag {
    preferences?.best(of: languages) ?? language
  }

  /// The table with its words in one of its languages; the same table for another one.
  public func speaking(_ tag: LanguageTag) -> FlowTable {
    guard let locale = locales.first(where: { $0.tag == tag }) else { return self }
    var table = self
    var texts = locale.texts.makeIterator()
    table.eachText { if let text = texts.next() { $0 = text } }
    table.language = tag
    return table
  }

  /// All words for people, in one order.
  ///
  /// INVARIANT: the file of a table holds the words of its other languages in this order. Whatever comes to it comes with a
  /// new version of the file.
  public mutating func eachText(_ body: (inout String) -> Void) {
    for index in attributes.indices { attributes[index].eachText(body) }
    for index in errors.indices { body(&errors[index].message) }
    for flow in flows.indices {
      for index in flows[flow].inputs.indices { flows[flow].inputs[index].eachText(body) }
      for page in flows[flow].pages.indices {
        body(&flows[flow].pages[page].title)
        for event in flows[flow].pages[page].events.indices { flows[flow].pages[page].events[event].eachText(body) }
      }
      for end in flows[flow].ends.indices {
        if var redirect = flows[flow].ends[end].redirect {
          body(&redirect)
          flows[flow].ends[end].redirect = redirect
        }
      }
    }
  }

  /// All words for people, in the order of `eachText`.
  public var texts: [String] {
    var (table, texts) = (self, [String]())
    table.eachText { texts.append($0) }
    return texts
  }
}

extension PageEvent {
  fileprivate mutating func eachText(_ body: (inout String) -> Void) {
    body(&label)
    for index in fields.indices {
      body(&fields[index].help)
      body(&fields[index].placeholder)
    }
  }
}

extension AttributeDefinition {
  /// Whether accounts can hold in it which language their owner reads.
  package var holdsLanguage: Bool { (type == .string || type == .choice) && !isTransient && !isSecret }

  fileprivate mutating func eachText(_ body: (inout String) -> Void) {
    body(&label)
    body(&hint)
    body(&help)
    body(&placeholder)
    // Another language may have words for options that this one has none for.
    if optionLabels.isEmpty { optionLabels = options.map { _ in "" } }
    for index in optionLabels.indices { body(&optionLabels[index]) }
    if optionLabels.allSatisfy(\.isEmpty) { optionLabels = [] }
  }
}
