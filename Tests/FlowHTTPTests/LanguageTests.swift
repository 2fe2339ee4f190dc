import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import HTTPSupport
import Synchronization
import Testing

/// A client that says which languages its person reads.
@Suite(.timeLimit(.minutes(2)))
struct LanguageTests {
  private let runs = "POST /v1/tenants/native-auth/flows/sign-up/runs?client_id=ios"

  @Test(arguments: [
    ("de", "de", "Konto anlegen"), ("cs;q=0.5, de;q=0.8", "de", "Konto anlegen"),
    ("de-CH, en;q=0.1", "de", "Konto anlegen"),
    ("cs-CZ,cs;q=0.9", "cs", "Založte si účet"), ("ja", "en", "Create your account"),
    ("*", "en", "Create your account"),
    (";;;,q=,=", "en", "Create your account"),
  ]) func `a page speaks what the client reads`(header: String, locale: String, title: String) async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let reply = try await ask(server.port, runs, ["Accept-Language: \(header)"])
      #expect(reply.json["locale"]?.string == locale && reply.json["page"]?["title"]?.string == title)
      #expect(reply.headers["Content-Language"] == locale)
      let named = try await ask(server.port, runs + "&locale=cs", ["Accept-Language: \(header)"])
      #expect(named.json["locale"] == "cs")
      // Of a language that the tenant does not speak, the header says what comes next.
      let unknown = try await ask(server.port, runs + "&locale=nl", ["Accept-Language: \(header)"])
      #expect(unknown.json["locale"]?.string == locale)
      #expect(try await ask(server.port, runs + "&locale=de&locale=cs").status == 400)
    }
  }

  @Test(arguments: [
    (["cs;q=0.5", "de"], "de"), (["nl", "de;q=0.2", "cs;q=0.4"], "cs"), (["", "de"], "de"), (["nl,", ",cs"], "cs"),
  ]) func `several headers are one list`(headers: [String], locale: String) async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let reply = try await ask(server.port, runs, headers.map { "Accept-Language: \($0)" })
      #expect(reply.json["locale"]?.string == locale, "\(reply.json.text)")
    }
  }

  @Test func `the values of a name are a list in their order, whatever the case of the name`() {
    var headers: HTTPHeaders = ["Accept-Language": "de"]
    headers.add("accept-LANGUAGE", "cs;q=0.5")
    headers.add("Accept", "text/html")
    #expect(headers.list("Accept-language") == "de, cs;q=0.5" && headers.list("Content-Language") == nil)
  }

  @Test(arguments: [
    (#"{"email":"no"}"#, "ios", "sign-up", 422, "Etwas ist nicht gültig."),
    (#"{"nope":"no"}"#, "ios", "sign-up", 422, "Diese Seite hat kein solches Feld."),
    (#"{"nope"#, "ios", "sign-up", 400, "Das ist kein Ereignis."),
    ("{}", "ios", "none", 404, "Diesen Ablauf gibt es nicht."),
    ("{}", "none", "sign-up", 404, "Diese Anwendung gibt es nicht."),
  ]) func `a reply of a run that never began names its language, and speaks it`(
    body: String, application: String, flow: String, status: Int, message: String
  ) async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let path = "POST /v1/tenants/native-auth/flows/\(flow)/runs?client_id=\(application)"
      let reply = try await ask(server.port, path, [json, "Accept-Language: de"], body: body)
      #expect(reply.status == status && reply.json["error"]?["message"]?.string == message, "\(reply.json.text)")
      #expect(reply.json["locale"] == "de" && reply.headers["Content-Language"] == "de", "\(reply.json.text)")
      let english = try await ask(server.port, path, [json], body: body)
      #expect(english.json["locale"] == "en" && english.headers["Content-Language"] == "en")
    }
  }

  @Test func `what is wrong with an event is told in the language of the run, and of whoever asks without one`()
    async throws
  {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      func send(_ event: String, _ token: String, _ language: String = "") async throws -> RawResponse {
        try await ask(
          server.port, "POST /v1/runs/events?client_id=ios",
          [json, "Accept-Language: \(language)", "Authorization: Bearer \(token)"], body: event)
      }
      let first = try await ask(server.port, runs, ["Accept-Language: de"])
      let token = try #require(first.json["token"]?.string)
      let unknown = try await send(#"{"event":"fly"}"#, token)
      #expect(unknown.json["error"]?["message"] == "Diese Seite hat kein solches Ereignis.", "\(unknown.json.text)")
      let malformed = try await send(#"{"evnt":"fly"}"#, token, "de")
      #expect(malformed.json["error"]?["message"] == "Das ist kein Ereignis.", "\(malformed.json.text)")
      let garbage = try await send(#"{"event":"submit"}"#, "abc", "de")
      #expect(garbage.json["locale"] == "de" && garbage.headers["Content-Language"] == "de")
      // What it is exactly, those learn who read English.
      #expect(try await send(#"{"evnt":"fly"}"#, token).json["error"]?["message"]?.string?.contains("evnt") == true)
      // A token of a step that is over still knows its run's language.
      let code = try await send(#"{"event":"submit","input":{"email":"ada@example.com"}}"#, token)
      #expect(code.json["page"]?["title"] == "Geben Sie den Code ein")
      let old = try await send(#"{"event":"submit","input":{"email":"eve@example.com"}}"#, token)
      #expect(old.json["error"]?["code"] == "invalid_token", "\(old.json.text)")
      #expect(old.json["error"]?["message"] == "Dieser Schritt ist vorbei. Machen Sie mit dem neuesten weiter.")
      #expect(old.headers["Content-Language"] == "de")
    }
  }

  @Test func `a sign-up goes in German from its first page to its last, whatever later requests say`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      func send(_ input: String, _ reply: RawResponse, _ language: String = "cs") async throws -> RawResponse {
        try await ask(
          server.port, "POST /v1/runs/events?client_id=ios",
          [json, "Accept-Language: \(language)", "Authorization: Bearer \(reply.json["token"]?.string ?? "")"],
          body: #"{"event":"submit","input":\#(input)}"#)
      }
      let first = try await ask(server.port, runs, ["Accept-Language: de"])
      let refused = try await send(#"{"email":"ada"}"#, first)
      #expect(refused.json["error"]?["code"] == "attributes_invalid")
      #expect(refused.json["error"]?["message"] == "Etwas ist nicht gültig.")
      let code = try await send(#"{"email":"ada@example.com"}"#, first)
      #expect(code.json["page"]?["title"] == "Geben Sie den Code ein")
      #expect(code.json["page"]?["labels"] == ["resend": "Neuen Code senden"])
      await tenant.engine.deliverMessages()
      let sent = try #require(tenant.mailbox.code(for: "ada@example.com"))
      #expect(tenant.mailbox.messages.withLock { $0.last?.words.locale.text } == "de")
      let place = try await send(#"{"code":"\#(sent)"}"#, code)
      #expect(place.json["page"]?["title"] == "Wo wohnen Sie?")
      let about = try await send(#"{"country":"Österreich","city":"Wien"}"#, place)
      #expect(about.json["page"]?["title"] == "Über Sie" && about.headers["Content-Language"] == "de")
      let young = try await send(#"{"age":3,"newsletter":true,"interests":["music","music"]}"#, about)
      #expect(young.json["error"]?["reasons"]?["age"] == "Bitte geben Sie mindestens 16 ein.")
      #expect(young.json["error"]?["reasons"]?["interests"] == "Bitte wählen Sie Musik nur einmal.")
      #expect(young.json["error"]?["details"]?["age"] == ["code": "too_small", "min": 16])
      let done = try await send(#"{"age":36,"newsletter":true}"#, about)
      #expect(done.json["end"]?["name"] == "completed")
      // The run is gone: what is said then is in the language of the request.
      let over = try await send("{}", about, "de")
      #expect(over.json["error"]?["message"] == "Dieser Schritt ist vorbei. Machen Sie mit dem neuesten weiter.")
    }
  }
}
