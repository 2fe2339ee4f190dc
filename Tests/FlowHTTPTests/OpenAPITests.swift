import HTTPSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct OpenAPITests {
  @Test func `the document has the tenant's own pages and fields`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let reply = try await ask(server.port, "GET /openapi.json")
      #expect(reply.status == 200)
      let same = try await ask(server.port, "GET /v1/openapi.json")
      #expect(reply.json == same.json)
      let document = reply.json
      #expect(document["openapi"] == "3.1.0")
      #expect(document["servers"]?.array?.first?["url"] == "/v1")
      let start = document["paths"]?["/tenants/native-auth/flows/sign-up/runs"]?["post"]
      #expect(start?["parameters"]?.array?.first?["schema"]?["enum"]?.array?.contains("kiosk") == true)
      #expect(start?["parameters"]?.array?.first?["required"] == true)
      let reset = document["paths"]?["/tenants/native-auth/flows/reset-password/runs"]?["post"]
      #expect(reset?["parameters"]?.array?.first?["schema"]?["enum"]?.array?.contains("kiosk") == false)
      let schemas = document["components"]?["schemas"]
      let fields = schemas?["native-auth.sign-up.Start"]?["properties"]
      #expect(fields?["email"]?["format"] == "email")
      #expect(fields?["city"]?["maxLength"] == 60)
      let about = schemas?["native-auth.sign-up.collect-attributes.about-you.submit"]?["properties"]?["input"]?[
        "properties"]
      #expect(about?["age"]?["minimum"] == 16)
      #expect(about?["interests"]?["items"]?["enum"] == ["music", "sport", "code", "travel"])
      let code = schemas?["native-auth.sign-up.prove-email.enter-code.submit"]?["properties"]?["input"]
      #expect(code?["required"] == ["code"])
      let errors = schemas?["native-auth.sign-up.Reply"]?["properties"]?["error"]?["properties"]?["code"]?["enum"]
      #expect(errors?.array?.contains("user_already_exists") == true)
    }
  }

  @Test func `the list of flows has their pages`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let flows = try await ask(server.port, "GET /v1/flows").json["tenants"]?.array?.first?["flows"]?.array ?? []
      let signUp = flows.first { $0["name"] == "sign-up" }
      #expect(signUp?["applications"]?.array?.contains("kiosk") == true)
      let page = signUp?["pages"]?.array?.first { $0["state"] == "identify" }
      #expect(page?["title"] == "Create your account")
      #expect(page?["fields"]?.array?.first?["label"] == "E-mail address")
    }
  }

  @Test func `a directory tells of the newest tables`() async throws {
    let directory = FlowDirectory([])
    var router = Router()
    FlowAPI(service: FixedService(.init()), directory: directory).mount(on: &router)
    try await withServer(router) { server in
      let before = try await ask(server.port, "GET /v1/flows").json
      #expect(before["tenants"] == [])
      directory.replace([FlowTable(tenant: "new")])
      let after = try await ask(server.port, "GET /v1/flows").json
      #expect(after["tenants"]?.array?.first?["name"] == "new")
    }
  }

  @Test func `schemathesis finds no 5xx and no undocumented answer`() async throws {
    let tenant = try await NativeTenant()
    let records = Statuses()
    try await withServer(tenant.router, { $0.accessLog = { records.count($0) } }) { server in
      let url = "http://127.0.0.1:\(server.port)/openapi.json"
      let (status, output) = try await blocking { try Schemathesis.run(url) }
      #expect(status == 0, "\(output)")
    }
    let counts = records.all
    #expect(counts[201, default: 0] > 50, "\(counts)")
    #expect(counts[200, default: 0] > 10, "\(counts)")
    #expect(counts.keys.allSatisfy { $0 < 500 }, "\(counts)")
  }
}
