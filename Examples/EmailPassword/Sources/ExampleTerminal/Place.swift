public import EmailPasswordAuth
import Foundation

/// Where a program finds its server and the links that its users are sent, as its arguments say:
///
///     register http://127.0.0.1:8080 [--outbox FILE] [--app ID]
///     register --in-process FOLDER   [--outbox FILE] [--app ID]
public struct Place: Sendable {
  /// The app, with its way to the server.
  public let app: App
  /// The links.
  public let inbox: Inbox

  /// The place that the arguments say, with the app of an id where they name none. Ends the program where they say nothing
  /// that can be used.
  public init(app id: String) async {
    var arguments = ArraySlice(CommandLine.arguments.dropFirst())
    var (id, url, folder, outbox) = (id, String?.none, String?.none, String?.none)
    while let word = arguments.popFirst() {
      switch word {
      case "--in-process": folder = arguments.popFirst()
      case "--outbox": outbox = arguments.popFirst()
      case "--app": id = arguments.popFirst() ?? id
      default: url = word
      }
    }
    if let url {
      app = App(id: id, baseURL: url)
    } else if let folder {
      let file = outbox ?? NSTemporaryDirectory() + "outbox-\(getpid()).jsonl"
      outbox = file
      do {
        app = App(id: id, connection: try await InProcess.connection(flows: folder, outbox: file))
      } catch {
        stop("\(folder): \(error)")
      }
    } else {
      stop("usage: \(CommandLine.arguments[0]) URL | --in-process FOLDER  [--outbox FILE] [--app ID]")
    }
    inbox = Inbox(file: outbox)
  }
}

/// Says why it is not possible, and ends the program.
public func stop(_ reason: String) -> Never {
  FileHandle.standardError.write(Data((reason + "\n").utf8))
  exit(2)
}

/// Ends the program after something that failed and was told.
public func giveUp() -> Never { exit(1) }
