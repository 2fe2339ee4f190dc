import FlowModel

/// A JSON document that is sent to a tenant's web hook, signed where there is a secret.
struct SignedPost {
  let settings: FunctionSettings
  let secret: FunctionSecret?
  let secrets: TenantSecrets

  /// Sends it, and waits for the answer; blocks.
  func send(_ body: [UInt8], id: String?, to text: String, by deadline: Deadline) throws(CallFailure) -> [UInt8] {
    guard let url = HookURL(text) else { throw CallFailure("could not be called: its URL is none that can be") }
    if let refusal = settings.hosts.refusal(of: url) { throw CallFailure("was not called: \(refusal)") }
    let type = "application/json"
    var headers = ["Content-Type: \(type)", "Accept: \(type)"]
    let id = id.flatMap { isHeaderValue($0) ? $0 : nil }
    if let id { headers.append("Idempotency-Key: \(id)") }
    if let key = try key(isLocal: url.isLocal) {
      headers += RequestSignature(url: url, type: type, id: id, body: body, key: key).headers
    }
    return try HTTPCall(url: url, hosts: settings.hosts, headers: headers, body: body).perform(by: deadline)
  }

  /// The key that it is signed with; nil: it is not signed.
  private func key(isLocal: Bool) throws(CallFailure) -> [UInt8]? {
    let isDemanded = settings.demandsSecrets && !isLocal
    guard let secret else {
      if isDemanded { throw CallFailure("was not called: it has no `secret`, with which its requests would be signed") }
      return nil
    }
    do {
      let keys = try secrets.keys(secret)
      guard keys.isLong || !isDemanded else {
        throw SecretProblem("its key has fewer than \(SecretKeys.leastSize) bytes")
      }
      return keys.newest
    } catch {
      throw CallFailure("was not called: \(error)")
    }
  }

  /// Visible ASCII only: anything else could end the header and start another.
  private func isHeaderValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
