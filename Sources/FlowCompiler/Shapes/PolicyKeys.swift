// The keys of a platform's policy and of what stands in it.

package enum PolicyKey: String, MappingKey { case policy, summary, properties, refuse, bounds, protocols, functions }

package enum BoundsKey: String, MappingKey { case passwords, codes, links, notices, tokens, functions, flows }

package enum PasswordBoundKey: String, MappingKey {
  case minLength = "min-length"
  case maxLength = "max-length"
  case classes, remember, attempts
}

package enum LinkBoundKey: String, MappingKey {
  case lifetime, invitations
  case perIdentifier = "per-identifier"
}

package enum TokenBoundKey: String, MappingKey { case access, refresh, session }

package enum FunctionBoundKey: String, MappingKey { case timeout, attempts }

package enum FlowBoundKey: String, MappingKey { case lifetime }

/// What functions tenants may have.
package enum FunctionRuleKey: String, MappingKey { case names, hosts, commands }

/// What of a tenant a policy bounds, and in what it is measured.
enum Bounded: Hashable, Sendable {
  case password(PasswordBoundKey), code(CodeKey), link(LinkBoundKey), notice(NoticeKey)
  case token(TokenBoundKey), function(FunctionBoundKey), flow(FlowBoundKey)

  enum Measure: Sendable { case count, seconds, rate }

  var measure: Measure {
    switch self {
    case .password(.attempts), .code(.perIdentifier), .link(.perIdentifier), .notice(.perIdentifier),
      .function(.attempts):
      .rate
    case .password, .code(.digits), .code(.attempts): .count
    case .code, .link, .notice, .token, .function, .flow: .seconds
    }
  }

  /// As it is called in the tenant's file, such as `codes.lifetime`.
  var name: String {
    switch self {
    case .password(let key): "passwords." + key.rawValue
    case .code(let key): "codes." + key.rawValue
    case .link(let key): "links." + key.rawValue
    case .notice(let key): "notices." + key.rawValue
    case .token(let key): "tokens." + key.rawValue
    case .function(let key): key.rawValue
    case .flow(let key): key.rawValue
    }
  }
}
