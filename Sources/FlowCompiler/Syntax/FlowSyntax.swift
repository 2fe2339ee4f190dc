import FlowModel
import FlowSource

/// What stands in a flow's file.
struct FlowSyntax: Sendable {
  var file: UInt32
  var name: Word
  var isSubFlow = false
  var summary = ""
  /// Where `reveals: [account-existence]` stands, if it does.
  var revealsAccounts: SourceSpan?
  /// Seconds; nil where it is left out.
  var lifetime: Int?
  var inputs: [AttributeSyntax] = []
  /// What each call of it says.
  var parameters: [ParameterSyntax] = []
  /// What one call has said, by the parameters' names; nil: this is what stands in the file.
  var arguments: [String: GivenArgument]?
  /// The keys of texts in other languages that are not those of where they stand, by these.
  var givenTexts: [[String]: [String]] = [:]
  var start: Word?
  /// What the tenant wants to be true of every run.
  var properties: [PropertySyntax] = []
  var states: [StateSyntax] = []
  /// Whether states are missing because their names could not be taken.
  var hasLostStates = false
  /// Whether states could not be read at all, so that nothing can be said about the graph.
  var isBroken = false
}

/// One state.
struct StateSyntax: Sendable {
  var name: Word
  var kind: Kind

  /// Boxed, so that a state is copied at the cost of two references, whatever it holds.
  indirect enum Kind: Sendable {
    case page(PageSyntax)
    case effect(EffectSyntax)
    case choose([BranchSyntax])
    case call(CallSyntax)
    case end(EndSyntax)
    /// It could not be read; what is wrong has been reported.
    case broken
  }
}

/// `page`.
struct PageSyntax: Sendable {
  var title: Word
  var fields: [FieldSyntax] = []
  var skip: SkipSyntax?
  var after: AfterSyntax?
  var events: [HandlerSyntax] = []
  /// What people read in place of events' names.
  var labels: [LabelSyntax] = []
  /// Whether `then` could not be read.
  var isBroken = false
}

/// One entry of a page's `events`.
struct LabelSyntax: Sendable {
  var event: Word
  var label: String
}

enum SkipSyntax: Sendable {
  case filled(SourceSpan)
  case when(ExpressionSyntax)

  var span: SourceSpan {
    switch self {
    case .filled(let span): span
    case .when(let expression): expression.span
    }
  }
}

/// `after: 10m -> state`.
struct AfterSyntax: Sendable {
  var seconds: Int
  var target: Word
}

/// A field of an event.
struct FieldSyntax: Sendable {
  var name: Word
  var isRequired: Bool
  /// When it is needed, where a condition decides it.
  var required: ExpressionSyntax?
  /// When it is there; nil: always.
  var show: ExpressionSyntax?
  var options: [OptionsSyntax] = []
  var help = ""
  var placeholder = ""
}

/// Options that a field offers where a condition holds.
struct OptionsSyntax: Sendable {
  var when: ExpressionSyntax?
  var options: [Word] = []
}

/// One entry of `then`: what it answers to, and where it leads.
struct HandlerSyntax: Sendable {
  var name: Word
  var transition: TransitionSyntax
}

/// A state's name, or `{ to, error, fields, set }`.
struct TransitionSyntax: Sendable {
  /// The target's place, or that of what should name one.
  var span: SourceSpan
  /// Nil where it is missing; that has been reported.
  var target: Word?
  var error: Word?
  /// The fields that the error is about, where that is said.
  var errorFields: [Word]?
  var set: [SetSyntax] = []
  var fields: [FieldSyntax] = []
}

/// One entry of `set`.
struct SetSyntax: Sendable {
  var attribute: Word
  var expression: ExpressionSyntax
}

/// `do`.
struct EffectSyntax: Sendable {
  var effect: Word
  var arguments: [ArgumentSyntax] = []
  var outcomes: [HandlerSyntax] = []
  /// Whether `with` or `then` could not be read.
  var isBroken = false
}

/// One entry of `with`.
struct ArgumentSyntax: Sendable {
  var name: Word
  var value: Value

  enum Value: Sendable {
    case word(Word)
    case list([Word], SourceSpan)
  }

  var span: SourceSpan {
    switch value {
    case .word(let word): word.span
    case .list(_, let span): span
    }
  }
}

/// One element of `choose`.
struct BranchSyntax: Sendable {
  var span: SourceSpan
  var condition: ExpressionSyntax?
  var transition: TransitionSyntax
  /// Whether its `when` could not be read.
  var isBroken = false
}

/// `call`.
struct CallSyntax: Sendable {
  var flow: Word
  /// What it gives to the sub-flow's parameters.
  var arguments: [(name: Word, value: Word)] = []
  /// The sub-flow with that in place, and as it stands in its file, by their numbers; nil: it has no parameters.
  var instance: Int?
  var template: Int?
  var ends: [HandlerSyntax] = []
  /// Whether `then` could not be read.
  var isBroken = false
}

/// `end`.
struct EndSyntax: Sendable {
  var name: Word
  /// Where `grants: sign-in` stands.
  var grants: SourceSpan?
  var results: [Word] = []
  /// What people read who must go on in a browser.
  var redirect: Word?
}
