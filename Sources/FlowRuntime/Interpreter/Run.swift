package import FlowExpression
package import FlowModel

/// The state of a run: all that `step` reads and writes. A value; it rests sealed in storage.
package struct Run: Hashable, Sendable {
  /// The flow, as an index into the table's flows.
  package var flow: Int32
  /// The application that started it, as an index into the table's applications; nil: none did.
  package var application: Int32?
  /// The state, as an index into the flow's states.
  package var state: Int32
  /// The values by slot; nil: not collected.
  package var slots: [Value?]
  /// The attributes that the client has taken out (`null`), for `account.update` to remove.
  package var removed: Set<Slot> = []
  /// What was valid in refused events that come in parts: it goes with the next event of this page that has its fields.
  /// Until then nothing reads it: to conditions, effects and proofs it is not collected. No secret is ever among it.
  package var drafts: [SlotValue] = []
  /// When the run started.
  package var started: Milliseconds
  /// When it came to rest in its state.
  package var entered: Milliseconds
  /// How many events it has taken.
  package var steps: Int64
  /// The error kept beside the state.
  package var error: RunError?
  /// The bound account's id.
  package var account: String?
  /// Which password the account had when it was bound, as a short keyed hash; empty: none, nil: not known, as in runs of an
  /// earlier version.
  package var credentials: [UInt8]?
  /// By what an account was looked for last, whether or not there is one.
  package var lookedUp: Identifier?
  /// What was proven.
  package var proofs: [Proof]
  /// The version of the credentials that the account of each proven address had at that time; 0 where there was none. A
  /// proof is void once they have changed.
  package var provenFor: [Identifier: Int64] = [:]
  /// The version of an address that was invited: that of no account which is found.
  package static let forNewAccount: Int64 = -1
  /// By what, and when, proofs of whoever is present came about.
  package var shown: [Shown] = []
  /// How the tokens were signed in for that the run issued.
  package var signIn: SignIn?
  /// What the bound account held of what was read of it: decisions rest on it, and what is as it was read is not written.
  package var readings: [Reading] = []
  /// The addresses that identified the bound account until this run changed or deleted it: notices may go there.
  package var formerAddresses: [Identifier] = []
  /// The code that was sent last, until it is consumed.
  package var challenge: Challenge?
  /// Where the last message went.
  package var sent: SentNotice?
  /// The step at which the run came to the page of attributes where it rests, or to the first of those it has come by since
  /// without another kind of page between; nil: it rests elsewhere. A token from before it is over.
  package var attributesSince: UInt32?
  /// What it has spent of the counters that are its own. Only the engine's bounds change it.
  package private(set) var counts = RunCounts()
  /// What its next step draws its random numbers from, beside the event; another one each time the run is written.
  package var salt: [UInt8] = []
  /// How much the client gave for each attribute and parameter the last time it did.
  package var given: [GivenSize] = []
  /// The event that brought it here; nil: something else was written since.
  package var answered: AnsweredEvent?
  /// The language in which it speaks with people: one of its table's.
  package var locale: LanguageTag

  /// A run at the start of a flow, before its first step.
  package init(flow: Int32, of table: FlowTable, now: Milliseconds, application: Int32? = nil) {
    let definition = table.flows[Int(flow)]
    self.flow = flow
    self.application = application
    state = definition.start
    slots = Array(repeating: nil, count: table.slotCount(definition))
    started = now
    entered = now
    steps = 0
    proofs = []
    locale = table.language
    slots[Int(RunFact.flow.slot)] = .string(definition.name)
    slots[Int(RunFact.started.slot)] = Value(milliseconds: now)
    slots[Int(RunFact.now.slot)] = Value(milliseconds: now)
    slots[Int(RunFact.steps.slot)] = .int(0)
  }

  /// What it has spent, for those who may count.
  subscript(counting _: CountingKey) -> RunCounts {
    get { counts }
    // In place: a setter would copy all counts for each that is spent.
    _modify { yield &counts }
  }

  /// Takes over what it had spent when it came to rest.
  mutating func restore(_ rested: RestedCounts) { counts = rested.counts }

  /// The value of a slot.
  package subscript(slot: Slot) -> Value? {
    get { slots[Int(slot)] }
    set { slots[Int(slot)] = newValue }
  }

  /// The text in a slot, if it holds one.
  package func text(_ slot: Slot) -> String? {
    if case .string(let text)? = slots[Int(slot)] { return text }
    return nil
  }
}

/// What a client gives a run to keep.
///
/// INVARIANT: the limit counts this and nothing else. What the engine adds to a run (a bound account, proofs, codes,
/// counts) and what the flow does (`set`, what is read of an account) hang on whether an account exists; what was given does
/// not. Values that a flow makes are bounded by their attributes, one by one.
extension Run {
  /// How much clients may give a run, measured as values are (`SlotRule.largestValue`). An event that would make it more is
  /// refused, before anything is done.
  package static let largest = 262_144

  /// Whether it was given more than runs may be, with what it keeps of refused events.
  var isTooLarge: Bool {
    let drafted = drafts.reduce(0) { $0 + $1.value.size }
    return given.reduce(drafted) { $0 + $1.size } > Self.largest
  }

  /// Notes what was given for a slot, in place of what was before. Secrets do not rest for long, and are short.
  mutating func note(_ value: Value, givenFor slot: Slot) {
    guard slot >= firstAttributeSlot else { return }
    given.removeAll { $0.slot == slot }
    if !value.isBlank { given.append(GivenSize(slot: slot, size: value.size)) }
  }
}

/// How much was given for a slot.
package struct GivenSize: Hashable, Sendable {
  /// The slot of an attribute or a parameter.
  package var slot: Slot
  /// The size of the value, in bytes.
  package var size: Int
}

/// What an account held of an attribute when a run read it.
package struct Reading: Hashable, Sendable {
  /// The attribute's slot.
  package var slot: Slot
  /// Its value; nil: none.
  package var value: Value?
}

/// An error kept beside a state.
package struct RunError: Hashable, Sendable {
  /// The index into the table's errors.
  package var error: Int32
  /// The fields it is about.
  package var fields: [Slot]
}

/// Something that a run has proven, bound to its subject: it proves nothing about another address or account.
package enum Proof: Hashable, Sendable {
  /// Control over an address, by the attribute that held it and its compared form.
  case verified(Identifier)
  /// The owner of the account with this id is present.
  case authenticated(String)
  /// The account with this id was created in this run.
  case created(String)
}

/// By what a proof came about.
package struct Shown: Hashable, Sendable {
  /// The proof.
  package var proof: Proof
  /// By what.
  package var method: SignIn.Method
  /// When.
  package var time: Milliseconds
}

/// A one-time code that waits to be entered.
package struct Challenge: Hashable, Sendable {
  /// The keyed hash of the code.
  package var codeHash: [UInt8]
  /// The address it was sent to.
  package var target: Identifier
  /// When it is void.
  package var expires: Milliseconds
  /// Whom it is for.
  package var owner: Owner

  /// Who can enter a code.
  package enum Owner: Hashable, Sendable {
    /// Whoever reads what is sent to its address.
    case anyone
    /// A run that is bound to the account of this id.
    case account(String)
    /// Nobody: it was never sent, and is there to be guessed in vain, as one that was sent is.
    case nobody
  }
}

/// Where a message went, and when another one may follow.
package struct SentNotice: Hashable, Sendable {
  /// The masked address.
  package var to: String
  /// How.
  package var channel: ChannelKind
  /// How many digits the code has; 0 for a link.
  package var length: Int64
  /// When another one may be sent.
  package var resendAt: Milliseconds
}

extension Value {
  /// A point in time.
  init(milliseconds: Milliseconds) {
    self = .timestamp(seconds: milliseconds / 1000, nanos: Int32(milliseconds % 1000) * 1_000_000)
  }
}
