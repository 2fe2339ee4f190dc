#if DEBUG
  /// Ways to make the analysis unsound on purpose, so that a test can show that it would be noticed. None of this is in a
  /// release build.
  enum EvidenceWeakening: CaseIterable, Sendable {
    /// Writing an address does not end its proof.
    case writesKeepProofs
    /// Binding another account does not end what was proven of the one before.
    case bindingsKeepProofs
    /// A code proves every address, not only the one that it went to.
    case codesProveAnyAddress
    /// Every outcome of an effect proves what only one of them does.
    case anyOutcomeProves
    /// Only the nearest way to a state counts.
    case nearestWayOnly

    @TaskLocal static var current: EvidenceWeakening?
  }
#endif
