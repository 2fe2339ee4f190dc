import FlowSource
import FlowYAML

private let keysWithFields = Shapes.transition.keys

extension SyntaxReader {
  /// The entries of `then`; nil where it is no mapping.
  mutating func handlers(_ id: YAMLNodeID, ofPage declares: Bool = false) -> [HandlerSyntax]? {
    guard tree.kind(id) == .mapping else {
      let (help, edit) = meantHandlers(id, ofPage: declares)
      wrongKind(id, "`then`", "a mapping", help: help, edit: edit)
      return nil
    }
    var handlers: [HandlerSyntax] = []
    handlers.reserveCapacity(tree.count(id))
    let isMapping = eachName(of: id, "`then`", declaring: declares ? "an event" : nil) { reader, name, value in
      let transition = reader.transition(value, "the transition from \(name.text.quoted)", withFields: declares)
      handlers.append(HandlerSyntax(name: name, transition: transition))
    }
    return isMapping ? handlers : nil
  }

  /// What stands under `then` and is no mapping: where `submit` leads, or a list of entries. Nothing for others.
  private func meantHandlers(_ id: YAMLNodeID, ofPage: Bool) -> (help: String?, edit: Edit?) {
    if tree.kind(id) == .sequence { return ("write its entries without `-`, as `NAME: state`", nil) }
    let target = word(id)
    guard target.text.isName else { return (nil, nil) }
    if !ofPage { return ("say which outcome leads there: `then: { OUTCOME: \(target.text.shortened) }`", nil) }
    let then = "{ submit: \(target.text) }"
    return ("write `then: \(then)`", Edit(target.span, then))
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
        missing("to", owner(), of: id, at: span, help: "say where it leads: `to: state`")
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
      let names = tree.elements(id).flatMap { element in
        tree.kind(element) == .scalar ? [word(element)] : tree.entries(element).map { word($0.key) }
      }
      let isPlain = tree.isFlow(id) && !names.isEmpty && tree.elements(id).allSatisfy { tree.kind($0) == .scalar }
      let mapping = "{ \(names.map { "\($0.text): required" }.joined(separator: ", ")) }"
      wrongKind(
        id, "`fields`", "a mapping",
        help: isPlain ? "write `\(mapping.shortened)`" : "write `{ email: required, city: optional }`",
        edit: isPlain ? Edit(tree.span(id), mapping) : nil)
      return names.map { FieldSyntax(name: $0, isRequired: true) }
    }
    if tree.kind(id) == .scalar, case let name = word(id), name.text.isName, !tree.isAloneInLine(id) {
      let meant = "{ \(name.text): required }"
      wrongKind(id, "`fields`", "a mapping", help: "write `\(meant)`", edit: Edit(name.span, meant))
      return [FieldSyntax(name: name, isRequired: true)]
    }
    var fields: [FieldSyntax] = []
    eachName(of: id, "`fields`") { reader, name, value in
      if let field = reader.fieldWithoutColon(name, value) { return fields.append(field) }
      if reader.tree.kind(value) == .mapping { return fields.append(reader.field(value, name)) }
      let need = reader.choice(
        value, "the field \(name.text.quoted)", of: ["required", "optional"],
        calling: OtherWords.needs)
      fields.append(FieldSyntax(name: name, isRequired: need != 1))
    }
    return fields
  }

  /// The field of `email required`, whose colon is missing; nil for others.
  private mutating func fieldWithoutColon(_ name: Word, _ value: YAMLNodeID) -> FieldSyntax? {
    let parts = name.text.split(separator: " ").map(String.init)
    guard tree.isNothing(value), parts.count == 2, parts[0].isName, ["required", "optional"].contains(parts[1]),
      name.span.end - name.span.start == name.text.utf8.count
    else { return nil }
    let end = parts[0].utf8.count
    report(
      Diagnostic(
        "U103", .error, "the field \(parts[0].quoted) must be `required` or `optional`, not nothing", at: name.span,
        help: "a colon is missing behind \(parts[0].quoted)", edit: Edit(name.span.part(end..<end), ":")))
    return FieldSyntax(name: Word(text: parts[0], span: name.span.part(0..<end)), isRequired: parts[1] == "required")
  }

  /// `{ required: true, show: attributes.kind == "student", help: … }`.
  private mutating func field(_ id: YAMLNodeID, _ name: Word) -> FieldSyntax {
    var field = FieldSyntax(name: name, isRequired: false)
    eachEntry(of: id, "a field", keys: Shapes.field.keys) {
      reader, key, _, value in
      switch key {
      case 0:
        if case .bool(let isRequired) = reader.tree.scalar(value) {
          field.isRequired = isRequired
        } else {
          field.required = reader.expression(value, "`required`")
        }
      case 1: field.show = reader.expression(value, "`show`")
      case 2: field.options = reader.optionRules(value)
      case 3: field.help = reader.text(value, "the help of \(name.text.quoted)")?.text ?? ""
      default: field.placeholder = reader.text(value, "the placeholder of \(name.text.quoted)")?.text ?? ""
      }
    }
    // A key that is not understood may be `required`: nothing is concluded from a field that may be left blank.
    if hasUnknownKey(id), field.required == nil { field.isRequired = true }
    return field
  }

  /// `[ { when: attributes.country == "CZ", of: [Praha, Brno] }, { of: [Other] } ]`.
  private mutating func optionRules(_ id: YAMLNodeID) -> [OptionsSyntax] {
    guard expect(.sequence, id, "`options`") else { return [] }
    let elements = Array(tree.elements(id))
    if !elements.isEmpty, elements.allSatisfy({ tree.kind($0) == .scalar }) {
      let options = elements.map { tree.text($0) }.joined(separator: ", ")
      wrongKind(
        id, "`options`", "a list of mappings",
        help: "write `[{ of: [\(options.shortened)] }]`; a `when` beside `of` says for whom")
      return []
    }
    return elements.map { element in
      var rule = OptionsSyntax()
      let isMapping = eachEntry(of: element, "some options", keys: Shapes.fieldOptions.keys) { reader, key, _, value in
        if key == 0 {
          rule.when = reader.expression(value, "`when`")
        } else {
          rule.options =
            reader.unique(value, "`of`", "the option") { reader, element in reader.text(element, "an option") } ?? []
        }
      }
      if isMapping, rule.options.isEmpty {
        missing("of", "the options", of: element, at: shortSpan(element), help: "list what is offered: `of: [a, b]`")
      }
      return rule
    }
  }

  /// `after: 10m -> state`.
  mutating func after(_ id: YAMLNodeID) -> AfterSyntax? {
    if let entry = tree.entries(id).first, tree.count(id) == 1, let seconds = duration(tree.text(entry.key)),
      tree.kind(entry.value) == .scalar
    {
      let meant = "\(durationText(seconds)) -> \(tree.text(entry.value))"
      wrongKind(
        id, "`after`", "a duration and a state", help: "write `\(meant.shortened)`", edit: Edit(tree.span(id), meant))
      return AfterSyntax(seconds: seconds, target: word(entry.value))
    }
    guard let word = reference(id, "`after`", as: "a duration and a state") else { return nil }
    let parts = word.text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 3, parts[1] == "->", let seconds = duration(parts[0]), seconds > 0 else {
      let isArrow = parts.count == 3 && ["→", "=>", "to", "-->", "➔", "⇒"].contains(parts[1])
      let meant = isArrow && duration(parts[0]) != nil ? "\(parts[0]) -> \(parts[2])" : nil
      invalid(
        id, "`after` is no time-out",
        help: meant.map { "write `\($0.shortened)`" } ?? "write a duration, an arrow and a state: `10m -> timed-out`",
        edit: meant.map { Edit(word.span, $0) })
      return nil
    }
    let offset = word.text.utf8.distance(from: word.text.startIndex, to: parts[2].startIndex)
    let place = tree.textSpan(id)?.part(offset..<offset + parts[2].utf8.count) ?? word.span
    return AfterSyntax(seconds: seconds, target: Word(text: String(parts[2]), span: place))
  }
}
