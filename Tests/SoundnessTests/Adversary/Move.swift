import FlowExpression
import FlowModel

@testable import FlowRuntime

/// One thing that Eve can do, or that an owner does.
struct Move: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// Starts a flow, by its index.
    case start(Int32)
    /// An event of the page where the run rests.
    case event(Int, [SlotValue])
    case act(OwnerAct)
  }

  var kind: Kind
  var surroundings = Surroundings()
  /// What is done, and in which of Eve's runs.
  var name: String
  var run = 0

  var description: String {
    let weather = surroundings.weather == .fair ? "" : " (\(surroundings.weather))"
    let meanwhile = surroundings.meanwhile.map { " (and before it is done, its owner \($0))" } ?? ""
    return (run == 0 ? "" : "run \(run): ") + name + weather + meanwhile
      + (surroundings.function == .success ? "" : " (the function answers \(surroundings.function))")
  }
}
