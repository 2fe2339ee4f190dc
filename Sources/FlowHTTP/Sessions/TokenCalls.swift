import FlowJSON
import FlowModel
import FlowRuntime
import FlowTokens

/// Why revocation or introspection is refused (RFC 6749, section 5.2).
struct OAuthError: Error {
  var status = 400
  var code: String
  var text: String
  var headers: HTTPHeaders = [:]

  var response: HTTPResponse {
    .json(status, ["error": .string(code), "error_description": .string(text)], headers: headers)
  }

  static func malformed(_ text: String) -> OAuthError { OAuthError(code: "invalid_request", text: text) }

  static let unavailable = OAuthError(
    status: 503, code: "temporarily_unavailable", text: "Not possible at the moment; try again.",
    headers: ["Retry-After": "1"])
}

/// What clients and their servers ask of a token by itself: to end it, and what it is worth.
extension SessionAPI {
  /// RFC 7009. What is no token is answered as one that was revoked.
  nonisolated(nonsending) func revoke(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(OAuthError) {
      let (table, form, token) = try call(request)
      let client = form["client_id"]
      if !table.applications.isEmpty {
        guard let client, !client.isEmpty else { throw OAuthError.malformed("The parameter client_id is missing.") }
        guard table.applications.contains(where: { $0.name == client }) else {
          throw OAuthError(status: 401, code: "invalid_client", text: "The tenant has no such client_id.")
        }
      }
      do throws(TokenError) {
        try await tokens.revoke(token, tenant: table.tenant, client: client)
      } catch .wrongClient {
        throw OAuthError(code: "invalid_grant", text: "The token was handed to another client.")
      } catch {
        throw OAuthError.unavailable
      }
      return HTTPResponse(200)
    } catch { return error.response }
  }

  /// RFC 7662. An application's server hears of the application's own tokens, and of those for its own APIs.
  nonisolated(nonsending) func introspect(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(OAuthError) {
      let (table, _, token) = try call(request)
      guard let application = await asker(request, table) else {
        throw OAuthError(
          status: 401, code: "invalid_client", text: "Show the application's name and its secret.",
          headers: ["WWW-Authenticate": "Basic realm=\"introspection\", charset=\"UTF-8\""])
      }
      do throws(TokenError) {
        let answer = try await tokens.introspect(
          token, tenant: table.tenant, issuer: issuer(request, table.tenant), by: TokenAsker(application))
        return .json(200, .object(answer))
      } catch { throw OAuthError.unavailable }
    } catch { return error.response }
  }

  private func call(_ request: HTTPRequest) throws(OAuthError) -> (FlowTable, FormFields, token: String) {
    guard let table = request.parameters["tenant"].flatMap(table) else {
      throw OAuthError(status: 404, code: "invalid_request", text: HTTPRefusal.notFound.message)
    }
    guard request.hasBody(of: MediaType.form), let form = FormFields(request.body) else {
      throw OAuthError.malformed("The body must be a form: \(MediaType.form).")
    }
    if let name = form.duplicate { throw OAuthError.malformed("A parameter stands twice: \(name.prefix(64)).") }
    guard let token = form["token"], !token.isEmpty else {
      throw OAuthError.malformed("The parameter token is missing.")
    }
    return (table, form, token)
  }

  /// The application whose name and secret the request shows (RFC 6749, section 2.3.1).
  private nonisolated(nonsending) func asker(_ request: HTTPRequest, _ table: FlowTable) async -> Application? {
    guard let (name, shown) = request.basicCredentials,
      let application = table.applications.first(where: { $0.name == name }), let secret = application.secret
    else { return nil }
    let digest = ContentHash(of: shown.utf8).bytes
    // Of the same length whatever they are of, so that comparing tells nothing of that.
    for known in await secrets(table.tenant, secret) where known.count >= Self.shortestSecret {
      if equalInConstantTime(ContentHash(of: known).bytes, digest) { return application }
    }
    return nil
  }

  /// A secret that can be guessed is none: shorter ones open nothing.
  static let shortestSecret = 32
}

extension HTTPRequest {
  /// The name and the secret of `Authorization: Basic …` (RFC 7617), each encoded as a form's field.
  var basicCredentials: (name: String, secret: String)? {
    guard let value = headers["Authorization"], value.utf8.count > 6,
      value.utf8.prefix(6).elementsEqual("basic ".utf8, by: { $0.lowercase == $1 })
    else { return nil }
    let text = String(value.dropFirst(6).drop { $0 == " " }.prefix { $0 != "=" })
      .replacing("+", with: "-").replacing("/", with: "_")
    guard let bytes = Base64URL.decode(text), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let name = PercentEncoding.decode(bytes[..<colon], plusIsSpace: true),
      let secret = PercentEncoding.decode(bytes[(colon + 1)...], plusIsSpace: true)
    else { return nil }
    return (name, secret)
  }
}
