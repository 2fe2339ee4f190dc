/// Knows which passwords stand in a tenant's lists of published ones.
public protocol LeakedPasswords: Sendable {
  /// Whether a password stands in a list, which the tenant's policy names by its path in the tenant's folder. The password is
  /// in the form NFKC. May read files, and take some milliseconds.
  func contains(_ password: String, in file: String, of tenant: String) throws(LeakListError) -> Bool
}

/// Why a list of leaked passwords cannot be asked.
public struct LeakListError: Error, Hashable, Sendable {
  /// The reason, as the end of a sentence that names the list.
  public let reason: String

  /// A reason.
  public init(_ reason: String) { self.reason = reason }
}

/// What follows a prefix in the digests of published passwords: `0018A45C4D1DEF81644B54AB7F969B88D65:10`, one a line, as
/// the range search of "Have I Been Pwned" answers.
struct LeakRange {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(whereSeparator: \.isNewline) }

  /// Whether one of them is this; cases of letters are one. A number of 0 is one that was made up to hide how long the
  /// answer is.
  func contains(_ suffix: some StringProtocol) -> Bool {
    lines.contains { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let digits = parts.first, digits.uppercased() == suffix.uppercased() else { return false }
      return parts.count < 2 || parts[1].trimmingBlanks != "0"
    }
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmingBlanks: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last].drop { $0 == " " }
  }
}
