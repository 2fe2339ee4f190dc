import FlowJSON

/// The body of a call as clients send it: an object whose further members belong to somebody else.
struct ClientBody {
  private let object: JSONObject

  /// Reads the body of a request: JSON in UTF-8. Simple clients declare no type, or plain text; what is declared to be
  /// anything else, such as a form, must not pass as a call.
  init(_ request: HTTPRequest) throws(AppServicesError) {
    guard request.hasBody(of: MediaType.json) || request.hasBody(of: MediaType.text) || request.hasBodyOfNoType else {
      throw AppServicesError(415, "BadRequest", "the body must be \(MediaType.json) in UTF-8")
    }
    let value: JSON
    do {
      value = try JSON.parse(request.body)
    } catch {
      throw .badRequest("invalid JSON: \(error)")
    }
    guard case .object(let object) = value else { throw .badRequest("the body must be an object") }
    self.object = object
  }

  /// A text; one that is missing is empty, as the calls' own checks refuse that.
  func text(_ name: String) throws(AppServicesError) -> String {
    switch object[name] {
    case nil, .null: return ""
    case .string(let text): return text
    default: throw .invalidParameter(name, "a string")
    }
  }

  /// A list in relaxed Extended JSON; one that is missing is empty.
  func list(_ name: String) throws(AppServicesError) -> JSON {
    switch object[name] {
    case nil, .null: return []
    case .array(let elements):
      do throws(ExtendedJSON.Invalid) {
        return try ExtendedJSON.relaxed(.array(elements))
      } catch {
        throw .invalidParameter(name, "extended JSON: its \(error.wrapper) is not valid")
      }
    default: throw .invalidParameter(name, "an array")
    }
  }

  /// The token of a link and its id: 128 and 24 hexadecimal digits.
  func link() throws(AppServicesError) -> JSONObject {
    guard case .string(let token) = object["token"], HexID.isValid(token, digits: 128),
      case .string(let tokenId) = object["tokenId"], HexID.isValid(tokenId, digits: 24)
    else { throw .invalidTokenData }
    return ["token": .string(token), "tokenId": .string(tokenId)]
  }

  /// `options.device.deviceId`; nil where the client is new. Whatever is no id counts as none.
  var deviceID: String? {
    let id = object["options"]?["device"]?["deviceId"]
    return id?["$oid"]?.string ?? id?.string
  }
}
