import FlowModel
import Synchronization

/// Something that a flow can come to: one of its ends, or one of its transitions with an error.
struct Place: Hashable, Comparable, Sendable, CustomStringConvertible {
  let flow: String
  /// `end NAME`, or `STATE.WAY: ERROR` where the way is an outcome, an event, a branch or the time-out.
  let what: String

  var description: String { "\(flow): \(what)" }

  static func < (a: Place, b: Place) -> Bool { (a.flow, a.what) < (b.flow, b.what) }
}

/// The places that scenarios came to.
final class Coverage: Sendable {
  private let seen = Mutex<Set<Place>>([])

  var places: Set<Place> { seen.withLock { $0 } }

  func note(_ place: Place) { seen.withLock { _ = $0.insert(place) } }
}

/// A table whose errors say in their message by which transition they came, so that a client's replies show it.
struct MarkedTable {
  private(set) var table: FlowTable
  /// All ends, and all transitions with an error.
  private(set) var places: [Place] = []

  private static let mark: Character = "⟦"

  init(_ plain: FlowTable) {
    table = plain
    // What is added here has words in one language alone.
    table.locales = []
    for (index, flow) in plain.flows.enumerated() {
      places += flow.ends.map { Place(flow: flow.name, what: "end \($0.name)") }
      for state in flow.states {
        for (way, transition) in plain.ways(out: state, of: flow) {
          mark(transition, "\(state.name).\(way)", in: index)
        }
      }
    }
  }

  private mutating func mark(_ transition: Int32, _ way: String, in flow: Int) {
    // An outcome that may be left out, and is, leads nowhere.
    guard transition >= 0 else { return }
    let error = table.flows[flow].transitions[Int(transition)].error
    guard error >= 0 else { return }
    let definition = table.errors[Int(error)]
    let what = "\(way): \(definition.code)"
    places.append(Place(flow: table.flows[flow].name, what: what))
    table.flows[flow].transitions[Int(transition)].error = Int32(table.errors.count)
    table.errors.append(ErrorDefinition(definition.code, "\(definition.message)\(Self.mark)\(what)"))
  }

  /// Parts a message into what people read and where it comes from.
  static func unmark(_ message: String) -> (message: String, what: String?) {
    guard let at = message.firstIndex(of: mark) else { return (message, nil) }
    return (String(message[..<at]), String(message[message.index(after: at)...]))
  }
}

extension FlowTable {
  /// The transitions out of a state, each with the name of its way.
  fileprivate func ways(out state: FlowState, of flow: Flow) -> [(String, Int32)] {
    let payload = Int(state.payload)
    switch state.kind {
    case .page:
      let page = flow.pages[payload]
      let after = page.timeoutTransition >= 0 ? [("time-out", page.timeoutTransition)] : []
      return page.events.map { ($0.name, $0.transition) } + after
    case .effect:
      let call = flow.calls[payload]
      return zip(call.effect.definition.outcomes, call.transitions).map { ($0.name, $1) }
    case .choose:
      return flow.choices[payload].branches.enumerated().map { ("branch \($0 + 1)", $1.transition) }
    case .end: return []
    }
  }
}
