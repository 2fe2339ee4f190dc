import FlowModel
import FlowSource

/// The tenant of a flow that comes alone, on standard input: all that the flow names is taken for declared.
func impliedTenant(_ flow: FlowSyntax) -> TenantSyntax {
  var tenant = TenantSyntax(file: flow.file, name: Word(text: "standard-input", span: .fileStart(flow.file)))
  tenant.isOpen = true
  var attributes: [String: AttributeDefinition] = [:]
  var order: [Word] = []
  func declare(_ word: Word, _ change: (inout AttributeDefinition) -> Void = { _ in }) {
    guard SecretField(name: word.text) == nil, word.text.isName else { return }
    if attributes[word.text] == nil { order.append(word) }
    change(&attributes[word.text, default: AttributeDefinition(name: word.text, type: .any)])
  }
  var functions = Set<String>()
  var errors = Set(standardErrors.map(\.code))
  func take(_ transition: TransitionSyntax) {
    for field in transition.fields { declare(field.name) }
    for entry in transition.set { declare(entry.attribute) }
    if let error = transition.error, errors.insert(error.text).inserted {
      tenant.errors.append(ErrorSyntax(code: error, message: ""))
    }
  }
  func take(_ argument: ArgumentSyntax, of effect: Effect?) {
    let parameters = effect.map { $0.definition.parameters } ?? effectCatalogue.flatMap(\.parameters)
    switch (parameters.first { $0.name == argument.name.text }?.kind, argument.value) {
    case (.identifier, .word(let word)): declare(word) { $0.isIdentifier = true }
    case (.address, .word(let word)): declare(word) { $0.type = .email }
    case (.list, .word(let word)), (.attribute, .word(let word)): declare(word)
    case (.function, .word(let word)):
      guard functions.insert(word.text).inserted else { return }
      let definition = FunctionDefinition(name: word.text, target: .command(["true"]))
      tenant.functions.append(FunctionSyntax(name: word, definition: definition))
    case (_, .list(let words, _)): for word in words { declare(word) }
    case (.factor, .word(let word)): declare(word)
    case (.evidence, .word(let word)) where word.text.hasPrefix("verified("):
      declare(Word(text: String(word.text.dropFirst(9).dropLast()), span: word.span)) { $0.type = .email }
    default: break
    }
  }
  for state in flow.states {
    switch state.kind {
    case .page(let page):
      for field in page.fields { declare(field.name) }
      for event in page.events { take(event.transition) }
    case .effect(let effect):
      for argument in effect.arguments { take(argument, of: Effect(name: effect.effect.text)) }
      for outcome in effect.outcomes { take(outcome.transition) }
    case .choose(let branches): for branch in branches { take(branch.transition) }
    case .call(let call): for end in call.ends { take(end.transition) }
    case .end(let end):
      for word in end.results where word.text != "tokens" && !word.text.contains(".") { declare(word) }
    case .broken: break
    }
  }
  tenant.attributes = order.compactMap { word in
    attributes[word.text].map { AttributeSyntax(name: word, definition: $0) }
  }
  if !attributes.values.contains(where: \.isIdentifier), let email = attributes.keys.contains("email") ? "email" : nil,
    let index = tenant.attributes.firstIndex(where: { $0.name.text == email })
  {
    tenant.attributes[index].definition.isIdentifier = true
    tenant.attributes[index].definition.type = .email
  }
  return tenant
}
