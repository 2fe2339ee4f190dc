import FlowCompiler
import FlowSource
import FlowTooling

/// Workflow commands of GitHub Actions: an error at the line of each failure, and a warning at each line that no case went
/// through, where coverage is asked for.
func gitHubReport(_ play: CasePlay, _ options: CaseReportOptions) -> String {
  let sources = play.suite.compilation.sources
  var problems = play.failures.map { $1.diagnostic($0) }
  if options.tellsCoverage {
    for edge in play.coverage.flows.flatMap(\.edges) where edge.standing == .missing {
      problems.append(Diagnostic("coverage", .warning, "no case takes this: \(edge.words)", at: edge.place.span))
    }
  }
  let shortfall = options.shortfall(play).map { "::error title=coverage::\($0)\n" } ?? ""
  return render(problems, in: sources, as: .github) + shortfall + play.tally + "\n"
}

/// JUnit's XML: a suite for each file of cases.
func junitReport(_ play: CasePlay, _ options: CaseReportOptions) -> String {
  func seconds(_ nanoseconds: Int64) -> String {
    let micros = (options.tellsTimes ? nanoseconds : 0) / 1_000
    let rest = String(micros % 1_000_000)
    return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }
  let all = Array(zip(play.suite.items, play.results))
  let shortfall = options.shortfall(play)
  let more = shortfall == nil ? 0 : 1
  var text = xmlHeading
  text += "<testsuites tests=\"\(all.count + more)\" failures=\"\(play.failures.count + more)\">\n"
  var paths: [String] = []
  for (item, _) in all where paths.last != item.path { paths.append(item.path) }
  for path in paths {
    let own = all.filter { $0.0.path == path }
    let failed = own.count { $0.1.failure != nil }
    let time = seconds(own.reduce(0) { $0 + $1.1.nanoseconds })
    text += "  <testsuite name=\"\(xml(path))\" tests=\"\(own.count)\" failures=\"\(failed)\" time=\"\(time)\">\n"
    for (item, result) in own {
      let name = "name=\"\(xml(item.name))\" classname=\"\(xml("\(item.tenant).\(item.flow)"))\""
      text += "    <testcase \(name) file=\"\(xml(path))\" time=\"\(seconds(result.nanoseconds))\""
      guard let failure = result.failure else {
        text += "/>\n"
        continue
      }
      text += ">\n      <failure message=\"\(xml(failure.summary))\">"
      text += xml(failure.facts.joined(separator: "\n")) + "</failure>\n    </testcase>\n"
    }
    text += "  </testsuite>\n"
  }
  if let shortfall {
    text += "  <testsuite name=\"coverage\" tests=\"1\" failures=\"1\" time=\"\(seconds(0))\">\n"
    text += "    <testcase name=\"what runs can take\" classname=\"coverage\" time=\"\(seconds(0))\">\n"
    text += "      <failure message=\"\(xml(shortfall))\"/>\n    </testcase>\n  </testsuite>\n"
  }
  return text + "</testsuites>\n"
}

/// The Test Anything Protocol, version 14: https://testanything.org/tap-version-14-specification.html.
func tapReport(_ play: CasePlay, _ options: CaseReportOptions) -> String {
  let shortfall = options.shortfall(play)
  var text = "\(tapHeading)1..\(play.results.count + (shortfall == nil ? 0 : 1))\n"
  for (index, (item, result)) in zip(play.suite.items, play.results).enumerated() {
    let name = visible("\(item.flow): \(item.name)").flatMap { $0 == "#" || $0 == "\\" ? ["\\", $0] : [$0] }
    text += "\(result.failure == nil ? "ok" : "not ok") \(index + 1) - \(String(name))\n"
    guard let failure = result.failure else { continue }
    let position = play.suite.compilation.sources.file(failure.span)?.position(failure.span.start)
    text += "  ---\n  at: \(quoted("\(item.path):\(position?.line ?? 1)"))\n"
    text += "  message: \(quoted(failure.summary))\n"
    if !failure.trace.isEmpty { text += "  trace:\n" + failure.trace.map { "    - \(quoted($0.text))\n" }.joined() }
    text += "  ...\n"
  }
  if let shortfall {
    text += "not ok \(play.results.count + 1) - coverage\n  ---\n  message: \(quoted(shortfall))\n  ...\n"
  }
  return text
}

private let tapHeading = "TAP version 14\n"
private let xmlHeading = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/// Problems of files that keep all cases from being played: a suite for each file, with an error for each problem.
func junitReport(of problems: [Diagnostic], in sources: SourceMap) -> String {
  var text = xmlHeading + "<testsuites tests=\"\(problems.count)\" errors=\"\(problems.count)\">\n"
  var paths: [String] = []
  for problem in problems where !paths.contains(path(problem, sources)) { paths.append(path(problem, sources)) }
  for path in paths {
    let own = problems.filter { FlowCases.path($0, sources) == path }
    text += "  <testsuite name=\"\(xml(path))\" tests=\"\(own.count)\" errors=\"\(own.count)\">\n"
    for problem in own {
      let line = sources.file(problem.span)?.position(problem.span.start).line ?? 1
      let name = "\(problem.code) at line \(line)"
      text += "    <testcase name=\"\(xml(name))\" classname=\"usher.check\" file=\"\(xml(path))\" line=\"\(line)\">\n"
      text += "      <error type=\"\(xml(problem.code))\" message=\"\(xml(problem.message))\">"
      text += xml(problem.help ?? "") + "</error>\n    </testcase>\n"
    }
    text += "  </testsuite>\n"
  }
  return text + "</testsuites>\n"
}

/// The same in TAP, where nothing can be tried any more.
func tapReport(of problems: [Diagnostic], in sources: SourceMap) -> String {
  let lines = render(problems, in: sources, as: .short).split(separator: "\n").map { "# \($0)\n" }
  return tapHeading + lines.joined() + "Bail out! No case was played: \(counted(problems.count, "error"))\n"
}

private func path(_ problem: Diagnostic, _ sources: SourceMap) -> String { sources.file(problem.span)?.path ?? "?" }

/// A text in YAML's double quotes.
private func quoted(_ text: String) -> String {
  let escaped = visible(text).flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
  return "\"" + String(escaped) + "\""
}

/// A text of XML, in which no character is that XML forbids.
private func xml(_ text: String) -> String {
  var escaped = ""
  for character in visible(text, keepingLines: true).unicodeScalars {
    switch character {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\n": escaped += "&#10;"
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escaped
}
