import FlowSource

/// A part of a template, as it is written.
enum TemplateNode: Sendable {
  /// Words, as the bytes of the file.
  case text(Range<Int>)
  /// `{{ name }}`.
  case value(Word)
  /// `{{ if name }} … {{ else }} … {{ end }}`.
  indirect case branch(TemplateBranch)
}

/// Two ways to go on, of which one is taken.
struct TemplateBranch: Sendable {
  /// What is asked about.
  var name: Word
  /// What it must be; nil: anything.
  var text: Word?
  /// The `{{ if … }}`.
  var place: SourceSpan
  var then: [TemplateNode] = []
  var otherwise: [TemplateNode] = []
}

extension [TemplateNode] {
  /// All places for values, also those of branches.
  var values: [Word] {
    flatMap { node -> [Word] in
      switch node {
      case .text: []
      case .value(let word): [word]
      case .branch(let branch): branch.then.values + branch.otherwise.values
      }
    }
  }

  /// Whether a value is said whichever branches are taken, at a place that counts.
  func alwaysSay(_ name: String, where counts: (Word) -> Bool) -> Bool {
    contains { node in
      switch node {
      case .text: false
      case .value(let word): word.text == name && counts(word)
      case .branch(let branch):
        branch.then.alwaysSay(name, where: counts) && branch.otherwise.alwaysSay(name, where: counts)
      }
    }
  }
}
