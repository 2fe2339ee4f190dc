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
    isSlip = FlowSource.isSlip(word.text, for: name)
  }

  var help: String { "did you mean \(name.quoted)?" }

  /// The fix, where it is certain.
  func edit(_ word: Word) -> Edit? { isSlip ? Edit(word.span, name) : nil }
}
