import FlowSource
import FlowYAML

private let keys = Shapes.property.keys
private let forms = [
  "`never: account.create before verified(email)`", "`always: completed implies created(account)`",
  "`within: 12 steps`",
]

extension SyntaxReader {
  /// `properties`.
  mutating func properties(_ id: YAMLNodeID) -> [PropertySyntax] {
    guard expect(.sequence, id, "`properties`") else { return [] }
    var properties: [PropertySyntax] = []
    for element in tree.elements(id) {
      var count = 0
      let isMapping = eachEntry(of: element, "a property", keys: keys) { reader, key, word, value in
        count += 1
        guard count == 1 else {
          return reader.report(
            Diagnostic(
              "U104", .error, "a property says one thing, and this one has \(word.text.quoted) too", at: word.span,
              help: "make it an element of its own, with a `-` before it"))
        }
        if let property = reader.property(key, value) { properties.append(property) }
      }
      if isMapping, tree.count(element) == 0 {
        invalid(element, "a property is empty", help: "expected one of: \(forms.list)")
      }
    }
    return properties
  }

  private mutating func property(_ key: Int, _ id: YAMLNodeID) -> PropertySyntax? {
    guard let source = expression(id, keys[key].quoted) else { return nil }
    let words = parts(of: source)
    let claim: PropertySyntax.Claim? =
      switch key {
      case 0: order(words, "before")
      case 1: order(words, "implies")
      default: steps(words).map { .within($0) }
      }
    guard let claim else {
      report(
        Diagnostic(
          "U140", .error, "this is no property: \(source.text.quoted)", at: source.span,
          help: "write it as \(forms[key])"))
      return nil
    }
    return PropertySyntax(claim: claim, span: source.span, text: "\(keys[key]): \(source.text)")
  }

  private func order(_ words: [Word], _ link: String) -> PropertySyntax.Claim? {
    guard words.count == 3, words[1].text == link, let fact = fact(words[2]) else { return nil }
    return .order(.init(occasion: words[0], fact: fact))
  }

  /// `12 steps`.
  private func steps(_ words: [Word]) -> Int? {
    guard words.count == 2, ["step", "steps"].contains(words[1].text), let count = Int(words[0].text),
      (1...1000).contains(count)
    else { return nil }
    return count
  }

  /// `name(subject)`.
  private func fact(_ word: Word) -> FactSyntax? {
    let parts = word.text.dropLast().split(separator: "(", omittingEmptySubsequences: false)
    guard word.text.last == ")", parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    let isExact = word.span.end - word.span.start == UInt32(word.text.utf8.count)
    let open = parts[0].utf8.count
    func place(_ range: Range<Int>) -> SourceSpan { isExact ? word.span.part(range) : word.span }
    return FactSyntax(
      name: Word(text: String(parts[0]), span: place(0..<open)),
      subject: Word(text: String(parts[1]), span: place(open + 1..<open + 1 + parts[1].utf8.count)))
  }

  /// The words of a text, each at its place.
  private func parts(of source: ExpressionSyntax) -> [Word] {
    var words: [Word] = []
    var offset = 0
    for part in source.text.split(separator: " ", omittingEmptySubsequences: false) {
      let range = offset..<offset + part.utf8.count
      if !part.isEmpty { words.append(Word(text: String(part), span: source.place(range))) }
      offset = range.upperBound + 1
    }
    return words
  }
}

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}
