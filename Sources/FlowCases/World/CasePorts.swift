import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization

/// A clock that stands until the case waits.
final class CaseClock: TimeSource {
  /// 2026-01-01T12:00:00Z, where a case says nothing else.
  static let usual: Milliseconds = 1_767_268_800_000
  private let time: Atomic<Milliseconds>

  init(_ now: Milliseconds) { time = Atomic(now) }

  func now() -> Milliseconds { time.load(ordering: .relaxed) }

  func wait(seconds: Int) { time.wrappingAdd(Milliseconds(seconds) * 1000, ordering: .relaxed) }

  func set(_ now: Milliseconds) { time.store(now, ordering: .relaxed) }
}

/// Bytes that are the same each time a case is played (SplitMix64): nothing secret is made of them outside this world.
final class CaseRandomness: Randomness {
  private let state = Atomic<UInt64>(0x7573_6865_7221)

  func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var index = 0
      while index < count {
        var word = next()
        for _ in 0..<min(8, count - index) {
          buffer[index] = UInt8(truncatingIfNeeded: word)
          word >>= 8
          index += 1
        }
      }
      initialized = count
    }
  }

  private func next() -> UInt64 {
    var mixed = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A channel that takes messages to all addresses but those to which nothing can be sent. None leaves: the stage reads them
/// where they rest.
final class CaseChannel: Channel {
  private let unreachable = Mutex<Set<String>>([])

  func refuse(_ address: String) { unreachable.withLock { _ = $0.insert(address.lowercased()) } }

  func accepts(_ kind: ChannelKind, to address: String) -> Bool {
    unreachable.withLock { !$0.contains(address.lowercased()) }
  }

  func deliver(_ message: Message) async throws(DeliveryError) { throw .permanent("cases send nothing") }
}

/// Functions that answer what the case says: one answer after the other, and the last one for ever.
final class CaseFunctions: FunctionRunner {
  /// A question to a function.
  struct Asked: Sendable {
    let function: String
    let request: JSON
  }

  private struct State {
    var answers: [String: [FunctionCall.Outcome]] = [:]
    var asked: [Asked] = []
    var unanswered: String?
  }

  private let state = Mutex(State())
  private let published: CasePasswords

  init(_ published: CasePasswords) { self.published = published }

  func answer(_ function: String, _ answers: [FunctionCall.Outcome]) {
    state.withLock { $0.answers[function] = answers }
  }

  /// What was asked since the last call, and the first function of which the case does not say what it answers.
  func take() -> (asked: [Asked], unanswered: String?) {
    state.withLock { state in
      defer { (state.asked, state.unanswered) = ([], nil) }
      return (state.asked, state.unanswered)
    }
  }

  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    state.withLock { state in
      state.asked.append(Asked(function: function.name, request: request))
      guard var answers = state.answers[function.name], let answer = answers.first else {
        state.unanswered = state.unanswered ?? function.name
        return (.fail, "the case does not say what it answers")
      }
      if answers.count > 1 { answers.removeFirst() }
      state.answers[function.name] = answers
      switch answer {
      case .success: return (.success, nil)
      case .pending: return (.pending, nil)
      case .fail: return (.fail, nil)
      }
    }
  }

  func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?) {
    (published.range(of: request["prefix"]?.string ?? ""), nil)
  }
}

/// The passwords that are common, and those that were published.
final class CasePasswords: PasswordDictionary, LeakedPasswords {
  private let known = Mutex<(common: Set<String>, published: Set<String>)>(([], []))

  func add(common: [String], published: [String]) {
    known.withLock { known in
      known.common.formUnion(common)
      known.published.formUnion(published)
    }
  }

  func contains(_ password: String) -> Bool { known.withLock { $0.common.contains(password) } }

  func contains(_ password: String, in file: String, of tenant: String) throws(LeakListError) -> Bool {
    known.withLock { $0.published.contains(password) }
  }

  /// The digests of published passwords that begin so, as a function answers them.
  func range(of prefix: String) -> String {
    let digests = known.withLock { $0.published }.compactMap { PasswordDigest.sha1($0) }
    return digests.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) + ":1" }.joined(separator: "\n")
  }
}
