import FlowClient
import FlowCompiler
import FlowInProcess
import FlowJSON
import FlowModel
import FlowPasswords
import FlowRuntime
import Synchronization

/// A server in this very program: flows from a folder of YAML, storage in memory. No socket is opened.
enum Host {
  static func start(_ folder: String) async throws -> (any Connection, any CodeSource) {
    let compilation = Compiler.compile(paths: [folder])
    guard let table = compilation.tenants.first?.table, let key = ServerKey.random() else {
      fail("\(folder): there is no tenant without problems; `usher check` names them")
    }
    let mailbox = Mailbox()
    let server = try await LocalServer(
      [table],
      ports: EnginePorts(key: key, channel: mailbox, functions: NoFunctions(), dictionary: CommonPasswords()))
    return (server.connection, mailbox)
  }
}

/// Keeps the codes that are sent.
private final class Mailbox: Channel, CodeSource {
  private let sent = Mutex<[(to: String, code: String)]>([])

  func accepts(_ kind: ChannelKind, to address: String) -> Bool { kind == .email }

  func deliver(_ message: Message) async throws(DeliveryError) {
    if case .code(let code, _) = message.content { sent.withLock { $0.append((message.to, code)) } }
  }

  func codes(to address: String) -> [String] { sent.withLock { $0.filter { $0.to == address }.map(\.code) } }
}

private struct NoFunctions: FunctionRunner {
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, nil)
  }
}
