import FlowClient
import NativeAuth

/// The server that a program talks to, and where the codes go that it sends.
@MainActor
public struct ServerChoice {
  let application: NativeAuthApplication
  let codes: any CodeSource
  let isInProcess: Bool

  /// Reads the arguments: `URL [--outbox FILE]`, or `--in-process FOLDER`. Ends the program where there is no server in them.
  init(_ arguments: [String], clientId: String) async {
    do {
      let connection: any Connection
      switch (arguments.dropFirst().first, arguments.dropFirst(2).first) {
      case ("--in-process", let folder?):
        (connection, codes) = try await Host.start(folder)
        isInProcess = true
      case (let url?, _) where url.hasPrefix("http"):
        connection = try HTTPConnection(to: url)
        let file = arguments.firstIndex(of: "--outbox").map { arguments.suffix(from: $0).dropFirst().first ?? "" }
        codes = OutboxFile(path: file ?? "")
        isInProcess = false
      default: throw Usage()
      }
      application = NativeAuthApplication(
        clientId: clientId, tenantSubdomain: "native-auth", challengeTypes: [.OOB, .password], connection: connection)
    } catch {
      fail("\(error)")
    }
  }
}

private struct Usage: Error, CustomStringConvertible {
  var description: String { "usage: URL [--outbox FILE], or --in-process FOLDER" }
}
