import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import TestSupport

/// Keeps what the engine sends to people.
final class Mailbox: Channel {
  let messages = Mutex<[Message]>([])
  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }
  func deliver(_ message: Message) async throws(DeliveryError) { messages.withLock { $0.append(message) } }

  /// The last code that went to an address.
  func code(for address: String) -> String? {
    messages.withLock { messages in
      for message in messages.reversed() where message.to == address {
        if case .code(let code, _) = message.content { return code }
      }
      return nil
    }
  }
}

/// No function is ever called, and no password is common.
struct Nothing: FunctionRunner, PasswordDictionary {
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, "there are no functions")
  }
  func contains(_ password: String) -> Bool { false }
}

/// An engine with the tenant `native-auth`, in memory.
struct NativeTenant {
  let engine: Engine
  let table: FlowTable
  let mailbox = Mailbox()

  struct Failure: Error {}

  init(_ tenant: String = "native-auth") async throws {
    guard let key = ServerKey.random() else { throw Failure() }
    table = try Compiler.table(folder: Repository.root + "/flows/\(tenant)")
    engine = Engine(
      storage: MemoryStorage(),
      ports: EnginePorts(key: key, channel: mailbox, functions: Nothing(), dictionary: Nothing()), hashingThreads: 1)
    try await engine.install(file: TableFile.write(table).bytes)
  }

  var router: Router {
    var router = Router()
    FlowAPI(service: engine, directory: FlowDirectory([table])).mount(on: &router, cors: CORSPolicy(origins: nil))
    return router
  }
}

/// Answers everything with the same reply, and keeps what it was asked.
final class FixedService: FlowService {
  let reply: Reply
  let calls = Mutex<[String]>([])

  init(_ reply: Reply) { self.reply = reply }

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    calls.withLock { $0.append("start \(tenant)/\(flow) \(starter.name ?? "-") \(JSON.object(input).text)") }
    return reply
  }
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    calls.withLock { $0.append("send \(event.event) \(JSON.object(event.input).text) \(event.token ?? "-")") }
    return reply
  }
  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    await start(flow: flow, tenant: tenant, by: starter, input: event.input, tokens: tokens)
  }
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    calls.withLock { $0.append("current \(token)") }
    return reply
  }
  func deliverMessages() async {}
}

/// The flow API over a service, without flows in its directory.
func api(_ service: any FlowService, cors: CORSPolicy? = nil) -> Router {
  var router = Router()
  FlowAPI(service: service, directory: FlowDirectory([])).mount(on: &router, cors: cors)
  return router
}

let json = "Content-Type: application/json"

extension Starter {
  /// The application that a client named.
  fileprivate var name: String? { if case .client(let name) = self { name } else { "operator" } }
}
