package import FlowSource

/// What came of a case.
package struct CaseResult: Sendable {
  /// Why it failed; nil: it passed.
  package var failure: CaseFailure?
  /// How long it took, in nanoseconds.
  package var nanoseconds: Int64 = 0
  /// How many transitions it took.
  package var transitions = 0
}

/// Why a case failed.
package struct CaseFailure: Sendable {
  /// What was expected and not so, or what could not be done.
  package struct Difference: Sendable {
    /// What it is about, such as `state`.
    package var what: String
    /// Where it is expected; nil: nowhere, as nobody expected it.
    package var span: SourceSpan?
    package var expected: String
    package var got: String
  }

  /// Where: the step.
  package var span: SourceSpan
  /// The step's number, from 1; 0: before the first.
  package var step: Int
  /// What was done, in words.
  package var action: String
  /// Why the case could not go on; nil: it could.
  package var problem: String?
  /// What was expected and not so.
  package var differences: [Difference] = []
  /// Each step so far, with the states that it went through.
  package var trace: [TraceLine] = []

  /// In one sentence, without a full stop.
  package var summary: String {
    if let problem { return problem }
    return differences.map { "\($0.what): expected \($0.expected), got \($0.got)" }.joined(separator: "; ")
  }
}
