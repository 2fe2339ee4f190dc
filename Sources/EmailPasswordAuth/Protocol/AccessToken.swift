import FlowClient
import FlowJSON

/// An access token, as far as a client reads it: it is a JWT (RFC 7519) whose payload holds the user's custom data. Its
/// signature is the server's business.
struct AccessToken: Hashable, Sendable {
  let text: String
  let userData: Document

  /// Nil where the text is no such token.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(parts[1]), let payload = try? JSON.parse(bytes),
      case .object = payload
    else { return nil }
    self.text = text
    if case .object(let data) = payload["user_data"] { userData = Document(data) } else { userData = [:] }
  }
}
