// The keys of a file of cases and of what stands in it.

package enum CaseFileKey: String, MappingKey { case flow, given, cases }

package enum CaseKey: String, MappingKey {
  case name = "case"
  case given, each, steps
}

package enum WorldKey: String, MappingKey {
  case now, locale, application, accounts, functions, undeliverable
  case commonPasswords = "common-passwords"
  case publishedPasswords = "published-passwords"
  case usedUp = "used-up"
  case invitations
}

package enum ExpectKey: String, MappingKey {
  case state, page, fields, events, error, invalid, end, grants, result, locale, messages, asked, account
  case noAccount = "no-account"
}

package enum MessageKey: String, MappingKey { case kind, to, channel, subject, says }
