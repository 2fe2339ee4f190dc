import FlowExpression
import FlowModel
import FlowSource

extension Resolver {
  /// `choose`.
  mutating func resolve(_ branches: [BranchSyntax], into state: inout StateDraft) {
    var conditions: [ResolvedExpression?] = []
    var isTold = false
    for (index, branch) in branches.enumerated() {
      _ = append(branch.transition, to: &state)
      let condition = branch.condition.flatMap { compile($0, expecting: .bool) }
      conditions.append(condition)
      if branch.isBroken || (branch.condition != nil && condition == nil) {
        state.isDoubtful = true
        resolved.hasUnknownValues = true
        if branch.isBroken { continue }
      }
      // A default that stands in the middle leaves the end without one: that is one problem.
      if index == branches.count - 1, let condition = branch.condition {
        if isTold { continue }
        problems.report(
          Diagnostic(
            "U121", .error, "the last branch has a condition, so there may be no transition", at: condition.span,
            help: "end with a branch without `when`: `- { to: state }`"))
      } else if index < branches.count - 1, branch.condition == nil {
        isTold = true
        problems.report(
          Diagnostic(
            "U121", .error, "only the last branch may be without `when`", at: branch.span,
            help: "give it a condition, or move it to the end"))
      }
    }
    state.kind = .choose(conditions)
  }

  /// `call`.
  mutating func resolve(_ syntax: CallSyntax, into state: inout StateDraft) {
    var call = ResolvedCall(subFlow: -1, place: syntax.flow.span)
    var target = syntax.flow.text.isEmpty ? nil : subFlow(syntax.flow)
    if let instance = syntax.instance {
      if let template = syntax.template { mentions.calledFlows.insert(template) }
      target = instance
    }
    if let target {
      call.subFlow = Int32(target)
      mentions.calledFlows.insert(target)
      call.ends = [Int32](repeating: -1, count: scope.ends[target].count)
    } else {
      state.isDoubtful = true
      resolved.hasUnknownValues = true
    }
    for handler in syntax.ends {
      let transition = append(handler.transition, to: &state)
      guard let target else { continue }
      var index = scope.end(handler.name.text, of: target)
      if index == nil, scope.knowsEnds(of: target) {
        let near = reportUnknown(
          "U115", "the sub-flow \(scope.flows[target].name.text.quoted) has no end \(handler.name.text.quoted)",
          handler.name, scope.ends[target])
        index = near.flatMap { scope.end($0, of: target) }
      }
      if let index, call.ends[index] < 0 { call.ends[index] = transition }
    }
    if let target, !syntax.isBroken {
      let missing = scope.ends[target].indices.filter { call.ends[$0] < 0 }.map { scope.ends[target][$0] }
      if !missing.isEmpty {
        problems.report(
          Diagnostic(
            "U114", .error,
            "\(missing.count == 1 ? "an end" : "ends") of \(syntax.flow.text.quoted) \(missing.count == 1 ? "is" : "are") not handled: \(missing.listed())",
            at: syntax.flow.span, labels: [Label(scope.flows[target].name.span, "the sub-flow")],
            help: "add \(missing.count == 1 ? "it" : "them") under `then`"))
        state.isDoubtful = true
      }
    } else {
      state.isDoubtful = true
    }
    state.kind = .call(call)
  }

  private mutating func subFlow(_ word: Word) -> Int? {
    var found = scope.flow(word.text)
    if found == nil, !scope.tenant.isOpen {
      let names = scope.flows.filter(\.isSubFlow).map(\.name.text) + scope.tenant.sharedNames
      let near = reportUnknown(
        "U108", "there is no sub-flow \(word.text.quoted) in this tenant", word, names,
        notes: scope.whereabouts(ofFlow: word.text), isLost: scope.hasLostFlows)
      found = near.flatMap { scope.flow($0) }
    }
    guard let found else { return nil }
    if scope.flows[found].isSubFlow { return found }
    problems.report(
      Diagnostic(
        "U120", .error, "\(word.text.quoted) is a flow, and `call` enters sub-flows only", at: word.span,
        labels: [Label(scope.flows[found].name.span, "declared here")], help: "make it a `sub-flow:`"))
    return nil
  }

  /// `end`.
  mutating func resolve(_ syntax: EndSyntax, into state: inout StateDraft) {
    guard let own = scope.flow(flow.name.text) else { return }
    let index = scope.end(syntax.name.text, of: own) ?? 0
    var end = ResolvedEnd(name: syntax.name.text, index: Int32(index), grants: syntax.grants)
    if flow.isSubFlow {
      for span in [syntax.grants, syntax.results.first?.span, syntax.redirect?.span].compactMap({ $0 }) {
        problems.report(
          Diagnostic(
            "U125", .error, "an end of a sub-flow hands nothing to the client", at: span,
            help: "move it to the end of the flow that calls"))
      }
      end.grants = nil
    } else {
      for word in syntax.results {
        if let result = result(word) { end.results.append(ResolvedResult(result: result, span: word.span)) }
      }
      if let redirect = syntax.redirect {
        end.isContradictory = reportPromises(of: syntax, beside: redirect)
        reportNoSentence(redirect)
        end.redirect = redirect
      }
    }
    state.kind = .end(end)
  }

  /// A client that must go on in a browser has completed nothing here, and takes nothing along. Returns whether something was
  /// reported.
  private mutating func reportPromises(of end: EndSyntax, beside redirect: Word) -> Bool {
    let label = Label(redirect.span, "they go on in a browser")
    let promises = [end.grants, end.results.first?.span].compactMap { $0 }
    for span in promises {
      problems.report(
        Diagnostic(
          "U125", .error, "an end with `redirect` hands nothing to the client", at: span, labels: [label],
          help: "leave it out: whatever there is to have is handed out in the browser"))
    }
    guard end.name.text == End.completed else { return !promises.isEmpty }
    problems.report(
      Diagnostic(
        "U125", .error, "the end `completed` has no `redirect`", at: end.name.span, labels: [label],
        help: "give it another name, such as `browser-required`"))
    return true
  }

  /// What people read is a sentence: no address to follow, no state and nothing to be filled in.
  private mutating func reportNoSentence(_ redirect: Word) {
    let text = redirect.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isOneWord = !text.contains(" ")
    let flaw: String
    if text.isEmpty {
      flaw = "`redirect` is empty"
    } else if isOneWord, text.contains("://") || text.hasPrefix("/") || text.lowercased().hasPrefix("www.") {
      flaw = "`redirect` is a sentence that people read, not an address: \(text.quoted)"
    } else if flow.states.contains(where: { $0.name.text == text }) {
      flaw = "`redirect` is a sentence that people read, not the name of a state: \(text.quoted)"
    } else if let open = text.firstIndex(of: "{"), text[open...].contains("}") {
      flaw = "`redirect` is a sentence that people read, and nothing is filled into it: \(text.quoted)"
    } else {
      return
    }
    problems.report(
      Diagnostic(
        "U106", .error, flaw, at: redirect.span,
        help: "say what people have to do, such as `Sign up at our web site.`; the app knows where its web site is"))
  }

  private mutating func result(_ word: Word) -> End.Result? {
    if word.text == "tokens" { return .tokens }
    if let secret = SecretField(name: word.text) {
      problems.report(
        Diagnostic(
          "U113", .error, "the secret input \(secret.name.quoted) cannot be a result", at: word.span,
          help: "secrets never go back to a client"))
      return nil
    }
    if let fact = AccountFact.allCases.first(where: { "account." + $0.name == word.text }) {
      return .slot(fact.slot, name: word.text)
    }
    if let (slot, _) = inputSlot(word.text) { return .slot(slot, name: word.text) }
    if scope.attribute(word.text) == nil, word.text.contains(".") {
      let names = AccountFact.allCases.map { "account." + $0.name } + flow.inputs.map { "input." + $0.name.text }
      let isAttribute = word.text.hasPrefix("attributes.") && scope.attribute(String(word.text.dropFirst(11))) != nil
      let near = reportUnknown(
        "U109", "\(word.text.quoted) cannot be a result", word, names + (isAttribute ? scope.attributeNames : []),
        calling: isAttribute ? [word.text.lowercased(): String(word.text.dropFirst(11))] : [:])
      guard let near else {
        resolved.hasUnknownValues = true
        return nil
      }
      return result(Word(text: near, span: word.span))
    }
    if scope.attribute(word.text) == nil {
      let facts = AccountFact.allCases.map { "account." + $0.name } + ["tokens"]
      let near = reportUnknown(
        "U109", "\(word.text.quoted) cannot be a result", word, scope.attributeNames + facts, declare: "attributes",
        calling: OtherWords.results, isLost: scope.tenant.lost.contains(.attributes))
      guard let near else {
        resolved.hasUnknownValues = true
        return nil
      }
      return result(Word(text: near, span: word.span))
    }
    return attribute(word).map { .slot(scope.slot($0), name: scope.tenant.attributes[$0].name.text) }
  }
}
