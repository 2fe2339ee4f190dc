import FlowModel
import FlowRuntime
import Glibc
import Synchronization

/// The channel of the measured servers: hands codes to the clients of the same process, by the number in their address.
final class CodeBox: Channel {
  private struct State {
    var codes: [Int: String] = [:]
    var awaited: Set<Int> = []
  }

  private let state = Mutex(State())
  private let bell: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalFlow("no pipe") }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    bell = (ends[0], ends[1])
  }

  deinit {
    close(bell.read)
    close(bell.write)
  }

  /// The address of a client. Its number is what codes are known by; letters before it let addresses come in no order, as
  /// they do where people sign up, which an index feels.
  static func address(_ client: Int) -> String {
    var (letters, rest) = ("", UInt64(client) &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<8 {
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest >> 40 % 26)))
      rest = rest &* 0xD129_0655_1D0B_8CD5 &+ 1
    }
    return letters + "\(client)@example.com"
  }

  /// Can be read once a code has come that was asked for in vain.
  var descriptor: Int32 { bell.read }

  /// The code of a client, once; nil if it has not come yet, and then the bell rings when it has.
  func take(_ client: Int) -> String? {
    state.withLock { state in
      if let code = state.codes.removeValue(forKey: client) { return code }
      state.awaited.insert(client)
      return nil
    }
  }

  /// Makes the bell ready to ring again.
  func silence() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(bell.read, &bytes, 32) == 32 {}
  }

  func accepts(_ kind: ChannelKind, to: String) -> Bool { true }

  func deliver(_ message: Message) async throws(DeliveryError) {
    guard case .code(let code, _) = message.content,
      let client = Int(message.to.drop { !$0.isNumber }.prefix { $0.isNumber })
    else { return }
    let isAwaited = state.withLock { state in
      state.codes[client] = code
      return state.awaited.remove(client) != nil
    }
    var byte: UInt8 = 1
    if isAwaited { _ = write(bell.write, &byte, 1) }
  }
}
