import FlowModel

/// Words that other languages and tools have for what stands in a flow: no slip of the pen, and yet it is clear what is meant.
enum OtherWords {
  /// Types of attributes.
  static let types = [
    "bool": "boolean", "float": "number", "double": "number", "decimal": "number", "int": "integer", "text": "string",
    "str": "string", "enum": "choice", "select": "choice", "array": "list", "mail": "email", "e-mail": "email",
    "tel": "phone", "telephone": "phone", "mobile": "phone", "datetime": "date", "birthday": "date", "object": "any",
  ]
  /// Whether a field is needed.
  static let needs = [
    "true": "required", "yes": "required", "mandatory": "required", "false": "optional", "no": "optional",
  ]
  /// Keys of a branch and of a transition.
  static let keys = [
    "else": "to", "otherwise": "to", "default": "to", "goto": "to", "next": "to", "target": "to", "state": "to",
    "if": "when",
    "condition": "when", "assign": "set", "then": "to", "options": "of", "values": "of", "choices": "of", "enum": "of",
    "regex": "pattern", "regexp": "pattern", "title": "label", "description": "hint", "message": "hint",
    "tooltip": "help",
  ]
  /// Keys of a flow.
  static let flowKeys = [
    "initial": "start", "begin": "start", "entry": "start", "first": "start", "name": "flow", "ttl": "lifetime",
    "timeout": "lifetime", "expires": "lifetime", "nodes": "states", "description": "summary", "inputs": "input",
    "parameters": "input", "invariants": "properties",
  ]
  /// Keys of a tenant.
  static let tenantKeys = [
    "name": "tenant", "id": "tenant", "locale": "language", "lang": "language", "fields": "attributes",
    "hooks": "functions", "webhooks": "functions", "clients": "applications", "apps": "applications",
    "password": "passwords", "otp": "codes", "description": "summary", "country": "region",
  ]
  /// Keys of a policy.
  static let policyKeys = [
    "name": "policy", "id": "policy", "description": "summary", "invariants": "properties", "must-prove": "properties",
    "forbid": "refuse", "opt-outs": "refuse", "limits": "bounds", "hooks": "functions",
  ]
  /// Keys of a state.
  static let stateKeys = [
    "next": "then", "on": "then", "transitions": "then", "outcomes": "then", "params": "with", "parameters": "with",
    "input": "fields", "inputs": "fields", "timeout": "after",
  ]
  /// Keys of an attribute, whose bounds are of lengths or of numbers.
  static func attributeKeys(_ type: AttributeType?) -> [String: String] {
    let isNumber = type == .integer || type == .number
    return keys.merging(
      ["max": isNumber ? "maximum" : "max-length", "min": isNumber ? "minimum" : "min-length"]
    ) { first, _ in first }
  }
  /// Facts of properties.
  static let facts = [
    "verify": "verified", "proven": "verified", "confirmed": "verified", "create": "created", "find": "found",
    "visit": "visited", "authenticate": "authenticated", "signed-in": "authenticated",
  ]
  /// Results of ends.
  static let results = [
    "accountid": "account.id", "account_id": "account.id", "account-id": "account.id", "userid": "account.id",
    "user_id": "account.id", "id": "account.id", "account": "account.id", "token": "tokens", "access_token": "tokens",
    "session": "tokens",
  ]
  /// Effects.
  static let effects = [
    "mail.send": "code.send", "email.send": "code.send", "sms.send": "code.send", "otp.send": "code.send",
    "otp.verify": "code.verify", "code.check": "code.verify", "link.verify": "link.redeem",
    "user.create": "account.create",
    "account.add": "account.create", "user.find": "account.find", "account.exists": "account.find",
    "account.lock": "account.disable", "account.remove": "account.delete", "user.delete": "account.delete",
    "account.erase": "account.delete", "notice.send": "message.send",
    "account.verify": "account.confirm", "account.activate": "account.confirm", "password.reset": "password.set",
    "password.change": "password.set", "password.validate": "password.check", "password.compare": "password.verify",
    "session.create": "token.issue", "token.create": "token.issue", "http.call": "function.call",
  ]
}
