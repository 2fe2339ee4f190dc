import FlowSource

/// The forms in which a difference is told.
public enum DifferenceFormat: String, Sendable, CaseIterable {
  /// For people at a terminal.
  case pretty
  /// For programs.
  case json
  /// Annotations of GitHub Actions.
  case github
  /// A comment of a pull request.
  case markdown
}

/// What a report is asked for.
public struct DifferenceReportOptions: Sendable {
  /// What people call the two versions.
  public var old: String
  /// The same of the new one.
  public var new: String
  /// Whether it is coloured.
  public var isColoured: Bool

  /// Names of both versions, and whether the report is coloured.
  public init(old: String, new: String, isColoured: Bool = false) {
    (self.old, self.new, self.isColoured) = (old, new, isColoured)
  }
}

/// A difference, told in a format; ends with a line break.
public func report(
  _ difference: Difference, as format: DifferenceFormat, _ options: DifferenceReportOptions
) -> String {
  switch format {
  case .pretty: prettyReport(difference, options)
  case .json: jsonReport(difference, options)
  case .github: gitHubReport(difference)
  case .markdown: markdownReport(difference, options)
  }
}

extension Difference {
  /// Where a change stands, as `path:line:column`; nil: nowhere.
  func place(_ change: Change) -> String? {
    guard let span = change.span else { return nil }
    let sources = change.isOfOld ? oldSources : newSources
    guard let file = sources.file(span) else { return nil }
    let position = file.position(span.start)
    return "\(file.path):\(position.line):\(position.column)"
  }
}

extension Change {
  /// The whole sentence.
  var sentence: String { place.isEmpty ? text : "\(place): \(text)" }

  /// What there is to say beside it.
  var remarks: [String] {
    var remarks: [String] = []
    if !breaks.isEmpty { remarks.append("breaks clients of \(breaks.joined(separator: ", "))") }
    if let attack {
      switch attack.showing {
      case .newOnly:
        remarks.append("the attack was performed: it succeeds on the new version, and fails on the old one")
      case .both: remarks.append("the attack succeeds on the old version as well")
      case .notFound: remarks.append("no run was found that shows it")
      }
      remarks.append("the attacker gains: \(attack.gain)")
    }
    return remarks
  }
}
