import FlowJSON
import FlowRuntime

/// The most bytes a function may answer.
let answerLimit = 65_536

/// Why a call failed: what stands behind the function's name in the log.
struct CallFailure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static var tooLarge: CallFailure { CallFailure("answered more than \(answerLimit) bytes") }
  static var late: CallFailure { CallFailure("did not answer in time") }
}

/// Reads `{"status": …}`; other members are ignored.
func readAnswer(_ bytes: [UInt8]) throws(CallFailure) -> FunctionStatus {
  let answer: JSON
  do {
    answer = try JSON.parse(bytes)
  } catch {
    throw CallFailure("answered no JSON (see byte \(error.offset) of its answer)")
  }
  switch answer["status"]?.string {
  case "success": return .success
  case "pending": return .pending
  case "fail": return .fail
  default: throw CallFailure("answered without a \"status\" of \"success\", \"pending\" or \"fail\"")
  }
}
