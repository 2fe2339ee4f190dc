import FlowCompiler
package import FlowJSON
package import FlowSource
import FlowTooling

/// One JSON object: `version` (1, raised when a member changes its meaning or goes), `cases`, `summary`, and `coverage` where
/// that was asked for. The summary has `least` and `taken`, in per cent, where so much was asked for.
func jsonReport(_ play: CasePlay, _ options: CaseReportOptions) -> String {
  let sources = play.suite.compilation.sources
  let cases = zip(play.suite.items, play.results).map { item, result -> JSON in
    var object: JSONObject = [
      "tenant": .string(item.tenant), "flow": .string(item.flow), "name": .string(item.name),
      "path": .string(item.path), "line": line(item.span, in: sources), "passed": .bool(result.failure == nil),
    ]
    if let row = item.flowCase.row {
      var members = JSONObject()
      for (name, value) in row.members { members[name] = .string(value) }
      object["row"] = .object(members)
    }
    if options.tellsTimes { object["nanoseconds"] = .int(result.nanoseconds) }
    if let failure = result.failure { object["failure"] = json(failure, in: sources) }
    return .object(object)
  }
  let failed = Int64(play.failures.count)
  var summary: JSONObject = ["passed": .int(Int64(play.results.count) - failed), "failed": .int(failed)]
  if let least = options.least {
    summary["least"] = percent(least)
    summary["taken"] = percent(play.coverage.hundredths)
  }
  var report: JSONObject = ["version": 1, "cases": .array(cases), "summary": .object(summary)]
  if options.tellsCoverage { report["coverage"] = coverageJSON(play.coverage, in: sources) }
  return JSON.object(report).prettyText + "\n"
}

/// Problems of files that keep all cases from being played: no cases, and `diagnostics` as `usher check` writes them.
func jsonReport(of problems: [Diagnostic], in sources: SourceMap) -> String {
  let checked = (try? JSON.parse(render(problems, in: sources, as: .json)))?["diagnostics"] ?? .array([])
  let report: JSONObject = [
    "version": 1, "cases": .array([]), "summary": ["passed": 0, "failed": 0, "errors": .int(Int64(problems.count))],
    "diagnostics": checked,
  ]
  return JSON.object(report).prettyText + "\n"
}

func percent(_ hundredths: Int) -> JSON { .double(Double(hundredths) / 100) }

private func json(_ failure: CaseFailure, in sources: SourceMap) -> JSON {
  [
    "step": .int(Int64(failure.step)), "action": .string(failure.action), "line": line(failure.span, in: sources),
    "problem": failure.problem.map(JSON.string) ?? .null,
    "differences": .array(
      failure.differences.map {
        [
          "what": .string($0.what), "line": $0.span.map { line($0, in: sources) } ?? .null,
          "expected": .string($0.expected), "got": .string($0.got),
        ]
      }),
    "trace": .array(failure.trace.map { .string($0.text) }),
  ]
}

/// What was taken, as lcov's records are made: flow by flow and line by line, with how often.
package func coverageJSON(_ coverage: CaseCoverage, in sources: SourceMap) -> JSON {
  let flows = coverage.flows.map { flow -> JSON in
    let edges = flow.edges.map { edge -> JSON in
      var object: JSONObject = [
        "line": line(edge.place.span, in: sources), "state": .string(edge.place.state),
        "kind": .string(edge.place.kind.rawValue), "name": .string(edge.place.label), "count": .int(Int64(edge.count)),
        "standing": .string(edge.standing.rawValue),
      ]
      object["error"] = edge.place.error.map(JSON.string)
      if edge.standing == .unreachable { object["reason"] = edge.place.untaken.map(JSON.string) }
      return .object(object)
    }
    return [
      "tenant": .string(flow.tenant), "flow": .string(flow.name), "path": .string(flow.path), "edges": .array(edges),
      "taken": .int(Int64(flow.count(.taken))), "missing": .int(Int64(flow.count(.missing))),
      "unreachable": .int(Int64(flow.count(.unreachable))),
    ]
  }
  return [
    "version": 1, "flows": .array(flows), "taken": .int(Int64(coverage.count(.taken))),
    "missing": .int(Int64(coverage.count(.missing))), "unreachable": .int(Int64(coverage.count(.unreachable))),
    "percent": percent(coverage.hundredths),
  ]
}

/// The line of a place; null where no file has it.
func line(_ span: SourceSpan, in sources: SourceMap) -> JSON {
  sources.file(span).map { .int(Int64($0.position(span.start).line)) } ?? .null
}
