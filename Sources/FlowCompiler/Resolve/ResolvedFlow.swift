import FlowModel
import FlowSource

/// A flow or sub-flow as it is written, with numbers for names. Sub-flows are not expanded yet.
struct ResolvedFlow: Sendable {
  /// What it was made from.
  let syntax: FlowSyntax
  /// The state it begins with; -1 where that is not known.
  var start: Int32 = -1
  /// The states, in the order of the file.
  var states: [ResolvedState] = []
  /// Whether some value could not be resolved, so that what flows where is not known.
  var hasUnknownValues = false
}

/// A state with numbers for names.
///
/// It never changes, and is shared by all passes that look at it: to read one out of a flow costs one reference.
final class ResolvedState: Sendable {
  let name: Word
  let kind: Kind
  /// All transitions, in the order of the file.
  let transitions: [ResolvedTransition]
  /// Whether some transition is not known, because it is reported as a problem.
  let isDoubtful: Bool

  init(_ draft: StateDraft) {
    (name, kind, transitions, isDoubtful) = (draft.name, draft.kind, draft.transitions, draft.isDoubtful)
  }

  /// The state without its meaning: it is reported as a problem.
  var broken: ResolvedState {
    ResolvedState(StateDraft(name: name, kind: .unknown, transitions: transitions, isDoubtful: true))
  }

  /// Boxed, so that reading a kind out of a graph costs one reference, whatever it holds.
  indirect enum Kind: Sendable {
    case page(ResolvedPage)
    case effect(ResolvedEffect)
    /// The condition of each transition; nil for the last.
    case choose([ResolvedExpression?])
    case call(ResolvedCall)
    case end(ResolvedEnd)
    case unknown
  }
}

/// What is known so far of a state that is being resolved.
struct StateDraft {
  let name: Word
  var kind = ResolvedState.Kind.unknown
  var transitions: [ResolvedTransition] = []
  var isDoubtful = false
}

/// A transition to another state.
struct ResolvedTransition: Sendable {
  /// The state it leads to; -1 where that is not known.
  var target: Int32
  /// The error it keeps, as an index into `TenantScope.errors`; -1: none.
  var error: Int32 = -1
  /// The slots that the error is about, where that is said.
  var errorFields: [Slot]?
  var assignments: [ResolvedAssignment] = []
  /// Where the error stands.
  var errorPlace: SourceSpan?
  /// Where its target stands.
  var span: SourceSpan
}

/// A slot that receives the value of an expression.
struct ResolvedAssignment: Sendable {
  var slot: Slot
  var expression: ResolvedExpression
}

/// A compiled expression and where it stands.
struct ResolvedExpression: Sendable {
  /// The index into `ExpressionPool.compiled`.
  var index: Int32
  var syntax: ExpressionSyntax
}

struct ResolvedPage: Sendable {
  var title: String
  var skip: Skip = .never
  /// `submit` first where there is one.
  var events: [ResolvedEvent] = []
  /// Seconds; 0: no time-out.
  var timeout = 0
  /// The index of the time-out's transition; -1: none.
  var timeoutTransition: Int32 = -1

  enum Skip: Sendable {
    case never
    case filled
    case when(ResolvedExpression)
  }

  var isSkippable: Bool {
    if case .never = skip { false } else { true }
  }
}

struct ResolvedEvent: Sendable {
  var name: String
  /// Where its name stands.
  var place: SourceSpan
  var fields: [ResolvedField]
  /// An index into the state's transitions.
  var transition: Int32
  /// What people read in place of the name; empty: nothing else.
  var label = ""
}

struct ResolvedField: Sendable {
  var slot: Slot
  var isRequired: Bool
  var name: Word
  /// What it depends on; nil: nothing.
  var terms: FieldTerms<Slot>?
  /// The conditions of that, as they are written.
  var conditions: [ResolvedExpression] = []
  /// The fields behind this one that its conditions ask for: they could not be read.
  var asksBehind: [(asked: Slot, place: SourceSpan, message: String, help: String)] = []
  var help = ""
  var placeholder = ""

  /// Whether it surely has a value behind its event: a field that may not be there may have none.
  var isSure: Bool { isRequired && terms?.show == nil }
  /// Whether there is a case in which it is needed.
  var mayBeRequired: Bool { isRequired || terms?.required != nil }
}

/// An object, as it is asked for at each edge of a flow.
final class ResolvedEffect: Sendable, CalledEffect {
  let effect: Effect
  let place: SourceSpan
  let arguments: [EffectArgument]
  /// Where each argument's value stands, by its parameter; nil where none is given.
  let argumentPlaces: [SourceSpan?]
  /// The slots that the call reads.
  let reads: [SlotUse]
  /// The transition of each outcome, as an index into the state's transitions; -1: not handled.
  let outcomes: [Int32]

  init(_ draft: EffectDraft) {
    (effect, place, arguments) = (draft.effect, draft.place, draft.arguments)
    (argumentPlaces, reads, outcomes) = (draft.argumentPlaces, draft.reads, draft.outcomes)
  }

  /// What an outcome writes, and the slot it writes to.
  func write(by outcome: Int) -> (write: SlotWrite, slot: Slot)? {
    guard let write = effect.definition.outcomes[outcome].writes, case .slot(let slot) = arguments[write.parameter]
    else { return nil }
    return (write, slot)
  }
}

/// A `ResolvedEffect` while it is resolved.
struct EffectDraft: CalledEffect {
  var effect: Effect
  var place: SourceSpan
  var arguments: [EffectArgument] = []
  var argumentPlaces: [SourceSpan?] = []
  var reads: [SlotUse] = []
  var outcomes: [Int32] = []
}

/// A place where a slot is read.
struct SlotUse: Sendable {
  var slot: Slot
  var span: SourceSpan
}

struct ResolvedCall: Sendable {
  /// The sub-flow, as an index into `TenantScope.flows`; -1 where there is none.
  var subFlow: Int32
  var place: SourceSpan
  /// The transition of each of its ends, as an index into the state's transitions; -1: not handled.
  var ends: [Int32] = []
}

struct ResolvedEnd: Sendable {
  var name: String
  /// The index of the name among the flow's ends.
  var index: Int32
  /// Where `grants: sign-in` stands.
  var grants: SourceSpan?
  var results: [ResolvedResult] = []
  /// What people read who must go on in a browser.
  var redirect: Word?
  /// Whether it promises what stands against its `redirect`. That is reported, so no rule judges what it promises.
  var isContradictory = false
}

struct ResolvedResult: Sendable {
  var result: End.Result
  var span: SourceSpan
}
