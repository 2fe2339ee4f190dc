import FlowCompiler
import FlowDelivery
import FlowInProcess
import FlowPasswords
import FlowRuntime

/// A server in the same program: the flows of a folder, compiled, with everything in memory.
enum InProcess {
  /// The way to it. What it would mail goes to the file `outbox`.
  static func connection(flows folder: String, outbox: String) async throws -> InProcessConnection {
    guard let key = ServerKey.random() else { stop("this machine has no randomness") }
    let ports = EnginePorts(
      key: key, channel: DevelopmentOutbox(file: outbox),
      functions: FunctionGateway(folder: folder, settings: .development), dictionary: CommonPasswords())
    // It serves for as long as the program runs.
    return try await LocalServer([Compiler.table(folder: folder)], ports: ports).connection
  }
}
