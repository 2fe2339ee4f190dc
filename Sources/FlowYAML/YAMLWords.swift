/// What a reader knows of the words in its files, so that problems of syntax are told as their author means them.
public struct YAMLWords: Sendable {
  /// Keys of the language: before one of them, in braces, a comma is missing rather than quotes.
  let keys: Set<String>
  /// Those whose value is always a mapping: `with: to: email` lacks braces, not quotes.
  let mappings: Set<String>

  /// Nothing is known, or these keys.
  public init(keys: Set<String> = [], mappings: Set<String> = []) { (self.keys, self.mappings) = (keys, mappings) }
}
