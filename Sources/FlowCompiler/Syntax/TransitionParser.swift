import FlowSource
import FlowYAML

private let keysWithFields = ["to", "error", "set", "fields"]

extension SyntaxReader {
  /// The entries of `then`; nil where it is no mapping.
  mutating func handlers(_ id: YAMLNodeID, ofPage declares: Bool = false) -> [HandlerSyntax]? {
    var handlers: [HandlerSyntax] = []
    handlers.reserveCapacity(tree.count(id))
    let isMapping = eachName(of: id, "`then`", declaring: declares ? "an event" : nil) { reader, name, value in
      let transition = reader.transition(value, "the transition from \(name.text.quoted)", withFields: declares)
      handlers.append(HandlerSyntax(name: name, transition: transition))
    }
    return isMapping ? handlers : nil
  }

  private mutating func transition(
    _ id: YAMLNodeID, _ owner: @autoclosure () -> String, withFields: Bool
  ) -> TransitionSyntax {
    let span = shortSpan(id)
    var transition = TransitionSyntax(span: span)
    switch tree.kind(id) {
    case .scalar: transition.target = reference(id, owner(), as: "a state's name")
    case .sequence: wrongKind(id, owner(), "a state's name, or a mapping with `to`")
    case .mapping:
      let hasError = tree.entries(id).contains { tree.equals($0.key, "error") }
      eachEntry(of: id, "a transition", keys: keysWithFields) { reader, key, word, value in
        if key == 3, withFields, !hasError || reader.tree.kind(value) == .mapping {
          transition.fields = reader.fields(value)
        } else if key == 3, reader.tree.kind(value) == .mapping {
          reader.report(
            Diagnostic(
              "U125", .error, "this transition has no `fields` that are collected", at: word.span,
              help: "only the events of a page collect; which fields an error is about is a list: `fields: [email]`"))
        } else if key == 3 {
          reader.errorFields(value, at: word, hasError, of: &transition)
        } else {
          reader.part(keysWithFields[key], value, of: &transition)
        }
      }
      if transition.target == nil, !tree.entries(id).contains(where: { tree.equals($0.key, "to") }) {
        missing("to", owner(), at: span, help: "say where it leads: `to: state`")
      }
    }
    return transition
  }

  /// What a transition and a branch have in common: `to`, `error` and `set`.
  mutating func part(_ key: String, _ value: YAMLNodeID, of transition: inout TransitionSyntax) {
    switch key {
    case "to":
      transition.target = reference(value, "`to`", as: "a state's name")
      transition.span = shortSpan(value)
    case "error": transition.error = reference(value, "`error`", as: "an error's code")
    case "set":
      eachName(of: value, "`set`") { reader, name, value in
        guard let expression = reader.expression(value, "the value of \(name.text.quoted)") else { return }
        transition.set.append(SetSyntax(attribute: name, expression: expression))
      }
    default: break
    }
  }

  /// `fields: [email]` beside `error`: what the error is about.
  mutating func errorFields(_ id: YAMLNodeID, at key: Word, _ hasError: Bool, of transition: inout TransitionSyntax) {
    let fields = references(id, "`fields`", "the field")
    guard hasError else {
      return report(
        Diagnostic(
          "U125", .error, "`fields` says what an error is about, and there is none", at: key.span,
          help: "add `error: CODE`, or leave `fields` out"))
    }
    transition.errorFields = fields
  }

  /// `fields: { email: required, city: optional }`.
  mutating func fields(_ id: YAMLNodeID) -> [FieldSyntax] {
    if tree.kind(id) == .sequence {
      wrongKind(id, "`fields`", "a mapping", help: "write `{ email: required, city: optional }`")
      return tree.elements(id).compactMap {
        tree.kind($0) == .scalar ? FieldSyntax(name: word($0), isRequired: true) : nil
      }
    }
    var fields: [FieldSyntax] = []
    eachName(of: id, "`fields`") { reader, name, value in
      let need = reader.choice(
        value, "the field \(name.text.quoted)", of: ["required", "optional"],
        calling: OtherWords.needs)
      fields.append(FieldSyntax(name: name, isRequired: need != 1))
    }
    return fields
  }

  /// `after: 10m -> state`.
  mutating func after(_ id: YAMLNodeID) -> AfterSyntax? {
    guard let word = reference(id, "`after`", as: "a duration and a state") else { return nil }
    let parts = word.text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 3, parts[1] == "->", let seconds = duration(parts[0]), seconds > 0 else {
      invalid(id, "`after` is no time-out", help: "write a duration, an arrow and a state: `10m -> timed-out`")
      return nil
    }
    let offset = word.text.utf8.distance(from: word.text.startIndex, to: parts[2].startIndex)
    let place = tree.textSpan(id)?.part(offset..<offset + parts[2].utf8.count) ?? word.span
    return AfterSyntax(seconds: seconds, target: Word(text: String(parts[2]), span: place))
  }
}
