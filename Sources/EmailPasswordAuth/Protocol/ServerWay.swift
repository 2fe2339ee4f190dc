import FlowClient
import Synchronization

/// The way to an app's server. As the SDKs do, it first asks where that is, once; what comes after goes there.
final class ServerWay: Sendable {
  /// Makes a connection to an address.
  typealias Opening = @Sendable (String) throws(ConnectionError) -> any Connection

  private let base: any Connection
  private let address: String?
  private let opening: Opening
  private let found = Mutex<(any Connection)?>(nil)
  private let asking = SharedWork<any Connection, AppError>(abandoned: .isCancelled)

  /// A way that keeps to a connection, wherever the server says that it is.
  init(over connection: any Connection) {
    base = connection
    address = nil
    opening = { _ throws(ConnectionError) in connection }
  }

  /// A way to an address, and to where its server says that the app is.
  init(to address: String, _ opening: @escaping Opening) {
    self.opening = opening
    do throws(ConnectionError) {
      base = try opening(address)
    } catch {
      base = NoConnection(error: error)
    }
    self.address = address
  }

  /// The connection to the app's server. An answer that did not come is asked for again by the next call.
  func connection(asking call: Call<String>) async throws(AppError) -> any Connection {
    if let found = found.withLock({ $0 }) { return found }
    return try await asking.value(cancelled: .cancelled) { [self] () async throws(AppError) in
      if let found = found.withLock({ $0 }) { return found }
      let answer = try await base.exchange(call)
      let connection = try follow(answer)
      found.withLock { $0 = connection }
      return connection
    }
  }

  /// The connection to where the server says that it is. A server that is reached over TLS leads nobody away from it: behind a
  /// proxy it may not know that there is any.
  private func follow(_ hostname: String) throws(AppError) -> any Connection {
    guard let address, hostname != address, !Self.isSecure(address) || Self.isSecure(hostname) else { return base }
    do throws(ConnectionError) {
      return try opening(hostname)
    } catch {
      throw AppError(error)
    }
  }

  private static func isSecure(_ address: String) -> Bool { address.lowercased().hasPrefix("https://") }
}

/// Where the address is none: each call says so.
private struct NoConnection: Connection {
  let error: ConnectionError

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer { throw error }
}
