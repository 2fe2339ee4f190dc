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
    "else": "to", "otherwise": "to", "default": "to", "goto": "to", "next": "to", "target": "to", "if": "when",
    "condition": "when", "assign": "set",
  ]
  /// Effects.
  static let effects = [
    "mail.send": "code.send", "email.send": "code.send", "sms.send": "code.send", "otp.send": "code.send",
    "otp.verify": "code.verify", "code.check": "code.verify", "link.verify": "link.redeem",
    "user.create": "account.create",
    "account.add": "account.create", "user.find": "account.find", "account.exists": "account.find",
    "account.delete": "account.discard", "account.remove": "account.discard", "account.lock": "account.disable",
    "account.verify": "account.confirm", "account.activate": "account.confirm", "password.reset": "password.set",
    "password.change": "password.set", "password.validate": "password.check", "password.compare": "password.verify",
    "session.create": "token.issue", "token.create": "token.issue", "http.call": "function.call",
  ]
}
