import FlowExpression

/// A value that stands in a text for people.
public enum MessageValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any number.
  case number(Double)
  /// A point in time, in milliseconds since 1970; it is shown in UTC.
  case time(Int64)
}

extension MessagePattern {
  /// The text with its values, in the words, digits and plurals of a language. What has no value is shown as its name in
  /// braces, as ICU does; the compiler sees to it that nothing is.
  public func text(_ values: [String: MessageValue] = [:], in language: LanguageTag) -> String {
    if case .text(let text)? = parts.first, parts.count == 1 { return text }
    var text = ""
    Self.append(parts, values, nil, language, to: &text)
    return text
  }

  private static func append(
    _ parts: [Part], _ values: [String: MessageValue], _ counted: MessageValue?, _ language: LanguageTag,
    to text: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .number: text += counted?.text(.number(.decimal), in: language) ?? "#"
      case .value(let name, let form): text += values[name]?.text(form, in: language) ?? "{\(name)}"
      case .select(let name, let cases):
        let word = values[name]?.text(.plain, in: language)
        guard let chosen = cases.first(where: { $0.key == word }) ?? cases.last(where: { $0.key == "other" }) else {
          continue
        }
        append(chosen.parts, values, counted, language, to: &text)
      case .plural(let name, let isOrdinal, let offset, let cases):
        guard let value = values[name], let number = value.double else {
          text += "{\(name)}"
          continue
        }
        let left = value.less(offset)
        let category = PluralCategory.of(number - Double(offset), in: language, isOrdinal: isOrdinal).rawValue
        let exact = Int64(exactly: number).map { "=\($0)" }
        guard
          let chosen = cases.first(where: { $0.key == exact }) ?? cases.first(where: { $0.key == category })
            ?? cases.first(where: { $0.key == "other" })
        else { continue }
        append(chosen.parts, values, left, language, to: &text)
      }
    }
  }
}

extension MessageValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text, .time: nil
    }
  }

  fileprivate func less(_ offset: Int64) -> MessageValue {
    switch self {
    case .integer(let number): .integer(number &- offset)
    case .number(let number): .number(number - Double(offset))
    case .text, .time: self
    }
  }

  /// The value as people of a language read it; without ICU with plain digits, and times as RFC 3339 writes them.
  func text(_ form: MessagePattern.Form, in language: LanguageTag) -> String {
    let formats = LocaleFormats.shared
    switch (self, form) {
    case (.text(let text), _): return text
    case (.integer(let number), .number(let style)): return Self.text(number, style, language)
    case (.integer(let number), _): return Self.text(number, .decimal, language)
    case (.number(let number), .number(let style)): return Self.text(number, style, language)
    case (.number(let number), _): return Self.text(number, .decimal, language)
    case (.time(let time), .date(let length)):
      return formats.text(time, date: length, time: -1, in: language) ?? String(time.plainUTC.prefix(10))
    case (.time(let time), .time(let length)):
      return formats.text(time, date: -1, time: length, in: language) ?? String(time.plainUTC.dropFirst(11).prefix(5))
    case (.time(let time), _): return formats.text(time, date: 2, time: 3, in: language) ?? time.plainUTC
    }
  }

  /// Below a thousand, the languages of the standard texts write whole numbers all alike.
  private static func text(_ number: Int64, _ style: MessagePattern.NumberStyle, _ language: LanguageTag) -> String {
    let isPlain = style != .percent && (-999...999).contains(number)
    if isPlain, PluralCategory.known(of: 0, in: language.language) != nil { return String(number) }
    return LocaleFormats.shared.text(number, style, in: language)
      ?? (style == .percent ? "\(number * 100) %" : "\(number)")
  }

  private static func text(_ number: Double, _ style: MessagePattern.NumberStyle, _ language: LanguageTag) -> String {
    if let whole = Int64(exactly: number) { return text(whole, style, language) }
    return LocaleFormats.shared.text(number, style, in: language)
      ?? (style == .percent ? "\(number * 100) %" : "\(number)")
  }
}

extension Int64 {
  /// The time as RFC 3339 writes it, for where nothing else can be said.
  fileprivate var plainUTC: String { rfc3339(floorDivide(self, 1000)) }
}
