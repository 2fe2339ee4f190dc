import FlowJSON
import FlowModel
import FlowRuntime

/// The two kinds of App Services' tokens.
enum AppTokenType: String {
  case access
  case refresh
}

/// The claims of App Services' tokens, each under its newer and its older name.
struct AppClaims: Sendable {
  let session: String
  let device: String
  let user: String
  let tenant: String
  let now: Milliseconds

  /// `id`: random bytes, as no token is like another one, even of the same second: clients and caches compare them.
  /// `userData`: what the app has named of the user's attributes; nil where it names none.
  func access(_ settings: TokenSettings, id: [UInt8], userData: JSONObject?) -> JSONObject {
    let domain = AppID.domain(tenant)
    var claims: JSONObject = [
      "baas_device_id": .string(device), "baas_domain_id": .string(domain),
      "exp": .int(now / 1000 + settings.appAccess), "iat": .int(now / 1000), "iss": .string(session),
      "jti": .string(id.hex),
      "stitch_devId": .string(device), "stitch_domainId": .string(domain), "sub": .string(user),
      "typ": .string(AppTokenType.access.rawValue),
    ]
    claims["user_data"] = userData.map(JSON.object)
    return claims
  }

  /// How many bytes the id of a token has.
  static let idSize = 12

  func refresh(_ settings: TokenSettings, id: [UInt8]) -> JSONObject {
    let domain = AppID.domain(tenant)
    let identity: JSON = [
      "id": .string(user), "provider_type": .string(AppID.providerType),
      "provider_id": .string(AppID.provider(tenant)),
    ]
    return [
      "baas_data": nil, "baas_device_id": .string(device), "baas_domain_id": .string(domain),
      "baas_id": .string(session), "baas_identity": identity, "exp": .int(now / 1000 + settings.appRefresh),
      "iat": .int(now / 1000), "jti": .string(id.hex), "stitch_data": nil, "stitch_devId": .string(device),
      "stitch_domainId": .string(domain),
      "stitch_id": .string(session), "stitch_ident": identity, "sub": .string(user),
      "typ": .string(AppTokenType.refresh.rawValue),
    ]
  }
}

/// The ids of App Services: 24 hexadecimal digits.
public enum AppID {
  /// The type of the provider for e-mail and password.
  public static let providerType = "local-userpass"

  /// The id of a tenant as a domain.
  public static func domain(_ tenant: String) -> String { derived("domain", tenant) }

  /// The id of a tenant's provider.
  public static func provider(_ tenant: String) -> String { derived(providerType, tenant) }

  /// A fresh id: the time in seconds, so that ids sort by age, and eight random bytes.
  static func fresh(now: Milliseconds, _ randomness: any Randomness) -> String {
    OrderedID.text(now: now, random: randomness.bytes(OrderedID.randomSize))
  }

  /// A device's id as a client sent it; nil for none, all zeros, or anything else.
  static func device(_ text: String?) -> String? {
    guard let text, text.utf8.count == 24, text.utf8.contains(where: { $0 != UInt8(ascii: "0") }),
      text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 })
    else { return nil }
    return text.lowercased()
  }

  private static func derived(_ what: String, _ tenant: String) -> String {
    ContentHash(of: Array("\(what)\0\(tenant)".utf8)).bytes.prefix(12).hex
  }
}
