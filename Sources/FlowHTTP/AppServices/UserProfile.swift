import FlowJSON
import FlowRuntime
import FlowTokens

/// A user as `/auth/profile` shows it.
enum UserProfile {
  /// What clients know of `data`: realm-core ends the app when one of these is no text.
  private static let texts: Set<String> = [
    "name", "email", "picture_url", "first_name", "last_name", "gender", "birthday", "min_age", "max_age",
  ]

  /// The profile of an account, with what the session's app names of its attributes.
  static func json(_ account: AccountRecord, _ app: SessionApp?) -> JSON {
    let attributes = (try? JSON.parse(account.attributes)) ?? .null
    let identifier = account.identifiers.first
    let email = identifier.map { attributes[$0.attribute]?.string ?? $0.value } ?? ""
    var data = JSONObject()
    for member in app?.userData(of: account).members ?? [] {
      if !texts.contains(member.name) || member.value.string != nil { data[member.name] = member.value }
    }
    data["email"] = .string(email)
    // Where an app takes people in without a mail, the address is what they said.
    data["email_verified"] = .bool(identifier.map { !account.unproven.contains($0) } ?? false)
    return [
      "user_id": .string(account.id), "domain_id": .string(AppID.domain(account.tenant)),
      "identities": [
        [
          "id": .string(account.id), "provider_type": .string(AppID.providerType),
          "provider_id": .string(AppID.provider(account.tenant)), "provider_data": ["email": .string(email)],
        ]
      ],
      "data": .object(data), "type": "normal",
    ]
  }
}
