package import FlowSource

/// A file of cases: what a tenant's folder has under `tests/`. It says what holds, what clients send, and what shall come
/// of it; nothing of it is in the table.
package struct CaseFile: Sendable {
  /// The number of the file.
  package var file: UInt32
  /// The flow that its cases start.
  package var flow: Word
  /// Whether that is a sub-flow, which is tested by itself.
  package var isSubFlow = false
  /// The names of its ends.
  package var ends: [String] = []
  /// The cases, in the order of the file.
  package var cases: [FlowCase] = []
}

/// One case.
package struct FlowCase: Sendable {
  /// What it shows, in the author's words.
  package var name: Word
  /// What holds before its first step: what the file says, and then what the case says.
  package var given: CaseWorld
  /// Of a case with a table (`each`): its row.
  package var row: CaseRow?
  /// What happens, in order.
  package var steps: [CaseStep] = []
}

/// A row of a table of values.
package struct CaseRow: Sendable {
  /// Where it stands.
  package var span: SourceSpan
  /// Its names, and what is written behind them.
  package var members: [(name: String, value: String)]

  /// The values, short: what tells this row from the others.
  package var text: String {
    let text = members.map(\.value).joined(separator: ", ")
    return text.count > 48 ? text.prefix(47) + "…" : text
  }
}

/// A name with its value.
package struct CaseMember: Sendable {
  package var name: Word
  package var value: CaseValue

  package init(name: Word, value: CaseValue) { (self.name, self.value) = (name, value) }
}

/// One step of a case.
package struct CaseStep: Sendable {
  /// What is done.
  package indirect enum Action: Sendable {
    /// A run begins: of the file's own flow, or of another one.
    case start(flow: Word?, input: [CaseMember])
    /// Somebody opens a mailed link: a run of its flow begins, and what the link carries goes with each event that has
    /// a field for it.
    case open(CaseValue)
    /// An event as a client sends it.
    case send(Word, input: [CaseMember])
    /// So many seconds pass.
    case wait(Int)
    /// The world is another one from here on.
    case given(CaseWorld)
    /// Nothing is done: the client looks once more.
    case look
  }

  /// Where it stands.
  package var span: SourceSpan
  package var action: Action
  /// Who acts; nil: whoever the case is about. Each of them has a run of their own.
  package var who: Word?
  /// How often it is done, one time after the other; what is expected is of the last time.
  package var times = 1
  /// Whether the event goes with the token of the step before, as from a client that went back.
  package var isStale = false
  /// What shall come of it; nil: no error, and nothing else is asked.
  package var expected: CaseExpectation?

  package init(span: SourceSpan, action: Action) { (self.span, self.action) = (span, action) }
}

/// What shall come of a step. What is left out is not asked, but for the error: without one there is none.
package struct CaseExpectation: Sendable {
  package var span: SourceSpan
  /// Where each key stands that says something.
  package var places: [String: SourceSpan] = [:]
  package var state: Word?
  package var page: CaseText?
  package var fields: [Word]?
  package var events: [Word]?
  package var error: Word?
  package var invalid: [Word]?
  package var end: Word?
  package var grants: Bool?
  package var results: [Word]?
  package var values: [CaseMember] = []
  package var locale: Word?
  package var messages: [ExpectedMessage]?
  package var asked: [Word]?
  package var accounts: [ExpectedAccount] = []
  package var missing: [CaseValue] = []

  package init(span: SourceSpan) { self.span = span }
}

/// A message that a step shall send.
package struct ExpectedMessage: Sendable {
  package var span: SourceSpan
  /// Where each key stands.
  package var places: [String: SourceSpan] = [:]
  package var kind: Word?
  package var to: CaseValue?
  package var channel: Word?
  /// What it is about, of a mail.
  package var subject: CaseText?
  /// A part of its words.
  package var says: CaseText?
}

/// An account as it shall be.
package struct ExpectedAccount: Sendable {
  package var span: SourceSpan
  package var account: CaseAccount
}
