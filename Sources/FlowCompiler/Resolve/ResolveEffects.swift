import FlowModel
import FlowSource

extension Resolver {
  /// `do`: the effect, its arguments and its outcomes.
  mutating func resolve(_ syntax: EffectSyntax, into state: inout StateDraft) {
    guard !syntax.effect.text.isEmpty, let effect = effect(syntax) else {
      for handler in syntax.outcomes { _ = append(handler.transition, to: &state) }
      state.isDoubtful = true
      resolved.hasUnknownValues = true
      return
    }
    let definition = effect.definition
    var call = EffectDraft(effect: effect, place: syntax.effect.span)
    let (given, hasUnknown) = given(syntax, definition)
    func mayAnswer(_ outcome: Int) -> Bool { definition.outcomes[outcome].needs.map { given[$0] != nil } ?? true }
    call.outcomes = [Int32](repeating: -1, count: definition.outcomes.count)
    for handler in syntax.outcomes {
      let transition = append(handler.transition, to: &state)
      var index = definition.outcome(handler.name.text)
      if index == nil {
        let near = reportUnknown(
          "U115", "\(effect.name.quoted) has no outcome \(handler.name.text.quoted)", handler.name,
          definition.outcomes.indices.filter(mayAnswer).map { definition.outcomes[$0].name }, help: definition.pointer)
        index = near.flatMap { definition.outcome($0) }
      }
      if let index, !mayAnswer(index), let parameter = definition.outcomes[index].needs {
        let name = definition.parameters[parameter].name
        problems.report(
          Diagnostic(
            "U115", .error,
            "\(effect.name.quoted) answers \(handler.name.text.quoted) only where it is handed \(name.quoted)",
            at: handler.name.span, help: "hand it over, `with: { \(name): \(name) }`; or leave this outcome out"))
      } else if let index, call.outcomes[index] < 0 {
        call.outcomes[index] = transition
      }
    }
    while let last = call.outcomes.last, last < 0, case let index = call.outcomes.count - 1,
      definition.outcomes[index].isOptional || !mayAnswer(index)
    {
      call.outcomes.removeLast()
    }
    if syntax.isBroken {
      state.isDoubtful = true
      resolved.hasUnknownValues = true
    } else {
      let missing = call.outcomes.indices.map { (call.outcomes[$0], definition.outcomes[$0]) }
        .filter { $0 < 0 && !$1.isOptional }.map(\.1)
      if !missing.isEmpty {
        state.isDoubtful = true
        problems.report(
          Diagnostic(
            "U114", .error,
            "\(missing.count == 1 ? "an outcome" : "outcomes") of \(effect.name.quoted) \(missing.count == 1 ? "is" : "are") not handled: \(missing.map(\.name).listed())",
            at: syntax.effect.span, notes: missing.map { "\($0.name.quoted): \($0.summary)" },
            help: "add \(missing.count == 1 ? "it" : "them") under `then`"))
      }
    }
    // What is not understood may be what is missing.
    if hasUnknown { resolved.hasUnknownValues = true }
    resolveArguments(given, isBroken: syntax.isBroken || hasUnknown, into: &call)
    state.kind = .effect(ResolvedEffect(call))
  }

  private mutating func effect(_ syntax: EffectSyntax) -> Effect? {
    let word = syntax.effect
    if let effect = Effect(name: word.text) { return effect }
    if scope.function(word.text) != nil {
      problems.report(
        Diagnostic(
          "U110", .error, "there is no effect \(word.text.quoted)", at: word.span,
          notes: ["it is a function of the tenant"],
          help: "ask it by `do: function.call` and `with: { function: \(word.text), … }`"))
      return nil
    }
    // Another effect than the nearest may be meant: only one that has the outcomes that stand here is taken for it.
    let turned = word.text.lowercased().split(separator: ".").reversed().joined(separator: ".")
    let others = OtherWords.effects.merging([word.text.lowercased(): turned]) { first, _ in first }
    let guess = Guess(word, among: Effect.allCases.map(\.name), calling: others)
    let fitting = guess.flatMap { Effect(name: $0.name) }.flatMap { fits(syntax, $0.definition) ? $0 : nil }
    let near = reportUnknown(
      "U110", "there is no effect \(word.text.quoted)", word,
      Effect.allCases.map(\.name), calling: others, isGuessed: fitting != nil,
      help: "`usher help effects` tells what each of them does")
    return near.flatMap { Effect(name: $0) }
  }

  /// Whether what is written of an effect could be said of another one.
  private func fits(_ syntax: EffectSyntax, _ definition: EffectDefinition) -> Bool {
    syntax.outcomes.allSatisfy { handler in
      definition.outcome(handler.name.text) != nil
        || Guess(handler.name, among: definition.outcomes.map(\.name))?.isSlip == true
    }
  }

  /// The arguments that are written, each at the place of its parameter.
  private mutating func given(
    _ syntax: EffectSyntax, _ definition: EffectDefinition
  ) -> (given: [ArgumentSyntax?], hasUnknown: Bool) {
    let named = Set(syntax.arguments.map(\.name.text))
    let missing = definition.parameters.filter { $0.isRequired && !named.contains($0.name) }
    var hasUnknown = false
    var given = [ArgumentSyntax?](repeating: nil, count: definition.parameters.count)
    for argument in syntax.arguments {
      var index = definition.parameter(argument.name.text)
      if index == nil {
        let near = reportUnknown(
          "U111", "\(definition.name.quoted) has no parameter \(argument.name.text.quoted)", argument.name,
          definition.parameters.map(\.name),
          help: missing.count == 1 ? "did you mean \(missing[0].name.quoted), which is missing?" : definition.pointer)
        index = near.flatMap { definition.parameter($0) }
        if index == nil { hasUnknown = true }
      }
      if let index, given[index] == nil { given[index] = argument }
    }
    return (given, hasUnknown)
  }

  private mutating func resolveArguments(
    _ given: [ArgumentSyntax?], isBroken: Bool, into call: inout EffectDraft
  ) {
    let definition = call.effect.definition
    for (parameter, argument) in zip(definition.parameters, given) {
      call.arguments.append(
        argument.map { resolve($0, as: parameter, of: &call) }
          ?? omitted(parameter, of: &call, isBroken: isBroken))
      if case .word(let word)? = argument?.value {
        call.argumentPlaces.append(word.span)
      } else {
        call.argumentPlaces.append(nil)
      }
    }
    completeChannel(&call, given)
    checkAudience(call, given)
    checkLinks(call, given)
  }

  /// What an omitted parameter means.
  private mutating func omitted(
    _ parameter: ParameterDefinition, of call: inout EffectDraft, isBroken: Bool
  ) -> EffectArgument {
    switch parameter.kind {
    case .secret(let secret) where parameter.isRequired:
      call.reads.append(SlotUse(slot: secret.slot, span: call.place))
      return .slot(secret.slot)
    case .identifier:
      let identifiers = scope.identifiers
      guard identifiers.count == 1, let identifier = identifiers.first else {
        resolved.hasUnknownValues = true
        if isBroken || scope.tenant.attributes.contains(where: { $0.broken != nil }) { return .absent }
        let labels = identifiers.prefix(4).map { Label(scope.tenant.attributes[$0].name.span, "an identifier") }
        problems.report(
          Diagnostic(
            "U126", .error,
            identifiers.isEmpty
              ? "\(call.effect.name.quoted) needs an identifier, and the tenant has none"
              : "\(call.effect.name.quoted) needs an identifier, and the tenant has several", at: call.place,
            labels: labels,
            help: identifiers.isEmpty
              ? "mark an attribute with `identifier: true` in tenant.yaml" : "say which: `with: { identifier: … }`"))
        return .absent
      }
      mentions.attributes.insert(identifier)
      call.reads.append(SlotUse(slot: scope.slot(identifier), span: call.place))
      return .slot(scope.slot(identifier))
    default:
      if parameter.isRequired {
        resolved.hasUnknownValues = true
        if isBroken { return .absent }
        problems.report(
          Diagnostic(
            "U112", .error, "\(call.effect.name.quoted) lacks its parameter \(parameter.name.quoted)", at: call.place,
            notes: ["\(parameter.name.quoted): \(parameter.summary)"],
            help: "add it: `with: { \(parameter.name): … }`"))
      }
      return .absent
    }
  }

  /// A channel that is left out follows from the address; one that is given must fit it.
  private mutating func completeChannel(_ call: inout EffectDraft, _ given: [ArgumentSyntax?]) {
    guard let parameter = call.definition.sends?.channel,
      let address = call.address.flatMap({ scope.attribute(of: $0) })
    else { return }
    let fitting = ChannelKind(to: address.definition.type)
    guard let argument = given[parameter], let channel = call.channel else {
      call.arguments[parameter] = fitting.argument
      return
    }
    guard channel != fitting else { return }
    problems.report(
      Diagnostic(
        "U113", .error,
        "a code for \(address.name.text.quoted) cannot go by \(channel.name.quoted): it is of the type \(address.definition.type.name.quoted)",
        at: argument.span, labels: [Label(address.name.span, "declared here")],
        help: "leave `channel` out: it follows from the address"))
  }

  /// What is for the account alone goes to an address by which it is known: codes where that is said, links always.
  private mutating func checkAudience(_ call: EffectDraft, _ given: [ArgumentSyntax?]) {
    guard let sends = call.definition.sends, let address = call.address.flatMap({ scope.attribute(of: $0) }),
      !address.definition.isIdentifier
    else { return }
    let name = address.name.text
    if sends.content == .link, let argument = given[sends.address] {
      problems.report(
        Diagnostic(
          "U113", .error, "accounts are not known by \(name.quoted), so no link is ever sent to it", at: argument.span,
          labels: [Label(address.name.span, "declared here, without `identifier: true`")],
          notes: ["a link goes to the bound account, at its own address, and to nobody else"],
          help:
            "name the address by which the account is found; for somebody else, `code.send` goes to any address, and `function.call` with `link` lets you send the link yourself"
        ))
    }
    guard call.isForAccount, let audience = sends.audience, let argument = given[audience] else { return }
    problems.report(
      Diagnostic(
        "U113", .error, "accounts are not known by \(name.quoted), so a code to it is never for the account alone",
        at: argument.span, labels: [Label(address.name.span, "declared here, without `identifier: true`")],
        help:
          "take the account's own over with `account.read`, and leave \(argument.name.text.quoted) out; or mark \(name.quoted) with `identifier: true`"
      ))
  }

  /// Links need the constant start of their URL.
  private mutating func checkLinks(_ call: EffectDraft, _ given: [ArgumentSyntax?]) {
    guard let link = call.definition.parameters.firstIndex(where: { $0.isFlow }), given[link] != nil,
      // One that is there, and wrong, is told where it stands.
      scope.tenant.links.base.isEmpty, scope.tenant.places["links.base"] == nil, !scope.tenant.isOpen
    else { return }
    problems.report(
      Diagnostic(
        "U102", .error, "links need `links: { base: … }`, which the tenant does not have", at: call.place,
        help: "say in tenant.yaml where links lead: `links: { base: https://app.example.com/auth }`"))
  }
}

extension EffectDefinition {
  /// Where an author reads about it.
  fileprivate var pointer: String { "`usher help \(name)` tells of it" }
}
