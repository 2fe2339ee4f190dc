import FlowJSON
import FlowModel
import FlowRuntime

/// Speaks one call of the wire with the flow behind it: what the client sent goes to the pages that ask for it.
struct FlowPart {
  /// What came of it.
  enum Outcome {
    /// The flow is over.
    case ended(Reply.EndView)
    /// It refused, and the client may call again.
    case refused(Reply.ErrorView)
    /// It asks for something that the call has not.
    case stuck
  }

  /// More pages than any call has fields for.
  private static let maxPages = 16

  let service: any FlowService
  let app: AppServicesApp
  let flow: String

  /// Takes the flow from its start to an end with these fields. A page is filled once: a flow that comes back to it
  /// without an error wants something else.
  func run(_ fields: JSONObject, tokens: (any TokenIssuer)? = nil) async -> Outcome {
    var reply = await start(fields, tokens)
    // All fields at once is one step for most flows; one whose first page has fewer is given those alone.
    if reply.error?.code == EngineError.unknownField.code { reply.error = nil }
    var filled: Set<String> = []
    for _ in 0..<Self.maxPages {
      if let error = reply.error { return .refused(error) }
      if let end = reply.end { return .ended(end) }
      guard let state = reply.state, filled.insert(state).inserted, let page = reply.page,
        let submit = page.event(AppServicesProtocol.submit), let token = reply.token,
        let input = input(for: submit, at: page, of: fields)
      else { return .stuck }
      reply = await service.send(ClientEvent(submit.name, input: input, token: token), tokens: tokens)
    }
    return .stuck
  }

  private func start(_ fields: JSONObject, _ tokens: (any TokenIssuer)?) async -> Reply {
    let client = Starter.client(app.id)
    if fields.members.isEmpty {
      return await service.start(flow: flow, tenant: app.tenant, by: client, input: fields, tokens: tokens)
    }
    let event = ClientEvent(AppServicesProtocol.submit, input: fields)
    return await service.start(flow: flow, tenant: app.tenant, by: client, event: event, tokens: tokens)
  }

  /// The fields that an event asks for; nil where the call lacks one that it needs.
  private func input(for event: EventView, at page: PageView, of fields: JSONObject) -> JSONObject? {
    var input = JSONObject()
    for field in event.fields {
      input[field.name] = fields[field.name]
      if field.isRequired, field.terms.show == nil, fields[field.name] == nil, page.value(of: field) == nil {
        return nil
      }
    }
    return input
  }
}
