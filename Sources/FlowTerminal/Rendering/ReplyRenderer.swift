import FlowJSON
import FlowModel
import FlowRuntime

/// A reply as the lines a person reads; asks nothing.
struct ReplyRenderer: Sendable {
  let style: TerminalStyle

  /// The heading of a page.
  func title(_ page: Reply.PageView) -> [String] { ["", style.heading(safe(page.title))] }

  /// The error, and its fields that no prompt will show it beside.
  func error(_ error: Reply.ErrorView, besides shown: Set<String>) -> [String] {
    let others = error.fields.filter { !shown.contains($0.name) }
    return [style.error(safe(error.message))]
      + others.map { "  " + style.error(safe($0.name) + ($0.reason.map { ": " + safe($0) } ?? "")) }
  }

  /// Where a code or link went, and when another one may follow.
  func sent(_ sent: Reply.Sent) -> [String] {
    let what = sent.length.map { "code of \(count($0, "digit"))" } ?? "link"
    let how =
      switch sent.channel {
      case .email: "by e-mail"
      case .sms: "by text message"
      }
    var lines = ["A \(what) was sent to \(safe(sent.to)) \(how)."]
    if sent.resendAfter > 0 {
      let another = sent.length == nil ? "link" : "code"
      lines.append(style.note("Another \(another) can be sent in \(sent.resendAfter) s."))
    }
    return lines
  }

  /// The line beneath a title that names the page's other events; none where there are none.
  func otherWays(_ events: [String]) -> [String] {
    guard !events.isEmpty else { return [] }
    let names = events.map { "/" + safe($0) }.joined(separator: " ")
    return [style.note("Other ways on: \(names) (/help explains)")]
  }

  /// What can be typed at any prompt.
  func help(_ events: [String]) -> [String] {
    let rows = events.map { ($0, words($0)) } + [("help", "This list"), ("quit", "Leave; the run can be taken up again")]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  /" + safe(name) + String(repeating: " ", count: width - name.count + 2) + text
    }
  }

  /// How the run is over: the end's name, what it grants and what was created.
  func end(_ end: Reply.EndView) -> [String] {
    var lines = ["", style.heading(words(end.name))]
    for member in end.result?.members ?? [] { lines += rows(member.name, member.value, isGrant: false) }
    for member in end.grants?.members ?? [] { lines += rows(member.name + " grant", member.value, isGrant: true) }
    return lines
  }

  /// A member of a result, objects flattened. A grant is shown whole, for it must be typed to be used; other long
  /// texts without a blank are tokens for programs, which read them over the other transports.
  private func rows(_ name: String, _ value: JSON, isGrant: Bool) -> [String] {
    if case .object(let object) = value {
      return object.members.flatMap { rows("\(name).\($0.name)", $0.value, isGrant: isGrant) }
    }
    var text = words(value)
    if !isGrant, text.count > 80, !text.contains(" ") {
      text = "\(text.prefix(16))... (\(count(text.count, "character")), whole with --json)"
    }
    return ["  \(words(name)): \(text)"]
  }
}
