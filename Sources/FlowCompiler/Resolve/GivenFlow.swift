import FlowModel
import FlowSource

// A sub-flow as one call of it runs: with what is given in place of its parameters. All else, from names to proofs, takes it for
// a sub-flow of its own, so that nothing is judged of what no call does.
extension FlowSyntax {
  func given(_ arguments: [String: GivenArgument]) -> FlowSyntax {
    var flow = self
    flow.arguments = arguments
    for index in states.indices {
      var state = states[index]
      flow.give(&state)
      flow.states[index] = state
    }
    return flow
  }

  /// The attribute that stands for another name in its conditions, by that name.
  var aliases: [String: String] {
    (arguments ?? [:]).filter { $0.value.type == .attribute }.mapValues(\.word.text)
  }

  /// Whether it stands for what calls make of it.
  var isTemplate: Bool { !parameters.isEmpty && arguments == nil }

  /// The keys that lead to a text of a state in the file of another language.
  func textPath(_ path: [String]) -> [String] {
    if givenTexts.isEmpty { return ["flows", name.text] + path }
    return givenTexts[path] ?? ["flows", name.text] + path
  }

  private mutating func give(_ state: inout StateSyntax) {
    let place = ["states", state.name.text]
    switch state.kind {
    case .page(var page):
      page.title = text(page.title, place + ["page"])
      page.fields = fields(page.fields, place, place)
      for index in page.labels.indices {
        let label = page.labels[index]
        page.labels[index].label = text(label.label, place + ["events", label.event.text])
      }
      for index in page.events.indices {
        let below = place + ["then", page.events[index].name.text]
        page.events[index].transition = transition(page.events[index].transition)
        page.events[index].transition.fields = fields(page.events[index].transition.fields, below, below)
      }
      state.kind = .page(page)
    case .effect(var effect):
      let definition = Effect(name: effect.effect.text)?.definition
      for index in effect.arguments.indices {
        let name = effect.arguments[index].name.text
        guard let kind = definition?.parameters.first(where: { $0.name == name })?.kind else { continue }
        effect.arguments[index].value = value(effect.arguments[index].value, kind)
      }
      effect.outcomes = handlers(effect.outcomes)
      state.kind = .effect(effect)
    case .choose(var branches):
      for index in branches.indices { branches[index].transition = transition(branches[index].transition) }
      state.kind = .choose(branches)
    case .call(var call):
      call.ends = handlers(call.ends)
      state.kind = .call(call)
    case .end(var end):
      end.results = end.results.map { word($0, .attribute) }
      if let redirect = end.redirect { end.redirect = text(redirect, place + ["redirect"]) }
      state.kind = .end(end)
    case .broken: break
    }
  }

  private func value(_ value: ArgumentSyntax.Value, _ kind: ParameterDefinition.Kind) -> ArgumentSyntax.Value {
    let type: ParameterType
    switch kind {
    case .word: type = .channel
    case .identifier, .address, .proven, .attribute, .factor, .attributes, .written, .list, .evidence: type = .attribute
    case .secret, .function, .flow, .notice: return value
    }
    switch value {
    case .list(let words, let span): return .list(words.map { word($0, type) }, span)
    case .word(let word):
      if kind == .evidence, word.text.hasPrefix("verified("), word.text.hasSuffix(")") {
        let inner = Word(text: String(word.text.dropFirst(9).dropLast()), span: word.span)
        return .word(Word(text: "verified(\(self.word(inner, type).text))", span: word.span))
      }
      return .word(self.word(word, type))
    }
  }

  private func handlers(_ handlers: [HandlerSyntax]) -> [HandlerSyntax] {
    handlers.map { HandlerSyntax(name: $0.name, transition: transition($0.transition)) }
  }

  private func transition(_ transition: TransitionSyntax) -> TransitionSyntax {
    var transition = transition
    transition.error = transition.error.map { word($0, .error) }
    transition.errorFields = transition.errorFields?.map { word($0, .attribute) }
    for index in transition.set.indices {
      transition.set[index].attribute = word(transition.set[index].attribute, .attribute)
    }
    return transition
  }

  /// Fields, and where their words stand: below the names that the file has.
  private mutating func fields(_ fields: [FieldSyntax], _ place: [String], _ below: [String]) -> [FieldSyntax] {
    fields.map { field in
      var given = field
      given.name = word(field.name, .attribute)
      let paths = ["help", "placeholder"].map { key in
        (of: place + ["fields", given.name.text, key], in: place + ["fields", field.name.text, key])
      }
      if given.name.text != field.name.text {
        for path in paths { givenTexts[path.of] = ["flows", name.text] + path.in }
      }
      given.help = text(field.help, paths[0].of)
      given.placeholder = text(field.placeholder, paths[1].of)
      return given
    }
  }

  /// What a name is here, where a parameter of a type has it; it stands where the name stands.
  func word(_ word: Word, _ type: ParameterType) -> Word {
    guard let argument = arguments?[word.text], argument.type == type else { return word }
    return Word(text: argument.word.text, span: word.span)
  }

  private mutating func text(_ word: Word, _ place: [String]) -> Word {
    guard let argument = argument(ofText: word.text) else { return word }
    givenTexts[place] = argument.path
    return argument.word
  }

  private mutating func text(_ text: String, _ place: [String]) -> String {
    guard let argument = argument(ofText: text) else { return text }
    givenTexts[place] = argument.path
    return argument.word.text
  }

  /// The argument that a whole text stands for: `"{title}"`.
  func argument(ofText text: String) -> GivenArgument? {
    guard let name = text.parameterName, let argument = arguments?[name], argument.type == .text else { return nil }
    return argument
  }
}

extension String {
  /// The name in a text that is nothing but a name in braces.
  var parameterName: String? {
    guard hasPrefix("{"), hasSuffix("}"), case let name = String(dropFirst().dropLast()), name.isName else {
      return nil
    }
    return name
  }
}
