import FlowSource

// What a sub-flow makes of its parameters, which its file alone tells.
extension FlowSyntax {
  func judgeParameters(_ problems: inout DiagnosticCollector) {
    if parameters.isEmpty || isBroken { return }
    reportUnknownTexts(&problems)
    if !hasLostStates { reportUnused(&problems) }
  }

  /// U123: a parameter of which nothing is made.
  private func reportUnused(_ problems: inout DiagnosticCollector) {
    let used = usedNames
    for parameter in parameters where parameter.name.text.isName && !used.contains(parameter.name.text) {
      problems.report(
        Diagnostic(
          "U123", .warning, "the parameter \(parameter.name.text.quoted) is declared and never used",
          at: parameter.name.span, help: "use it in the sub-flow, or remove it"))
    }
  }

  /// U111: a text that is a name in braces stands for a parameter.
  private func reportUnknownTexts(_ problems: inout DiagnosticCollector) {
    let names = parameters.filter { $0.type == .text }.map(\.name.text)
    for word in wholeTexts {
      guard let text = word.text.parameterName, !names.contains(text) else { continue }
      let guess = Guess(Word(text: text, span: word.span), among: names)
      problems.report(
        Diagnostic(
          "U111", .error, "the sub-flow \(name.text.quoted) has no text \(text.quoted) among its parameters",
          at: word.span, help: guess?.help ?? "declare it: `parameters: { \(text): text }`"))
    }
  }

  /// The texts of its pages and ends that have places of their own.
  private var wholeTexts: [Word] {
    states.compactMap { state in
      switch state.kind {
      case .page(let page): page.title
      case .end(let end): end.redirect
      default: nil
      }
    }
  }

  /// All names that its states speak of, in whichever meaning.
  private var usedNames: Set<String> {
    var names: Set<String> = []
    func take(_ expression: ExpressionSyntax?) {
      guard let expression else { return }
      names.formUnion(
        expression.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init))
    }
    func take(text: String) { if let name = text.parameterName { names.insert(name) } }
    func take(_ fields: [FieldSyntax]) {
      for field in fields {
        names.insert(field.name.text)
        take(field.required)
        take(field.show)
        for options in field.options { take(options.when) }
        take(text: field.help)
        take(text: field.placeholder)
      }
    }
    func take(_ transition: TransitionSyntax) {
      if let error = transition.error { names.insert(error.text) }
      names.formUnion(transition.errorFields?.map(\.text) ?? [])
      for entry in transition.set {
        names.insert(entry.attribute.text)
        take(entry.expression)
      }
      take(transition.fields)
    }
    for state in states {
      switch state.kind {
      case .page(let page):
        take(text: page.title.text)
        take(page.fields)
        if case .when(let condition)? = page.skip { take(condition) }
        for label in page.labels { take(text: label.label) }
        for event in page.events { take(event.transition) }
      case .effect(let effect):
        for argument in effect.arguments {
          switch argument.value {
          case .word(let word):
            names.insert(word.text.hasPrefix("verified(") ? String(word.text.dropFirst(9).dropLast()) : word.text)
          case .list(let words, _): names.formUnion(words.map(\.text))
          }
        }
        for outcome in effect.outcomes { take(outcome.transition) }
      case .choose(let branches):
        for branch in branches {
          take(branch.condition)
          take(branch.transition)
        }
      case .call(let call):
        for (_, value) in call.arguments { names.formUnion([value.text, value.text.parameterName ?? ""]) }
        for end in call.ends { take(end.transition) }
      case .end(let end):
        names.formUnion(end.results.map(\.text))
        take(text: end.redirect?.text ?? "")
      case .broken: break
      }
    }
    return names
  }
}
