import FlowModel
import FlowRuntime

extension Reply {
  /// The HTTP status of a reply: `success` where a run took what was sent, with an error of the flow beside its state or
  /// not, because the client goes on from there. Any other status says that what was sent did not reach the run: an input
  /// that is refused is 422, and where it came with a start there is no run.
  func status(success: Int) -> Int {
    guard let code = error?.code else { return success }
    switch code {
    case EngineError.runEnded.code: return 409
    case EngineError.unknownEvent.code, EngineError.unknownField.code, EngineError.attributesInvalid.code,
      EngineError.attributesRequired.code:
      return 422
    default: break
    }
    if state != nil || held != nil { return success }
    switch code {
    case EngineError.invalidRequest.code, EngineError.applicationRequired.code: return 400
    case EngineError.invalidToken.code: return 401
    case EngineError.denied.code: return 403
    case EngineError.unknownFlow.code, EngineError.unknownApplication.code: return 404
    case EngineError.runExpired.code: return 410
    case EngineError.tooManyRuns.code: return 429
    case EngineError.unavailable.code, EngineError.busy.code: return 503
    default: return 422
    }
  }

  /// The reply as a response.
  func response(success: Int) -> HTTPResponse {
    let status = status(success: success)
    var headers = HTTPHeaders()
    // RFC 9110, section 8.5.
    if let locale { headers.add("Content-Language", locale.text) }
    // RFC 6750, section 3.
    if status == 401 { headers.add("WWW-Authenticate", "Bearer error=\"invalid_token\"") }
    if [429, 503].contains(status) { headers.add("Retry-After", String(error?.retryAfter ?? 1)) }
    return .json(status, json, headers: headers)
  }
}
