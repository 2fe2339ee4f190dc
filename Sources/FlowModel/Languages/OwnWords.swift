/// What a tenant says in one language in place of standard words, or where the software has none in that language.
public struct OwnWords: Hashable, Sendable, BinaryCodable {
  /// The language.
  public var tag: LanguageTag
  /// The words, each once.
  public var texts: [Text]

  /// The words of one standard text.
  public struct Text: Hashable, Sendable, BinaryCodable {
    /// The key, such as `complaint.too_short` or `error.busy`.
    public var key: String
    /// The words, in the form of ICU's MessageFormat.
    public var words: String

    /// A key and its words.
    public init(_ key: String, _ words: String) { (self.key, self.words) = (key, words) }

    /// Appends both.
    public func encode(to writer: inout ByteWriter) { writer.encode(key, words) }
    /// Reads both. What is no pattern is no text.
    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      (key, words) = try reader.decode()
      guard (try? MessagePattern(words)) != nil else { throw reader.failure("words that are no pattern") }
    }
  }

  /// The words of a language.
  public init(_ tag: LanguageTag, _ texts: [Text]) { (self.tag, self.texts) = (tag, texts) }

  /// Appends all properties.
  public func encode(to writer: inout ByteWriter) { writer.encode(tag, texts) }
  /// Reads all properties.
  public init(from reader: inout ByteReader) throws(DecodingFailure) { (tag, texts) = try reader.decode() }
}

extension FlowTable {
  /// The standard words in the language that the table speaks; the tenant's own go before those that ship.
  public var standardWords: StandardWords { standardWords(in: language) }

  /// The standard words in a language; where there are none of it, in the table's own.
  public func standardWords(in tag: LanguageTag) -> StandardWords {
    StandardWords(for: tag, own: words, or: language)
  }
}
