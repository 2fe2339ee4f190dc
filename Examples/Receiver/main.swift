// A web hook in Swift: it answers a tenant's function, and believes nobody but the server that has its key.
//
//     receiver-example https://hooks.example.com/confirm KEYFILE 127.0.0.1:9000
//
// The first word is the address as the tenant's flows name it: requests are signed for that one. The file has a key a line,
// the newest first; while one takes the place of another it has both. `Verification.swift` is what to take over.

import CSodium
import FlowHTTP
import FlowJSON
import Foundation
import Synchronization

/// The function, behind HTTP.
struct Hook: HTTPHandler {
  let url: String
  let keyFile: String
  /// The nonces of requests that are still in their time: each request is believed once.
  let nonces: Nonces

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .post else { return .json(405, ["error": "POST, please"], headers: ["Allow": "POST"]) }
    let now = Int(Date().timeIntervalSince1970)
    // Read for each request, so that a new key needs no new start.
    guard let file = FileManager.default.contents(atPath: keyFile) else { return .json(500, ["error": "no keys"]) }
    let keys = file.split { $0 == 0x0A || $0 == 0x0D }.map { [UInt8]($0) }
    do throws(Refused) {
      let (nonce, expires) = try Verification(url: url, keys: keys).verify(
        request.headers, body: request.body, now: now)
      // Last, so that nobody else uses a nonce up.
      guard nonces.take(nonce, until: expires, now: now) else { throw Refused("it was here before") }
    } catch {
      return .json(401, ["error": .string(error.reason)])
    }
    guard let asked = try? JSON.parse(request.body) else { return .json(400, ["error": "this is no JSON"]) }
    return .json(200, ["status": .string(decide(asked))])
  }

  /// What this function is for. A stand-in: the address says what to answer.
  private func decide(_ request: JSON) -> String {
    let email = (request["attributes"] ?? request)["email"]?.string ?? ""
    return email.hasPrefix("fail") ? "fail" : "success"
  }
}

/// What was used once.
final class Nonces: Sendable {
  private let known = Mutex<[String: Int]>([:])

  /// Whether it was not there before; it is until its time is over.
  func take(_ nonce: String, until expires: Int, now: Int) -> Bool {
    known.withLock { known in
      known = known.filter { $0.value >= now }
      return known.updateValue(expires, forKey: nonce) == nil
    }
  }
}

let words = CommandLine.arguments
guard words.count == 4, let address = ListenAddress(words[3]), sodium_init() >= 0 else { exit(2) }
do {
  let server = try HTTPServer(
    ServerSettings(address: address), handler: Hook(url: words[1], keyFile: words[2], nonces: Nonces()))
  print("receiving at \(address.host):\(server.port)")
  fflush(nil)
  while true { try await Task.sleep(for: .seconds(3600)) }
} catch {
  print("\(error)")
  exit(1)
}
