// The keys of the tenant's file and of what stands in it.

package enum TenantKey: String, MappingKey {
  case tenant, summary, attributes, passwords, codes, links, tokens, functions, errors, applications, channels, notices
  case region, language, uses
  case localeFrom = "locale-from"
}

/// Those of an attribute, and of a flow's parameter.
package enum AttributeKey: String, MappingKey {
  case type, label, of
  case minLength = "min-length"
  case maxLength = "max-length"
  case minimum, maximum, pattern, hint, help, placeholder, numbers, region, options, identifier
  case caseSensitive = "case-sensitive"
  case transient, secret, required

  /// Whether only what accounts hold has it.
  var isOfAccounts: Bool { [.identifier, .caseSensitive, .transient, .secret].contains(self) }
}

package enum PasswordKey: String, MappingKey {
  case minLength = "min-length"
  case maxLength = "max-length"
  case classes, forbid
  case forbidWords = "forbid-words"
  case forbidBreached = "forbid-breached"
  case remember, attempts, argon2id, pepper
}

package enum BreachKey: String, MappingKey { case file, function }

package enum Argon2idKey: String, MappingKey { case memory, passes }

package enum CodeKey: String, MappingKey {
  case digits, lifetime, attempts
  case resendAfter = "resend-after"
  case perIdentifier = "per-identifier"
}

package enum LinkKey: String, MappingKey {
  case base, lifetime
  case perIdentifier = "per-identifier"
  case also, invitations
}

package enum NoticeKey: String, MappingKey {
  case lifetime
  case perIdentifier = "per-identifier"
}

package enum TokenKey: String, MappingKey { case access, refresh, session, algorithm }

package enum ErrorKey: String, MappingKey { case message, values }

package enum ApplicationKey: String, MappingKey {
  case flows
  case spoken = "protocol"
  case errors, scopes
  case userData = "user-data"
  case secret
}

package enum FunctionKey: String, MappingKey {
  case url, command, timeout, secret, environment, attempts
}

package enum ChannelTargetKey: String, MappingKey { case smtp, webhook }

package enum MailServerKey: String, MappingKey {
  case host, port, tls
  case authorities = "ca"
  case user, password, from
  case replyTo = "reply-to"
  case envelopeFrom = "envelope-from"
  case connections
  case perSecond = "per-second"
}

package enum WebhookKey: String, MappingKey {
  case url, timeout, secret, connections
  case perSecond = "per-second"
}

// What is never shown, whatever it says.

extension FunctionKey {
  /// Whether the value is a secret, or may be one where it does not say where the secret is.
  package var isSecret: Bool {
    switch self {
    case .secret: true
    case .url, .command, .timeout, .environment, .attempts: false
    }
  }
}

extension MailServerKey {
  /// Whether the value is a secret, or may be one where it does not say where the secret is.
  package var isSecret: Bool {
    switch self {
    case .user, .password: true
    case .host, .port, .tls, .authorities, .from, .replyTo, .envelopeFrom, .connections, .perSecond: false
    }
  }
}

extension WebhookKey {
  /// Whether the value is a secret, or may be one where it does not say where the secret is.
  package var isSecret: Bool {
    switch self {
    case .secret: true
    case .url, .timeout, .connections, .perSecond: false
    }
  }
}
