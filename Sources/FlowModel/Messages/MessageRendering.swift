public import FlowExpression

/// The values of one message.
public struct MessageValues {
  /// The one-time code; empty where it carries none.
  public var code = ""
  /// The link; empty where it carries none.
  public var link = ""
  /// How long that is valid, in seconds.
  public var lifetime = 0
  /// The tenant's name.
  public var tenant: String
  /// The application's name.
  public var application: String
  /// What the run has of an attribute.
  public var attribute: (Slot) -> Value?
  /// What people read in place of an option of an attribute, in a language; the option where there are no words.
  public var label: (Slot, String, LanguageTag) -> String = { _, option, _ in option }
  /// The form in which texts of an attribute are compared.
  public var form: (Slot, String) -> String = { _, text in text }

  /// The values of a message that carries nothing.
  public init(tenant: String, application: String?, attribute: @escaping (Slot) -> Value?) {
    (self.tenant, self.application, self.attribute) = (tenant, application ?? tenant, attribute)
  }
}

extension MessageTemplate {
  /// The message in words.
  public func words(_ values: MessageValues) -> MessageWords {
    MessageWords(
      subject: subject.text(values, locale).oneLine, text: text.text(values, locale),
      html: html?.text(values, locale), locale: locale)
  }
}

extension TemplateText {
  /// The text with its values.
  func text(_ values: MessageValues, _ locale: LanguageTag) -> String {
    var text = ""
    var index = 0
    while index < parts.count {
      switch parts[index] {
      case .literal(let literal): text += literal
      case .value(let variable, let escape): escape.append(variable.text(values, locale, escape), to: &text)
      case .unless(let condition, let skip): if !condition.holds(values) { index += Int(skip) }
      case .skip(let count): index += Int(count)
      }
      index += 1
    }
    return text
  }
}

extension MessageVariable {
  /// The value as people read it; in a URL, which programs read, an option is the option itself.
  fileprivate func text(_ values: MessageValues, _ locale: LanguageTag, _ escape: TemplateEscape) -> String {
    switch self {
    case .code: values.code
    case .link: values.link
    case .lifetime: LifetimeWords.text(values.lifetime, in: locale)
    case .tenant: values.tenant
    case .application: values.application
    case .attribute(let slot):
      values.attribute(slot).map { value in
        Self.text(value) { escape == .url ? $0 : values.label(slot, $0, locale) }
      } ?? ""
    }
  }

  /// How many characters of a value a message says at the most: a mail is no place for a text of thousands that somebody
  /// has typed.
  public static let longestValue = 254

  private static func text(_ value: Value, _ label: (String) -> String) -> String {
    switch value {
    case .string(let text): String(label(text).unicodeScalars.prefix(longestValue)).oneLine
    case .int(let number): String(number)
    case .double(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    case .list(let elements):
      String(elements.map { text($0, label) }.joined(separator: ", ").unicodeScalars.prefix(longestValue))
    // The compiler lets no others stand in a message.
    default: ""
    }
  }
}

extension TemplateCondition {
  fileprivate func holds(_ values: MessageValues) -> Bool {
    let value = values.attribute(slot)
    if let text {
      guard case .string(let held)? = value else { return false }
      return Value.string(values.form(slot, held)) == .string(values.form(slot, text))
    }
    switch value {
    case nil, .null: return false
    case .bool(let flag): return flag
    case .string(let text): return !text.isEmpty
    case .list(let elements): return !elements.isEmpty
    default: return true
    }
  }
}

extension TemplateEscape {
  /// Appends a value so that it means nothing more where it stands.
  fileprivate func append(_ value: String, to text: inout String) {
    switch self {
    case .text: text += value
    case .html:
      guard value.utf8.contains(where: \.meansSomethingInHTML) else {
        text += value
        return
      }
      for scalar in value.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&#34;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    case .url:
      // RFC 3986, section 2.3: what is not unreserved is encoded.
      for byte in value.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          text.unicodeScalars.append(Unicode.Scalar(byte))
        default: text += "%" + Hexadecimal.text([byte]).uppercased()
        }
      }
    }
  }
}

extension UInt8 {
  fileprivate var meansSomethingInHTML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }
}

extension String {
  /// The text on one line: what ends one, and other control characters, are spaces.
  fileprivate var oneLine: String {
    func breaks(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
    }
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) || !unicodeScalars.contains(where: breaks) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { breaks($0) ? " " : $0 }))
  }
}
