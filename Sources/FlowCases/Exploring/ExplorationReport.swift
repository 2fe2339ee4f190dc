import FlowCompiler
import FlowJSON
import FlowSource
import FlowTooling

/// What somebody stumbles over in a flow, each with a way there; ends with a line break.
package func report(
  _ exploration: FlowExploration, as format: WorkbenchFormat, colour isColoured: Bool = false
) -> String {
  let sources = exploration.compilation.sources
  switch format {
  case .pretty:
    let style = Style(isColoured: isColoured)
    var text = ""
    for finding in exploration.findings {
      let place = finding.span.flatMap { span in
        sources.file(span).map { "\(visible($0.path)):\($0.position(span.start).line): " }
      }
      text += (place ?? "") + style.paint(finding.kind.rawValue, .warning) + ": \(visible(finding.message))\n"
      text += finding.way.map { "    - \(visible($0))\n" }.joined()
    }
    let ways = counted(exploration.plays, "way") + (exploration.isCut ? ", and there are more" : "")
    let states = "\(exploration.visited) of \(exploration.restingStates) pages and ends"
    let tally =
      exploration.findings.isEmpty ? "nothing to stumble over" : counted(exploration.findings.count, "finding")
    return text + style.paint(tally, exploration.findings.isEmpty ? .fix : .warning) + ": \(ways); \(states)\n"
  case .json:
    let findings = exploration.findings.map { finding -> JSON in
      let file = finding.span.flatMap { sources.file($0) }
      return [
        "kind": .string(finding.kind.rawValue), "state": .string(finding.state), "message": .string(finding.message),
        "path": file.map { .string($0.path) } ?? .null, "line": finding.span.map { line($0, in: sources) } ?? .null,
        "way": .array(finding.way.map { .string($0) }),
      ]
    }
    let report: JSONObject = [
      "version": 1, "flow": .string(exploration.flow), "findings": .array(findings),
      "ways": .int(Int64(exploration.plays)), "complete": .bool(!exploration.isCut),
      "visited": .int(Int64(exploration.visited)), "states": .int(Int64(exploration.restingStates)),
    ]
    return JSON.object(report).prettyText + "\n"
  }
}
