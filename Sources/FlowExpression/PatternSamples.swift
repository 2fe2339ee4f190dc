/// Texts that a pattern matches as a whole, made from what is simple in it: characters, classes, groups without choice, and
/// counts. For trials, so that whatever is not understood gives none; each text is held against the pattern itself.
package enum PatternSamples {
  /// A few different texts, the shortest first.
  package static func texts(of pattern: String) -> [String] {
    guard let compiled = try? LinearPattern.declared(pattern) else { return [] }
    var found: [String] = []
    for alternative in alternatives(pattern) {
      for (choice, extra) in [(0, 0), (1, 0), (2, 1), (0, 6)] {
        var reader = Reader(text: Array(alternative), choice: choice, extra: extra)
        guard let text = reader.sequence(), compiled.matchesWhole(text), !found.contains(text) else { continue }
        found.append(text)
      }
    }
    return found
  }

  /// The alternatives outside of all brackets.
  private static func alternatives(_ pattern: String) -> [String] {
    var parts = [""]
    var (depth, isEscaped) = (0, false)
    for character in pattern {
      if !isEscaped, character == "(" || character == "[" { depth += 1 }
      if !isEscaped, character == ")" || character == "]" { depth -= 1 }
      if !isEscaped, depth == 0, character == "|" { parts.append("") } else { parts[parts.count - 1].append(character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return parts
  }

  private struct Reader {
    let text: [Character]
    /// Which character of a class is taken, and how often more than it must a part is repeated.
    let choice: Int
    let extra: Int
    var at = 0

    /// What stands up to the end of a group; nil where it is not understood.
    mutating func sequence() -> String? {
      var made = ""
      while at < text.count, text[at] != ")" {
        if text[at] == "^" || text[at] == "$" {
          at += 1
          continue
        }
        guard let part = part(), let count = count() else { return nil }
        made += String(repeating: part, count: count)
      }
      return made
    }

    private mutating func part() -> String? {
      defer { at += 1 }
      switch text[at] {
      case "(":
        at += 1
        if at + 1 < text.count, text[at] == "?", text[at + 1] == ":" { at += 2 }
        guard let inner = sequence(), at < text.count else { return nil }
        return inner
      case "[": return characterClass()
      case "\\":
        at += 1
        guard at < text.count else { return nil }
        return escaped(text[at]).map { pick($0) }
      case ".": return pick(["a", "b", "1"])
      case "|", "*", "+", "?", "{": return nil
      default: return String(text[at])
      }
    }

    private func pick(_ characters: [Character]) -> String { String(characters[choice % characters.count]) }

    private func escaped(_ character: Character) -> [Character]? {
      switch character {
      case "d": return ["0", "7", "9"]
      case "w": return ["a", "Z", "5"]
      case "s": return [" "]
      default: return character.isLetter || character.isNumber ? nil : [character]
      }
    }

    private mutating func characterClass() -> String? {
      at += 1
      var members: [Character] = []
      guard at < text.count, text[at] != "^" else { return nil }
      while at < text.count, text[at] != "]" {
        var character = text[at]
        if character == "\\" {
          at += 1
          guard at < text.count, let escaped = escaped(text[at]), let first = escaped.first else { return nil }
          if escaped.count > 1 {
            members += escaped
            at += 1
            continue
          }
          character = first
        }
        members.append(character)
        if at + 2 < text.count, text[at + 1] == "-", text[at + 2] != "]" {
          members.append(text[at + 2])
          at += 2
        }
        at += 1
      }
      return members.isEmpty || at >= text.count ? nil : pick(members)
    }

    /// How often the part before is repeated.
    private mutating func count() -> Int? {
      guard at < text.count else { return 1 }
      switch text[at] {
      case "*", "?":
        let isMany = text[at] == "*"
        at += 1
        return isMany ? extra : min(extra, 1)
      case "+":
        at += 1
        return 1 + extra
      case "{":
        guard let end = text[at...].firstIndex(of: "}") else { return nil }
        let bounds = String(text[at + 1..<end]).split(separator: ",", omittingEmptySubsequences: false)
        at = end + 1
        guard let first = bounds.first, let least = Int(first), least <= 1000 else { return nil }
        guard bounds.count == 2 else { return least }
        return min(least + extra, Int(bounds[1]) ?? .max)
      default: return 1
      }
    }
  }
}
