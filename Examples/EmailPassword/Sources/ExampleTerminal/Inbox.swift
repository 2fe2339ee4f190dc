import Foundation
import Synchronization

/// What a mail or another message brings: the token of a link, and the token's id.
public struct Link: Sendable {
  /// The secret part.
  public let token: String
  /// The part by which it is found.
  public let tokenId: String
}

/// Where the links are that users are sent: in the server's development outbox, or with whoever sits at the terminal.
public final class Inbox: Sendable {
  private let file: String?
  /// How much of the file was there before, or is read.
  private let seen: Mutex<Int>

  init(file: String?) {
    self.file = file
    seen = Mutex(file.map(Self.lines)?.count ?? 0)
  }

  /// The next link to an address. Ends the program where none comes.
  public func link(to email: String) async -> Link {
    guard let file else { return ask() }
    for _ in 0..<400 {
      let lines = Self.lines(of: file)
      let new = seen.withLock { seen in
        defer { seen = lines.count }
        return lines.dropFirst(seen)
      }
      if let link = new.compactMap({ Self.link($0, to: email) }).last { return link }
      try? await Task.sleep(for: .milliseconds(50))
    }
    stop("no link to \(email) came to \(file)")
  }

  /// Asks at the terminal: for the link, as a mail shows it.
  private func ask() -> Link {
    print("The link that was sent to you:")
    guard let line = readLine(), let items = URLComponents(string: line)?.queryItems,
      let token = items.first(where: { $0.name == "token" })?.value,
      let tokenId = items.first(where: { $0.name == "tokenId" })?.value
    else { stop("that is no link") }
    return Link(token: token, tokenId: tokenId)
  }

  private static func lines(of file: String) -> [Substring] {
    // A line counts once it is whole.
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private static func link(_ line: Substring, to email: String) -> Link? {
    guard let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      json["to"] as? String == email, let token = json["token"] as? String, let tokenId = json["tokenId"] as? String
    else { return nil }
    return Link(token: token, tokenId: tokenId)
  }
}
