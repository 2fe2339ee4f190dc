import FlowModel
import FlowSource

extension Resolver {
  /// One argument by the kind of its parameter; `.absent` where it is not right, which is reported.
  mutating func resolve(
    _ argument: ArgumentSyntax, as parameter: ParameterDefinition, of call: inout EffectDraft
  ) -> EffectArgument {
    switch parameter.kind {
    case .attributes, .written: return attributes(argument, parameter, of: &call)
    default: break
    }
    guard case .word(let word) = argument.value else {
      wrong(argument, parameter, "a single name is expected here, not a list", help: nil, code: "U103")
      return .absent
    }
    let resolved: EffectArgument?
    switch parameter.kind {
    case .identifier: resolved = identifier(word, argument, parameter, of: &call)
    case .proven(let types): resolved = addressSlot(word, types, argument, parameter)
    case .address(let types): resolved = address(word, types, argument, parameter, of: &call)
    case .attribute, .factor: resolved = resting(word, argument, parameter)
    case .secret(let secret): resolved = self.secret(word, secret, argument, parameter, of: &call)
    case .list: resolved = list(word, argument, parameter, of: &call)
    case .word(let words): resolved = choice(word, words.map(\.name), parameter)
    case .function: resolved = function(word)
    case .flow(let kind): resolved = linkFlow(word, kind)
    case .notice: resolved = notice(word, parameter)
    case .evidence: resolved = evidence(word, argument, parameter)
    case .attributes, .written: resolved = nil
    }
    if resolved == nil { self.resolved.hasUnknownValues = true }
    return resolved ?? .absent
  }

  private mutating func wrong(
    _ argument: ArgumentSyntax, _ parameter: ParameterDefinition, _ message: String, labels: [Label] = [],
    help: String?,
    code: String = "U113", edit: Edit? = nil
  ) {
    resolved.hasUnknownValues = true
    problems.report(
      Diagnostic(
        code, .error, message, at: argument.span, labels: labels,
        notes: ["\(parameter.name.quoted): \(parameter.summary)"], help: help, edit: edit))
  }

  /// An attribute that is no secret; reports others.
  private mutating func plainAttribute(_ word: Word, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition)
    -> Int?
  {
    if SecretField(name: word.text) != nil {
      wrong(
        ArgumentSyntax(name: argument.name, value: .word(word)), parameter,
        "the secret input \(word.text.quoted) cannot be given as \(parameter.name.quoted)",
        help: "secrets go into the parameters of their own name, and nowhere else")
      return nil
    }
    return attribute(word)
  }

  private mutating func identifier(
    _ word: Word, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition, of call: inout EffectDraft
  ) -> EffectArgument? {
    guard let index = plainAttribute(word, argument, parameter) else { return nil }
    let attribute = scope.tenant.attributes[index]
    guard attribute.definition.isIdentifier else {
      wrong(
        argument, parameter, "the attribute \(attribute.name.text.quoted) does not identify accounts",
        labels: [Label(attribute.name.span, "declared here")],
        help: "mark it with `identifier: true`, or name one that is")
      return nil
    }
    return read(index, word, of: &call)
  }

  private mutating func address(
    _ word: Word, _ types: [AttributeType], _ argument: ArgumentSyntax, _ parameter: ParameterDefinition,
    of call: inout EffectDraft
  ) -> EffectArgument? {
    guard case .slot(let slot)? = addressSlot(word, types, argument, parameter) else { return nil }
    call.reads.append(SlotUse(slot: slot, span: word.span))
    return .slot(slot)
  }

  /// An attribute of one of these types; what the run has of it is not read.
  private mutating func addressSlot(
    _ word: Word, _ types: [AttributeType], _ argument: ArgumentSyntax, _ parameter: ParameterDefinition
  ) -> EffectArgument? {
    guard let index = plainAttribute(word, argument, parameter) else { return nil }
    let attribute = scope.tenant.attributes[index]
    guard types.contains(attribute.definition.type) else {
      wrong(
        argument, parameter,
        "nothing can be sent to \(attribute.name.text.quoted): it is of the type \(attribute.definition.type.name.quoted)",
        labels: [Label(attribute.name.span, "declared here")],
        help: "name an attribute of the type \(types.map(\.name).listed("or"))")
      return nil
    }
    return .slot(scope.slot(index))
  }

  /// An attribute that accounts hold; what the run has of it is not read.
  private mutating func resting(_ word: Word, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition)
    -> EffectArgument?
  {
    guard let index = plainAttribute(word, argument, parameter) else { return nil }
    let attribute = scope.tenant.attributes[index]
    guard !attribute.definition.isTransient else {
      wrong(
        argument, parameter, "no account holds the attribute \(attribute.name.text.quoted): it is transient",
        labels: [Label(attribute.name.span, "declared here")],
        help: "name an attribute without `transient: true`")
      return nil
    }
    return .slot(scope.slot(index))
  }

  private mutating func read(_ index: Int, _ word: Word, of call: inout EffectDraft) -> EffectArgument {
    call.reads.append(SlotUse(slot: scope.slot(index), span: word.span))
    return .slot(scope.slot(index))
  }

  private mutating func secret(
    _ word: Word, _ secret: SecretField, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition,
    of call: inout EffectDraft
  ) -> EffectArgument? {
    guard word.text == secret.name else {
      wrong(
        argument, parameter,
        "\(parameter.name.quoted) takes the secret input \(secret.name.quoted), not \(word.text.quoted)",
        help: "write \(secret.name.quoted)")
      return nil
    }
    call.reads.append(SlotUse(slot: secret.slot, span: word.span))
    return .slot(secret.slot)
  }

  private mutating func attributes(
    _ argument: ArgumentSyntax, _ parameter: ParameterDefinition, of call: inout EffectDraft
  ) -> EffectArgument {
    guard case .list(let words, _) = argument.value else {
      var edit: Edit?
      if case .word(let word) = argument.value { edit = Edit(word.span, "[\(word.text)]") }
      wrong(
        argument, parameter, "\(parameter.name.quoted) must be a list of attributes",
        help: edit.map { "write `\($0.replacement.shortened)`" } ?? "write `[…]`", code: "U103", edit: edit)
      return .absent
    }
    var slots: [Slot] = []
    for word in words {
      // What is written need not be there: it is written where it is.
      if parameter.kind == .written {
        let name = ArgumentSyntax(name: argument.name, value: .word(word))
        if case .slot(let slot)? = resting(word, name, parameter) { slots.append(slot) }
        continue
      }
      guard let index = plainAttribute(word, argument, parameter) else { continue }
      call.reads.append(SlotUse(slot: scope.slot(index), span: word.span))
      slots.append(scope.slot(index))
    }
    return .slots(slots)
  }

  private mutating func list(
    _ word: Word, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition, of call: inout EffectDraft
  ) -> EffectArgument? {
    let definition: AttributeSyntax
    let slot: Slot
    if let (inputSlot, input) = inputSlot(word.text) {
      (definition, slot) = (input, inputSlot)
    } else {
      guard let index = plainAttribute(word, argument, parameter) else { return nil }
      definition = scope.tenant.attributes[index]
      slot = scope.slot(index)
    }
    guard [.list, .any].contains(definition.definition.type) else {
      wrong(
        argument, parameter,
        "\(definition.name.text.quoted) is no list: it is of the type \(definition.definition.type.name.quoted)",
        labels: [Label(definition.name.span, "declared here")], help: "name an attribute of the type `list`")
      return nil
    }
    call.reads.append(SlotUse(slot: slot, span: word.span))
    return .slot(slot)
  }

  private mutating func choice(_ word: Word, _ words: [String], _ parameter: ParameterDefinition) -> EffectArgument? {
    if let index = words.firstIndex(of: word.text) { return .word(Int32(index)) }
    let near = reportUnknown(
      "U106", "\(parameter.name.quoted) cannot be \(word.text.quoted)", word, words,
      notes: ["\(parameter.name.quoted): \(parameter.summary)"])
    return near.flatMap { words.firstIndex(of: $0) }.map { .word(Int32($0)) }
  }

  /// A function of the tenant, which is mentioned by this.
  mutating func function(_ word: Word) -> EffectArgument? {
    var found = scope.function(word.text)
    if found == nil {
      let near = reportUnknown(
        "U117", "the tenant has no function \(word.text.quoted)", word, scope.tenant.functions.map(\.name.text),
        declare: "functions", isLost: scope.tenant.lost.contains(.functions))
      found = near.flatMap { scope.function($0) }
    }
    guard let found else { return nil }
    mentions.functions.insert(found)
    return .function(Int32(found))
  }

  /// A notice that there are words for.
  private mutating func notice(_ word: Word, _ parameter: ParameterDefinition) -> EffectArgument? {
    let known = scope.notices
    if known.contains(word.text) { return .notice(word.text) }
    let near = reportUnknown(
      "U106", "there is no notice \(word.text.quoted)", word, known,
      notes: ["\(parameter.name.quoted): \(parameter.summary)"])
    return near.map { .notice($0) }
  }

  private mutating func linkFlow(_ word: Word, _ kind: RedeemedLink) -> EffectArgument? {
    var found = scope.flow(word.text)
    if found == nil, !scope.tenant.isOpen {
      let names = scope.flows.filter { !$0.isSubFlow }.map(\.name.text)
      let near = reportUnknown(
        "U108", "there is no flow \(word.text.quoted) in this tenant", word, names,
        notes: scope.whereabouts(ofFlow: word.text), isLost: scope.hasLostFlows)
      found = near.flatMap { scope.flow($0) }
    }
    guard let found else { return nil }
    let flow = scope.flows[found]
    if flow.isSubFlow || (!flow.isBroken && !scope.redeems(kind, found)) {
      problems.report(
        Diagnostic(
          "U120", .error,
          flow.isSubFlow
            ? "\(word.text.quoted) is a sub-flow, and a link leads to a flow"
            : "\(word.text.quoted) does not redeem \(kind == .link ? "links" : "invitations")", at: word.span,
          labels: [Label(flow.name.span, "declared here")],
          help: flow.isSubFlow
            ? "make a flow that calls it" : "name a flow that does \(Effect.names(where: { $0.redeems == kind }))"))
      return nil
    }
    return .flow(scope.tableIndices[found])
  }

  private mutating func evidence(_ word: Word, _ argument: ArgumentSyntax, _ parameter: ParameterDefinition)
    -> EffectArgument?
  {
    let prefix = "verified("
    guard word.text.hasPrefix(prefix), word.text.hasSuffix(")") else {
      wrong(
        argument, parameter, "\(word.text.quoted) is nothing that can be attested", help: "write `verified(ATTRIBUTE)`")
      return nil
    }
    let name = String(word.text.dropFirst(prefix.count).dropLast())
    let place =
      Int(word.span.end) - Int(word.span.start) == word.text.utf8.count
      ? word.span.part(prefix.utf8.count..<word.text.utf8.count - 1) : word.span
    guard let index = plainAttribute(Word(text: name, span: place), argument, parameter) else { return nil }
    let attribute = scope.tenant.attributes[index]
    guard attribute.definition.type.isAddress else {
      wrong(
        argument, parameter, "\(attribute.name.text.quoted) is no address, so there is nothing to prove",
        labels: [Label(attribute.name.span, "declared here")], help: "name an attribute of the type `email` or `phone`")
      return nil
    }
    return .verified(scope.slot(index))
  }
}
