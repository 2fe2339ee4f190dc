/// How much a YAML file may ask for. The bounds keep time and memory linear in the size of any input.
public struct YAMLLimits: Sendable {
  /// The largest file, in bytes; a larger one is refused before anything is read from it (U005).
  public var bytes = 16 << 20
  /// How many collections may stand inside one another, aliases followed (U011).
  public var depth = 64
  /// How many nodes aliases may add to those that are written, when the tree is walked (U008).
  public var aliasedNodes = 100_000
  /// How many problems of one file are reported; reading goes on behind them.
  public var problems = 100

  /// The bounds for flow files.
  public init() {}
}
