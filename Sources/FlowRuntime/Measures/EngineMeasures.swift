import FlowModel
import Synchronization

/// What an engine counts for whoever watches over it: give one to `EnginePorts.measures`, and read `Engine.metrics()`.
///
/// The figures of flows bear the names of tables alone, those of all versions together: how many there are follows from the
/// tables. A step adds to counters that it has at hand, and waits for nobody.
public final class EngineMeasures: Sendable {
  /// What is counted by names of a table.
  enum Figure: CaseIterable, Hashable {
    case starts, steps, arrivals, ends, errors

    var family: MetricFamily {
      switch self {
      case .starts: .init("usher_run_start_duration_seconds", .histogram, "How long starts of runs took")
      case .steps: .init("usher_step_duration_seconds", .histogram, "How long steps took, by the state they began in")
      case .arrivals: .init("usher_page_arrivals_total", .counter, "Runs that came to a page from elsewhere")
      case .ends: .init("usher_run_ends_total", .counter, "Runs that came to an end")
      case .errors: .init("usher_errors_total", .counter, "Errors that steps were answered with")
      }
    }

    var labels: [String] {
      switch self {
      case .starts: ["tenant", "flow"]
      case .steps, .arrivals: ["tenant", "flow", "state"]
      case .ends: ["tenant", "flow", "end"]
      case .errors: ["tenant", "flow", "code"]
      }
    }
  }

  fileprivate struct NamedFigure: Hashable {
    let figure: Figure
    let labels: [String]
  }

  private let tallies = Mutex<(counts: [NamedFigure: Tally], durations: [NamedFigure: DurationTally])>(([:], [:]))

  /// Requests that were answered without a run, by the code of the error.
  private let runless = Dictionary(uniqueKeysWithValues: EngineError.all.map { ($0.code, Tally()) })
  let hashing = DurationTally()
  let comparing = DurationTally()
  let refusedHashes = Tally()
  let transactions = DurationTally()
  let failedTransactions = Tally()
  let openTransactions = Tally()
  private let delivered = ChannelKind.allCases.map { _ in Tally() }
  private let givenUp = ChannelKind.allCases.map { _ in Tally() }
  private let failures = ChannelKind.allCases.map { _ in RetryClass.allCases.map { _ in Tally() } }

  /// Nothing was counted yet.
  public init() {}

  /// What counts for the names, which may be those of several versions of a table.
  func tally(_ figure: Figure, _ labels: [String]) -> Tally {
    tallies.withLock { tallies in
      let key = NamedFigure(figure: figure, labels: labels)
      if let known = tallies.counts[key] { return known }
      let tally = Tally()
      tallies.counts[key] = tally
      return tally
    }
  }

  func durations(_ figure: Figure, _ labels: [String]) -> DurationTally {
    tallies.withLock { tallies in
      let key = NamedFigure(figure: figure, labels: labels)
      if let known = tallies.durations[key] { return known }
      let tally = DurationTally()
      tallies.durations[key] = tally
      return tally
    }
  }

  /// Counts a request that was answered without a run.
  func noteRunless(_ code: String) { runless[code]?.add() }

  func noteDelivered(_ channel: ChannelKind) { delivered[Int(channel.rawValue)].add() }

  func noteGivenUp(_ channel: ChannelKind) { givenUp[Int(channel.rawValue)].add() }

  func noteFailure(_ channel: ChannelKind, _ retry: RetryClass) {
    guard let index = RetryClass.allCases.firstIndex(of: retry) else { return }
    failures[Int(channel.rawValue)][index].add()
  }

  /// All that was counted since the process began.
  var families: [MetricFamily] {
    let (counts, durations) = tallies.withLock { ($0.counts, $0.durations) }
    var families: [MetricFamily] = []
    for figure in Figure.allCases {
      var family = figure.family
      func labels(_ key: NamedFigure) -> [MetricFamily.Label] { zip(figure.labels, key.labels).map { .init($0, $1) } }
      for (key, tally) in counts.inOrder(of: figure) { family.add(tally, labels(key)) }
      for (key, tally) in durations.inOrder(of: figure) { family.add(tally, labels(key)) }
      families.append(family)
    }
    return families + [refusals] + work + delivery
  }

  private var refusals: MetricFamily {
    var family = MetricFamily("usher_refusals_total", .counter, "Requests that were answered an error and no run")
    for (code, tally) in runless.sorted(by: { $0.key < $1.key }) { family.add(tally, [.init("code", code)]) }
    return family
  }

  private var work: [MetricFamily] {
    var hashes = MetricFamily(
      "usher_password_hashing_duration_seconds", .histogram, "How long a thread hashed a password, or compared one")
    hashes.add(hashing, [.init("work", "hash")])
    hashes.add(comparing, [.init("work", "compare")])
    var storage = MetricFamily(
      "usher_storage_transaction_duration_seconds", .histogram,
      "How long transactions of storage took, waiting included")
    storage.add(transactions)
    return [
      hashes,
      .init(
        "usher_password_hashing_refused_total", .counter,
        "Requests that were answered busy, as too many passwords waited",
        value: Double(refusedHashes.count)),
      storage,
      .init(
        "usher_storage_failures_total", .counter, "Transactions that storage could not carry out",
        value: Double(failedTransactions.count)),
      .init(
        "usher_storage_transactions_open", .gauge, "Transactions that are under way or wait for their turn",
        value: Double(openTransactions.count)),
    ]
  }

  private var delivery: [MetricFamily] {
    var sent = MetricFamily("usher_messages_delivered_total", .counter, "Messages that a channel took")
    var lost = MetricFamily("usher_messages_given_up_total", .counter, "Messages that were given up")
    var failed = MetricFamily(
      "usher_message_failures_total", .counter, "Attempts to deliver that are made again, by why")
    for (index, channel) in ChannelKind.allCases.enumerated() {
      let label = MetricFamily.Label("channel", channel.name)
      sent.add(delivered[index], [label])
      lost.add(givenUp[index], [label])
      for (retry, tally) in zip(RetryClass.allCases, failures[index]) {
        failed.add(tally, [label, .init("reason", retry.rawValue)])
      }
    }
    return [sent, lost, failed]
  }
}

extension Dictionary {
  /// The counters of a figure, in the order of their labels.
  fileprivate func inOrder(of figure: EngineMeasures.Figure) -> [(Key, Value)] where Key == EngineMeasures.NamedFigure {
    filter { $0.key.figure == figure }.sorted { $0.key.labels.lexicographicallyPrecedes($1.key.labels) }
  }
}
