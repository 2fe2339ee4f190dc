import FlowCompiler
import FlowSource
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

  /// What to tell.
  package init(tellsCoverage: Bool = false, isColoured: Bool = false, tellsTimes: Bool = true) {
    (self.tellsCoverage, self.isColoured, self.tellsTimes) = (tellsCoverage, isColoured, tellsTimes)
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
  case .tap: tapReport(play)
  }
}

extension CaseFailure {
  /// What is told of it, one fact each: what was expected, what was got, and how the run went.
  var facts: [String] {
    var facts = differences.map { "\($0.what): expected \($0.expected)\n\(spaces($0.what))  got \($0.got)" }
    if !trace.isEmpty {
      let width = String(trace.count).count
      let lines = trace.enumerated().map { number, line in
        String(repeating: " ", count: width - String(number + 1).count) + "\(number + 1)  \(line)"
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
    return Diagnostic("test", .error, "\(item.name): \(place): \(what)", at: span, notes: facts)
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
