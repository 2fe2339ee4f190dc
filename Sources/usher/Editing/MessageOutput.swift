import FlowJSON
import Synchronization

/// Standard output as a client reads it: one message after the other, whoever sends.
final class MessageOutput: Sendable {
  private let isGone = Mutex(false)

  /// Sends a message; false where nobody reads any more.
  @discardableResult
  func send(_ message: JSON) -> Bool {
    let body = message.text
    return isGone.withLock { isGone in
      if isGone { return false }
      do throws(Failure) {
        try StandardOutput.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      } catch {
        isGone = true
      }
      return !isGone
    }
  }
}
