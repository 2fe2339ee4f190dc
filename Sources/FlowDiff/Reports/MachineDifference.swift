import FlowJSON
import FlowSource
import FlowTooling

/// A difference for programs: version 1 of its form.
func jsonReport(_ difference: Difference, _ options: DifferenceReportOptions) -> String {
  let body: JSON = [
    "version": 1, "old": .string(options.old), "new": .string(options.new),
    "verdict": .string(difference.verdict.rawValue),
    "tenants": .array(
      difference.tenants.map { tenant in
        [
          "name": .string(tenant.tenant), "verdict": .string(tenant.verdict.rawValue),
          "changes": .array(tenant.changes.map { json($0, difference) }),
        ]
      }),
    "notes": .array(difference.notes.map(JSON.string)),
  ]
  return body.prettyText + "\n"
}

private func json(_ change: Change, _ difference: Difference) -> JSON {
  var body: JSONObject = [
    "area": .string(change.area.rawValue), "verdict": .string(change.verdict.rawValue),
    "place": .string(change.place), "text": .string(change.text),
  ]
  body["code"] = change.code.map { .string($0) }
  if !change.breaks.isEmpty { body["breaks"] = .array(change.breaks.map(JSON.string)) }
  if let span = change.span, let file = (change.isOfOld ? difference.oldSources : difference.newSources).file(span) {
    let position = file.position(span.start)
    body["at"] = [
      "of": .string(change.isOfOld ? "old" : "new"), "path": .string(file.path), "line": .int(Int64(position.line)),
      "column": .int(Int64(position.column)),
    ]
  }
  if let attack = change.attack {
    body["attack"] = [
      "gain": .string(attack.gain), "succeeds": .string(attack.showing.rawValue), "file": .string(attack.file),
    ]
  }
  return .object(body)
}

/// Annotations: what is lost is an error, the rest a notice. What is only renamed is not told.
func gitHubReport(_ difference: Difference) -> String {
  var text = ""
  for tenant in difference.tenants {
    for change in tenant.changes where change.verdict != .same {
      let level = change.verdict == .lost ? "error" : "notice"
      let title = ([change.verdict == .lost ? "a promise is lost" : "changed"] + [change.code].compactMap(\.self))
        .joined(separator: ", ")
      let message = ([change.sentence] + change.remarks).joined(separator: "\n")
      // A file of the old version is not there to be annotated.
      let span = change.isOfOld ? nil : change.span
      text += gitHubCommand(level, title, "\(tenant.tenant): \(message)", at: span, in: difference.newSources)
    }
  }
  return text
}

/// A comment of a pull request.
func markdownReport(_ difference: Difference, _ options: DifferenceReportOptions) -> String {
  var page = ReportPage(title: "Flows: \(difference.verdict.words)")
  page.blocks.append(.text("From \(options.old.code) to \(options.new.code)."))
  for tenant in difference.tenants where !tenant.changes.isEmpty {
    page.blocks.append(.heading(2, "\(tenant.tenant.code): \(tenant.verdict.words)"))
    for verdict in DifferenceVerdict.allCases.reversed() {
      let changes = tenant.changes.filter { $0.verdict == verdict }
      if changes.isEmpty { continue }
      let head = ["\(verdict == .same ? "Renamed" : verdict == .lost ? "Lost" : "Changed")", "Where", "What"]
      page.blocks.append(
        .table(
          head,
          changes.map { change in
            let place = difference.place(change).map { "\($0.code)" } ?? ""
            let code = change.code.map { ", \($0)" } ?? ""
            let what = ([change.text] + change.remarks).joined(separator: "; ")
            return [
              change.area.rawValue + code, [change.place, place].filter { !$0.isEmpty }.joined(separator: ", "), what,
            ]
          }))
    }
  }
  if !difference.notes.isEmpty { page.blocks.append(.list(difference.notes)) }
  return page.text(as: .markdown)
}

extension String {
  /// As code on a page: what a backtick would end is shown in another way.
  fileprivate var code: String { "`\(replacing("`", with: "'"))`" }
}
