/// Figures of one kind, as Prometheus knows them.
public struct MetricFamily: Hashable, Sendable {
  /// What the figures are.
  public enum Kind: String, Hashable, Sendable {
    /// They only grow, while the process lives.
    case counter
    /// They are as it is now.
    case gauge
    /// How many were up to each bound.
    case histogram
  }

  /// One figure.
  public struct Sample: Hashable, Sendable {
    /// What is put behind the family's name, such as `_bucket`.
    public var suffix: String
    /// The labels, in their order.
    public var labels: [Label]
    /// The figure.
    public var value: Double
  }

  /// What tells one figure of a family from the others.
  public struct Label: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value, which no client has any say in.
    public var value: String

    /// A label.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The name, of counters with `_total`.
  public var name: String
  /// What it tells, in a sentence without a full stop.
  public var help: String
  /// What the figures are.
  public var kind: Kind
  /// The figures.
  public var samples: [Sample] = []

  /// A family without figures.
  public init(_ name: String, _ kind: Kind, _ help: String) { (self.name, self.kind, self.help) = (name, kind, help) }

  /// A family of one figure.
  public init(_ name: String, _ kind: Kind, _ help: String, value: Double) {
    self.init(name, kind, help)
    add(value)
  }

  /// Adds a figure.
  public mutating func add(_ value: Double, _ labels: Label...) {
    samples.append(Sample(suffix: "", labels: labels, value: value))
  }

  mutating func add(_ tally: Tally, _ labels: [Label]) {
    samples.append(Sample(suffix: "", labels: labels, value: Double(tally.count)))
  }

  mutating func add(_ tally: DurationTally, _ labels: [Label] = []) {
    let (upTo, count, seconds) = tally.reading
    for (bound, many) in zip(DurationTally.bounds, upTo) {
      let label = Label("le", "\(Double(bound) / 1_000_000)")
      samples.append(Sample(suffix: "_bucket", labels: labels + [label], value: Double(many)))
    }
    samples.append(Sample(suffix: "_bucket", labels: labels + [Label("le", "+Inf")], value: Double(count)))
    samples.append(Sample(suffix: "_sum", labels: labels, value: seconds))
    samples.append(Sample(suffix: "_count", labels: labels, value: Double(count)))
  }
}
