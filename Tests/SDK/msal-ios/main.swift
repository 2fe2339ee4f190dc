// The native authentication of MSAL for iOS and macOS on a pipe: a line of JSON with a call comes in, a line with what came
// of it goes out. It stands below the delegates: what they are told is what a call comes to here.
//
//   in   {"call":"signUp","app":{"clientId":"phone","url":"http://…","challengeTypes":["oob"]},"username":"ada@…"}
//   out  {"result":"codeRequired","newState":1,"sentTo":"a***@example.com","codeLength":8}
//   in   {"call":"submitCode","state":1,"text":"12345678"}
//   out  {"result":"error","error":"invalidCode","errorCodes":[50181],"newState":2}

import Foundation

#if canImport(MSAL)
  @testable import MSAL
#endif

/// The states that clients hold, by number, and what calls on them come to.
actor Driver {
  private var states: [Any] = []

  func answer(_ line: String) async -> String {
    var answer: [String: Any]
    do {
      let call = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      answer = told(try await result(of: call))
    } catch {
      answer = ["result": "thrown", "text": "\(error)"]
    }
    return String(decoding: (try? JSONSerialization.data(withJSONObject: answer)) ?? Data("{}".utf8), as: UTF8.self)
  }

  private func result(of call: [String: Any]) async throws -> Any {
    let name = call["call"] as? String ?? ""
    if let app = call["app"] as? [String: Any] { return try await start(name, try application(app), call) }
    let text = call["text"] as? String ?? ""
    let method = call["method"] as? [String: String] ?? [:]
    let authMethod = MSALAuthMethod(
      id: method["id"] ?? "", challengeType: "oob", channelTargetType: .init(value: method["channel"] ?? ""),
      loginHint: method["hint"])
    switch (name, states[call["state"] as? Int ?? 0]) {
    case ("submitCode", let state as SignUpCodeRequiredState): return await state.submitCodeInternal(code: text).result
    case ("submitCode", let state as SignInCodeRequiredState): return await state.submitCodeInternal(code: text).result
    case ("submitCode", let state as ResetPasswordCodeRequiredState):
      return await state.submitCodeInternal(code: text).result
    case ("resendCode", let state as SignUpCodeRequiredState): return await state.resendCodeInternal().result
    case ("resendCode", let state as SignInCodeRequiredState): return await state.resendCodeInternal().result
    case ("resendCode", let state as ResetPasswordCodeRequiredState): return await state.resendCodeInternal().result
    case ("submitPassword", let state as SignUpPasswordRequiredState):
      return await state.submitPasswordInternal(password: text).result
    case ("submitPassword", let state as SignInPasswordRequiredState):
      return await state.submitPasswordInternal(password: text).result
    case ("submitPassword", let state as ResetPasswordRequiredState):
      return await state.submitPasswordInternal(password: text).result
    case ("submitAttributes", let state as SignUpAttributesRequiredState):
      return await state.submitAttributesInternal(attributes: call["attributes"] as? [String: Any] ?? [:]).result
    case ("signIn", let state as SignInAfterPreviousFlowBaseState):
      return await state.signInInternal(
        scopes: call["scopes"] as? [String], claimsRequestJson: nil, telemetryId: .telemetryApiIdSignInAfterSignUp
      ).result
    case ("requestChallenge", let state as MFABaseState):
      return await state.requestChallengeInternal(authMethod: authMethod).result
    case ("requestChallenge", let state as RegisterStrongAuthBaseState):
      return await state.requestChallengeInternal(authMethod: authMethod, verificationContact: text).result
    case ("submitChallenge", let state as MFARequiredState):
      return await state.submitChallengeInternal(challenge: text).result
    case ("submitChallenge", let state as RegisterStrongAuthVerificationRequiredState):
      return await state.submitChallengeInternal(challenge: text).result
    case (_, let state): throw NSError(domain: "no \(name) in \(type(of: state))", code: 0)
    }
  }

  private func start(
    _ name: String, _ app: MSALNativeAuthPublicClientApplication, _ call: [String: Any]
  ) async throws -> Any {
    let username = call["username"] as? String ?? ""
    let password = call["password"] as? String
    switch name {
    case "signUp":
      return await app.signUpInternal(
        username: username, password: password, attributes: call["attributes"] as? [String: Any], correlationId: nil
      ).result
    case "signIn":
      return await app.signInInternal(
        username: username, password: password, scopes: call["scopes"] as? [String], claimsRequestJson: nil,
        correlationId: nil
      ).result
    case "resetPassword": return await app.resetPasswordInternal(username: username, correlationId: nil).result
    default: throw NSError(domain: "no \(name) of an app", code: 0)
    }
  }

  private func application(_ app: [String: Any]) throws -> MSALNativeAuthPublicClientApplication {
    let url = (app["url"] as? String).flatMap { URL(string: $0) }
    guard let url, let clientId = app["clientId"] as? String else { throw NSError(domain: "no app", code: 0) }
    let types = app["challengeTypes"] as? [String] ?? ["oob", "password"]
    let config = MSALNativeAuthPublicClientApplicationConfig(
      clientId: clientId, authority: try MSALCIAMAuthority(url: url),
      challengeTypes: MSALNativeAuthPublicClientApplicationConfig.convertChallengeTypes(
        types.compactMap { MSALNativeAuthInternalChallengeType(rawValue: $0) }))
    if app["capabilities"] as? Bool ?? true { config.capabilities = [.mfaRequired, .registrationRequired] }
    return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config)
  }

  /// A result of the SDK, which is a case of an enumeration with what it holds.
  private func told(_ result: Any) -> [String: Any] {
    guard let (name, held) = Mirror(reflecting: result).children.first else { return ["result": "\(result)"] }
    var answer: [String: Any] = ["result": name ?? ""]
    let parts = Mirror(reflecting: held)
    for part in parts.displayStyle == .tuple ? Array(parts.children) : [(label: nil, value: held)] {
      tell(part.value, part.label ?? "value", &answer)
    }
    return answer
  }

  private func tell(_ value: Any, _ name: String, _ answer: inout [String: Any]) {
    switch value {
    case let error as MSALNativeAuthError:
      let type = Mirror(reflecting: error).children.first { $0.label == "type" }?.value
      answer["error"] = type.map { "\($0)" } ?? "generalError"
      answer["errorCodes"] = error.errorCodes
      answer["text"] = error.errorDescription ?? ""
    case is MSALNativeAuthBaseState, is SignInAfterPreviousFlowBaseState:
      states.append(value)
      answer["newState"] = states.count - 1
    case let list as [MSALNativeAuthRequiredAttribute]:
      answer["attributes"] = list.map { ["name": $0.name, "type": $0.type, "required": $0.required] }
    case let list as [MSALAuthMethod]:
      answer["methods"] = list.map { method in
        ["id": method.id, "channel": method.channelTargetType.value, "hint": method.loginHint ?? ""]
      }
    case let account as MSALNativeAuthUserAccountResult:
      answer["username"] = account.account.username ?? ""
      answer["identifier"] = account.account.identifier ?? ""
    case let channel as MSALNativeAuthChannelType: answer["channel"] = channel.value
    case is String, is Int, is [String]: answer[name] = value
    case let other: if let held = Mirror(reflecting: other).children.first { tell(held.value, name, &answer) }
    }
  }
}

let driver = Driver()
while let line = readLine() {
  print(await driver.answer(line))
  fflush(stdout)
}
