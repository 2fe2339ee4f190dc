import FlowJSON
import FlowModel
import FlowRuntime
import FlowStorageSQLite
import Glibc

/// Steps of 64 runs at once through the whole engine: open the run, step, seal it, commit it.
enum EngineSteps {
  static let runs = 64

  /// Two attribute pages that lead to each other, so that a run never ends.
  static func table() -> FlowTable {
    var table = FlowTable(tenant: "bench")
    for name in ["email", "givenName", "surname", "city", "country", "jobTitle"] {
      var attribute = AttributeDefinition(name: name, type: name == "email" ? .email : .string)
      attribute.isIdentifier = name == "email"
      table.attributes.append(attribute)
    }
    func page(_ title: String, _ slots: Range<Slot>, to transition: Int32) -> Page {
      let fields = slots.map { PageField(slot: firstAttributeSlot + $0, isRequired: true) }
      return Page(title: title, events: [PageEvent(name: "submit", fields: fields, transition: transition)])
    }
    var flow = Flow(name: "pages")
    flow.states = [
      FlowState(name: "one", kind: .page, payload: 0), FlowState(name: "two", kind: .page, payload: 1),
    ]
    flow.transitions = [Transition(target: 1), Transition(target: 0)]
    flow.pages = [page("One", 0..<3, to: 0), page("Two", 3..<6, to: 1)]
    table.flows = [flow]
    return table
  }

  static func measure() async throws -> [Row] {
    // By turns, as the machine is not the same from one second to the next.
    var (memory, counted) = (0.0, 0.0)
    for _ in 0..<3 {
      memory = max(memory, try await measure(MemoryStorage(), steps: 2000))
      counted = max(counted, try await measure(MemoryStorage(), steps: 2000, EngineMeasures()))
    }
    let path = "/var/tmp/usher-bench-\(getpid()).sqlite"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    let storage = try await SQLiteStorage(path: path)
    let sqlite = try await measure(storage, steps: 1000)
    await storage.close()
    return [
      Row(
        "engine steps, 64 runs at once, memory", rate(memory), bar: "150,000 /s", met: memory >= 150_000),
      Row(
        "the same, counted for Prometheus", rate(counted), bar: "90 % of it", met: counted >= 0.9 * memory),
      Row(
        "engine steps, 64 runs at once, SQLite on disk", rate(sqlite), bar: "10,000 /s", met: sqlite >= 10_000),
    ]
  }

  private static func measure(
    _ storage: any Storage, steps: Int, _ measures: EngineMeasures? = nil
  ) async throws -> Double {
    guard let key = ServerKey.random() else { fatalFlow("no key") }
    var ports = EnginePorts(key: key, channel: Nowhere(), functions: Nowhere(), dictionary: Nowhere())
    ports.measures = measures
    let storage = measures.map { MeasuredStorage(over: storage, $0) as any Storage } ?? storage
    let engine = Engine(storage: storage, ports: ports)
    try await engine.install(file: TableFile.write(table()).bytes)
    var tokens: [String] = []
    for _ in 0..<runs {
      let reply = await engine.start(flow: "pages", tenant: "bench", by: .operator, input: [:])
      guard let token = reply.token else { fatalFlow("no run: \(reply.json.text)") }
      tokens.append(token)
    }
    let begin = now()
    await withTaskGroup(of: Void.self) { group in
      for token in tokens {
        group.addTask {
          var token = token
          for step in 0..<steps {
            let reply = await engine.send(ClientEvent("submit", input: inputs[step % 2], token: token))
            guard let next = reply.token, reply.error == nil else { fatalFlow(reply.json.text) }
            token = next
          }
        }
      }
    }
    return Double(runs * steps) / (now() - begin)
  }

  private static let inputs: [JSONObject] = [
    ["email": "ada@example.com", "givenName": "Ada", "surname": "Lovelace"],
    ["city": "London", "country": "United Kingdom", "jobTitle": "Analyst"],
  ]
}

/// Ports that lead nowhere: the measured flow needs none.
private struct Nowhere: Channel, FunctionRunner, PasswordDictionary {
  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }
  func deliver(_ message: Message) async throws(DeliveryError) {}
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, "nowhere")
  }
  func contains(_ password: String) -> Bool { false }
}
