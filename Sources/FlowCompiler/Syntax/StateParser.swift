import FlowSource
import FlowYAML

/// The kinds of state, and the keys that each has beside its own name.
private let kindKeys: [(kind: String, keys: [String])] = Shapes.stateKinds.map {
  ($0.id, Array($0.keys.dropFirst()))
}
private let kindNames = kindKeys.map(\.kind)
private let keysOfKind = kindKeys.map { [$0.kind] + $0.keys }

/// The problem of a key beside `then` that belongs into it, as what it says is where something leads.
private func entryOfThen(_ key: Word, _ value: YAMLNodeID, _ kind: Int, _ tree: YAMLTree) -> Diagnostic? {
  let keys = keysOfKind[kind]
  guard keys.contains("then") else { return nil }
  let target = tree.text(value)
  let isState = tree.kind(value) == .scalar && target.isName
  let owner = "a `\(kindNames[kind])` has no key \(key.text.quoted)"
  if OtherWords.stateKeys[key.text.lowercased()] == "then" {
    guard isState else { return nil }
    let then = kind == 0 ? "then: { submit: \(target) }" : "then: { OUTCOME: \(target) }"
    return Diagnostic(
      "U101", .error, owner, at: key.span, help: "write `\(then)`",
      edit: kind == 0 ? Edit(key.span.extended(to: tree.span(value).end), then) : nil)
  }
  let leads = isState || tree.entries(value).contains { tree.equals($0.key, "to") }
  guard leads, Guess(key, among: keys, calling: OtherWords.stateKeys)?.isSlip != true else { return nil }
  let what = kind == 0 ? "an event" : kind == 1 ? "an outcome" : "an end"
  return Diagnostic(
    "U101", .error, owner, at: key.span, notes: ["expected one of \(keys.listed("or"))"],
    help: "\(what) belongs under `then`: indent it like the others there")
}

extension SyntaxReader {
  /// One state, by the one kind it has.
  mutating func state(_ id: YAMLNodeID, _ name: Word) -> StateSyntax.Kind {
    func owner() -> String { "the state \(name.text.quoted)" }
    guard tree.kind(id) == .mapping else {
      let name = tree.kind(id) == .scalar ? tree.text(id) : ""
      let help =
        name.isName
        ? "say what it is, such as `{ end: \(name.shortened) }`"
        : "say what it is: \(kindNames.map { "`{ \($0): … }`" }.joined(separator: ", "))"
      wrongKind(id, owner(), "a mapping", help: tree.isAloneInLine(id) ? nil : help)
      return .broken
    }
    var found: (kind: Int, word: Word)?
    for entry in tree.entries(id) {
      guard let kind = kindIndex(entry.key) else { continue }
      let word = word(entry.key)
      if let first = found {
        if first.kind == kind { continue }
        report(
          Diagnostic(
            "U104", .error, "\(owner()) is both \(first.word.text.quoted) and \(word.text.quoted)", at: word.span,
            labels: [Label(first.word.span, "the other one")], help: "split it into two states"))
        return .broken
      }
      found = (kind, word)
    }
    guard let found else {
      reportNoKind(id, name)
      return .broken
    }
    switch found.kind {
    case 0: return page(id)
    case 1: return effect(id)
    case 2: return choose(id)
    case 3: return call(id)
    default: return end(id)
    }
  }

  private func kindIndex(_ key: YAMLNodeID) -> Int? {
    if tree.equals(key, "page") { return 0 }
    if tree.equals(key, "do") { return 1 }
    if tree.equals(key, "choose") { return 2 }
    if tree.equals(key, "call") { return 3 }
    return tree.equals(key, "end") ? 4 : nil
  }

  private mutating func reportNoKind(_ id: YAMLNodeID, _ name: Word) {
    let known = Set(kindKeys.flatMap(\.keys))
    let slip = tree.entries(id).map { word($0.key) }.filter { !known.contains($0.text) }
      .compactMap { key in nearest(key.text, among: kindNames).map { (key: key, kind: $0) } }.first
    report(
      Diagnostic(
        "U104", .error, "the state \(name.text.quoted) is of no kind", at: slip?.key.span ?? name.span,
        notes: ["a state has exactly one of \(kindNames.listed("or"))"],
        help: slip.map { "did you mean \($0.kind.quoted)?" }, edit: slip.map { Edit($0.key.span, $0.kind) }))
  }

  /// Hands the entries of a state to `body`; a key of another kind is reported as such.
  private mutating func eachKey(
    of id: YAMLNodeID, _ kind: Int, _ body: (inout SyntaxReader, String, YAMLNodeID) -> Void
  ) {
    let article = kind == 4 ? "an" : "a"
    let tree = tree
    eachEntry(
      of: id, "\(article) `\(kindNames[kind])`", keys: keysOfKind[kind], calling: OtherWords.stateKeys,
      elsewhere: { key, value in
        let owners = kindKeys.filter { $0.keys.contains(key.text) }.map(\.kind)
        guard owners.isEmpty else {
          return Diagnostic(
            "U125", .error, "\(article) `\(kindNames[kind])` has no \(key.text.quoted)", at: key.span,
            help: "only \(owners.listed()) \(owners.count > 1 ? "have" : "has") it")
        }
        return entryOfThen(key, value, kind, tree)
      }
    ) { reader, index, _, value in body(&reader, keysOfKind[kind][index], value) }
  }

  private mutating func page(_ id: YAMLNodeID) -> StateSyntax.Kind {
    var page = PageSyntax(title: Word(text: "", span: shortSpan(id)))
    eachKey(of: id, 0) { reader, key, value in
      switch key {
      case "page": page.title = reader.text(value, "the title of a page") ?? page.title
      case "fields": page.fields = reader.fields(value)
      case "skip":
        if reader.tree.equals(value, "filled") {
          page.skip = .filled(reader.tree.span(value))
        } else if case let word = reader.word(value), let guess = Guess(word, among: ["filled"]), guess.isSlip {
          reader.report(
            Diagnostic(
              "U106", .error, "`skip` cannot be \(word.text.quoted)", at: word.span,
              notes: ["expected `filled`, or a condition"], help: guess.help, edit: guess.edit(word)))
          page.skip = .filled(word.span)
        } else if let condition = reader.expression(value, "`skip`") {
          page.skip = .when(condition)
        }
      case "after": page.after = reader.after(value)
      case "events":
        reader.eachName(of: value, "`events`", texts: true, as: "EVENT: What people read") { reader, name, value in
          if let label = reader.text(value, "the label of the event \(name.text.quoted)") {
            page.labels.append(LabelSyntax(event: name, label: label.text))
          }
        }
      default:
        guard let handlers = reader.handlers(value, ofPage: true) else {
          page.isBroken = true
          return
        }
        page.events = handlers
      }
    }
    if hasUnknownKey(id) { page.isBroken = true }
    return .page(page)
  }

  private mutating func effect(_ id: YAMLNodeID) -> StateSyntax.Kind {
    var effect = EffectSyntax(effect: Word(text: "", span: shortSpan(id)))
    eachKey(of: id, 1) { reader, key, value in
      switch key {
      case "do":
        if let word = reader.reference(value, "`do`", as: "an effect's name") {
          effect.effect = word
        } else {
          effect.isBroken = true
        }
      case "with":
        let isMapping = reader.eachName(of: value, "`with`", as: "PARAMETER: ARGUMENT") { reader, name, value in
          if let argument = reader.argument(value, name) {
            effect.arguments.append(argument)
          } else {
            effect.isBroken = true
          }
        }
        if !isMapping { effect.isBroken = true }
      default:
        effect.outcomes = reader.handlers(value) ?? []
        if reader.tree.kind(value) != .mapping { effect.isBroken = true }
      }
    }
    if hasUnknownKey(id) { effect.isBroken = true }
    return .effect(effect)
  }

  private mutating func argument(_ id: YAMLNodeID, _ name: Word) -> ArgumentSyntax? {
    switch tree.kind(id) {
    case .scalar:
      if listWithoutBrackets(id, "the parameter \(name.text.quoted)") { return nil }
      guard let word = reference(id, "the parameter \(name.text.quoted)") else { return nil }
      return ArgumentSyntax(name: name, value: .word(word))
    case .sequence:
      let words = references(id, "the parameter \(name.text.quoted)", "the attribute") ?? []
      return ArgumentSyntax(name: name, value: .list(words, tree.span(id)))
    case .mapping:
      wrongKind(id, "the parameter \(name.text.quoted)", "a name or a list of names")
      return nil
    }
  }

  private mutating func choose(_ id: YAMLNodeID) -> StateSyntax.Kind {
    var branches: [BranchSyntax]?
    eachKey(of: id, 2) { reader, _, value in
      guard reader.tree.kind(value) == .sequence else {
        return reader.wrongKind(
          value, "`choose`", "a list",
          help: "each branch is an item: `- { when: condition, to: state }`, and the last one `- { to: state }`")
      }
      let last = reader.tree.elements(value).last
      branches = reader.tree.elements(value).compactMap { reader.branch($0, isLast: $0 == last) }
      if reader.tree.count(value) == 0 {
        reader.report(
          Diagnostic(
            "U121", .error, "`choose` has no branches", at: reader.tree.span(value),
            help: "write `{ when: condition, to: state }`, and a last one without `when`"))
        branches = nil
      }
    }
    return branches.map { .choose($0) } ?? .broken
  }

  private mutating func branch(_ id: YAMLNodeID, isLast: Bool) -> BranchSyntax? {
    let span = shortSpan(id)
    if tree.kind(id) == .scalar, case let target = word(id), target.text.isName {
      let meant = isLast ? "{ to: \(target.text) }" : "{ when: condition, to: \(target.text) }"
      wrongKind(
        id, "a branch", "a mapping", help: "write `\(meant)`", edit: isLast ? Edit(target.span, meant) : nil)
      var branch = BranchSyntax(span: span, transition: TransitionSyntax(span: target.span, target: target))
      branch.isBroken = !isLast
      return branch
    }
    var branch = BranchSyntax(span: span, transition: TransitionSyntax(span: span))
    let keys = Shapes.branch.keys
    let hasError = tree.entries(id).contains { tree.equals($0.key, "error") }
    let isMapping = eachEntry(of: id, "a branch", keys: keys) { reader, key, word, value in
      if key == 0 {
        branch.condition = reader.expression(value, "`when`")
      } else if key == 4 {
        reader.errorFields(value, at: word, hasError, of: &branch.transition)
      } else {
        reader.part(keys[key], value, of: &branch.transition)
      }
    }
    guard isMapping else { return nil }
    branch.isBroken = branch.condition == nil && tree.entries(id).contains { tree.equals($0.key, "when") }
    if branch.transition.target == nil, !tree.entries(id).contains(where: { tree.equals($0.key, "to") }) {
      missing("to", "the branch", of: id, at: span, help: "say where it leads: `to: state`")
    }
    return branch
  }

  private mutating func call(_ id: YAMLNodeID) -> StateSyntax.Kind {
    var call = CallSyntax(flow: Word(text: "", span: shortSpan(id)))
    eachKey(of: id, 3) { reader, key, value in
      if key == "call" {
        guard let word = reader.reference(value, "`call`", as: "a sub-flow's name") else {
          call.isBroken = true
          return
        }
        call.flow = word
      } else if key == "with" {
        call.arguments = reader.givenWords(value)
      } else if let handlers = reader.handlers(value) {
        call.ends = handlers
      } else {
        call.isBroken = true
      }
    }
    if hasUnknownKey(id) { call.isBroken = true }
    return .call(call)
  }

  private mutating func end(_ id: YAMLNodeID) -> StateSyntax.Kind {
    var end = EndSyntax(name: Word(text: "", span: shortSpan(id)))
    eachKey(of: id, 4) { reader, key, value in
      switch key {
      case "end": end.name = reader.name(value, "an end") ?? end.name
      case "grants":
        if case .bool(false) = reader.tree.scalar(value) {
          reader.invalid(value, "`grants` says what an end hands out", help: "leave it out where that is nothing")
        } else if reader.choice(value, "`grants`", of: ["sign-in"]) == 0 {
          end.grants = reader.tree.span(value)
        }
      case "redirect": end.redirect = reader.text(value, "`redirect`")
      default: end.results = reader.references(value, "`result`", "the result") ?? []
      }
    }
    return .end(end)
  }
}
