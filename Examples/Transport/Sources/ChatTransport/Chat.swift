import FlowJSON
import FlowModel
public import FlowRuntime

/// One person's chat with one run of any flow: each text that they send is answered by one text.
///
/// A page's event is asked for field by field and sent as a whole. `/name` turns to another event of the page, `-` leaves
/// a field out. What the engine complains about is asked again.
public actor Chat {
  private let service: any FlowService
  private let application: String?
  /// The last reply that said where the run stands.
  public private(set) var reply = Reply()
  /// The newest continuation token. Who keeps it can take the chat up again, also after a restart.
  public private(set) var token: String?

  private var event: EventView?
  private var input = JSONObject()
  private var questions: ArraySlice<FieldView> = []

  /// A chat over an engine, or over what stands before it, as an application of the tenant; nil for a tenant without any.
  public init(over service: any FlowService, as application: String? = nil) {
    self.service = service
    self.application = application
  }

  /// Begins a run; returns what to say first.
  public func start(flow: String, tenant: String) async -> String {
    take(await service.start(flow: flow, tenant: tenant, by: .client(application), input: [:]))
  }

  /// Takes up the run of a token. A token that is not accepted leaves the chat where it was.
  public func resume(_ token: String) async -> String {
    let found = await service.current(token: token)
    if found.isAtRest || found.end != nil { self.token = token }
    return take(found)
  }

  /// Takes what the person said; returns the answer.
  public func say(_ text: String) async -> String {
    guard let token, reply.isAtRest else { return "This chat is over." }
    if let chosen = events.first(where: { "/" + $0.name == text }) {
      ask(chosen)
      if !questions.isEmpty { return question }
    } else if let field = questions.first {
      if text != "-" { input[field.name] = Self.value(text, for: field) }
      questions.removeFirst()
      if !questions.isEmpty { return question }
    }
    // With nothing to send, the run may have gone on by itself: its time-outs do not wait for anybody.
    guard let event else { return take(await service.current(token: token)) }
    return take(await service.send(ClientEvent(event.name, input: input, token: token)))
  }

  /// What can be sent now: the page's events, or the one that lets a held code go.
  private var events: [EventView] { reply.page?.events ?? reply.events.map { EventView($0) } }

  private func ask(_ event: EventView?, only fields: [String] = []) {
    if fields.isEmpty || self.event?.name != event?.name { input = [:] }
    self.event = event
    questions = ArraySlice(event?.fields.filter { fields.isEmpty || fields.contains($0.name) } ?? [])
  }

  /// Takes a reply in; returns what it says. One without a page or an end is an error that left the run as it was.
  private func take(_ new: Reply) -> String {
    let wasAsked = event?.name
    let isSamePage = new.state == reply.state
    if new.isAtRest || new.end != nil { (reply, token) = (new, new.token ?? token) }
    var lines = new.error.map { [$0.message] } ?? []
    for field in new.error?.fields ?? [] {
      if let complaint = field.complaint { lines.append("\(field.name): \(Self.words(complaint))") }
    }
    if let end = new.end {
      ask(nil)
      return (lines + [end.redirect ?? "That was all: \(end.name)."]).joined(separator: "\n")
    }
    if let sent = new.sent, new.error == nil { lines.append("Something was sent to \(sent.to).") }
    if let held = new.held { lines.append("A code can be sent to \(held.to ?? "nobody").") }
    let failed = isSamePage ? new.error?.fields.map(\.name) ?? [] : []
    let usual = events.first { $0.name == (failed.isEmpty ? "submit" : wasAsked) } ?? events.first
    ask(usual, only: failed)
    if !isSamePage, let page = reply.page { lines.append(page.title) }
    return (lines + [question]).joined(separator: "\n")
  }

  private var question: String {
    let others = events.filter { $0.name != event?.name }.map { "/" + $0.name }.joined(separator: ", ")
    let other = others.isEmpty ? "" : " Or \(others)."
    guard let field = questions.first else {
      return (event == nil ? "Say anything to look again." : "Say anything to go on.") + other
    }
    let options = field.options.isEmpty ? "" : " (\(field.options.joined(separator: ", ")))"
    let kept = field.isRequired && reply.page?.value(of: field) == nil ? "" : " (- leaves it)"
    return "\(field.label)\(options)\(kept)?" + other
  }

  /// A text as the value of a field. Whether it is a good one is the engine's to say.
  private static func value(_ text: String, for field: FieldView) -> JSON {
    switch field.type {
    case .boolean: ["yes": true, "no": false][text.lowercased()] ?? .string(text)
    case .integer, .number, .any: (try? JSON.parse(text)) ?? .string(text)
    case .list: .array(text.split(separator: ",").map { .string(String($0.drop { $0 == " " })) })
    default: .string(text)
    }
  }

  /// A complaint in this transport's own words; where it has none, in the engine's.
  private static func words(_ complaint: FieldComplaint) -> String {
    switch complaint {
    case .tooShort(let min): "That is too short, it takes \(min)."
    case .noOption(let options): "It is one of \(options.joined(separator: ", "))."
    default: complaint.text
    }
  }
}
