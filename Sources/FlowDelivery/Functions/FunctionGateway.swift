import CSpawn
public import FlowJSON
public import FlowModel
public import FlowRuntime

/// Calls the tenants' functions: over HTTP through libcurl, or, for development, as local commands.
///
/// Both get the request as JSON and answer `{"status":"success"}`, `pending` or `fail`. Calls run on eight threads of their
/// own; the time a call waits for a free one counts as the function's time. Of more than a thousand that wait, each fails
/// at once.
public struct FunctionGateway: FunctionRunner {
  private static let threads = WorkerPool(threads: 8, waiting: 128)

  private let folder: String
  private let log: any OperatorLog

  /// A gateway that runs commands in `folder`, the tenant's. What a command says on standard error goes to the log in the
  /// command's own words, marked as such and with escapes for what a log must not show.
  public init(folder: String, log: any OperatorLog = NoPorts()) {
    self.folder = folder
    self.log = log
  }

  /// Calls a function once. Whatever goes wrong is `fail`, with a reason that quotes neither the request, nor the answer,
  /// nor the URL, nor a key.
  public func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    let deadline = Deadline(in: function.timeout)
    let call: Result<FunctionStatus, CallFailure>
    do throws(WorkerPoolRefusal) {
      call = try await Self.threads.run {
        return Result { () throws(CallFailure) in
          guard !deadline.hasPassed else { throw CallFailure("waited too long for other functions to end") }
          return try answer(of: function, to: request, by: deadline)
        }
      }
    } catch {
      call = .failure(CallFailure(error == .full ? "is one of too many that wait" : "has no thread to run on"))
    }
    switch call {
    case .success(let status): return (status, nil)
    case .failure(let failure): return (.fail, failure.reason)
    }
  }

  private func answer(
    of function: FunctionDefinition, to request: JSON, by deadline: Deadline
  ) throws(CallFailure) -> FunctionStatus {
    let body = request.utf8()
    switch function.target {
    case .http(let url):
      var headers = ["Content-Type: application/json", "Accept: application/json"]
      if let id = request["id"]?.string, isHeaderValue(id) { headers.append("Idempotency-Key: \(id)") }
      if let variable = function.secretVariable {
        headers.append("Usher-Signature: \(try RequestSignature(of: body, keyIn: variable).header)")
      }
      return try readAnswer(try HTTPCall(url: url, headers: headers, body: body).perform(by: deadline))
    case .command(let words):
      let command = Command(
        words: words, folder: folder, environment: function.environment, input: body + [0x0A])
      let tenant = request["tenant"]?.string
      return try readAnswer(
        try command.run(by: deadline) { line in
          log.write(LogEntry(.warning, "function \(function.name) says: \(line)", tenant: tenant))
        })
    }
  }

  /// Visible ASCII only: anything else could end the header and start another.
  private func isHeaderValue(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
