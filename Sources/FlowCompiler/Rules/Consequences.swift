import FlowSource

extension DiagnosticCollector {
  /// Takes out what is explained by a declaration that was complained about: what it says is not known, so that nothing
  /// follows from it.
  mutating func dropConsequences(of tenant: TenantSyntax) {
    let broken = tenant.attributes.compactMap(\.broken) + tenant.functions.compactMap(\.broken)
    guard !broken.isEmpty else { return }
    drop { problem in
      // Types of values are known all the same: where not, they fit to anything.
      Rule.of(problem.code)?.family != .conditions
        && broken.contains { place in
          !place.contains(problem.span) && problem.labels.contains { place.contains($0.span) }
        }
    }
  }

  /// Takes out what follows from another problem, so that one slip is one problem.
  mutating func dropConsequences() {
    dropBehindLoops()
    dropBehindMissingAccounts()
  }

  /// A path without an account is told of at its first state that needs one, as a run is refused there. Where the path goes
  /// on by a gate that was to hold it (U901, U902), it is the gate that lacks.
  private mutating func dropBehindMissingAccounts() {
    let codes: Set = ["U303", "U304", "U305"]
    var first: [Place: SourceSpan] = [:]
    for problem in problems where codes.contains(problem.code) {
      guard let place = problem.counterexample?.place else { continue }
      first[place] = min(first[place] ?? problem.span, problem.span)
    }
    if first.isEmpty { return }
    let gates = Set(problems.filter { ["U901", "U902"].contains($0.code) }.map(\.span))
    let behind = behindOthers(codes)
    drop { problem in
      guard codes.contains(problem.code), let example = problem.counterexample, let place = example.place else {
        return false
      }
      if !gates.isDisjoint(with: example.transitions) { return true }
      if let span = first[place], span < problem.span { return true }
      return behind.contains(place)
    }
  }

  /// The states with such problems to which the path leads by another one that is told of, which is nearer. A path may come by
  /// a state of them before its account is gone; the nearest of all is always told.
  private func behindOthers(_ codes: Set<String>) -> Set<Place> {
    let examples = problems.filter { codes.contains($0.code) }.compactMap(\.counterexample)
    var (told, behind): (Set<Place>, Set<Place>) = ([], [])
    for example in examples.sorted(by: { $0.steps.count < $1.steps.count }) {
      guard let place = example.place else { continue }
      if example.steps.dropLast().contains(where: { told.contains(Place(flow: example.flow, state: $0.state)) }) {
        if !told.contains(place) { behind.insert(place) }
      } else {
        told.insert(place)
      }
    }
    return behind
  }

  /// What only happens to a run that goes round a loop which never waits (U203) happens to none, once the loop is gone.
  private mutating func dropBehindLoops() {
    let loops = problems.filter { $0.code == "U203" }.compactMap { $0.counterexample?.transitions }
    guard !loops.isEmpty else { return }
    drop { problem in
      guard problem.code != "U203", let path = problem.counterexample?.transitions else { return false }
      return loops.contains { !$0.isEmpty && $0.isSubset(of: path) }
    }
  }
}

/// A state as a run comes to it.
private struct Place: Hashable {
  let flow: String
  let state: String
}

extension Counterexample {
  /// Where it ends.
  fileprivate var place: Place? { steps.last.map { Place(flow: flow, state: $0.state) } }

  /// The transitions that are taken, but not the state at the end.
  fileprivate var transitions: Set<SourceSpan> { Set(steps.dropLast().map(\.span)) }
}
