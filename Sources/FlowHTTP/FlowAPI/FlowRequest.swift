import FlowJSON
import FlowModel
import FlowRuntime

/// What the requests of the flow API carry, read strictly.
enum FlowRequest {
  /// Names the application, as `?client_id=` does.
  static let applicationHeader = "Usher-Application"

  /// How a run is to be started.
  struct Start {
    var tenant: String
    var flow: String
    var application: String?
    var input: JSONObject
    /// The language that the query names; nil: none, so what the client's headers say counts.
    var locale: LanguagePreferences?
  }

  /// Reads a start: tenant and flow from the path, the input from the body.
  static func start(_ request: HTTPRequest) throws(HTTPRefusal) -> Start {
    Start(
      tenant: request.parameters["tenant"] ?? "", flow: request.parameters["flow"] ?? "",
      application: try application(request), input: try input(request), locale: try locale(request))
  }

  /// What is no tag is no language that anybody speaks: then the headers count.
  private static func locale(_ request: HTTPRequest) throws(HTTPRefusal) -> LanguagePreferences? {
    let named = request.query.fields.filter { $0.name == "locale" }
    guard named.count <= 1 else { throw .malformed("The locale is named more than once.") }
    return named.first.flatMap { LanguageTag($0.value) }.map(LanguagePreferences.init)
  }

  /// Reads an event: its token may stand in `Authorization` instead.
  static func event(_ request: HTTPRequest) throws(HTTPRefusal) -> ClientEvent {
    guard request.hasBody(of: MediaType.json) else { throw .unsupportedType(MediaType.json) }
    switch ClientEvent.parse(request.body) {
    case .failure(let reason): throw .malformed(reason.message)
    case .success(var event):
      if let token = request.bearerToken {
        guard event.token ?? token == token else {
          throw .malformed("There are two tokens: one in the event and another in Authorization.")
        }
        event.token = token
      }
      event.scope = try scope(request)
      return event
    }
  }

  /// The runs that whoever sends a request may go on with.
  static func scope(_ request: HTTPRequest) throws(HTTPRefusal) -> ClientEvent.Scope {
    ClientEvent.Scope(application: try application(request))
  }

  private static func input(_ request: HTTPRequest) throws(HTTPRefusal) -> JSONObject {
    if request.body.isEmpty { return [:] }
    guard request.hasBody(of: MediaType.json) else { throw .unsupportedType(MediaType.json) }
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(request.body) } catch {
      throw .malformed("This is no JSON: \(error).")
    }
    guard case .object(let input) = value else { throw .malformed("An input is an object, and this is \(value.kind).") }
    return input
  }

  private static func application(_ request: HTTPRequest) throws(HTTPRefusal) -> String? {
    let named =
      request.headers.values(applicationHeader) + request.query.fields.filter { $0.name == "client_id" }.map(\.value)
    guard named.count <= 1 else { throw .malformed("The application is named more than once.") }
    return named.first
  }
}
