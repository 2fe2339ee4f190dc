import FlowCompiler
import FlowSource
import FlowTooling

/// Failures at their places, then what was taken, then how many passed.
func prettyReport(_ play: CasePlay, _ options: CaseReportOptions) -> String {
  let style = Style(isColoured: options.isColoured)
  let sources = play.suite.compilation.sources
  var text = ""
  for (item, failure) in play.failures {
    text += pretty(failure.diagnostic(item), heading: "failed", in: sources, style: style) + "\n"
  }
  if options.tellsCoverage { text += coverageText(play.coverage, in: sources, style) + "\n" }
  let time = options.tellsTimes ? " in \(CasePlay.milliseconds(play.nanoseconds))" : ""
  return text + style.paint(play.tally, play.failures.isEmpty ? .fix : .error) + time + "\n"
}

/// What was taken of each flow, and what was not, line by line.
func coverageText(_ coverage: CaseCoverage, in sources: SourceMap, _ style: Style) -> String {
  let width = coverage.flows.map { $0.name.count }.max() ?? 0
  var text = ""
  for flow in coverage.flows {
    let (taken, missing, unreachable) = (flow.count(.taken), flow.count(.missing), flow.count(.unreachable))
    let share = CaseCoverage.text(CaseCoverage.hundredths(taken, missing))
    text += flow.name + String(repeating: " ", count: width - flow.name.count)
    text += "  " + style.paint("\(taken) of \(taken + missing)", missing == 0 ? .fix : .warning) + "  \(share)"
    text += unreachable == 0 ? "\n" : ", and \(unreachable) that no run takes\n"
    for edge in flow.edges where edge.standing == .missing {
      text += "  \(edge.location(in: sources)): " + style.paint("not taken", .warning) + ": \(edge.words)\n"
    }
    for edge in flow.edges where edge.standing == .unreachable {
      text += "  \(edge.location(in: sources)): no run takes it: \(edge.words) (\(edge.place.untaken ?? ""))\n"
    }
  }
  let (taken, missing) = (coverage.count(.taken), coverage.count(.missing))
  return text + "\(CaseCoverage.text(coverage.hundredths)) of what runs can take: \(taken) of \(taken + missing)\n"
}

extension CaseCoverage.Edge {
  /// `path:line:column`.
  func location(in sources: SourceMap) -> String {
    guard let file = sources.file(place.span) else { return "?" }
    let position = file.position(place.span.start)
    return "\(visible(file.path)):\(position.line):\(position.column)"
  }

  /// `verify-code, outcome expired, error code_expired`.
  var words: String {
    let error = place.error.map { ", error \($0)" } ?? ""
    switch place.kind {
    case .event: return "\(place.state), event \(place.label)\(error)"
    case .timeout: return "\(place.state), \(place.label)\(error)"
    case .outcome: return "\(place.state), outcome \(place.label)\(error)"
    case .branch: return "\(place.state), \(place.label)\(error)"
    case .end: return "\(place.state), end \(place.label)\(error)"
    }
  }
}
