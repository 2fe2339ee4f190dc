import FlowExpression
import FlowModel

/// What accounts may hold in some attributes, as far as conditions tell it apart: one account for each way in which they can
/// come out.
struct HeldValues {
  /// Accounts: what each holds, by its slots. A value that is nil: it holds nothing.
  private(set) var accounts: [[Int: Value?]] = []

  /// So many values of one attribute are tried, and so many that are told apart are kept.
  private static let tried: Int64 = 10_000
  private static let kept = 12

  /// `asked`: the expressions that may ask for the attributes, by their indices. `withAbsence`: or they hold nothing.
  init(
    of slots: [Int], asked: Set<Int32>, flow: Int, withAbsence: Bool, limit: Int, _ resolved: ResolvedTenant
  ) {
    let samples = SampleValues(resolved.scope, resolved.scope.flows[flow], assigned: resolved.assignedConstants)
    let expressions = asked.sorted().map { resolved.expressions[Int($0)] }
    let constants = expressions.flatMap(\.constants)
    var choices = slots.map { slot in
      Self.values(of: slot, expressions.map(\.code), samples, constants) + (withAbsence ? [nil] : [])
    }
    // Too many at once: of the attribute with most of them one is left out, until few enough are left.
    while choices.reduce(1, { min($0 * max(1, $1.count), 1_000_000) }) > limit,
      let most = choices.indices.max(by: { choices[$0].count < choices[$1].count }), choices[most].count > 2
    {
      choices[most].remove(at: choices[most].count - (withAbsence ? 2 : 1))
    }
    accounts = [[:]]
    for (slot, values) in zip(slots, choices) where !values.isEmpty {
      accounts = accounts.flatMap { account in
        values.map { value in account.merging([slot: value]) { $1 } }
      }
      // What is left out then is told apart by earlier attributes alone.
      if accounts.count > limit { accounts = Array(accounts.prefix(limit)) }
    }
  }

  /// Values of an attribute, one for each way in which what is asked of it alone comes out.
  private static func values(
    of slot: Int, _ codes: [Code], _ samples: SampleValues, _ constants: [Value]
  ) -> [Value?] {
    var all = samples.values(slot, constants)
    if let rule = samples.rule(slot)?.definition, rule.type == .integer,
      let low = rule.minimum.flatMap(Int64.init(exactly:)),
      let high = rule.maximum.flatMap(Int64.init(exactly:)), high >= low, high - low < tried
    {
      all += (low...high).map(Value.int)
    }
    var seen: Set<[Value?]> = []
    var found: [Value?] = []
    // What is blank is not held.
    for value in all where found.count < kept && value != .string("") {
      var known = Trial.atUsualTime
      known[slot] = value
      let atoms = codes.compactMap { $0.atoms(about: slot, known) }
      // Where it is compared with something else, or copied, each value is one of its own.
      let isOther = atoms.count < codes.count || atoms.allSatisfy(\.isEmpty)
      if isOther || seen.insert(atoms.flatMap(\.self)).inserted { found.append(value) }
    }
    return found
  }
}

extension Trial {
  /// Nothing is known but what the clock says: some time.
  static let atUsualTime: Trial = {
    var trial = Trial()
    for fact in [RunFact.now, .started] {
      trial[Int(fact.slot)] = .timestamp(seconds: 1_767_225_600, nanos: 0)
    }
    return trial
  }()
}
