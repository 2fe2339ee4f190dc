import FlowSource
import FlowTooling

/// A difference for people at a terminal.
func prettyReport(_ difference: Difference, _ options: DifferenceReportOptions) -> String {
  let style = Style(isColoured: options.isColoured)
  var text = ""
  for tenant in difference.tenants {
    text +=
      "\(style.paint(visible(tenant.tenant), .strong)): \(style.paint(tenant.verdict.words, role(tenant.verdict)))\n"
    for verdict in DifferenceVerdict.allCases.reversed() {
      let changes = tenant.changes.filter { $0.verdict == verdict }
      if changes.isEmpty { continue }
      text += "\n  \(style.paint(heading(verdict), .strong))\n"
      for change in changes { text += row(change, difference, style) }
    }
    text += "\n"
  }
  for note in difference.notes { text += "note: \(visible(note))\n" }
  return text
    + "From \(visible(options.old)) to \(visible(options.new)): "
    + "\(style.paint(difference.verdict.words, role(difference.verdict))).\n"
}

private func heading(_ verdict: DifferenceVerdict) -> String {
  switch verdict {
  case .same: "Renamed"
  case .extended: "Changed"
  case .lost: "Lost"
  }
}

private func role(_ verdict: DifferenceVerdict) -> Style.Role {
  switch verdict {
  case .same: .fix
  case .extended: .warning
  case .lost: .error
  }
}

private func row(_ change: Change, _ difference: Difference, _ style: Style) -> String {
  let code = change.code.map { "[\($0)]" } ?? ""
  var text = "    \(style.paint(change.area.rawValue + code, .label))  \(visible(change.sentence))\n"
  for remark in change.remarks { text += "      = \(visible(remark))\n" }
  if let place = difference.place(change) { text += "      \(style.paint("--> \(visible(place))", .frame))\n" }
  return text
}
