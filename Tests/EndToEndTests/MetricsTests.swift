import FlowJSON
import Glibc
import HTTPSupport
import TestSupport
import Testing

/// `/metrics` of a server after whole journeys, read by Prometheus' own parser.
@Suite struct MetricsTests {
  private let folder: TemporaryFolder
  private let server: LiveUsher
  private let port: UInt16
  private let metrics: String
  private static let password = "Tea-at-5-oclock"

  init() throws {
    folder = try TemporaryFolder()
    server = try LiveUsher(
      [
        "serve", Repository.root + "/Tests/EndToEndTests/Club", "--listen", "127.0.0.1:0", "--outbox", "mail",
        "--storage", "sqlite:db", "--log", "log", "--metrics", "127.0.0.1:0",
      ], folder: folder)
    let line = try #require(try server.line())
    port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
    metrics = try metricsAddress(in: folder)
  }

  private func ask(_ line: String, _ body: JSON) async throws -> JSON {
    try await HTTPSupport.ask(port, line, ["Content-Type: application/json"], body: body.text).json
  }

  private func start(_ flow: String, _ input: JSON) async throws -> JSON {
    try await ask("POST /v1/tenants/club/flows/\(flow)/runs", input)
  }

  private func send(_ input: JSON, _ reply: JSON) async throws -> JSON {
    try await ask("POST /v1/runs/events", ["event": "submit", "input": input, "token": reply["token"] ?? ""])
  }

  private func mail(_ count: Int) throws -> JSON {
    for _ in 0..<400 {
      let mail = try folder.mail()
      if mail.count >= count { return mail[count - 1] }
      usleep(25_000)
    }
    throw Stalled(description: "no mail")
  }

  /// The figures as text, and as the parser reads them.
  private func figures() throws -> (text: String, read: [String: Double]) {
    let text = try run("/usr/bin/curl", ["-s", "-f", metrics]).output
    folder.write("figures", text)
    let python = try PythonPackages.install("Tests/EndToEndTests/prometheus.txt") + "/python/bin/python"
    let read = try run(
      "/bin/sh", ["-c", "'\(python)' '\(Repository.root)/Tests/EndToEndTests/metrics.py' < figures"],
      folder: folder.path)
    #expect(read.status == 0, "\(read.errors)")
    var figures: [String: Double] = [:]
    for line in read.output.split(separator: "\n") {
      guard let space = line.lastIndex(of: " ") else { continue }
      figures[String(line[..<space])] = Double(line[line.index(after: space)...])
    }
    return (text, figures)
  }

  @Test func `journeys are counted by the names of the tables, and by no word of a client`() async throws {
    let started = try await start("join", ["email": "ada@example.com"])
    let code = try mail(1).text("code")
    let wrong = try await send(["code": "00000000", "password": .string(Self.password)], started)
    #expect(wrong.text("error", "code") == "invalid_code")
    #expect(try await send(["code": .string(code), "password": .string(Self.password)], wrong).text("state") == "done")
    _ = try await send(["code": .string(code)], ["token": "mallory-was-here"])
    _ = try await start("mallory-flow", [:])
    _ = try await ask("POST /v1/tenants/mallory-tenant/flows/join/runs", ["mallory-field": "mallory-value"])
    _ = try await ask("GET /mallory-path", [:])
    #expect(try await start("join", ["email": "no-address"]).text("error", "code") == "attributes_invalid")

    let (text, read) = try figures()
    let join = "flow=join,tenant=club"
    let expected: [String: Double] = [
      "usher_run_start_duration_seconds_count{\(join)}": 1,
      "usher_step_duration_seconds_count{flow=join,state=\(started.text("state")),tenant=club}": 2,
      "usher_page_arrivals_total{flow=join,state=\(started.text("state")),tenant=club}": 1,
      "usher_errors_total{code=invalid_code,\(join)}": 1,
      "usher_refusals_total{code=invalid_token}": 1,
      "usher_refusals_total{code=attributes_invalid}": 1,
      "usher_password_hashing_refused_total{}": 0,
      "usher_messages_delivered_total{channel=email}": 1,
      "usher_messages_waiting{}": 0,
      "usher_storage_up{}": 1,
      "usher_storage_failures_total{}": 0,
      "usher_http_requests_total{status=201}": 1,
    ]
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(read[name] == value, "\(name) is \(read[name].map { "\($0)" } ?? "not there")")
    }
    #expect(read.filter { $0.key.hasPrefix("usher_run_ends_total{") && $0.value == 1 }.count == 1)
    #expect(read["usher_password_hashing_duration_seconds_count{work=hash}"] ?? 0 >= 1)
    #expect(read["usher_storage_transaction_duration_seconds_count{}"] ?? 0 >= 4)
    for word in ["mallory", "@", Self.password, code, "no-address"] where !word.isEmpty {
      #expect(!text.contains(word), "\(word)")
    }
    // A version more has no figures more but its own names: those of the same names go on.
    let before = read.count
    server.hangUp()
    _ = try await start("join", ["email": "eve@example.com"])
    let again = try figures().read
    #expect(again["usher_run_start_duration_seconds_count{\(join)}"] == 2)
    #expect(
      again.keys.filter { $0.hasPrefix("usher_step") || $0.hasPrefix("usher_errors") }.count
        == read.keys.filter { $0.hasPrefix("usher_step") || $0.hasPrefix("usher_errors") }.count)
    #expect(again.count >= before)
    server.terminate()
    #expect(try server.finish() == 0)
  }

  @Test func `figures are shown at their own address alone, with health beside them`() throws {
    let base = metrics.replacing("/metrics", with: "")
    #expect(try run("/usr/bin/curl", ["-s", base + "/healthz"]).output == "ok\n")
    #expect(try run("/usr/bin/curl", ["-s", base + "/readyz"]).output == "ok\n")
    let flows = try run(
      "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", base + "/v1/tenants/club/flows"])
    #expect(flows.output == "404")
    let other = try run(
      "/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:\(port)/metrics"])
    #expect(other.output == "404")
    server.terminate()
    #expect(try server.finish() == 0)
  }
}

/// Where a server shows its figures, as its log says.
func metricsAddress(in folder: TemporaryFolder) throws -> String {
  for _ in 0..<400 {
    for line in (folder.read("log") ?? "").split(separator: "\n") {
      let message = (try? JSON.parse(String(line)))?.text("message") ?? ""
      if message.hasPrefix("metrics are at ") { return String(message.dropFirst("metrics are at ".count)) }
    }
    usleep(25_000)
  }
  throw Stalled(description: "there are no metrics: \(folder.read("log") ?? "")")
}
