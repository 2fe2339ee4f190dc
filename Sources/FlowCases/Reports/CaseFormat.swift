import FlowCompiler
package import FlowSource
import FlowTooling

/// How it is written down what came of cases.
package enum CaseFormat: String, Sendable, CaseIterable {
  /// For people: each failure at its place, with what was expected and how the run went.
  case pretty
  /// A versioned JSON object.
  case json
  /// Workflow commands that GitHub Actions shows beside the changed lines.
  case github
  /// JUnit's XML, which most CI systems read.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
}

/// What is told of a play beside its failures.
package struct CaseReportOptions: Sendable {
  /// Whether it is told which transitions were taken.
  package var tellsCoverage: Bool
  /// Whether in colours, where the format has some.
  package var isColoured: Bool
  /// Whether times are told, which are others each time.
  package var tellsTimes: Bool
  /// How much has to be taken of what runs can take, in hundredths of a per cent; nil: nothing is asked for.
  package var least: Int?

  /// What to tell.
  package init(
    tellsCoverage: Bool = false, isColoured: Bool = false, tellsTimes: Bool = true, least: Int? = nil
  ) {
    (self.tellsCoverage, self.isColoured, self.tellsTimes) = (tellsCoverage, isColoured, tellsTimes)
    self.least = least
  }

  /// That too little was taken, as a sentence without a full stop; nil where it is enough.
  package func shortfall(_ play: CasePlay) -> String? {
    guard let least, play.coverage.hundredths < least else { return nil }
    return "\(CaseCoverage.text(play.coverage.hundredths)) of what runs can take was taken, and "
      + "\(CaseCoverage.text(least)) is asked for"
  }
}

/// What came of cases, in a format; ends with a line break.
package func report(_ play: CasePlay, as format: CaseFormat, _ options: CaseReportOptions = CaseReportOptions())
  -> String
{
  switch format {
  case .pretty: prettyReport(play, options)
  case .json: jsonReport(play, options)
  case .github: gitHubReport(play, options)
  case .junit: junitReport(play, options)
  case .tap: tapReport(play, options)
  }
}

/// What is said where errors in files keep all cases from being played; ends with a line break.
package func report(
  of problems: [Diagnostic], in sources: SourceMap, as format: CaseFormat, colour isColoured: Bool
) -> String {
  switch format {
  case .pretty: render(problems, in: sources, as: .pretty, colour: isColoured)
  case .json: jsonReport(of: problems, in: sources)
  case .github: render(problems, in: sources, as: .github)
  case .junit: junitReport(of: problems, in: sources)
  case .tap: tapReport(of: problems, in: sources)
  }
}

extension CaseFailure {
  /// What is told of it, one fact each: what was expected, what was got, and how the run went.
  var facts: [String] {
    var facts = differences.map { "\($0.what): expected \($0.expected)\n\(spaces($0.what))  got \($0.got)" }
    if !trace.isEmpty {
      let width = String(trace.last?.step ?? 0).count
      var before = 0
      let lines = trace.map { line in
        // Further lines of a step stand below its first.
        let number = line.step == before ? "" : String(line.step)
        before = line.step
        return String(repeating: " ", count: width - number.count) + "\(number)  \(line.text)"
      }
      facts.append("the run went so:\n" + lines.joined(separator: "\n"))
    }
    return facts
  }

  private func spaces(_ text: String) -> String { String(repeating: " ", count: text.count) }

  /// The failure as a problem at its place.
  func diagnostic(_ item: CaseSuite.Item) -> Diagnostic {
    let place = step == 0 ? "before the first step" : "step \(step)"
    let names = Set(differences.map { $0.what.prefix { $0 != "," } })
    let what = problem ?? (names.count == 1 ? "`\(names.first ?? "")` is not as expected" : "this is not as expected")
    var labels = differences.compactMap(\.span).filter { $0 != span }.map { Label($0, "nor is this") }
    var notes = facts
    if let row = item.flowCase.row {
      labels.append(Label(row.span, "with this row"))
      if row.members.count > 1 {
        notes.insert("the row: " + row.members.map { "\($0.name) = \($0.value)" }.joined(separator: ", "), at: 0)
      }
    }
    return Diagnostic("test", .error, "\(item.name): \(place): \(what)", at: span, labels: labels, notes: notes)
  }
}

extension CasePlay {
  /// "12 cases: 11 passed, 1 failed".
  var tally: String {
    let failed = failures.count
    let all = counted(results.count, "case")
    return failed == 0 ? "\(all) passed" : "\(all): \(results.count - failed) passed, \(failed) failed"
  }

  /// Milliseconds with a digit behind the point.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
