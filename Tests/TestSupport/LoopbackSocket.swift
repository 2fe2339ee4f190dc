import Glibc

/// A socket that listens on 127.0.0.1, at a port that the system chooses. Whoever takes it closes it.
public struct LoopbackSocket: Sendable {
  /// The socket.
  public let descriptor: Int32
  /// Where it listens.
  public let port: UInt16

  /// Nil where there is no port. `backlog`: how many wait to be accepted.
  public init?(backlog: Int32) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(listener, pointer, size) == 0 && getsockname(listener, pointer, &size) == 0
    }
    guard isBound, listen(listener, backlog) == 0 else {
      close(listener)
      return nil
    }
    (descriptor, port) = (listener, UInt16(bigEndian: address.sin_port))
  }
}
