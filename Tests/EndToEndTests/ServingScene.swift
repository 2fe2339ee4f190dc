import FlowJSON
import Glibc
import TestSupport
import Testing

/// A folder with tenants that servers are started on.
struct ServingScene {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A flow that asks one function, with an address that it is handed.
  static let asking = """
    flow: join
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: ask
      ask:
        do: function.call
        with: { function: hook, pass: [email] }
        then:
          success: done
          pending: waiting
          fail: { to: identify, error: denied }
      waiting: { end: waiting }
      done: { end: done }

    """

  /// A flow that asks nobody.
  static let plain = """
    flow: join
    lifetime: 30m
    start: identify
    states:
      identify:
        page: Your address
        fields: { email: required }
        then:
          submit: done
      done: { end: completed, result: [email] }

    """

  /// Writes a tenant that asks a function of this definition; nil: none.
  func write(_ tenant: String, function: String? = nil, more: String = "", under root: String = "flows") {
    let functions = function.map { "functions:\n  hook: { \($0), attempts: 100 per 1h }\n" } ?? ""
    folder.write(
      "\(root)/\(tenant)/tenant.yaml",
      "tenant: \(tenant)\nattributes:\n  email: { type: email, identifier: true }\n\(functions)\(more)")
    folder.write("\(root)/\(tenant)/join.yaml", function == nil ? Self.plain : Self.asking)
  }

  /// A server that serves, and the address it says it serves at.
  func serve(
    _ paths: [String] = ["flows"], _ options: [String] = [], environment: [String: String?] = [:]
  ) throws -> (LiveUsher, String) {
    let server = try LiveUsher(
      ["serve"] + paths + ["--listen", "127.0.0.1:0", "--outbox", "mail", "--storage", "sqlite:db"] + options,
      folder: folder, environment: environment)
    guard let line = try server.line(), line.hasPrefix("serving ") else {
      throw Stalled(description: "it does not serve: \(folder.read("errors") ?? "")")
    }
    return (server, String(line.split(separator: " ").last ?? ""))
  }

  /// What becomes of a server that does not start.
  func refused(
    _ paths: [String] = ["flows"], _ options: [String] = [], environment: [String: String?] = [:]
  ) throws -> ProcessResult {
    try run(
      Repository.program("usher"),
      ["serve"] + paths + ["--listen", "127.0.0.1:0", "--outbox", "mail", "--storage", "sqlite:db"] + options,
      environment: environment, folder: folder.path, seconds: 30)
  }

  func end(_ server: LiveUsher) throws {
    server.terminate()
    #expect(try server.finish() == 0)
  }

  /// The reply to a start of `join` with an address.
  func join(_ url: String, _ tenant: String, _ email: String = "ada@example.com") throws -> JSON {
    let answer = try run(
      "/usr/bin/curl",
      ["-s", "-m", "30", "\(url)/v1/tenants/\(tenant)/flows/join/runs", "--json", #"{"email":"\#(email)"}"#])
    return (try? JSON.parse(answer.output)) ?? .null
  }

  /// The log, as soon as it says something.
  @discardableResult
  func log(_ text: String) throws -> [JSON] {
    for _ in 0..<400 {
      if let log = folder.read("errors"), log.contains(text) {
        return log.split(separator: "\n").compactMap { try? JSON.parse(String($0)) }
      }
      usleep(25_000)
    }
    throw Stalled(description: "the log does not say \(text): \(folder.read("errors") ?? "")")
  }

  /// The text of a file, once it is there and whole.
  func wait(for name: String) throws -> String {
    for _ in 0..<400 {
      if let text = folder.read(name), text.hasSuffix("\n") { return text }
      usleep(25_000)
    }
    throw Stalled(description: "there is no \(name)")
  }
}

/// Whether a process is gone, or a zombie that nobody adopts, waiting a moment for a kill to take effect.
func isGone(_ id: pid_t) -> Bool {
  for _ in 0..<200 {
    guard kill(id, 0) == 0, let stat = readFile("/proc/\(id)/stat") else { return true }
    if String(decoding: stat, as: UTF8.self).contains(") Z") { return true }
    usleep(25_000)
  }
  return false
}
