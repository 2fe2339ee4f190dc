import FlowJSON
import Glibc
import TestSupport
import Testing

/// `Examples/Membership`: a page whose fields depend on each other, over HTTP, JSON lines and a real terminal.
@Suite struct MembershipTests {
  private static let tenant = Repository.root + "/Examples/Membership"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a program is told what depends on what, and is decided about by the engine`() throws {
    let run = try folder.live(Self.tenant, "join", "--input", #"{"phone":"601 123 456"}"#)
    let code = try run.reply()
    #expect(code["sent"]?["to"] == "+420*******56")
    #expect(try folder.mail().last?.text("to") == "+420601123456")
    let page = try run.send("submit", ["code": .string(try folder.lastCode())])
    guard case .array(let fields)? = page["page"]?["fields"] else { throw Stalled(description: page.text) }
    #expect(
      fields.map { $0.text("name") } == ["kind", "university", "employer", "country", "city", "minor", "guardian"])
    #expect(fields[1]["show"]?["when"] == ["field": "kind", "is": "==", "value": "student"])
    #expect(fields[4].text("help") == "Branches are in the country where you live.")
    let refused = try run.send(
      "submit", ["kind": "student", "university": "MU", "country": "CZ", "city": "Berlin", "minor": true])
    #expect(refused["error"]?["fields"] == ["city"])
    let missing = try run.send(
      "submit", ["kind": "student", "university": "MU", "country": "CZ", "city": "Brno", "minor": true])
    #expect(missing.text("error", "code") == "attributes_required" && missing["error"]?["fields"] == ["guardian"])
    let end = try run.send(
      "submit",
      ["kind": "worker", "university": "Stale", "guardian": "Stale", "employer": "ČD", "country": "CZ", "city": "Brno"])
    #expect(end.text("end", "name") == "completed", "\(end.text)")
    #expect(try run.finish() == 0)
    // Another spelling of the number is the same account.
    let again = try folder.live(Self.tenant, "join", "--input", #"{"phone":"00420601123456"}"#)
    _ = try again.reply()
    _ = try again.send("submit", ["code": .string(try folder.lastCode())])
    let taken = try again.send("submit", ["kind": "retired", "country": "elsewhere", "city": "another"])
    #expect(taken.text("error", "code") == "user_already_exists", "\(taken.text)")
    let shown = try folder.usher("accounts", "show", "601-123-456", "--storage", "sqlite:db")
    #expect(shown.output.contains("+420601123456"), "\(shown)")
  }

  @Test func `a person at a terminal is asked for what concerns them`() throws {
    let terminal = try PseudoTerminal(
      Repository.program("usher"), ["run", Self.tenant, "join"], folder: folder, environment: ["NO_COLOR": "1"])
    try terminal.see("Phone number (number, such as 601 123 456): ")
    terminal.enter("12")
    try terminal.see("! ")
    try terminal.see("Phone number (number, such as 601 123 456): ")
    terminal.enter("601 123 456")
    try terminal.see("Your code is ")
    let code = String(try terminal.see(".").dropLast())
    try terminal.see("was sent to +420*******56 by text message.")
    try terminal.see("Code (8 digits): ")
    terminal.enter(code)
    try terminal.see("I am: ")
    terminal.enter("student")
    try terminal.see("University (such as Masarykova univerzita): ")
    terminal.enter("MU")
    try terminal.see("Country: ")
    terminal.enter("DE")
    let cities = try terminal.see("Nearest branch: ")
    #expect(!cities.contains("Employer"))
    #expect(try terminal.see("Nearest branch: ").contains("1) Berlin\n    2) Hamburg"))
    terminal.enter("1")
    try terminal.see("I am younger than 18 (y/n, optional): ")
    terminal.enter("y")
    // In Germany no parent need be named.
    try terminal.see("Name of a parent (optional): ")
    terminal.enter("")
    try terminal.see("== Completed ==\n  Phone number: +420601123456\n")
    #expect(try terminal.finish() == 0)
  }

  @Test func `an app over HTTP gets the same page, and a schema of it`() throws {
    let server = try LiveUsher(["serve", Self.tenant, "--listen", "127.0.0.1:0", "--outbox", "mail"], folder: folder)
    let url = String(try #require(try server.line()).split(separator: " ").last ?? "")
    let runs = url + "/v1/tenants/membership/flows/join/runs"
    let started = try post(runs + "?client_id=web", #"{"phone":"+420 601-123-456"}"#)
    var code = ""
    for _ in 0..<200 where code.isEmpty {
      usleep(20_000)
      code = (try? folder.lastCode()) ?? ""
    }
    let page = try send(started, "submit", ["code": .string(code)], url)
    #expect(page.text("state") == "about-you", "\(page.text)")
    let refused = try send(page, "submit", ["kind": "student", "country": "CZ", "city": "Praha"], url)
    #expect(refused["error"]?["fields"] == ["university"], "\(refused.text)")
    let end = try send(
      refused, "submit", ["kind": "retired", "university": "x", "country": "DE", "city": "Hamburg"], url)
    #expect(end.text("end", "name") == "completed", "\(end.text)")
    let document = try run("/usr/bin/curl", ["-s", url + "/v1/tenants/membership/openapi.json"]).output
    let schema = try JSON.parse(document)["components"]?["schemas"]?["membership.join.about-you.submit"]
    let rules = schema?["properties"]?["input"]?["allOf"]?.text ?? ""
    #expect(
      rules.contains(#"{"properties":{"country":{"const":"DE"}},"required":["country"]}"#), "\(schema?.text ?? "")")
    server.terminate()
    #expect(try server.finish() == 0)
  }

  private func post(_ url: String, _ body: String) throws -> JSON {
    let answer = try run("/usr/bin/curl", ["-s", "-H", "Content-Type: application/json", "-d", body, url])
    return try JSON.parse(answer.output)
  }

  private func send(_ reply: JSON, _ event: String, _ input: JSONObject, _ url: String) throws -> JSON {
    let body: JSON = ["event": .string(event), "input": .object(input), "token": reply["token"] ?? nil]
    return try post(url + "/v1/runs/events?client_id=web", body.text)
  }
}
