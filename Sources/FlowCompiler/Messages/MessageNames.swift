import FlowExpression
import FlowModel
import FlowSource

/// The names in a message, and what they stand for.
extension MessageResolver {
  mutating func condition(_ branch: TemplateBranch) -> TemplateCondition? {
    let name = branch.name
    guard let attribute = attribute(name, isAsked: true) else { return nil }
    reads.append(.init(slot: scope.slot(attribute), span: name.span, isGuarded: true))
    let definition = scope.tenant.attributes[attribute].definition
    guard let text = branch.text else { return TemplateCondition(slot: scope.slot(attribute)) }
    guard [.string, .choice, .email, .phone, .date].contains(definition.type) else {
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.text.quoted) is no text, and is compared with one", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          help: "ask for it alone: `{{ if \(name.text) }}`"))
      return nil
    }
    if definition.type == .choice, !definition.options.contains(text.text) {
      let meant =
        definition.options.first { definition.label(ofOption: $0) == text.text }
        ?? nearest(text.text, among: definition.options)
      problems.report(
        Diagnostic(
          "U613", .error, "\(text.text.quoted) is none of the options of \(name.text.quoted)", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          help: meant.map { "did you mean \($0.quoted)?" } ?? "the options are \(definition.options.listed())",
          edit: meant.map { Edit(text.span, "\"\($0)\"") }))
      return nil
    }
    // As people type it, so may who writes the message.
    guard let rule = try? SlotRule(definition),
      case .string(let tidied) = rule.tidied(.string(text.text), region: scope.tenant.region)
    else { return nil }
    if let complaint = rule.complaint(about: .string(tidied)) {
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.text.quoted) is never \(text.text.quoted)", at: text.span,
          labels: [Label(scope.tenant.attributes[attribute].name.span, "declared here")],
          notes: ["it does not take that: \(complaint.text)"],
          help: "compare it with something that \(name.text.quoted) can be"))
      return nil
    }
    return TemplateCondition(slot: scope.slot(attribute), text: tidied)
  }

  /// The values that messages of this kind have beside attributes.
  var own: [(name: String, variable: MessageVariable)] {
    let carried: [(String, MessageVariable)] =
      switch kind.content.variable {
      case .code: [("code", .code), ("lifetime", .lifetime)]
      case .link: [("link", .link), ("lifetime", .lifetime)]
      default: []
      }
    return carried + [("tenant", .tenant), ("application", .application)]
  }

  /// The value of a name; nil, and a problem, for what this kind of message does not have.
  mutating func variable(_ word: Word, shownOutside place: String?) -> MessageVariable? {
    if let found = own.first(where: { $0.name == word.text })?.variable {
      if let place, found == .code || found == .link {
        problems.report(
          Diagnostic(
            "U615", .error, "\(place) says the \(word.text), and is shown where the mail is not open", at: word.span,
            help: "say it in the text alone: lists of mails, locked telephones and logs show \(place.dropFirst(2))s"))
      }
      return found
    }
    if word.text.hasPrefix("attributes.") || scope.attribute(word.text) != nil {
      return attribute(word, isAsked: false).map { .attribute(scope.slot($0)) }
    }
    if word.text == "code" || word.text == "link" || word.text == "lifetime" {
      problems.report(
        Diagnostic(
          "U613", .error, "a message of the kind \(kind.name.quoted) has no \(word.text.quoted)", at: word.span,
          help: "it has \(own.map(\.name).listedWhole()), and attributes: `{{ attributes.NAME }}`"))
      return nil
    }
    let guess = Guess(word, among: own.map(\.name) + scope.attributeNames.map { "attributes." + $0 })
    problems.report(
      Diagnostic(
        "U613", .error, "a message of the kind \(kind.name.quoted) has no \(word.text.quoted)", at: word.span,
        help: guess?.help ?? "it has \(own.map(\.name).listedWhole()), and attributes: `{{ attributes.NAME }}`",
        edit: guess?.edit(word)))
    guard let guess, guess.isSlip else { return nil }
    return own.first { $0.name == guess.name }?.variable
      ?? scope.attribute(String(guess.name.dropFirst("attributes.".count))).map { .attribute(scope.slot($0)) }
  }

  /// The attribute that a message names; nil, and a problem, for one that it cannot say, or ask about.
  private mutating func attribute(_ word: Word, isAsked: Bool) -> Int? {
    let isPlain = !word.text.hasPrefix("attributes.")
    let name = isPlain ? word.text : String(word.text.dropFirst("attributes.".count))
    var found = scope.attribute(name)
    if found == nil || isPlain {
      if scope.tenant.lost.contains(.attributes), found == nil { return nil }
      let meant = found != nil ? name : nearest(name, among: scope.attributeNames)
      let isSlip = meant.map { found != nil || isSlipped(name, $0) } ?? false
      problems.report(
        Diagnostic(
          "U613", .error,
          isPlain
            ? "a message has no \(word.text.quoted)" : "the tenant has no attribute \(name.quoted)",
          at: word.span,
          help: meant.map { "did you mean \("attributes.\($0)".quoted)?" }
            ?? (isAsked
              ? "`if` asks about an attribute: `{{ if attributes.NAME }}`"
              : "declare it under `attributes` in tenant.yaml"),
          edit: meant.flatMap { isSlip ? Edit(word.span, "attributes.\($0)") : nil }))
      found = isSlip ? meant.flatMap { scope.attribute($0) } : nil
    }
    guard let found else { return nil }
    let syntax = scope.tenant.attributes[found]
    guard syntax.broken == nil else { return nil }
    let label = [Label(syntax.name.span, "declared here")]
    if syntax.definition.isSecret {
      problems.report(
        Diagnostic(
          "U615", .error, "\(name.quoted) is secret, and no message says it", at: word.span, labels: label,
          help: "secrets go to functions alone"))
      return nil
    }
    switch syntax.definition.type {
    case .any:
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.quoted) may be any value, and is not for people to read", at: word.span,
          labels: label,
          help: "name an attribute with a type of its own"))
      return nil
    case .boolean where !isAsked:
      problems.report(
        Diagnostic(
          "U613", .error, "\(name.quoted) is true or false, which is no word", at: word.span, labels: label,
          help: "ask for it: `{{ if \(word.text) }}…{{ else }}…{{ end }}`"))
      return nil
    default: return found
    }
  }

  private func isSlipped(_ name: String, _ other: String) -> Bool { FlowSource.isSlip(name, for: other) }
}
