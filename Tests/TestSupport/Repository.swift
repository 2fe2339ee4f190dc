/// Where the checkout lies, for tests that read fixtures.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()
}
