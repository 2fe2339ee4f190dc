import FlowJSON

/// What the server tells of a user. What it does not tell is nil.
public struct UserProfile: Hashable, Sendable {
  /// All that it tells, by the names that it has there.
  public let metadata: Document

  /// The e-mail address.
  public var email: String? { metadata["email"]?.stringValue }
  /// The name.
  public var name: String? { metadata["name"]?.stringValue }
  /// The first name.
  public var firstName: String? { metadata["first_name"]?.stringValue }
  /// The last name.
  public var lastName: String? { metadata["last_name"]?.stringValue }
  /// The address of a picture.
  public var pictureURL: String? { metadata["picture_url"]?.stringValue }
  /// The gender.
  public var gender: String? { metadata["gender"]?.stringValue }
  /// The day of birth.
  public var birthday: String? { metadata["birthday"]?.stringValue }
  /// The least age.
  public var minAge: String? { metadata["min_age"]?.stringValue }
  /// The greatest age.
  public var maxAge: String? { metadata["max_age"]?.stringValue }
}

/// By what a user is known to the server.
public struct UserIdentity: Hashable, Sendable {
  /// Its id.
  public let identifier: String
  /// The kind of its provider: `local-userpass` for e-mail address and password.
  public let providerType: String
}

/// A profile and the identities beside it, as one answer has them.
struct KnownUser: Hashable, Sendable {
  var profile = UserProfile(metadata: [:])
  var identities: [UserIdentity] = []

  init() {}

  /// What the answer tells; nil where it is none.
  init?(_ json: JSON) {
    guard case .object(let data) = json["data"] else { return nil }
    profile = UserProfile(metadata: Document(data))
    identities = (json["identities"]?.array ?? []).compactMap { identity in
      guard let id = identity["id"]?.string, let type = identity["provider_type"]?.string else { return nil }
      return UserIdentity(identifier: id, providerType: type)
    }
  }
}
