import FlowCompiler
import FlowJSON
import FlowSource
import FlowTooling

/// How it is told what was made, or found, beside cases.
package enum WorkbenchFormat: String, Sendable, CaseIterable {
  /// For people.
  case pretty
  /// A versioned JSON object.
  case json
}

/// What was made of cases, and what still nothing takes; ends with a line break. `isWritten`: whether the files are there.
package func report(
  _ generation: CaseGeneration, as format: WorkbenchFormat, isWritten: Bool = true, colour isColoured: Bool = false
) -> String {
  let sources = generation.compilation.sources
  switch format {
  case .pretty:
    let style = Style(isColoured: isColoured)
    var text = ""
    for file in generation.files {
      text += "\(isWritten ? "wrote" : "would write") \(visible(file.path)): \(counted(file.count, "case"))\n"
    }
    for miss in generation.misses {
      text += "\(miss.edge.location(in: sources)): " + style.paint("no case", .warning)
      text += ": \(miss.edge.words) (\(miss.reason))\n"
    }
    let (before, after) = (CaseCoverage.text(generation.before), CaseCoverage.text(generation.after))
    if generation.before == 10_000 { return text + "cases take all that runs can take: there is nothing to make\n" }
    return text + "\(after) of what runs can take, and \(before) before\n"
  case .json:
    let files = generation.files.map { file -> JSON in
      ["path": .string(file.path), "flow": .string(file.flow), "cases": .int(Int64(file.count))]
    }
    let misses = generation.misses.map { miss -> JSON in
      var object = miss.edge.jsonMembers(in: sources)
      object["reason"] = .string(miss.reason)
      return .object(object)
    }
    let report: JSONObject = [
      "version": 1, "files": .array(files), "missing": .array(misses), "written": .bool(isWritten),
      "before": percent(generation.before), "after": percent(generation.after),
    ]
    return JSON.object(report).prettyText + "\n"
  }
}

extension CaseCoverage.Edge {
  /// Where and what it is, as JSON has it.
  func jsonMembers(in sources: SourceMap) -> JSONObject {
    let file = sources.file(place.span)
    return [
      "path": .string(file?.path ?? "?"), "line": line(place.span, in: sources),
      "state": .string(place.state), "kind": .string(place.kind.rawValue), "name": .string(place.label),
    ]
  }
}
