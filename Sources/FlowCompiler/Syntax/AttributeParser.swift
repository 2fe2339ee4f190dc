import FlowExpression
package import FlowModel
import FlowSource
import FlowYAML

/// The keys of an attribute.
package let attributeKeys = Shapes.attribute.keys
private let inputKeys = Shapes.input.keys
private let typeNames = AttributeType.allCases.map(\.name)

/// Names that no attribute may have: the secret inputs, and what conditions cannot select.
let reservedNames = Set(SecretField.allCases.map(\.name) + ["true", "false", "null", "in"])

extension SyntaxReader {
  /// The tenant's `attributes`, or a flow's `input`.
  mutating func attributes(_ id: YAMLNodeID, isInput: Bool) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    let what = isInput ? "a parameter" : "an attribute"
    eachName(of: id, isInput ? "`input`" : "`attributes`", declaring: what, as: "NAME: { type: string }") {
      reader, name, value in
      if reservedNames.contains(name.text) {
        let reason =
          SecretField(name: name.text) != nil ? "it is a secret input, which every page can ask for as it is" : nil
        reader.report(
          Diagnostic(
            "U122", .error, "\(what) cannot be called \(name.text.quoted)", at: name.span,
            notes: reason.map { [$0] } ?? [], help: "choose another name"))
      }
      let count = reader.problems.count
      var attribute = reader.attribute(value, name, isInput: isInput)
      if reader.problems.hasErrors(behind: count) {
        attribute.broken = name.span.extended(to: reader.tree.span(value).end)
      }
      attributes.append(attribute)
    }
    return attributes
  }

  private mutating func attribute(_ id: YAMLNodeID, _ name: Word, isInput: Bool) -> AttributeSyntax {
    let owner = "\(isInput ? "the parameter" : "the attribute") \(name.text.quoted)"
    var definition = AttributeDefinition(name: name.text, type: .any)
    if tree.kind(id) == .scalar, let type = AttributeType(meant: tree.text(id)) {
      wrongKind(
        id, owner, "a mapping", help: "write `{ type: \(type.name) }`",
        edit: Edit(tree.span(id), "{ type: \(type.name) }"))
      definition.type = type
      return AttributeSyntax(name: name, definition: definition)
    }
    var keys: [(word: Word, value: YAMLNodeID)] = []
    var isTyped = false
    var optionWords: [(option: Word, text: String)] = []
    let declared = tree.entries(id).first { tree.equals($0.key, "type") }
      .flatMap { AttributeType(meant: tree.text($0.value)) }
    let names = isInput ? inputKeys : attributeKeys
    let isMapping = eachEntry(
      of: id, isInput ? "a parameter" : "an attribute", keys: names,
      calling: OtherWords.attributeKeys(declared), elsewhere: { key, _ in isInput ? nil : needInAttribute(key) }
    ) {
      reader, key, word, value in
      guard let key = AttributeKey(rawValue: names[key]) else { return }
      keys.append((Word(text: key.rawValue, span: word.span), value))
      if let declared, !isAllowed(key.rawValue, for: declared) { return }
      switch key {
      case .type:
        isTyped = true
        if let index = reader.choice(
          value, "the type of \(name.text.quoted)", of: typeNames, calling: OtherWords.types)
        {
          definition.type = AttributeType.allCases[index]
        } else {
          isTyped = false
        }
      case .label: definition.label = reader.text(value, "the label of \(name.text.quoted)")?.text ?? ""
      case .of: definition.options = reader.options(value)
      case .minLength: definition.minLength = reader.integer(value, "`min-length`", 0...1_000_000)
      case .maxLength: definition.maxLength = reader.integer(value, "`max-length`", 0...1_000_000)
      case .minimum: definition.minimum = reader.number(value, "`minimum`")
      case .maximum: definition.maximum = reader.number(value, "`maximum`")
      case .pattern: definition.pattern = reader.pattern(value)
      case .hint: definition.hint = reader.text(value, "the hint of \(name.text.quoted)")?.text ?? ""
      case .help: definition.help = reader.text(value, "the help of \(name.text.quoted)")?.text ?? ""
      case .placeholder:
        definition.placeholder = reader.text(value, "the placeholder of \(name.text.quoted)")?.text ?? ""
      case .numbers:
        let kinds = PhoneNumbers.declarable
        if let kind = reader.choice(value, "`numbers`", of: kinds.map(\.name)) { definition.numbers = kinds[kind] }
      case .region: definition.region = reader.region(value)
      case .options: optionWords = reader.optionWords(value, word, &definition)
      case .required: definition.isRequired = reader.bool(value, "`required`") ?? true
      case .identifier: definition.isIdentifier = reader.bool(value, "`identifier`") ?? false
      case .caseSensitive: definition.isCaseSensitive = reader.bool(value, "`case-sensitive`") ?? false
      case .transient: definition.isTransient = reader.bool(value, "`transient`") ?? false
      case .secret: definition.isSecret = reader.bool(value, "`secret`") ?? false
      }
    }
    if isMapping, !keys.contains(where: { $0.word.text == "type" }), !isTyped {
      missing("type", owner, of: id, at: name.span, help: "one of \(typeNames.listed("or"))")
    } else if isTyped {
      check(&definition, owner, name, keys, of: id)
    }
    take(optionWords, &definition)
    return AttributeSyntax(name: name, definition: definition)
  }

  /// A region of telephone numbers; empty where it is none, which is reported.
  mutating func region(_ id: YAMLNodeID) -> String {
    guard let word = reference(id, "`region`", as: "two letters, such as CZ") else { return "" }
    let meant = word.text.uppercased()
    if word.text == meant, PhoneNumber.knows(region: meant) { return meant }
    let isKnown = PhoneNumber.knows(region: meant)
    invalid(
      id, "there is no such region",
      help: isKnown ? "write `\(meant)`" : "write the two letters of ISO 3166, such as `CZ`",
      edit: isKnown ? Edit(word.span, meant) : nil)
    return ""
  }

  private mutating func options(_ id: YAMLNodeID) -> [String] {
    let words = unique(id, "`of`", "the option") { reader, element in reader.text(element, "an option") }
    if words?.isEmpty == true, tree.count(id) == 0 {
      report(Diagnostic("U106", .error, "`of` has no options", at: tree.span(id), help: "list what may be chosen"))
    }
    return words?.map(\.text) ?? []
  }

  /// `options`: what people read in place of each option.
  private mutating func optionWords(
    _ id: YAMLNodeID, _ key: Word, _ definition: inout AttributeDefinition
  ) -> [(option: Word, text: String)] {
    guard tree.kind(id) != .sequence else {
      report(
        Diagnostic(
          "U101", .error, "what may be chosen stands in `of`", at: key.span,
          notes: ["`options` has what people read in place of each: `options: { music: Music }`"],
          help: "did you mean `of`?", edit: definition.options.isEmpty ? Edit(key.span, "of") : nil))
      if definition.options.isEmpty { definition.options = options(id) }
      return []
    }
    var words: [(option: Word, text: String)] = []
    eachName(of: id, "`options`", texts: true, as: "OPTION: What people read") { reader, option, value in
      if let text = reader.text(value, "the words of the option \(option.text.quoted)") {
        words.append((option, text.text))
      }
    }
    return words
  }

  private mutating func take(_ words: [(option: Word, text: String)], _ definition: inout AttributeDefinition) {
    if words.isEmpty || definition.options.isEmpty { return }
    definition.optionLabels = definition.options.map { option in words.first { $0.option.text == option }?.text ?? "" }
    for (option, _) in words where !definition.options.contains(option.text) {
      let guess = Guess(option, among: definition.options)
      report(
        Diagnostic(
          "U106", .error, "\(option.text.quoted) is none of the options", at: option.span,
          notes: ["expected \(definition.options.listed("or"))"], help: guess?.help, edit: guess?.edit(option)))
    }
  }

  private mutating func pattern(_ id: YAMLNodeID) -> String? {
    guard let word = reference(id, "`pattern`", as: "a regular expression") else { return nil }
    do {
      _ = try LinearPattern.declared(word.text)
      return word.text
    } catch {
      report(
        Diagnostic(
          "U124", .error, "this is no regular expression: \(error.message)", at: word.span,
          help: "patterns are RE2: no look-around and no back-references, so that matching takes linear time"))
      return nil
    }
  }

  /// What does not go together.
  private mutating func check(
    _ definition: inout AttributeDefinition, _ owner: String, _ name: Word, _ keys: [(word: Word, value: YAMLNodeID)],
    of id: YAMLNodeID
  ) {
    let type = definition.type
    for (word, value) in keys where !isAllowed(word.text, for: type) {
      let other = otherBound[word.text].flatMap { isAllowed($0, for: type) ? $0 : nil }
      report(
        Diagnostic(
          "U125", .error, "\(owner) is of the type \(type.name.quoted), which has no \(word.text.quoted)",
          at: word.span,
          labels: [Label(tree.span(value), "for \(typesWith(word.text))")],
          help: other.map { "write \($0.quoted), which counts \(type == .list ? "elements" : "characters")" }
            ?? "remove it",
          edit: other.map { Edit(word.span, $0) }))
    }
    func place(_ key: String) -> YAMLNodeID? { keys.first { $0.word.text == key }?.value }
    if type == .choice, place("of") == nil, definition.options.isEmpty {
      missing("of", owner, of: id, at: name.span, help: "list what may be chosen: `of: [a, b]`")
    }
    func order<Number: Comparable>(_ low: Number?, _ high: Number?, _ lowKey: String, _ highKey: String) {
      guard let low, let high, low > high, let lowPlace = place(lowKey), let highPlace = place(highKey) else { return }
      invalid(
        highPlace, "`\(highKey)` is less than `\(lowKey)`", help: "no value can satisfy both",
        labels: [Label(tree.span(lowPlace), "the least")])
    }
    order(definition.minLength, definition.maxLength, "min-length", "max-length")
    order(definition.minimum, definition.maximum, "minimum", "maximum")
    let hidden = definition.isTransient ? "transient" : definition.isSecret ? "secret" : nil
    if let hidden, definition.isIdentifier, let transient = place(hidden) {
      report(
        Diagnostic(
          "U125", .error, "\(owner) identifies accounts, and so cannot be \(hidden)", at: tree.span(transient),
          labels: [Label(place("identifier").map { tree.span($0) } ?? name.span, "an identifier")],
          help: "remove one of the two"))
    }
    // What rests in accounts is shown in profiles and tokens.
    if definition.isSecret { definition.isTransient = true }
    if place("case-sensitive") != nil, !definition.isIdentifier,
      let word = keys.first(where: { $0.word.text == "case-sensitive" })
    {
      report(
        Diagnostic(
          "U125", .error, "\(owner) is no identifier, and only identifiers have `case-sensitive`", at: word.word.span,
          help: "remove it, or add `identifier: true`"))
    }
  }
}

/// The same bound for the other types that have it.
private let otherBound = ["minimum": "min-length", "maximum": "max-length"]

/// `required` stands where a field is asked for.
private func needInAttribute(_ key: Word) -> Diagnostic? {
  guard ["required", "optional", "mandatory"].contains(key.text) else { return nil }
  return Diagnostic(
    "U101", .error, "an attribute has no key \(key.text.quoted)", at: key.span,
    help: "each page says so of its own fields: `fields: { NAME: required }`")
}

/// Whether an attribute of a type may have a key.
package func isAllowed(_ key: String, for type: AttributeType) -> Bool {
  switch key {
  case "of", "options": type == .choice || type == .list
  case "min-length", "max-length": [.email, .phone, .string, .list].contains(type)
  case "minimum", "maximum": type == .integer || type == .number
  case "pattern": [.email, .phone, .string].contains(type)
  case "identifier": [.email, .phone, .string].contains(type)
  case "numbers", "region": type == .phone
  default: true
  }
}

private func typesWith(_ key: String) -> String {
  AttributeType.allCases.filter { isAllowed(key, for: $0) }.map(\.name).listed("or")
}

extension AttributeType {
  /// The type of a name, or of another language's word for it.
  fileprivate init?(meant word: String) {
    let name = OtherWords.types[word.lowercased()] ?? word
    guard let type = AttributeType.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }
}
