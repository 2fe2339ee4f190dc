import FlowAttacks
public import FlowSource

/// How a version of a tenant stands to the one before it.
public enum DifferenceVerdict: String, Comparable, Sendable, CaseIterable {
  /// Nobody can tell them apart, but for names that only authors see.
  case same
  /// There is more, or there are other words: all that the old version promised holds.
  case extended
  /// Something that clients, people or operators could rely on does not hold any more.
  case lost

  /// The verdict in words.
  public var words: String {
    switch self {
    case .same: "same"
    case .extended: "extended"
    case .lost: "a promise is lost"
    }
  }

  /// By weight.
  public static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// One thing that is different in the new version.
public struct Change: Sendable {
  /// Whom it concerns.
  public enum Area: String, Sendable, CaseIterable {
    /// What the compiler proves, what is opted out, and what bounds an attacker.
    case security
    /// Programs that run the flows over a protocol.
    case clients
    /// The way that people go, and the words that they read.
    case people
    /// Whoever operates it: functions, channels, lifetimes.
    case operation
  }

  /// Whom it concerns.
  public var area: Area
  /// What it alone makes of the verdict.
  public var verdict: DifferenceVerdict
  /// Where: "flow `sign-up`, page `enter-code`"; empty: the tenant.
  public var place: String
  /// What is different, in one sentence without a full stop.
  public var text: String
  /// Where that stands in the new version, or, for what is gone, stood in the old one.
  public var span: SourceSpan?
  /// Whether `span` is of the old version.
  public var isOfOld = false
  /// The code of the rule whose promise it is.
  public var code: String?
  /// The applications whose clients it breaks.
  public var breaks: [String] = []
  /// What performs the attack that is possible now, and was not.
  public var attack: AttackOfNew?

  init(_ area: Area, _ verdict: DifferenceVerdict, _ place: String, _ text: String, at span: SourceSpan? = nil) {
    (self.area, self.verdict, self.place, self.text, self.span) = (area, verdict, place, text, span)
  }
}

/// An attack that the new version lets through, and the old one does not.
public struct AttackOfNew: Sendable {
  /// The file it is meant for.
  public var file: String
  /// What is to stand in it, for `usher run --replay`.
  public var script: String
  /// What the attacker gains.
  public var gain: String
  /// What came of it on both versions.
  public var showing: Showing

  /// What came of an attack on both versions.
  public enum Showing: String, Sendable {
    /// It comes to its end on the new version alone.
    case newOnly = "new-only"
    /// It comes to its end on both: the old version did not promise otherwise.
    case both
    /// No input was found with which a run comes to it.
    case notFound = "not-found"
  }
}
