/// A flow, lowered: states, transitions and payloads in flat arrays that name each other by index.
public struct Flow: Hashable, Sendable {
  /// The name.
  public var name: String
  /// What it is for, in one sentence.
  public var summary: String
  /// Whether it says openly that an account exists (`reveals: [account-existence]`).
  public var revealsAccounts: Bool
  /// How long a run lives, in seconds.
  public var lifetime: Int
  /// The parameters a run is started with, `input.…` in conditions; their slots follow the tenant's attributes.
  public var inputs: [AttributeDefinition]
  /// Where a run starts, as an index into `states`.
  public var start: Int32
  /// All states; those of sub-flows are expanded in place, under `caller/name`.
  public var states: [FlowState]
  /// All transitions.
  public var transitions: [Transition]
  /// What states of the kind `page` add.
  public var pages: [Page]
  /// What states of the kind `do` add.
  public var calls: [EffectCall]
  /// What states of the kind `choose` add.
  public var choices: [Choice]
  /// What states of the kind `end` add.
  public var ends: [End]
  /// The assignments of transitions with `set`.
  public var assignments: [Assignment]

  /// A flow without states.
  public init(name: String) {
    self.name = name
    summary = ""
    revealsAccounts = false
    lifetime = 1800
    inputs = []
    start = 0
    states = []
    transitions = []
    pages = []
    calls = []
    choices = []
    ends = []
    assignments = []
  }
}

/// The kinds of state that are left after sub-flows are expanded.
public enum StateKind: UInt8, Hashable, Sendable, BinaryCodable {
  /// The run rests here and waits for an event.
  case page
  /// Runs an effect and follows its outcome.
  case effect
  /// Follows the first condition that holds.
  case choose
  /// The run is over.
  case end
}

/// One state.
public struct FlowState: Hashable, Sendable {
  /// The name; `caller/name` within an expanded sub-flow.
  public var name: String
  /// The kind.
  public var kind: StateKind
  /// The index into the flow's `pages`, `calls`, `choices` or `ends`, by kind.
  public var payload: Int32

  /// A state of a kind with its payload's index.
  public init(name: String, kind: StateKind, payload: Int32) {
    self.name = name
    self.kind = kind
    self.payload = payload
  }
}

/// A transition to another state.
public struct Transition: Hashable, Sendable {
  /// The next state, as an index into `Flow.states`.
  public var target: Int32
  /// The error kept beside the new state, as an index into `FlowTable.errors`; -1: none.
  public var error: Int32
  /// The fields the error is about.
  public var errorFields: [Slot]
  /// What is assigned with it: a range of `Flow.assignments`.
  public var firstAssignment: Int32
  /// How many assignments there are.
  public var assignmentCount: Int32

  /// A transition to a state.
  public init(target: Int32, error: Int32 = -1, errorFields: [Slot] = [], assignments: Range<Int32> = 0..<0) {
    self.target = target
    self.error = error
    self.errorFields = errorFields
    firstAssignment = assignments.lowerBound
    assignmentCount = assignments.upperBound - assignments.lowerBound
  }
}

/// `set`: a slot receives the value of an expression.
public struct Assignment: Hashable, Sendable {
  /// The attribute's slot.
  public var slot: Slot
  /// The index into `FlowTable.expressions`.
  public var expression: Int32

  /// An assignment to a slot.
  public init(slot: Slot, expression: Int32) {
    self.slot = slot
    self.expression = expression
  }
}

/// A page: what people see and may do.
public struct Page: Hashable, Sendable {
  /// When a page is passed by, following `submit`.
  public enum Skip: Hashable, Sendable {
    /// Never.
    case never
    /// When all required fields of `submit` have values.
    case filled
    /// When a condition holds: an index into `FlowTable.expressions`.
    case when(Int32)
  }

  /// The heading.
  public var title: String
  /// When it is passed by.
  public var skip: Skip
  /// The events it offers, `submit` first where there is one.
  public var events: [PageEvent]
  /// Its time-out, in seconds; 0: none but the run's own.
  public var timeout: Int
  /// The transition that the time-out follows; -1: none.
  public var timeoutTransition: Int32

  /// A page with its events and no time-out.
  public init(title: String, skip: Skip = .never, events: [PageEvent], timeout: Int = 0, timeoutTransition: Int32 = -1)
  {
    self.title = title
    self.skip = skip
    self.events = events
    self.timeout = timeout
    self.timeoutTransition = timeoutTransition
  }
}

/// An event that a page offers.
public struct PageEvent: Hashable, Sendable {
  /// The name of the event that collects the page's own fields.
  public static let submit = "submit"

  /// The name, such as `submit` or `resend`.
  public var name: String
  /// What the event collects.
  public var fields: [PageField]
  /// The transition it follows.
  public var transition: Int32
  /// What people read in place of the name; empty: nothing else.
  public var label: String

  /// An event with its fields and transition.
  public init(name: String, fields: [PageField], transition: Int32, label: String = "") {
    self.name = name
    self.fields = fields
    self.transition = transition
    self.label = label
  }
}

/// A field of an event.
public struct PageField: Hashable, Sendable {
  /// The slot that receives the value: a secret or an attribute.
  public var slot: Slot
  /// Whether the event needs it wherever it is shown.
  public var isRequired: Bool
  /// What it depends on; nil: nothing.
  public var terms: FieldTerms<Slot>?
  /// What people read beside it here, in place of its attribute's own; empty: that.
  public var help = ""
  /// What stands in it here before anything is typed, in place of its attribute's own; empty: that.
  public var placeholder = ""

  /// A field that fills a slot.
  public init(slot: Slot, isRequired: Bool) {
    self.slot = slot
    self.isRequired = isRequired
  }
}

/// `do`: an effect with its arguments and a transition for each outcome.
public struct EffectCall: Hashable, Sendable {
  /// The effect.
  public var effect: Effect
  /// The arguments, in the order of the catalogue's parameters.
  public var arguments: [EffectArgument]
  /// The transitions, in the order of the catalogue's outcomes; -1 for one that may be left out, and is.
  public var transitions: [Int32]

  /// A call.
  public init(effect: Effect, arguments: [EffectArgument], transitions: [Int32]) {
    self.effect = effect
    self.arguments = arguments
    self.transitions = transitions
  }

  /// The transition of an outcome, by its index; nil where the flow does not handle it.
  public func transition(of outcome: Int) -> Int32? {
    guard transitions.indices.contains(outcome), transitions[outcome] >= 0 else { return nil }
    return transitions[outcome]
  }
}

/// An argument of an effect, resolved.
public enum EffectArgument: Hashable, Sendable {
  /// Not given.
  case absent
  /// The value of a slot.
  case slot(Slot)
  /// Several slots.
  case slots([Slot])
  /// The index of a word in the parameter's list.
  case word(Int32)
  /// The index of a function in `FlowTable.functions`.
  case function(Int32)
  /// The index of a flow in `FlowTable.flows`.
  case flow(Int32)
  /// `verified(slot)`.
  case verified(Slot)
  /// The name of a notice.
  case notice(String)
}

/// `choose`: conditions in order; the last has none.
public struct Choice: Hashable, Sendable {
  /// A branch, taken if its condition holds.
  public struct Branch: Hashable, Sendable {
    /// The index into `FlowTable.expressions`; -1: always.
    public var condition: Int32
    /// The transition.
    public var transition: Int32

    /// A branch with its condition.
    public init(condition: Int32, transition: Int32) {
      self.condition = condition
      self.transition = transition
    }
  }

  /// The branches in order.
  public var branches: [Branch]

  /// The branches in order.
  public init(branches: [Branch]) { self.branches = branches }
}

/// `end`: how a run is over and what the client gets.
public struct End: Hashable, Sendable {
  /// The name of an end at which the client has what it came for.
  public static let completed = "completed"
  /// The name of an end at which the client was refused for good.
  public static let failed = "failed"
  /// The name of an end to which pages lead whose time is over, as protocols tell it.
  public static let timedOut = "timed-out"

  /// One thing the client gets.
  public enum Result: Hashable, Sendable {
    /// An attribute's, parameter's or account fact's value, under its name.
    case slot(Slot, name: String)
    /// The tokens of the session that `token.issue` opened.
    case tokens
  }

  /// The name: `completed`, `failed` or the flow's own.
  public var name: String
  /// Whether the end hands out a grant that signs the account in once (`grants: sign-in`).
  public var grantsSignIn: Bool
  /// What else the client gets.
  public var results: [Result]
  /// What people read who must go on in a browser (`redirect: …`); nil: nobody must.
  public var redirect: String?

  /// An end of a name.
  public init(name: String, grantsSignIn: Bool = false, results: [Result] = [], redirect: String? = nil) {
    self.name = name
    self.grantsSignIn = grantsSignIn
    self.results = results
    self.redirect = redirect
  }
}
