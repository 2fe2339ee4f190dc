/// What a mail server said, as whoever looks after the outbox may read it: one line of what is seen, without addresses, and without
/// what the mail or the log-in had in it.
///
/// INVARIANT: all of it is compared before any of it is cut off: the rest of a secret is a secret.
struct ServerWords {
  let text: String

  /// What stands for words that are left out.
  private static let withheld = "(withheld)"
  /// How much of it is kept, in characters.
  private static let limit = 200
  /// What is shorter stands in other words by chance.
  private static let shortestSecret = 3
  /// So much of a secret is no chance; of one that is digits alone.
  private static let piece = (any: 6, digits: 5)
  /// So much in one word is none either: of digits alone, and of what is as long as a token where such pieces are half of it.
  private static let fragment = 3
  /// A token of somebody's is no shorter.
  private static let shortestToken = 16

  /// Nil where it says nothing.
  init?(_ said: String, hiding secrets: [String]) {
    let seen = String(decoding: said.utf8.map { 0x20..<0x7F ~= $0 ? $0 : 0x20 }, as: UTF8.self)
    let words = seen.split(separator: " ").map { $0.lowercased() }
    let hidden = secrets.map { $0.lowercased() }.filter { $0.utf8.count >= Self.shortestSecret }
    let echoed = Self.echoed(words, hidden)
    let encoded = secrets.filter { $0.utf8.count >= Self.piece.digits }.flatMap(Self.inBase64)
    var shown: [String] = []
    for (index, word) in seen.split(separator: " ").enumerated() {
      let lower = word.lowercased()
      if Self.namesMailbox(lower) {
        shown.append("(address)")
      } else if echoed.contains(index) || hidden.contains(where: lower.contains)
        || encoded.contains(where: word.contains)
        || Self.percentDecoded(lower).map({ plain in hidden.contains { plain.contains($0) } }) == true
        || Self.looksLikeToken(word)
      {
        if shown.last != Self.withheld { shown.append(Self.withheld) }
      } else {
        shown.append(String(word))
      }
    }
    let line = shown.joined(separator: " ")
    guard line.contains(where: \.isLetter) else { return nil }
    text = line.count > Self.limit ? line.prefix(Self.limit) + "…" : line
  }

  /// Also as a mail or a URL writes it.
  private static func namesMailbox(_ word: String) -> Bool {
    ["@", "=40", "%40"].contains(where: word.contains)
  }

  /// What base64 writes of a secret alone, wherever it begins in what is encoded.
  private static func inBase64(_ secret: String) -> [String] {
    (0..<3).map { before in
      let bytes = Array(repeating: UInt8(0), count: before) + secret.utf8
      // Six bits a character: those at the ends have bits of what is beside it.
      let whole = base64(bytes).prefix(bytes.count * 8 / 6)
      return String(whole.dropFirst((before * 8 + 5) / 6))
    }
  }

  /// A word as a URL has it in plain letters; nil where nothing is encoded.
  private static func percentDecoded(_ word: String) -> String? {
    guard word.utf8.contains(UInt8(ascii: "%")) else { return nil }
    let bytes = Array(word.utf8)
    var (plain, index) = ([UInt8](), 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        plain.append(byte)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self).lowercased()
  }

  /// The words in which there are pieces of secrets, whatever stands between their letters and digits, spaces also.
  private static func echoed(_ words: [String], _ secrets: [String]) -> Set<Int> {
    var dense: [UInt8] = []
    var owners: [Int] = []
    for (index, word) in words.enumerated() {
      for byte in word.utf8 where byte.isLetterOrDigit {
        dense.append(byte)
        owners.append(index)
      }
    }
    var found: Set<Int> = []
    for secret in secrets {
      let letters = secret.utf8.filter(\.isLetterOrDigit)
      found.formUnion(fragments(of: letters, in: dense, owners))
      let isNumber = letters.allSatisfy(\.isDigit)
      let size = min(letters.count, isNumber ? piece.digits : piece.any)
      guard size >= shortestSecret else { continue }
      let pieces = Set((0...(letters.count - size)).map { Array(letters[$0..<$0 + size]) })
      guard dense.count >= size else { continue }
      for start in 0...(dense.count - size) where pieces.contains(Array(dense[start..<start + size])) {
        // Of what is shorter than a piece, such as a name, only whole words are told from chance.
        if size < piece.digits, owners[start] != owners[start + size - 1] { continue }
        found.formUnion(owners[start..<start + size])
      }
    }
    return found
  }

  /// The words in which there are small pieces of a secret: each of a code's in one word; of a longer one's where they are half of it.
  private static func fragments(of letters: [UInt8], in dense: [UInt8], _ owners: [Int]) -> Set<Int> {
    let isNumber = letters.allSatisfy(\.isDigit)
    guard letters.count > fragment, dense.count >= fragment, isNumber || letters.count >= shortestToken else {
      return []
    }
    let places = Dictionary(grouping: 0...(letters.count - fragment)) { Array(letters[$0..<$0 + fragment]) }
    var (found, covered) = (Set<Int>(), Set<Int>())
    for start in 0...(dense.count - fragment) {
      let range = start..<(start + fragment)
      guard owners[range.lowerBound] == owners[range.upperBound - 1], let known = places[Array(dense[range])] else {
        continue
      }
      found.insert(owners[start])
      for place in known { covered.formUnion(place..<(place + fragment)) }
    }
    return isNumber || covered.count * 2 >= letters.count ? found : []
  }

  /// Whether a word has a run of hexadecimal digits, or of what base64 is made of, that is no word of a language.
  private static func looksLikeToken(_ word: Substring) -> Bool {
    let runs = word.utf8.split { !$0.isLetterOrDigit && !"+-_=".utf8.contains($0) }
    return runs.contains { run in
      guard run.count >= shortestToken else { return false }
      let hasDigit = run.contains(where: \.isDigit)
      let hasBothCases =
        run.dropFirst().contains { 0x41...0x5A ~= $0 } && run.contains { 0x61...0x7A ~= $0 }
      let isHexadecimal = run.allSatisfy { $0.isDigit || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 }
      return hasDigit || hasBothCases || isHexadecimal
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
  fileprivate var isLetterOrDigit: Bool { isDigit || 0x41...0x5A ~= self || 0x61...0x7A ~= self }
}
