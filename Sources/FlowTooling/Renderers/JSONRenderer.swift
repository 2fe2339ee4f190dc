import FlowCompiler
import FlowJSON
import FlowSource

/// One JSON object: `version` (2, raised when a member changes its meaning or goes), `diagnostics`, `summary`.
///
/// Lines and columns count from 1, columns in Unicode scalars; `start` and `end` are offsets in bytes; an end lies behind
/// the last character. Absent helps, edits and counterexamples are `null`, so that every diagnostic has the same members.
///
/// What is wrong at no place of a file stands in `serving`, where it was asked for.
///
/// Where it was asked what was proven of tenants there are also `proofs` and `optOuts`.
func renderJSON(
  _ diagnostics: [Diagnostic], in sources: SourceMap, proving tenants: [CompiledTenant]? = nil, others: [String] = []
) -> String {
  let tally = Tally(diagnostics, others: others.count)
  var report: JSONObject = [
    "version": 2,
    "diagnostics": .array(diagnostics.map { json($0, in: sources) }),
    "summary": [
      "errors": .int(Int64(tally.errors)), "warnings": .int(Int64(tally.warnings)),
      "checkedFiles": .int(Int64(sources.files.count)),
    ],
  ]
  if !others.isEmpty {
    report["serving"] = .array(others.map { ["severity": "error", "message": .string($0)] })
  }
  if let tenants {
    for member in ProofRenderer(sources: sources, style: Style(isColoured: false)).json(tenants).members {
      report[member.name] = member.value
    }
  }
  return JSON.object(report).prettyText + "\n"
}

private func json(_ diagnostic: Diagnostic, in sources: SourceMap) -> JSON {
  [
    "code": .string(diagnostic.code),
    "severity": .string(diagnostic.severity.name),
    "message": .string(diagnostic.message),
    "path": .string(sources.path(of: diagnostic.span)),
    "range": range(diagnostic.span, in: sources),
    "labels": .array(
      diagnostic.allLabels.map {
        [
          "path": .string(sources.path(of: $0.span)), "range": range($0.span, in: sources),
          "message": .string($0.message),
        ]
      }),
    "notes": .array(diagnostic.notes.map { .string($0) }),
    "help": diagnostic.help.map { .string($0) } ?? .null,
    "edit": diagnostic.edit.map {
      [
        "path": .string(sources.path(of: $0.span)), "range": range($0.span, in: sources),
        "replacement": .string($0.replacement),
      ]
    } ?? .null,
    "counterexample": diagnostic.counterexample.map { json($0, in: sources) } ?? .null,
  ]
}

/// A span as lines, columns and bytes; null for a span of no file.
func range(_ span: SourceSpan, in sources: SourceMap) -> JSON {
  guard let file = sources.file(span) else { return .null }
  let (start, end) = (file.position(span.start), file.position(span.end))
  return [
    "line": .int(Int64(start.line)), "column": .int(Int64(start.column)),
    "endLine": .int(Int64(end.line)), "endColumn": .int(Int64(end.column)),
    "start": .int(Int64(span.start)), "end": .int(Int64(span.end)),
  ]
}
