import CCurl
public import FlowJSON
public import FlowModel
public import FlowRuntime
import FlowThreads
import Glibc

/// Calls the tenants' functions: over HTTP through libcurl, or, for development, as local commands, as far as `settings` let
/// them.
///
/// Both get the request as JSON and answer `{"status":"success"}`, `pending` or `fail`. Calls run on 64
/// threads of their own, of which one tenant has 16 at most, and one of its functions 8. The time a call waits for its turn
/// counts as the function's time. Of more than 128 that wait for one function, each fails at once.
public struct FunctionGateway: FunctionRunner {
  /// Of all gateways of a process.
  private static let turns = FunctionTurns(threads: 64)

  private let turns: FunctionTurns
  private let folder: String
  private let settings: FunctionSettings
  private let log: any OperatorLog

  /// A gateway that runs commands in `folder`, the tenant's. What a command says on standard error goes to the log in the
  /// command's own words, marked as such and with escapes for what a log must not show.
  public init(folder: String, settings: FunctionSettings = FunctionSettings(), log: any OperatorLog = NoPorts()) {
    self.init(folder: folder, settings: settings, log: log, turns: Self.turns)
  }

  init(folder: String, settings: FunctionSettings, log: any OperatorLog = NoPorts(), turns: FunctionTurns) {
    self.turns = turns
    self.folder = folder
    self.settings = settings
    self.log = log
  }

  /// What a function needs and this machine does not have, as the end of a sentence that begins with its name;
  /// nil: nothing.
  public static func lack(of function: FunctionDefinition) -> String? {
    if case .http = function.target, let failure = lazy_curl_load() {
      return "is called by libcurl (Debian: libcurl4), and \(String(cString: failure))"
    }
    return nil
  }

  /// Calls a function once. Whatever goes wrong is `fail`, with a reason that quotes neither the request, nor the answer,
  /// nor the URL, nor a key.
  public func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    switch await ask(function, request, readAnswer) {
    case .success(let status): (status, nil)
    case .failure(let failure): (.fail, failure.reason)
    }
  }

  /// Asks a function once for published passwords: `{"status": "success", "range": "…"}`.
  public func leaked(_ function: FunctionDefinition, request: JSON) async -> (range: String?, reason: String?) {
    switch await ask(function, request, readRange) {
    case .success(let range): (range, nil)
    case .failure(let failure): (nil, failure.reason)
    }
  }

  private func ask<Answer: Sendable>(
    _ function: FunctionDefinition, _ request: JSON,
    _ read: @escaping @Sendable ([UInt8]) throws(CallFailure) -> Answer
  ) async -> Result<Answer, CallFailure> {
    let deadline = Deadline(in: function.timeout)
    let caller = FunctionShares.Caller(tenant: request["tenant"]?.string ?? "", function: function.name)
    let waited: String?
    do {
      waited = try await turns.shares.enter(caller, by: deadline)
    } catch {
      return .failure(error)
    }
    defer { turns.shares.leave(caller) }
    let call: Result<Answer, CallFailure>
    do throws(WorkerPoolRefusal) {
      call = try await turns.threads.run {
        Result { () throws(CallFailure) in try read(answer(of: function, to: request, by: deadline)) }
      }
    } catch {
      call = .failure(CallFailure("has no thread to run on"))
    }
    // Little time may have been left for it.
    guard case .failure(let failure) = call, failure.reason == CallFailure.late.reason, let waited else { return call }
    return .failure(CallFailure("\(failure.reason), as it had to wait: \(waited)"))
  }

  private func answer(
    of function: FunctionDefinition, to request: JSON, by deadline: Deadline
  ) throws(CallFailure) -> [UInt8] {
    let tenant = request["tenant"]?.string
    let secrets = TenantSecrets(of: tenant ?? "", in: settings.secrets)
    let body = request.utf8()
    switch function.target {
    case .http(let text):
      return try SignedPost(settings: settings, secret: function.secret, secrets: secrets)
        .send(body, id: request["id"]?.string, to: text, by: deadline)
    case .command(let words):
      guard case .allowed(let user) = settings.commands else {
        throw CallFailure("was not called: it is a command, and those are not allowed here (`--allow-commands`)")
      }
      let variables = function.environment.compactMap { name in secrets.variable(name).value.map { "\(name)=\($0)" } }
      let command = Command(words: words, folder: folder, variables: variables, user: user, input: body + [0x0A])
      return try command.run(by: deadline) { line in
        log.write(LogEntry(.warning, "function \(function.name) says: \(line)", tenant: tenant))
      }
    }
  }
}
