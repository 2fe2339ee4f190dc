import FlowModel

/// The places where a tenant has texts, by their keys.
struct TextPlaces {
  private let byPath: [[String]: TenantText]
  private var below: [[String]: [String]] = [:]

  init(_ texts: [TenantText]) {
    byPath = Dictionary(texts.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for text in texts {
      for depth in text.path.indices {
        let group = Array(text.path[..<depth])
        // Those of a group follow each other.
        if below[group]?.last != text.path[depth] { below[group, default: []].append(text.path[depth]) }
      }
    }
  }

  subscript(path: [String]) -> TenantText? { byPath[path] }

  func isGroup(_ path: [String]) -> Bool { below[path] != nil }

  /// Where words stand that are meant by keys at a wrong depth: below the keys around them those of a dot, or of another group.
  func place(of path: [String], from known: Int) -> String? {
    let keys = path.flatMap { $0.split(separator: ".").map(String.init) }
    if keys != path, byPath[keys] != nil || isGroup(keys) { return keys.joined(separator: ": ") }
    guard known == 0 else { return nil }
    return [standardGroup, "attributes", "flows"].map { [$0] + path }.first { byPath[$0] != nil || isGroup($0) }?
      .joined(separator: ": ")
  }

  func keys(below path: [String]) -> [String] { below[path] ?? [] }

  /// What a file says under keys that nobody reads, or could not be read of: what is missing there may be meant by it, and is not
  /// told beside it. Of misspelt keys that is what they stand for, of others all around them.
  func doubtful(in locale: LocaleSyntax) -> [[String]] {
    locale.broken
      + locale.texts.compactMap { text in
        let path = text.path.map(\.text)
        if byPath[path] != nil || text.text == nil && isGroup(path) { return nil }
        guard let known = path.indices.first(where: { !isGroup(Array(path[...$0])) }) else { return path }
        let above = Array(path[..<known])
        if above.isEmpty, Guess(text.path[known], among: keys(below: [])) == nil {
          if LanguageTag(path[0]) == locale.tag { return [] }
          return [standardGroup, "attributes", "flows"].map { [$0, path[0]] }.first { byPath[$0] != nil || isGroup($0) }
        }
        if byPath[Array(path[...known])] != nil { return Array(path[...known]) }
        return above + (Guess(text.path[known], among: keys(below: above)).map { [$0.name] } ?? [])
      }
  }

  /// Where words stand that lack a key between: below what comes further down; nil: nowhere.
  func placeWithin(_ above: [String], of rest: [String]) -> String? {
    keys(below: above).lazy.map { above + [$0] + rest }.first { byPath[$0] != nil || isGroup($0) }?
      .joined(separator: ": ")
  }
}

extension [TenantText] {
  /// Those of which nothing is in doubt.
  func apart(from doubtful: [[String]]) -> [TenantText] {
    doubtful.isEmpty ? self : filter { text in !doubtful.contains { text.path.starts(with: $0) } }
  }
}
