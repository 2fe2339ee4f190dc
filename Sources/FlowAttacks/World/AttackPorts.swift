import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization

/// Keeps all messages; the attacker reads those to some addresses.
final class AttackMail: Channel {
  private let delivered = Mutex<[Message]>([])

  /// All messages, oldest first.
  var messages: [Message] { delivered.withLock { $0 } }

  func accepts(_ kind: ChannelKind, to address: String) -> Bool {
    address != Party.unreachable && address != Party.unreachablePhone
  }

  func deliver(_ message: Message) async throws(DeliveryError) { delivered.withLock { $0.append(message) } }
}

/// Functions that answer what a script says, one answer after the other, and then `success`.
final class AttackFunctions: FunctionRunner {
  private struct State {
    var answers: [FunctionStatus] = []
    var asked: [JSON] = []
    var turnsWithoutAccount = false
  }

  private let state = Mutex(State())

  /// Makes the opposite of each answer that is given without an account: where two worlds are compared, it tells what a
  /// function can do with what it is told.
  var turnsWithoutAccount: Bool {
    get { state.withLock { $0.turnsWithoutAccount } }
    set { state.withLock { $0.turnsWithoutAccount = newValue } }
  }

  /// What was asked so far.
  var requests: [JSON] { state.withLock { $0.asked } }

  /// What is answered in the next step.
  func prepare(_ answers: [FunctionCall.Outcome]) {
    state.withLock { $0.answers = answers.map(FunctionStatus.init) }
  }

  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    state.withLock { state in
      state.asked.append(request)
      let answer = state.answers.isEmpty ? .success : state.answers.removeFirst()
      guard state.turnsWithoutAccount, request["account"] == nil else { return (answer, nil) }
      return (answer == .success ? .fail : .success, nil)
    }
  }
}

/// A dictionary with one word.
struct AttackDictionary: PasswordDictionary {
  static let word = "Password1!"

  func contains(_ password: String) -> Bool { password == Self.word }
}

/// A clock that stands until the script waits.
final class AttackClock: TimeSource {
  /// 2025-01-01T00:00:00Z.
  static let start: Milliseconds = 1_735_689_600_000
  private let time = Mutex<Milliseconds>(start)

  func now() -> Milliseconds { time.withLock { $0 } }

  func wait(seconds: Int) { time.withLock { $0 += Milliseconds(seconds) * 1000 } }
}

/// Bytes that are the same in each replay (SplitMix64): nothing secret is made of them outside this world.
final class AttackRandomness: Randomness {
  private let state = Mutex<UInt64>(0x7573_6865_7221)

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 24)
      }
    }
  }
}

extension FunctionStatus {
  /// The answer with which the effect has an outcome.
  fileprivate init(_ outcome: FunctionCall.Outcome) {
    switch outcome {
    case .success: self = .success
    case .pending: self = .pending
    case .fail: self = .fail
    }
  }
}
