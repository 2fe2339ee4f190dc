import CIDN2

/// Passwords in the one form that all ways to type them share: NIST SP 800-63B-4, section 3.1.1.2, asks for the normalization
/// process for stabilized strings of UAX #15, section 12.1, with NFKC. Keyboards and systems differ in how they compose what
/// looks the same.
package enum PasswordText {
  /// A password's NFKC form, whose code points are counted and whose bytes are hashed; nil where memory is short.
  package static func normal(_ typed: String) -> String? { UnicodeForm.compatible(whole: typed) }

  /// Whether the form stays the same with each later version of Unicode: not so while it holds code points that nobody has
  /// assigned yet.
  package static func isStable(_ normal: String) -> Bool {
    normal.unicodeScalars.allSatisfy { $0.isASCII || !uc_is_property_unassigned_code_value($0.value) }
  }

  /// A word as it is looked for in passwords: NFKC, and in lower case.
  package static func word(_ text: String) -> String {
    UnicodeForm.compatible(UnicodeForm.compatible(text).lowercased())
  }

  /// Whether a password is nothing but some words, digits and signs. The whole of it counts, as NIST SP 800-63B-4 says: a
  /// long one may well contain a word. `words` are in the form in which they are looked for.
  package static func consists(_ normal: String, of words: [String]) -> Bool {
    var rest = Array(word(normal).unicodeScalars)
    var isFound = false
    // The longest first: a short one must not take a part of it away.
    for word in words.map({ Array($0.unicodeScalars) }).sorted(by: { $0.count > $1.count }) where !word.isEmpty {
      isFound = remove(word, from: &rest) || isFound
    }
    return isFound && !rest.contains { $0.properties.isAlphabetic }
  }

  /// Puts a sign for each time that a word stands in a text; whether it does.
  private static func remove(_ word: [Unicode.Scalar], from text: inout [Unicode.Scalar]) -> Bool {
    var left: [Unicode.Scalar] = []
    var index = 0
    var isFound = false
    while index < text.count {
      if text[index...].starts(with: word) {
        left.append("-")
        index += word.count
        isFound = true
      } else {
        left.append(text[index])
        index += 1
      }
    }
    text = left
    return isFound
  }
}
