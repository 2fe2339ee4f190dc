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
      let reply = try await ask(server.port, "GET /v1/tenants/native-auth/openapi.json")
      #expect(reply.status == 200)
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
      // What may be left out may be blank.
      func own(_ field: JSON?) -> JSON? { field?["anyOf"]?.array?.first ?? field }
      #expect(own(fields?["city"])?["maxLength"] == 60)
      let about = schemas?["native-auth.sign-up.collect-attributes.about-you.submit"]?["properties"]?["input"]?[
        "properties"]
      #expect(own(about?["age"])?["minimum"] == 16)
      #expect(own(about?["interests"])?["items"]?["enum"] == ["music", "sport", "code", "travel"])
      let code = schemas?["native-auth.sign-up.prove-email.enter-code.submit"]?["properties"]?["input"]
      #expect(code?["required"] == ["code"])
      let errors = schemas?["native-auth.sign-up.Reply"]?["properties"]?["error"]?["properties"]?["code"]?["enum"]
      #expect(errors?.array?.contains("user_already_exists") == true)
    }
  }

  @Test func `the list of flows has their pages`() async throws {
    let tenant = try await NativeTenant()
    try await withServer(tenant.router) { server in
      let flows = try await ask(server.port, "GET /v1/tenants/native-auth/flows").json["flows"]?.array ?? []
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
      let before = try await ask(server.port, "GET /v1/tenants/new/flows")
      #expect(before.status == 404)
      directory.replace([FlowTable(tenant: "new")])
      let after = try await ask(server.port, "GET /v1/tenants/new/flows")
      #expect(after.json["name"] == "new")
    }
  }

  @Test func `each tenant has a document of its own, and nothing names the tenants`() async throws {
    let tenant = try await NativeTenant()
    var other = tenant.table
    other.tenant = "other"
    let directory = FlowDirectory([tenant.table, other])
    var router = Router()
    FlowAPI(service: tenant.engine, directory: directory).mount(on: &router)
    try await withServer(router) { server in
      func document(_ path: String, _ headers: [String] = []) async throws -> RawResponse {
        try await ask(server.port, "GET " + path, headers)
      }
      let all = try await document("/openapi.json")
      #expect(all.json == (try await document("/v1/openapi.json")).json)
      #expect(all.json["paths"]?["/tenants/{tenant}/flows/{flow}/runs"] != nil)
      let text = String(decoding: all.body, as: UTF8.self)
      #expect(!text.contains("native-auth") && !text.contains("other."))
      let own = try await document("/v1/tenants/native-auth/openapi.json")
      #expect(!String(decoding: own.body, as: UTF8.self).contains("/tenants/other/"))
      let tag = try #require(own.headers["ETag"])
      #expect(try await document("/v1/tenants/native-auth/openapi.json", ["If-None-Match: \(tag)"]).status == 304)
      #expect(try await document("/v1/tenants/other/openapi.json", ["If-None-Match: \(tag)"]).status == 200)
      #expect(try await document("/v1/tenants/nobody/openapi.json").status == 404)
      #expect(try await document("/v1/flows").status == 404)
      var changed = tenant.table
      changed.flows.removeLast()
      directory.replace([changed, other])
      #expect(try await document("/v1/tenants/native-auth/openapi.json", ["If-None-Match: \(tag)"]).status == 200)
    }
  }

  @Test(arguments: ["native-auth", "email-password"])
  func `schemathesis finds no 5xx and no undocumented answer of a shipped tenant`(name: String) async throws {
    let tenant = try await NativeTenant(name)
    let records = Statuses()
    try await withServer(tenant.router, { $0.accessLog = { records.count($0) } }) { server in
      let url = "http://127.0.0.1:\(server.port)/v1/tenants/\(name)/openapi.json"
      let (status, output) = try await blocking { try Schemathesis.run(url) }
      #expect(status == 0, "\(output)")
    }
    let counts = records.all
    #expect(counts[201, default: 0] > 50, "\(counts)")
    #expect(counts[422, default: 0] > 50, "\(counts)")
    #expect(counts.keys.allSatisfy { $0 < 500 }, "\(counts)")
  }
}
