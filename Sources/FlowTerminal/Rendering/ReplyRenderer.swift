import FlowJSON
import FlowModel
import FlowRuntime

/// A reply as the lines a person reads; asks nothing.
struct ReplyRenderer: Sendable {
  let style: TerminalStyle
  /// What the terminal says by itself.
  var standard = StandardWords.english

  /// The heading of a page.
  func title(_ page: PageView) -> [String] { ["", style.heading(safe(page.title))] }

  /// The error, and those of its fields that no prompt will show it beside. `first` is asked for next: what is about
  /// it alone stands beside it and nowhere else.
  func error(_ error: Reply.ErrorView, beside asked: [String] = []) -> [String] {
    if let first = asked.first, error.fields.map(\.name) == [first] { return [] }
    let others = error.fields.filter { !asked.contains($0.name) }
    return [style.error(safe(error.message))]
      + others.map { "  " + style.error(safe($0.label ?? $0.name) + ($0.reason.map { ": " + safe($0) } ?? "")) }
  }

  /// Where a code or link went, and when another one may be sent.
  func sent(_ sent: Reply.Sent) -> [String] {
    let values: [String: MessageValue] = ["to": .text(safe(sent.to)), "channel": .text(sent.channel.name)]
    let line =
      sent.length.map { standard.text(.terminalCodeSent, values.merging(["length": .integer(Int64($0))]) { $1 }) }
      ?? standard.text(.terminalLinkSent, values)
    return [line] + another(sent)
  }

  /// Where a code waits to be sent.
  func held(_ held: Reply.Held) -> [String] {
    let channel = MessageValue.text(held.channel.name)
    guard let to = held.to else { return [standard.text(.terminalHeldNowhere, ["channel": channel])] }
    return [standard.text(.terminalHeld, ["to": .text(safe(to)), "channel": channel])]
  }

  /// When another code or link may be sent; nothing where it may at once.
  func another(_ sent: Reply.Sent) -> [String] {
    guard sent.resendAfter > 0 else { return [] }
    let seconds: [String: MessageValue] = ["seconds": .integer(Int64(sent.resendAfter))]
    return [style.note(standard.text(sent.length == nil ? .terminalAnotherLink : .terminalAnotherCode, seconds))]
  }

  /// The line beneath a title that names the page's other events; none where there are none.
  func otherEvents(_ others: [String], among events: [String]) -> [String] {
    guard !others.isEmpty else { return [] }
    let names = others.map { "/" + safe(SlashCommand.name(of: $0, among: events)) }.joined(separator: " ")
    return [style.note(standard.text(.terminalOtherEvents, ["events": .text(names)]))]
  }

  /// What an event is called: as its author says, in standard words, else by its name.
  func label(of event: String, _ page: PageView?) -> String {
    (page?.event(event)?.label ?? standard.label(ofEvent: event)).map { safe($0) } ?? words(event)
  }

  /// Where an event sends a code to, as it stands behind the event's name; empty where that is not known.
  func target(of event: String, _ targets: [Reply.Target]) -> String {
    targets.first { $0.event == event }.map { " " + standard.text(.terminalToAddress, ["to": .text(safe($0.to))]) }
      ?? ""
  }

  /// What can be typed at any prompt.
  func help(_ events: [String], _ page: PageView? = nil, _ targets: [Reply.Target] = []) -> [String] {
    let rows =
      events.map { (SlashCommand.name(of: $0, among: events), label(of: $0, page) + target(of: $0, targets)) } + [
        ("help", standard.text(.terminalHelp)), ("quit", standard.text(.terminalQuit)),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  /" + safe(name) + String(repeating: " ", count: width - name.count + 2) + text
    }
  }

  /// How the run is over: the end's name, what was created, what is granted, and whether it goes on in a browser. A grant is shown whole, for it must be
  /// typed to be used.
  func end(_ end: Reply.EndView) -> [String] {
    ["", style.heading(name(of: end))]
      + (end.result?.members ?? []).flatMap { rows(end.labels[$0.name].map { safe($0) } ?? words($0.name), $0.value) }
      + (end.grants?.members ?? []).map { grant in
        "  \(standard.text(.terminalGrantFor, ["name": .text(safe(grant.name))])): \(words(grant.value))"
      }
      + (end.redirect.map { ["  " + standard.text(.terminalRedirect, ["text": .text(safe($0))])] } ?? [])
  }

  private func name(of end: Reply.EndView) -> String {
    switch end.name {
    case End.completed: standard.text(.terminalCompleted)
    case End.failed: standard.text(.terminalFailed)
    case End.timedOut: standard.text(.terminalTimedOut)
    default: words(end.name)
    }
  }

  /// A member of a result, objects flattened. Long texts without a blank are tokens for programs, which read them over
  /// the other transports.
  private func rows(_ label: String, _ value: JSON) -> [String] {
    if case .object(let object) = value {
      return object.members.flatMap { rows("\(label), \(words($0.name))", $0.value) }
    }
    var text = words(value, in: standard)
    if text.count > 80, !text.contains(" ") {
      text = "\(text.prefix(16))... " + standard.text(.terminalWholeWithJson, ["count": .integer(Int64(text.count))])
    }
    return ["  \(label): \(text)"]
  }
}
