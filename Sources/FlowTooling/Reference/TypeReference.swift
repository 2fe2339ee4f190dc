import FlowCompiler
import FlowModel

/// All types of attributes, in Markdown: what each takes, how it reads in conditions, and its keys in YAML.
func typeReference() -> String {
  let common = attributeKeys.filter { key in AttributeType.allCases.allSatisfy { isAllowed(key, for: $0) } }
  let sections = AttributeType.allCases.map { type in
    let own = attributeKeys.filter { isAllowed($0, for: type) && !common.contains($0) }
    let keys = own.isEmpty ? "" : "\n\nKeys of its own: \(own.map { "`\($0)`" }.joined(separator: " ")).\n"
    let told = type.told
    return """
      ### \(type.name)

      \(told.says)\(keys.isEmpty ? "\n" : keys)
      ```yaml
      \(told.yaml)
      ```

      In conditions: \(told.inConditions), such as `\(told.condition)`.

      """
  }
  return "All types have the keys \(common.map { "`\($0)`" }.joined(separator: " ")).\n\n"
    + sections.joined(separator: "\n")
}

extension AttributeType {
  /// How the reference tells it: a sentence, a declaration, and a condition that reads the attribute of that declaration.
  var told: (says: String, yaml: String, inConditions: String, condition: String) {
    switch self {
    case .email:
      (
        "An e-mail address. All spellings of one address are equal, and a code or link can be sent to it.",
        "email: { type: email, identifier: true, label: E-mail address }",
        "a string, in the form in which accounts compare it",
        "attributes.email.endsWith('@example.com')"
      )
    case .phone:
      (
        "A telephone number, kept as E.164. All spellings of one number are equal, and a code can be sent to it.",
        "phone: { type: phone, region: CZ, numbers: valid }", "a string, `+` and digits",
        "attributes.phone.startsWith('+420')"
      )
    case .string:
      (
        "A text, on one line. `pattern` is RE2 and matches the whole text.",
        "city: { type: string, min-length: 2, max-length: 60, pattern: \"[^0-9]+\" }", "a string",
        "attributes.city == 'Praha'"
      )
    case .integer:
      (
        "A whole number, exact up to 2^53.", "guests: { type: integer, minimum: 1, maximum: 12 }", "an int",
        "attributes.guests > 4"
      )
    case .number:
      (
        "A number, with or without a point.", "weight: { type: number, minimum: 0 }", "a double",
        "attributes.weight <= 80.5"
      )
    case .boolean:
      ("Yes or no, as a box to tick.", "terms: { type: boolean, label: I agree }", "a bool", "attributes.terms")
    case .date:
      (
        "A day, written `yyyy-mm-dd`.", "birthDate: { type: date, label: Date of birth }",
        "a string; `age()` and `date()` make numbers and times of it", "age(attributes.birthDate) >= 18"
      )
    case .choice:
      (
        "One of the options in `of`; `options` is what people read in place of each.",
        "plan: { type: choice, of: [free, paid], options: { paid: For money } }", "a string",
        "attributes.plan == 'paid'"
      )
    case .list:
      (
        "Some of the options in `of`, or any texts where there is no `of`.",
        "interests: { type: list, of: [music, sport, code], max-length: 2 }", "a list of strings",
        "'music' in attributes.interests"
      )
    case .any:
      (
        "Any JSON value, to be handed to a function.", "extra: { type: any, transient: true }",
        "of any type, which is looked at when the condition runs", "has(attributes.extra)"
      )
    }
  }
}
