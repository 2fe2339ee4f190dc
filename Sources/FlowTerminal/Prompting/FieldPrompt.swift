import FlowJSON
import FlowModel
import FlowRuntime

/// How one field is asked for, and what a typed text means for it. Values are held against the very rules that the service has.
struct FieldPrompt: Sendable {
  let field: FieldView
  /// What an empty answer stands for, if anything.
  let kept: JSON?

  init(_ field: FieldView, kept: JSON? = nil) {
    self.field = field
    // What was kept may be no option any more, as another field has changed.
    self.kept = field.isSecret ? nil : kept.flatMap { field.complaint(about: $0) == nil ? $0 : nil }
  }

  /// What is said before the prompt: the author's hint, what a new password must be, and the options with their numbers.
  var lines: [String] {
    var notes = [field.help, field.hint].filter { !$0.isEmpty }.map { "  (\(safe($0)))" }
    if let passwords = field.passwords { notes.append("  (\(passwords.inWords))") }
    if field.options.isEmpty { return notes }
    let many =
      field.type == .list
      ? (field.attribute?.howMany ?? "any") + " of these, separated by commas" : "one of these"
    return notes + ["  \(safe(field.label)): \(many)"]
      + field.options.enumerated().map { index, option in "    \(index + 1)) \(safe(option))" }
  }

  /// The line that waits for an answer. `length`: of the code that was sent.
  func prompt(length: Int? = nil) -> String {
    var hints = hint(length).map { [$0] } ?? []
    if !field.placeholder.isEmpty { hints.append("such as " + safe(field.placeholder)) }
    if !field.isRequired { hints.append("optional") }
    var text = "  " + safe(field.label)
    if !hints.isEmpty { text += " (" + hints.joined(separator: ", ") + ")" }
    if let kept { text += " [" + words(kept) + "]" }
    return text + ": "
  }

  private func hint(_ length: Int?) -> String? {
    if field.secret == .code { return length.map { count($0, "digit") } }
    switch field.type {
    case .phone: return field.attribute?.region.isEmpty == false ? "number" : "+ and digits"
    case .integer: return "whole number" + (field.attribute?.range.map { ", " + $0 } ?? "")
    case .number: return "number" + (field.attribute?.range.map { ", " + $0 } ?? "")
    case .boolean: return "y/n"
    case .date: return "yyyy-mm-dd"
    case .list where field.options.isEmpty:
      return (field.attribute?.howMany.map { $0 + ", " } ?? "") + "separated by commas"
    case .any: return "text or JSON"
    default: return nil
    }
  }

  /// What a typed line means.
  func read(_ line: String) -> Answer {
    // A password is taken as it was typed; around all else a blank is a slip.
    let text = field.isHidden ? line : trimmed(line)
    if text.isEmpty {
      if let kept { return .value(kept) }
      return field.isRequired ? .complaint("Please fill this in.") : .leftOut
    }
    let answer = value(text)
    if case .value(let value) = answer, let problem = field.complaint(about: value) {
      return .complaint(problem.text(hint: field.hint))
    }
    return answer
  }

  private func value(_ text: String) -> Answer {
    switch field.type {
    case .integer: return Int64(text).map { .value(.int($0)) } ?? .complaint("Please give a whole number.")
    case .number:
      if let number = Int64(text) { return .value(.int(number)) }
      guard let number = Double(text), number.isFinite else { return .complaint("Please give a number.") }
      return .value(.double(number))
    case .boolean:
      switch text.lowercased() {
      case "y", "yes", "true": return .value(true)
      case "n", "no", "false": return .value(false)
      default: return .complaint("Please answer y or n.")
      }
    case .list: return list(text)
    case .any: return .value((try? JSON.parse(text)) ?? .string(text))
    default:
      guard !field.options.isEmpty else { return .value(.string(text)) }
      return Self.option(text, of: field.options).map { .value(.string($0)) } ?? noOption(text)
    }
  }

  private func list(_ text: String) -> Answer {
    var chosen: [JSON] = []
    for part in text.split(separator: ",").map({ trimmed(String($0)) }) where !part.isEmpty {
      guard let option = field.options.isEmpty ? part : Self.option(part, of: field.options) else {
        return noOption(part)
      }
      if field.options.isEmpty || !chosen.contains(.string(option)) { chosen.append(.string(option)) }
    }
    return .value(.array(chosen))
  }

  private func noOption(_ text: String) -> Answer {
    .complaint("\"\(safe(text))\" is none of the options; give a number or a text of the list.")
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
