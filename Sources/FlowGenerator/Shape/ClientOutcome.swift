import FlowModel

/// What a call can come to.
struct ClientOutcome: Hashable {
  enum Kind: Hashable {
    /// A page, by its index.
    case page(Int)
    /// An end, by its index.
    case end(Int)
    /// A page, by its index, with an error of this code beside it. `isAlone`: the error comes to no other page.
    case failure(String, at: Int, isAlone: Bool)
    /// The event was refused, and the run rests where it was: at a page, or of nil there is none.
    case refused(at: Int?)
  }

  let kind: Kind
  /// What people read there; empty: nothing.
  let title: String
  /// By which replies it is known, as `FlowStep.arrival` of FlowClient spells them.
  let arrivals: [String]
}

/// Turns arrivals into what a client tells apart.
struct OutcomeSearch {
  private let shape: FlowShape
  private let ends: [ClientEnd]
  /// By the index of a state.
  private let pageIndices: [Int32: Int]
  private var endIndices: [Int32: Int] = [:]

  init(_ shape: FlowShape, _ ends: [ClientEnd]) {
    self.shape = shape
    self.ends = ends
    pageIndices = Dictionary(uniqueKeysWithValues: shape.pages.enumerated().map { ($1.state, $0) })
    for (index, state) in shape.flow.states.enumerated() where state.kind == .end {
      let name = shape.flow.ends[Int(state.payload)].name
      endIndices[Int32(index)] = ends.firstIndex { $0.name == name }
    }
  }

  /// What a call at a page comes to, or a start: pages first, then ends, then what went wrong.
  func outcomes(of arrivals: [Arrival], at page: Int?) -> [ClientOutcome] {
    var pages: [ClientOutcome] = []
    var ended: Set<Int> = []
    var failures: [(error: ErrorDefinition, page: Int)] = []
    for arrival in arrivals {
      if let index = pageIndices[arrival.state] {
        if let error = shape.error(arrival.error) {
          failures.append((error, index))
        } else {
          let own = shape.pages[index]
          pages.append(ClientOutcome(kind: .page(index), title: own.view.title, arrivals: [own.name]))
        }
      } else if let index = endIndices[arrival.state] {
        ended.insert(index)
      }
    }
    let over = ended.sorted().map { ClientOutcome(kind: .end($0), title: "", arrivals: ["." + ends[$0].name]) }
    return pages + over + failed(failures) + refused(at: page, beside: failures)
  }

  private func failed(_ failures: [(error: ErrorDefinition, page: Int)]) -> [ClientOutcome] {
    let places = Dictionary(grouping: failures) { $0.error.code }
    return failures.map { error, page in
      let isAlone = places[error.code]?.count == 1
      return ClientOutcome(
        kind: .failure(error.code, at: page, isAlone: isAlone), title: error.message,
        arrivals: [name(error.code, at: page)])
    }
  }

  /// What the engine refuses, but for what the flow itself answers there; nothing where that is all.
  private func refused(at page: Int?, beside failures: [(error: ErrorDefinition, page: Int)]) -> [ClientOutcome] {
    let known = Set(failures.map { failure in name(failure.error.code, at: failure.page) })
    let arrivals =
      page.map { page in FlowShape.refusals.map { name($0, at: page) }.filter { !known.contains($0) } } ?? [""]
    return arrivals.isEmpty ? [] : [ClientOutcome(kind: .refused(at: page), title: "", arrivals: arrivals)]
  }

  private func name(_ code: String, at page: Int) -> String { "\(shape.pages[page].name) \(code)" }
}
