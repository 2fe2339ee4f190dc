public import FlowRuntime

extension Message {
  /// The message in plain sentences, as a person reads it.
  public var text: String {
    switch content {
    case .code(let code, let lifetime):
      "Your code is \(code). It is valid for \(Self.duration(lifetime))."
    case .link(_, _, let url, let lifetime):
      "Open this link to continue; it is valid for \(Self.duration(lifetime)): \(url)"
    }
  }

  /// Seconds in the largest unit that tells them exactly.
  private static func duration(_ seconds: Int) -> String {
    let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
    let unit = units.first { seconds >= $0.1 && seconds.isMultiple(of: $0.1) } ?? ("second", 1)
    let count = seconds / unit.1
    return "\(count) \(unit.0)\(count == 1 ? "" : "s")"
  }
}
