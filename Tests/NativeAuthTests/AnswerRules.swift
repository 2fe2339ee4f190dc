import FlowHTTP
import FlowJSON
import Testing

/// What each answer of the API keeps, whatever was asked: the tests' client looks at all that it gets.
extension Answer {
  func expectWhatHoldsOfAll(correlationID: String) {
    #expect([200, 400].contains(status), "\(json)")
    // An answer has a name of its own, in the header and in an error's body.
    let trace = headers["x-ms-request-id"] ?? ""
    #expect(trace.count == 36 && trace != correlationID)
    #expect(headers["client-request-id"] == correlationID)
    if status == 200 { return expectWhatParsersTake() }
    #expect(json["trace_id"] == .string(trace) && json["correlation_id"] == .string(correlationID))
    expectErrorThatParsersTake()
  }

  /// Members that the parsers of MSAL iOS, Android and JavaScript insist on, each with what the strictest takes.
  private func expectWhatParsersTake() {
    func hasText(_ names: String...) -> Bool { names.contains { has($0, in: json) } }
    switch json["challenge_type"]?.string {
    case "redirect"?: return
    case "oob"?:
      #expect(hasText("continuation_token") && hasText("challenge_target_label", "challenge_target"), "\(json)")
      #expect(["email", "sms"].contains(json["challenge_channel"]?.string), "\(json)")
      #expect((json["code_length"]?.int ?? 0) > 0, "\(json)")
    case "password"?, "preverified"?: #expect(hasText("continuation_token"), "\(json)")
    case let other: #expect(other == nil, "\(json)")
    }
    if let methods = json["methods"]?.array {
      #expect(!methods.isEmpty && hasText("continuation_token"))
      for method in methods {
        #expect(["id", "challenge_type", "challenge_channel"].allSatisfy { has($0, in: method) }, "\(method)")
        // It may be empty, and must be there.
        #expect(method["login_hint"]?.string != nil, "\(method)")
      }
    }
    if json["access_token"] != nil {
      #expect(
        hasText("access_token") && hasText("id_token") && hasText("refresh_token") && hasText("client_info")
          && hasText("scope"))
      #expect(json["token_type"] == "Bearer" && (json["expires_in"]?.int ?? 0) > 0 && json["ext_expires_in"] != nil)
    }
    if json["status"] == "succeeded" || json["poll_interval"] != nil { #expect(hasText("continuation_token")) }
  }

  private func expectErrorThatParsersTake() {
    #expect(has("error", in: json) && has("error_description", in: json))
    // Android reads the first of these without looking whether there is one.
    for list in ["error_codes", "required_attributes", "invalid_attributes", "unverified_attributes"] {
      #expect(json[list]?.array?.isEmpty != true, "\(list) of \(json)")
    }
    if let codes = json["error_codes"] {
      #expect(codes.array?.allSatisfy { ($0.int ?? 0) > 0 } == true, "\(json)")
    }
    for attribute in json["required_attributes"]?.array ?? [] {
      #expect(has("name", in: attribute) && has("type", in: attribute) && attribute["required"] != nil, "\(attribute)")
    }
    // What these ask for is asked for with their token.
    if ["credential_required", "attributes_required"].contains(error)
      || ["mfa_required", "registration_required"].contains(suberror)
    {
      #expect(has("continuation_token", in: json), "\(json)")
    }
    #expect((error == "attributes_required") == (json["required_attributes"] != nil), "\(json)")
    #expect((suberror == "attribute_validation_failed") == (json["invalid_attributes"] != nil), "\(json)")
  }

  private func has(_ name: String, in json: JSON) -> Bool {
    json[name]?.string?.contains { !$0.isWhitespace } ?? false
  }
}
