import FlowJSON
import FlowRuntime

/// The most bytes a function may answer.
let answerLimit = 65_536

/// Why a call failed: what stands behind the function's name in the log.
struct CallFailure: Error {
  /// Who is to blame.
  enum Kind: Hashable {
    /// Whoever says where it is and what it may.
    case settings
    case connection
    case late
    /// The status that it answered with.
    case status(Int)
    /// What it answered.
    case answer
  }

  let reason: String
  let kind: Kind

  init(_ reason: String, _ kind: Kind = .settings) { (self.reason, self.kind) = (reason, kind) }

  static var tooLarge: CallFailure { CallFailure("answered more than \(answerLimit) bytes", .answer) }
  static var late: CallFailure { CallFailure("did not answer in time", .late) }
}

/// Reads `{"status": …}`; other members are ignored.
func readAnswer(_ bytes: [UInt8]) throws(CallFailure) -> FunctionStatus { try status(of: parsed(bytes)) }

/// Reads `{"status": "success", "range": …}`: what a function knows of published passwords.
func readRange(_ bytes: [UInt8]) throws(CallFailure) -> String {
  let answer = try parsed(bytes)
  guard try status(of: answer) == .success else { throw CallFailure("does not say which passwords were published") }
  guard let range = answer["range"]?.string else { throw CallFailure("answered without a \"range\"") }
  return range
}

private func parsed(_ bytes: [UInt8]) throws(CallFailure) -> JSON {
  do {
    return try JSON.parse(bytes)
  } catch {
    throw CallFailure("answered no JSON (see byte \(error.offset) of its answer)", .answer)
  }
}

private func status(of answer: JSON) throws(CallFailure) -> FunctionStatus {
  switch answer["status"]?.string {
  case "success": return .success
  case "pending": return .pending
  case "fail": return .fail
  default: throw CallFailure("answered without a \"status\" of \"success\", \"pending\" or \"fail\"", .answer)
  }
}
