import FlowModel

/// Facts of a function's URL that a host wants to know before it serves it.
public enum HookPlace {
  /// Whether a URL leads to this machine, by its name.
  public static func isLocal(_ url: String) -> Bool { HookURL(url)?.isLocal ?? false }
}
