/// Identifiers made of a tenant's names, which may be anything.
enum Words {
  /// `prove-email/enter-code` as `ProveEmailEnterCode`; empty where nothing of the name can stand in an identifier.
  static func upperCamel(_ name: String) -> String { words(of: name).map(capitalized).joined() }

  /// The same as `proveEmailEnterCode`.
  static func lowerCamel(_ name: String) -> String {
    let words = words(of: name)
    guard let first = words.first else { return "" }
    let start = first.allSatisfy { $0.isUppercase || $0.isNumber } ? first.lowercased() : lowered(first)
    return start + words.dropFirst().map(capitalized).joined()
  }

  /// The name's parts of letters and digits.
  private static func words(of name: String) -> [Substring] {
    name.split { character in !character.unicodeScalars.allSatisfy(isPart) }
  }

  /// What Swift and ECMAScript both take within an identifier. Lower planes alone: TypeScript's older targets know no others.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value <= 0xFFFF, scalar != "_" else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .nonspacingMark, .spacingMark:
      scalar.properties.isXIDContinue
    case .decimalNumber: scalar.isASCII
    default: false
    }
  }

  private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }
  private static func lowered(_ word: Substring) -> String { word.prefix(1).lowercased() + word.dropFirst() }
}
