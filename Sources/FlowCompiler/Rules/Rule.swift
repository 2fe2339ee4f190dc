public import FlowSource

/// What a rule is about; renderers and replays ask for it, never for the digits of a code.
public enum RuleFamily: String, CaseIterable, Sendable {
  /// Files, their encoding, and YAML.
  case source
  /// Keys, names, values and types: what the language is.
  case language
  /// Conditions: their form and types, and whether they decide anything.
  case conditions
  /// Cases that the tenant's flows are tested with.
  case cases
  /// Words for people, in one language after the other.
  case languages
  /// What the protocol of an application can speak.
  case protocols
  /// The shape of the flow graph: what is reached, what ends, what waits.
  case graph
  /// What is read, and whether it is there.
  case dataFlow = "data-flow"
  /// Proofs that effects demand.
  case evidence
  /// What the tenant's functions are told, and what their answers prove.
  case functions
  /// What an end called `completed` promises, which no effect demands.
  case completion
  /// What a tenant wants to be true of its own runs.
  case property
  /// What a platform demands of all its tenants.
  case policy
  /// Bounds of guesses.
  case guessing
  /// Bounds of messages.
  case mail
  /// The words of messages.
  case messages
  /// Values that no client and no message may show.
  case secrets
  /// Facts of an account that only its owner may see.
  case ownership
  /// Whether an account exists.
  case concealment
  /// Gates before sessions and sign-ins.
  case doors
  /// Second factors, where the first one is stolen.
  case factors
}

/// A code that the compiler reports, and how much it matters.
public struct DiagnosticCode: Hashable, Sendable {
  /// The stable code, such as `U401`.
  public let name: String
  /// The severity of each diagnostic with this code, unless its rule is waived.
  public let severity: Severity

  static func error(_ name: String) -> DiagnosticCode { DiagnosticCode(name: name, severity: .error) }
  static func warning(_ name: String) -> DiagnosticCode { DiagnosticCode(name: name, severity: .warning) }
}

/// One rule: its codes, what it is about, and how it judges a tenant. `all` is the registry.
public struct Rule: Sendable {
  /// Reports what breaks the rule in a tenant whose names are resolved.
  typealias Judge = @Sendable (AnalyzedTenant, inout DiagnosticCollector) -> Void

  /// When a rule is judged.
  enum Stage: Sendable {
    /// While files are read, parsed and resolved; the stage itself reports it.
    case reading
    /// On the resolved tenant: what a flow is.
    case shape(Judge)
    /// Behind all others: that a flow is safe.
    case proof(Judge)
    /// A proof that asks what the other rules have found.
    case last(Judge)
  }

  /// What the rule is about.
  public let family: RuleFamily
  /// The codes that it reports; no other rule has them.
  public let codes: [DiagnosticCode]
  let stage: Stage

  /// Whether its errors can be made warnings: a run can do without a proof, but not without what the interpreter relies
  /// on.
  public var isWaivable: Bool {
    switch stage {
    case .proof, .last: true
    case .reading, .shape: false
    }
  }

  /// The code of a file that cannot be read: nothing of it was judged.
  public static let unreadable = "U000"

  /// The rule of a code; nil where no rule has it.
  public static func of(_ code: String) -> Rule? { byCode[code] }

  /// The severity of a code, unless its rule is waived; nil where no rule has it.
  public static func severity(of code: String) -> Severity? {
    of(code)?.codes.first { $0.name == code }?.severity
  }

  /// Its codes, by which its judge reports.
  fileprivate var severities: [String: Severity] {
    Dictionary(codes.map { ($0.name, $0.severity) }) { first, _ in first }
  }

  private static let byCode = Dictionary(
    all.flatMap { rule in rule.codes.map { ($0.name, rule) } }, uniquingKeysWith: { first, _ in first })

  init(_ family: RuleFamily, _ codes: DiagnosticCode..., stage: Stage) {
    (self.family, self.codes, self.stage) = (family, codes, stage)
  }
}

/// A judge that says, where it has found nothing under a code, what is proven by that. What is dropped later as a consequence of
/// something else is not proven for that.
func judging(
  _ judge: @escaping Rule.Judge, proving code: String, by prove: @escaping Rule.Judge
) -> Rule.Judge {
  { tenant, problems in
    judge(tenant, &problems)
    if problems.isProving, !problems.holds(code) { prove(tenant, &problems) }
  }
}

/// Holds a tenant against all rules, or all but the proofs. `words`: what people read in it, which is judged beside that.
func check(
  _ resolved: ResolvedTenant, withProofs: Bool, words: @Sendable () -> JudgedWords,
  _ problems: inout DiagnosticCollector
) -> (AnalyzedTenant, JudgedWords) {
  let tenant = AnalyzedTenant(resolved, withProofs: withProofs)
  let judges = Rule.all.compactMap { rule -> (Rule, Rule.Judge)? in
    switch rule.stage {
    case .reading, .last: nil
    case .shape(let judge): (rule, judge)
    case .proof(let judge): withProofs ? (rule, judge) : nil
    }
  }
  let isProving = problems.isProving
  let (found, words) = Parallel.map(judges.count, beside: words, isWorthIt: resolved.isLarge) { number in
    var own = DiagnosticCollector(isProving: isProving)
    let (rule, judge) = judges[number]
    own.judge(by: rule.severities) { judge(tenant, &$0) }
    return own
  }
  problems.add(words.problems)
  for own in found { problems.add(own) }
  problems.dropConsequences()
  problems.dropConsequences(of: resolved.scope.tenant)
  guard withProofs else { return (tenant, words) }
  for rule in Rule.all {
    if case .last(let judge) = rule.stage { problems.judge(by: rule.severities) { judge(tenant, &$0) } }
  }
  return (tenant, words)
}
