import FlowJSON
import FlowRuntime

/// A host that calls the engine. For an application it names that application's runs.
struct ServiceClient: FlowClient {
  let service: any FlowService
  let application: String?

  private var scope: ClientEvent.Scope? { application.map { ClientEvent.Scope(application: $0) } }

  func start(_ flow: String, _ input: JSONObject) async throws -> Answer {
    Answer(
      json: await service.start(
        flow: flow, tenant: "native-auth", by: application.map { .client($0) } ?? .operator, input: input
      ).json)
  }

  func send(_ event: String, _ input: JSONObject, _ token: String) async throws -> Answer {
    var event = ClientEvent(event, input: input, token: token)
    event.scope = scope
    return Answer(json: await service.send(event).json)
  }

  func current(_ token: String) async throws -> Answer {
    Answer(json: await service.current(token: token, scope: scope, earlier: false).json)
  }
}
