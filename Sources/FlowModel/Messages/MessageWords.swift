/// A message in words, as a channel gets it.
public struct MessageWords: Hashable, Sendable {
  /// What it is about, on one line; it carries nothing secret.
  public var subject: String
  /// The message in plain sentences.
  public var text: String
  /// The same as a page; nil: there is none.
  public var html: String?
  /// Its language.
  public var locale: LanguageTag

  /// A message in words.
  public init(subject: String, text: String, html: String? = nil, locale: LanguageTag) {
    (self.subject, self.text, self.html, self.locale) = (subject, text, html, locale)
  }
}
