public import FlowJSON
public import FlowModel
public import FlowRuntime
import Synchronization

/// Functions answered by a test, or by another runner; keeps what they were asked.
public final class TestFunctions: FunctionRunner {
  /// Answers a request.
  public typealias Answer = @Sendable (FunctionDefinition, JSON) async -> FunctionStatus

  private let asked = Mutex<[JSON]>([])
  private let answer: Answer

  /// Functions that answer so.
  public init(_ answer: @escaping Answer = { _, _ in .fail }) { self.answer = answer }

  /// What another runner answers.
  public convenience init(_ runner: any FunctionRunner) {
    self.init { await runner.call($0, request: $1).status }
  }

  /// The requests so far, oldest first.
  public var requests: [JSON] { asked.withLock { $0 } }

  /// Keeps the request and answers it.
  public func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    asked.withLock { $0.append(request) }
    return (await answer(function, request), nil)
  }
}

/// A dictionary of a few common passwords.
public struct TestDictionary: PasswordDictionary {
  /// The common passwords it knows.
  public static let words: Set<String> = ["Password1", "Passw0rd!", "letmein", long]
  /// One that is long enough for every policy.
  public static let long = "Password-12345678"

  /// The dictionary.
  public init() {}

  /// Whether it is one of `words`.
  public func contains(_ password: String) -> Bool { Self.words.contains(password) }
}
