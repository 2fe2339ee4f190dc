import FlowSource

/// What a name that means nothing was probably meant to be.
struct Guess {
  /// The nearest name that means something.
  let name: String
  /// Whether it is near enough to be taken for the one that was meant, so that one slip of the pen is one problem.
  let isSlip: Bool

  /// The nearest of some names, or the one that other languages call by this word; nil where none is near.
  init?(_ word: Word, among names: some Sequence<String>, calling others: [String: String] = [:]) {
    if let name = others[word.text.lowercased()], names.contains(name) {
      self.name = name
      isSlip = true
      return
    }
    guard let name = nearest(word.text, among: names) else { return nil }
    self.name = name
    isSlip = FlowCompiler.isSlip(word.text, for: name)
  }

  var help: String { "did you mean \(name.quoted)?" }

  /// The fix, where it is certain.
  func edit(_ word: Word) -> Edit? { isSlip ? Edit(word.span, name) : nil }
}

/// Whether two names differ by a slip: in case or hyphens only, or in one or two neighbouring letters of a longer one. Digits count as
/// meant: nobody writes `step-12` for `step-13` by a slip that can be told from a missing state.
func isSlip(_ name: String, for other: String) -> Bool {
  func plain(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
  }
  let (left, right) = (plain(name), plain(other))
  if left == right { return true }
  let start = zip(left, right).prefix { $0 == $1 }.count
  let rest = (left[start...], right[start...])
  let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
  let parts = (rest.0.dropLast(end), rest.1.dropLast(end))
  let isSwap = parts.0.count == 2 && parts.0.elementsEqual(parts.1.reversed())
  let difference = isSwap ? 1 : max(parts.0.count, parts.1.count)
  // Of a short name, two other letters make another name, as in `sign-up` and `sign-in`.
  guard difference <= 2, max(left.count, right.count) >= (difference == 2 ? 8 : 3) else { return false }
  return !(parts.0 + parts.1).contains(where: \.isDigit)
}
