import FlowJSON
import FlowModel
import FlowRuntime

/// A reply as the lines a person reads; asks nothing.
struct ReplyRenderer: Sendable {
  let style: TerminalStyle

  /// The heading of a page.
  func title(_ page: PageView) -> [String] { ["", style.heading(safe(page.title))] }

  /// The error, and those of its fields that no prompt will show it beside. `first` is asked for next: what is about
  /// it alone stands beside it and nowhere else.
  func error(_ error: Reply.ErrorView, beside asked: [String] = []) -> [String] {
    if let first = asked.first, error.fields.map(\.name) == [first] { return [] }
    let others = error.fields.filter { !asked.contains($0.name) }
    return [style.error(safe(error.message))]
      + others.map { "  " + style.error(safe($0.name) + ($0.reason.map { ": " + safe($0) } ?? "")) }
  }

  /// Where a code or link went, and when another one may be sent.
  func sent(_ sent: Reply.Sent) -> [String] {
    let what = sent.length.map { "code of \(count($0, "digit"))" } ?? "link"
    return ["A \(what) was sent to \(safe(sent.to)) \(means(sent.channel))."] + another(sent)
  }

  /// Where a code waits to be sent.
  func held(_ held: Reply.Held) -> [String] {
    ["A code can be sent\(held.to.map { " to " + safe($0) } ?? "") \(means(held.channel))."]
  }

  private func means(_ channel: ChannelKind) -> String {
    switch channel {
    case .email: "by e-mail"
    case .sms: "by text message"
    }
  }

  /// When another code or link may be sent; nothing where it may at once.
  func another(_ sent: Reply.Sent) -> [String] {
    guard sent.resendAfter > 0 else { return [] }
    return [style.note("Another \(sent.length == nil ? "link" : "code") can be sent in \(sent.resendAfter) s.")]
  }

  /// The line beneath a title that names the page's other events; none where there are none.
  func otherEvents(_ others: [String], among events: [String]) -> [String] {
    guard !others.isEmpty else { return [] }
    let names = others.map { "/" + safe(SlashCommand.name(of: $0, among: events)) }.joined(separator: " ")
    return [style.note("Other ways on: \(names) (/help explains)")]
  }

  /// What an event is called: as its author says, else by its name.
  func label(of event: String, _ page: PageView?) -> String {
    page?.event(event)?.label.map { safe($0) } ?? words(event)
  }

  /// Where an event sends a code to, as it stands behind the event's name; empty where that is not known.
  func target(of event: String, _ targets: [Reply.Target]) -> String {
    targets.first { $0.event == event }.map { " (to \(safe($0.to)))" } ?? ""
  }

  /// What can be typed at any prompt.
  func help(_ events: [String], _ page: PageView? = nil, _ targets: [Reply.Target] = []) -> [String] {
    let rows =
      events.map { (SlashCommand.name(of: $0, among: events), label(of: $0, page) + target(of: $0, targets)) } + [
        ("help", "This list"), ("quit", "Leave; the run can be taken up again"),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  /" + safe(name) + String(repeating: " ", count: width - name.count + 2) + text
    }
  }

  /// How the run is over: the end's name, what was created, what is granted, and whether it goes on in a browser. A grant is shown whole, for it must be
  /// typed to be used.
  func end(_ end: Reply.EndView) -> [String] {
    ["", style.heading(words(end.name))]
      + (end.result?.members ?? []).flatMap { rows(end.labels[$0.name].map { safe($0) } ?? words($0.name), $0.value) }
      + (end.grants?.members ?? []).map { "  Grant for \(safe($0.name)): \(words($0.value))" }
      + (end.redirect.map { ["  To be gone on with in a browser: \(safe($0))"] } ?? [])
  }

  /// A member of a result, objects flattened. Long texts without a blank are tokens for programs, which read them over
  /// the other transports.
  private func rows(_ label: String, _ value: JSON) -> [String] {
    if case .object(let object) = value {
      return object.members.flatMap { rows("\(label), \(words($0.name))", $0.value) }
    }
    var text = words(value)
    if text.count > 80, !text.contains(" ") {
      text = "\(text.prefix(16))... (\(count(text.count, "character")), whole with --json)"
    }
    return ["  \(label): \(text)"]
  }
}
