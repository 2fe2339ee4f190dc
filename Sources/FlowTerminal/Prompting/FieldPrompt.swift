import FlowJSON
import FlowModel
import FlowRuntime

/// How one field is asked for, and what a typed text means for it. Values are held against the very rules that the service has.
struct FieldPrompt: Sendable {
  let field: FieldView
  /// What an empty answer stands for, if anything.
  let kept: JSON?
  /// What the terminal says by itself.
  let standard: StandardWords

  init(_ field: FieldView, kept: JSON? = nil, in standard: StandardWords = .english) {
    self.field = field
    self.standard = standard
    // What was kept may be no option any more, as another field has changed.
    self.kept = field.isSecret ? nil : kept.flatMap { field.complaint(about: $0) == nil ? $0 : nil }
  }

  /// What is said before the prompt: the author's hint, what a new password must be, and the options with their numbers.
  var lines: [String] {
    var notes = [field.help, field.hint].filter { !$0.isEmpty }.map { "  (\(safe($0)))" }
    if let passwords = field.passwords { notes.append("  (\(passwords.words(standard)))") }
    if field.options.isEmpty { return notes }
    let many =
      field.type == .list
      ? field.attribute?.howMany(standard).map { standard.text(.terminalSoManyOfThese, ["many": .text($0)]) }
        ?? standard.text(.terminalAnyOfThese) : standard.text(.terminalOneOfThese)
    return notes + ["  \(safe(field.label)): \(many)"]
      + field.options.enumerated().map { index, option in "    \(index + 1)) \(safe(label(option)))" }
  }

  /// What people read in place of an option.
  private func label(_ option: String) -> String { field.attribute?.label(ofOption: option) ?? option }

  /// The line that waits for an answer. `length`: of the code that was sent.
  func prompt(length: Int? = nil) -> String {
    var hints = hint(length).map { [$0] } ?? []
    if !field.placeholder.isEmpty {
      hints.append(standard.text(.terminalExample, ["example": .text(safe(field.placeholder))]))
    }
    if !field.isRequired { hints.append(standard.text(.terminalOptional)) }
    var text = "  " + safe(field.label)
    if !hints.isEmpty { text += " (" + hints.joined(separator: ", ") + ")" }
    if let kept { text += " [" + shown(kept) + "]" }
    return text + ": "
  }

  /// A kept value as people read it.
  private func shown(_ value: JSON) -> String {
    switch value {
    case .string(let text) where !field.options.isEmpty: safe(label(text))
    case .array(let elements) where !field.options.isEmpty:
      elements.map { shown($0) }.joined(separator: ", ")
    default: words(value, in: standard)
    }
  }

  private func hint(_ length: Int?) -> String? {
    if field.secret == .code { return length.map { standard.text(.terminalDigits, ["count": .integer(Int64($0))]) } }
    switch field.type {
    case .phone:
      return field.attribute?.region.isEmpty == false
        ? standard.text(.terminalNumber) : standard.text(.terminalPlusAndDigits)
    case .integer: return standard.text(.terminalWholeNumber) + range
    case .number: return standard.text(.terminalNumber) + range
    case .boolean: return standard.text(.terminalYesOrNo)
    case .date: return standard.text(.terminalDate)
    case .list where field.options.isEmpty:
      return (field.attribute?.howMany(standard).map { $0 + ", " } ?? "") + standard.text(.terminalSeparated)
    case .any: return standard.text(.terminalTextOrJson)
    default: return nil
    }
  }

  private var range: String { field.attribute?.range(standard).map { ", " + $0 } ?? "" }

  /// What a typed line means.
  func read(_ line: String) -> Answer {
    // A password is taken as it was typed; around all else a blank is a slip.
    let text = field.isHidden ? line : trimmed(line)
    if text.isEmpty {
      if let kept { return .value(kept) }
      return field.isRequired ? .complaint(standard.text(.terminalFillIn)) : .leftOut
    }
    let answer = value(text)
    if case .value(let value) = answer, let problem = field.complaint(about: value) {
      return .complaint(problem.text(hint: field.hint, in: standard, label: label))
    }
    return answer
  }

  private func value(_ text: String) -> Answer {
    switch field.type {
    case .integer: return Int64(text).map { .value(.int($0)) } ?? .complaint(standard.text(.complaintInteger))
    case .number:
      if let number = Int64(text) { return .value(.int(number)) }
      guard let number = Double(text), number.isFinite else { return .complaint(standard.text(.complaintNumber)) }
      return .value(.double(number))
    case .boolean:
      return flag(text.lowercased()).map { .value(.bool($0)) } ?? .complaint(standard.text(.terminalAnswerYesOrNo))
    case .list: return list(text)
    case .any: return .value((try? JSON.parse(text)) ?? .string(text))
    default:
      guard !field.options.isEmpty else { return .value(.string(text)) }
      return option(text).map { .value(.string($0)) } ?? noOption(text)
    }
  }

  /// Yes or no, in English or in the words of the language, of which the first letter is enough.
  private func flag(_ text: String) -> Bool? {
    let (yes, no) = (standard.text(.terminalYes).lowercased(), standard.text(.terminalNo).lowercased())
    if [yes, String(yes.prefix(1))].contains(text) { return true }
    if [no, String(no.prefix(1))].contains(text) { return false }
    switch text {
    case "y", "yes", "true": return true
    case "n", "no", "false": return false
    default: return nil
    }
  }

  /// The option that a text means, by itself or by what people read in its place.
  private func option(_ text: String) -> String? {
    if let option = Self.option(text, of: field.options) { return option }
    return field.options.first { label($0).lowercased() == text.lowercased() }
  }

  private func list(_ text: String) -> Answer {
    var chosen: [JSON] = []
    for part in text.split(separator: ",").map({ trimmed(String($0)) }) where !part.isEmpty {
      guard let option = field.options.isEmpty ? part : option(part) else {
        return noOption(part)
      }
      if field.options.isEmpty || !chosen.contains(.string(option)) { chosen.append(.string(option)) }
    }
    return .value(.array(chosen))
  }

  private func noOption(_ text: String) -> Answer {
    .complaint(standard.text(.terminalNoneOfOptions, ["text": .text(safe(text))]))
  }

  /// The option that a text means: the option itself, or without regard to upper and lower case, or by its number.
  static func option(_ text: String, of options: [String]) -> String? {
    if options.contains(text) { return text }
    if let option = options.first(where: { $0.lowercased() == text.lowercased() }) { return option }
    guard let number = Int(text), number >= 1, number <= options.count else { return nil }
    return options[number - 1]
  }
}

/// A text without the blanks around it.
func trimmed(_ text: String) -> String {
  let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
  guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
  else { return "" }
  return String(text[first...last])
}
