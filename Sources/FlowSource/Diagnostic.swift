/// How much a diagnostic matters: errors stop a build, warnings stop it under `--deny warnings`.
public enum Severity: UInt8, Sendable, Hashable, Comparable {
  case error = 0
  case warning = 1

  /// Orders errors before warnings.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// A second place that explains the first, such as the earlier of two equal keys.
public struct Label: Hashable, Sendable {
  /// Where.
  public let span: SourceSpan
  /// What is there, in a few words.
  public let message: String

  /// A place and what is there.
  public init(_ span: SourceSpan, _ message: String) {
    self.span = span
    self.message = message
  }
}

/// A certain fix: replace the span's text by another.
public struct Edit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  public let span: SourceSpan
  /// What to put there.
  public let replacement: String

  /// Replaces what `span` covers by `replacement`.
  public init(_ span: SourceSpan, _ replacement: String) {
    self.span = span
    self.replacement = replacement
  }

  /// A text with the edit made, of the bytes that its span counts.
  public func applied(to bytes: [UInt8]) -> [UInt8] {
    let start = min(Int(span.start), bytes.count)
    return bytes[..<start] + Array(replacement.utf8) + bytes[min(max(start, Int(span.end)), bytes.count)...]
  }
}

/// A problem found in a source: a value with a stable code, a place and a help. Wording may change, codes do not.
public struct Diagnostic: Hashable, Sendable {
  /// The stable code, `U` and three digits. `usher explain CODE` tells more.
  public var code: String
  /// Whether it is an error or a warning.
  public var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// Where.
  public var span: SourceSpan
  /// Other places that explain it.
  public var labels: [Label]
  /// Facts that help to understand it.
  public var notes: [String]
  /// What to do about it.
  public var help: String?
  /// The fix, where it is certain.
  public var edit: Edit?
  /// The path on which it happens, where it is about the paths of a flow.
  public var counterexample: Counterexample?

  /// A problem at a place.
  public init(
    _ code: String, _ severity: Severity = .error, _ message: String, at span: SourceSpan, labels: [Label] = [],
    notes: [String] = [], help: String? = nil, edit: Edit? = nil,
    counterexample: Counterexample? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.span = span
    self.labels = labels
    self.notes = notes
    self.help = help
    self.edit = edit
    self.counterexample = counterexample
  }
}

/// Gathers the problems of one run. Passing it `inout` through the stages keeps the order of discovery out of the result.
public struct DiagnosticCollector: Sendable {
  private var found: [Diagnostic] = []
  /// What was proven, where that was asked for.
  public private(set) var proofs: [Proof] = []
  /// Whether somebody wants to know what was proven, and not only what was not.
  public let isProving: Bool

  /// The severities of the codes of the rule that is judged; nil: of no rule.
  private var judged: [String: Severity]?

  /// An empty collector.
  public init(isProving: Bool = false) { self.isProving = isProving }

  /// Lets a rule judge, which has codes of these severities and no others: a slip of a code is no problem of another rule.
  public mutating func judge(by severities: [String: Severity], _ judge: (inout DiagnosticCollector) -> Void) {
    judged = severities
    judge(&self)
    judged = nil
  }

  /// Notes what a rule has proven; nothing is worked out where nobody asks.
  public mutating func prove(_ proof: @autoclosure () -> Proof) {
    guard isProving else { return }
    let proof = proof()
    assert(judged?.keys.contains(proof.code) ?? true, "\(proof.code) is another rule's")
    proofs.append(proof)
  }

  /// Notes a problem.
  public mutating func report(_ diagnostic: Diagnostic) {
    guard let judged else { return found.append(diagnostic) }
    assert(judged[diagnostic.code] != nil, "\(diagnostic.code) is another rule's")
    var diagnostic = diagnostic
    diagnostic.severity = judged[diagnostic.code] ?? diagnostic.severity
    found.append(diagnostic)
  }

  /// Takes over what another collector has gathered, behind what is here.
  public mutating func add(_ other: DiagnosticCollector) {
    found += other.found
    proofs += other.proofs
  }

  /// The problems noted so far, in order, duplicates included.
  public var problems: [Diagnostic] { found }

  /// Forgets problems.
  public mutating func drop(_ isDropped: (Diagnostic) -> Bool) { found.removeAll(where: isDropped) }

  /// Whether a problem of a code has been noted.
  public func holds(_ code: String) -> Bool { found.contains { $0.code == code } }

  /// Whether an error, not only warnings, has been noted.
  public var hasErrors: Bool { found.contains { $0.severity == .error } }

  /// Whether an error has been noted behind the first `count` problems.
  public func hasErrors(behind count: Int) -> Bool { found.dropFirst(count).contains { $0.severity == .error } }

  /// How many problems have been noted so far, duplicates included.
  public var count: Int { found.count }

  /// Makes warnings of errors with some codes, so that they stop nothing.
  public mutating func waive(_ codes: Set<String>) {
    if codes.isEmpty { return }
    for index in found.indices where codes.contains(found[index].code) && found[index].severity == .error {
      found[index].severity = .warning
      found[index].notes.append("this rule is waived")
    }
  }

  /// What was proven by flow, rule and place, each once.
  public func sortedProofs() -> [Proof] {
    var seen = Set<Proof>()
    return proofs.filter { seen.insert($0).inserted }.sorted {
      ($0.flow, $0.code, $0.span, $0.sentence) < ($1.flow, $1.code, $1.span, $1.sentence)
    }
  }

  /// All problems by place, then severity, then code, each once: the same code with the same message at the same place
  /// is one problem, however many paths lead to it.
  public func sorted() -> [Diagnostic] {
    struct Key: Hashable {
      let span: SourceSpan
      let code: String
      let message: String
    }
    var seen = Set<Key>()
    let ordered = found.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.span != b.span { return a.span < b.span }
      if a.severity != b.severity { return a.severity < b.severity }
      if a.code != b.code { return a.code < b.code }
      if a.message != b.message { return a.message < b.message }
      return left.offset < right.offset
    }
    return ordered.map(\.element).filter {
      seen.insert(Key(span: $0.span, code: $0.code, message: $0.message)).inserted
    }
  }
}
