import FlowSource

extension DiagnosticCollector {
  /// Takes out what is explained by a declaration that was complained about: what it says is not known, so that nothing
  /// follows from it.
  mutating func dropConsequences(of tenant: TenantSyntax) {
    let broken = tenant.attributes.compactMap(\.broken) + tenant.functions.compactMap(\.broken)
    guard !broken.isEmpty else { return }
    drop { problem in
      // Types of values are known all the same: where not, they fit to anything.
      !("U130"..."U137").contains(problem.code)
        && broken.contains { place in
          !place.contains(problem.span) && problem.labels.contains { place.contains($0.span) }
        }
    }
  }

  /// Takes out what follows from another problem, so that one slip is one problem: what only happens to a run that goes
  /// round a loop which never waits (U203) happens to none, once the loop is gone.
  mutating func dropConsequences() {
    let loops = problems.filter { $0.code == "U203" }.compactMap { $0.counterexample?.transitions }
    guard !loops.isEmpty else { return }
    drop { problem in
      guard problem.code != "U203", let path = problem.counterexample?.transitions else { return false }
      return loops.contains { !$0.isEmpty && $0.isSubset(of: path) }
    }
  }
}

extension Counterexample {
  /// The transitions that are taken, but not the state at the end.
  fileprivate var transitions: Set<Span> { Set(steps.dropLast().map(\.span)) }
}
