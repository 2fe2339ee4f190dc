import FlowCompiler
import FlowExpression

/// A change of a flow as it is written: of a sub-flow's, wherever it is called.
struct Mutation: Sendable {
  /// What is changed.
  enum Change: Sendable {
    /// A transition leads to another state of its file.
    case target(String)
    /// A transition keeps no error.
    case noError
    /// A transition assigns nothing.
    case noAssignment
    /// A branch is never taken.
    case never
    /// A bound of a branch's condition is another one: its number among the constants, and by how much.
    case bound(Int, Int64)
    /// What a branch's condition asks for is another text: its number among the constants.
    case text(Int)
    /// A relation of a branch's condition takes the bound in, or leaves it out: the number of the instruction.
    case relation(Int)
    /// The effect that the transition leaves is left out: the run goes on as if it had done what it is for.
    case dropped
  }

  /// The transition, or one that leaves the state that is changed.
  let place: EdgePlace
  let key: EdgePlace.Key
  let change: Change
  /// What is another thing, in words.
  let words: String

  /// Whether other transitions of the same state are changed with it.
  var concernsState: Bool {
    switch change {
    case .dropped, .never, .bound, .text, .relation: true
    case .target, .noError, .noAssignment: false
    }
  }
}

extension Instruction {
  /// The relation that it asks for; nil: it asks for none.
  var relation: Relation? { op == .compare || op == .compareSlot ? Relation(rawValue: aux) : nil }
}

extension Relation {
  /// The relation that takes the bound in where this one leaves it out, or the other way round, or is its opposite.
  var otherwise: Relation? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .lessOrEqual
    case .lessOrEqual: .less
    case .greater: .greaterOrEqual
    case .greaterOrEqual: .greater
    }
  }

  /// What is asked by it, in place of the other one.
  var words: String {
    switch self {
    case .equal: "asks for == in place of !="
    case .notEqual: "asks for != in place of =="
    case .less: "asks for < in place of <="
    case .lessOrEqual: "asks for <= in place of <"
    case .greater: "asks for > in place of >="
    case .greaterOrEqual: "asks for >= in place of >"
    }
  }
}
