import FlowCEL
import FlowExpression
import FlowModel
import FlowSource

/// What flows mention of the tenant, for "declared and never used".
struct Mentions: Sendable {
  var attributes = Set<Int>()
  var functions = Set<Int>()
  var errors = Set<Int>()
  var calledFlows = Set<Int>()
  /// By the number of the flow.
  var inputs: [Int: Set<Int>] = [:]
}

/// Turns the names of a tenant's flows into numbers, one flow after the other, and reports those that mean nothing.
///
/// A misspelt name is taken for the one it is near to, so that one slip is one problem.
struct Resolver {
  let scope: TenantScope
  var problems: DiagnosticCollector
  private(set) var expressions = ExpressionPool()
  var mentions = Mentions()
  /// The flow at work: as it is written, and as far as it is resolved.
  private(set) var flow: FlowSyntax
  var resolved: ResolvedFlow
  private var states: [String: Int32] = [:]
  // Flows without parameters share one environment, and so each other's compiled conditions.
  private let sharedNames: ExpressionEnvironment
  private var names: ExpressionEnvironment
  private var environment = -1
  private var number = -1
  // Looking for the nearest name takes time; behind a hundred slips nobody reads it.
  private var suggestionsLeft = 100

  init(_ scope: TenantScope, _ problems: DiagnosticCollector) {
    self.scope = scope
    self.problems = problems
    flow = FlowSyntax(file: scope.tenant.file, name: scope.tenant.name)
    resolved = ResolvedFlow(syntax: flow)
    sharedNames = scope.environment(flow)
    names = sharedNames
  }

  /// Resolves a flow by its number. `place`: the first call that gives it what stands for its parameters.
  mutating func resolve(_ index: Int, calledAt place: SourceSpan?) -> ResolvedFlow {
    // Of what its parameters stand for nothing is known before it is called.
    if scope.flows[index].isTemplate { return ResolvedFlow(syntax: scope.flows[index]) }
    guard let place else { return resolve(index) }
    let before = problems
    problems = DiagnosticCollector(isProving: before.isProving)
    let flow = resolve(index)
    let found = problems.problems
    problems = before
    for var problem in found {
      problem.labels.append(Label(place, "it is so as it is called here"))
      // What stands there is a parameter's name, and not what is wrong.
      problem.edit = nil
      problems.report(problem)
    }
    return flow
  }

  private mutating func resolve(_ index: Int) -> ResolvedFlow {
    number = index
    flow = scope.flows[index]
    resolved = ResolvedFlow(syntax: flow)
    states = Dictionary(zip(flow.states.lazy.map(\.name.text), 0...), uniquingKeysWith: { first, _ in first })
    let hasOwnNames = !flow.inputs.isEmpty || !flow.aliases.isEmpty
    names = hasOwnNames ? scope.environment(flow) : sharedNames
    environment = hasOwnNames ? index : -1
    if Parallel.isWorthIt(states: flow.states.count) {
      expressions.prepare(flow.conditions, in: names, number: environment)
    }
    if let start = flow.start, !flow.isBroken { resolved.start = state(start) }
    resolved.states.reserveCapacity(flow.states.count)
    for syntax in flow.states { resolved.states.append(state(syntax)) }
    if flow.isBroken { resolved.hasUnknownValues = true }
    return resolved
  }

  private mutating func state(_ syntax: StateSyntax) -> ResolvedState {
    var state = StateDraft(name: syntax.name)
    switch syntax.kind {
    case .page(let page): resolve(page, into: &state)
    case .effect(let effect): resolve(effect, into: &state)
    case .choose(let branches): resolve(branches, into: &state)
    case .call(let call): resolve(call, into: &state)
    case .end(let end): resolve(end, into: &state)
    case .broken:
      state.isDoubtful = true
      resolved.hasUnknownValues = true
    }
    return ResolvedState(state)
  }

  // MARK: Names

  /// The index of a state by its name; -1 where there is none and none is near.
  mutating func state(_ word: Word) -> Int32 {
    if let index = states[word.text] { return index }
    // A state whose own name has blanks is told where it stands.
    if flow.hasLostStates, let blank = flow.states.first(where: { $0.name.text.meantName == word.text }) {
      return states[blank.name.text] ?? -1
    }
    let near = reportUnknown(
      "U107", "there is no state \(word.text.quoted) in this flow", word, flow.states.lazy.map(\.name.text),
      isLost: flow.hasLostStates)
    return near.flatMap { states[$0] } ?? -1
  }

  /// The index of an attribute by its name; reports what is none.
  mutating func attribute(_ word: Word) -> Int? {
    let found: Int?
    if let index = scope.attribute(word.text) {
      found = index
    } else {
      let near = reportUnknown(
        "U109", "the tenant has no attribute \(word.text.quoted)", word, scope.attributeNames, declare: "attributes",
        calling: inConditions(word), isLost: scope.tenant.lost.contains(.attributes))
      found = near.flatMap { scope.attribute($0) }
    }
    if let found { mentions.attributes.insert(found) } else { resolved.hasUnknownValues = true }
    return found
  }

  /// The slot of a field: an attribute or a secret input.
  mutating func fieldSlot(_ word: Word) -> Slot? {
    if let secret = SecretField(name: word.text) { return secret.slot }
    if scope.attribute(word.text) != nil { return attribute(word).map(scope.slot) }
    let near = reportUnknown(
      "U109", "\(word.text.quoted) is no attribute of the tenant and no secret input", word,
      scope.attributeNames + SecretField.allCases.map(\.name), declare: "attributes", calling: inConditions(word),
      isLost: scope.tenant.lost.contains(.attributes))
    guard let near else {
      resolved.hasUnknownValues = true
      return nil
    }
    return fieldSlot(Word(text: near, span: word.span))
  }

  /// The attribute that a name means which is written as in conditions: `attributes.email`.
  private func inConditions(_ word: Word) -> [String: String] {
    guard word.text.hasPrefix("attributes.") else { return [:] }
    return [word.text.lowercased(): String(word.text.dropFirst(11))]
  }

  /// Reports a name that means nothing, with the nearest one that does; returns that where it is surely meant. `isLost`:
  /// whether names of this kind are missing for a reason that has been told, so that one of them may be meant.
  mutating func reportUnknown(
    _ code: String, _ message: String, _ word: Word, _ candidates: some Collection<String>,
    declare section: String? = nil, notes: [String] = [], calling others: [String: String] = [:],
    isLost: Bool = false, isGuessed: Bool = true, help: String? = nil
  ) -> String? {
    var guess: Guess?
    if isGuessed, suggestionsLeft > 0 {
      suggestionsLeft -= 1
      guess = Guess(word, among: candidates, calling: others)
    }
    if isLost, guess?.isSlip != true { return nil }
    let known = candidates.count <= 24 && !candidates.isEmpty ? ["known: \(candidates.sorted().listedWhole())"] : []
    let declare = section.map { "declare it under `\($0)` in tenant.yaml" }
    problems.report(
      Diagnostic(
        code, .error, message, at: word.span, notes: known + notes, help: guess?.help ?? help ?? declare,
        edit: guess?.edit(word)))
    return guess.flatMap { $0.isSlip ? $0.name : nil }
  }

  /// The slot of a parameter, given as `input.NAME`.
  mutating func inputSlot(_ text: String) -> (slot: Slot, input: AttributeSyntax)? {
    guard text.hasPrefix("input."), let index = flow.inputs.firstIndex(where: { $0.name.text == text.dropFirst(6) })
    else {
      return nil
    }
    mentions.inputs[number, default: []].insert(index)
    return (scope.inputSlot(index), flow.inputs[index])
  }

  // MARK: Parts

  /// Compiles an expression; nil where it has problems, which are reported.
  mutating func compile(_ syntax: ExpressionSyntax, expecting type: ValueType?) -> ResolvedExpression? {
    let (scope, inputs) = (scope, flow.inputs)
    let expression = expressions.compile(
      syntax, expecting: type, in: names, number: environment,
      declared: { slot in
        if let attribute = scope.attribute(of: Slot(truncatingIfNeeded: slot)) { return attribute.name }
        let input = slot - Int(firstAttributeSlot) - scope.tenant.attributes.count
        return inputs.indices.contains(input) ? inputs[input].name : nil
      },
      form: { slot, text in
        let input = slot - Int(firstAttributeSlot) - scope.tenant.attributes.count
        let definition =
          scope.attribute(of: Slot(truncatingIfNeeded: slot))?.definition
          ?? (inputs.indices.contains(input) ? inputs[input].definition : nil)
        return definition?.comparedForm(of: text)
      }, &problems)
    guard let expression else {
      resolved.hasUnknownValues = true
      return nil
    }
    let compiled = expressions.compiled[Int(expression.index)]
    for read in compiled.reads + compiled.tests {
      let attribute = read.slot - Int(firstAttributeSlot)
      if scope.tenant.attributes.indices.contains(attribute) { mentions.attributes.insert(attribute) }
      let input = attribute - scope.tenant.attributes.count
      if flow.inputs.indices.contains(input) { mentions.inputs[number, default: []].insert(input) }
    }
    return expression
  }

  /// Resolves a transition of a state and appends it; returns its index.
  mutating func append(_ syntax: TransitionSyntax, to state: inout StateDraft) -> Int32 {
    var transition = ResolvedTransition(target: -1, span: syntax.span)
    if let target = syntax.target { transition.target = self.state(target) }
    if let error = syntax.error {
      transition.error = errorIndex(error)
      transition.errorPlace = error.span
      transition.errorFields = syntax.errorFields.map { $0.compactMap { fieldSlot($0) } }
    }
    for entry in syntax.set {
      if let assignment = assignment(entry) { transition.assignments.append(assignment) }
    }
    if transition.target < 0 { state.isDoubtful = true }
    state.transitions.append(transition)
    return Int32(state.transitions.count - 1)
  }

  private mutating func errorIndex(_ word: Word) -> Int32 {
    var found = scope.error(word.text)
    if found == nil {
      let near = reportUnknown(
        "U116", "there is no error \(word.text.quoted)", word, scope.errors.map(\.code), declare: "errors",
        isLost: scope.tenant.lost.contains(.errors),
        help: word.text.contains(" ")
          ? "an error is named by its code; its text stands under `errors` in tenant.yaml: `errors: { my_error: \(word.text.shortened) }`"
          : nil)
      found = near.flatMap { scope.error($0) }
    }
    guard let found else { return -1 }
    mentions.errors.insert(found)
    return Int32(found)
  }

  private mutating func assignment(_ entry: SetSyntax) -> ResolvedAssignment? {
    if SecretField(name: entry.attribute.text) != nil {
      problems.report(
        Diagnostic(
          "U113", .error, "the secret input \(entry.attribute.text.quoted) cannot be assigned",
          at: entry.attribute.span,
          help: "only attributes can; secrets come from the client alone"))
      return nil
    }
    guard let index = attribute(entry.attribute) else { return nil }
    let definition = scope.tenant.attributes[index].definition
    if isUnquotedOption(entry.expression, of: definition) { return nil }
    guard let expression = compile(entry.expression, expecting: definition.type.valueType),
      isOption(expressions.compiled[Int(expression.index)].constant, of: definition, at: entry.expression)
    else { return nil }
    return ResolvedAssignment(slot: scope.slot(index), expression: expression)
  }

  /// Reports an option that stands without quotes, and so is a name: `set: { plan: free }`.
  private mutating func isUnquotedOption(_ syntax: ExpressionSyntax, of definition: AttributeDefinition) -> Bool {
    guard definition.type == .choice, definition.options.contains(syntax.text) else { return false }
    resolved.hasUnknownValues = true
    problems.report(
      Diagnostic(
        "U131", .error, "there is no \(syntax.text.quoted) here", at: syntax.span,
        help: "the value is an expression, in which a text stands in quotes of its own: `\"'\(syntax.text)'\"`",
        edit: syntax.edit(0..<syntax.text.utf8.count, "'\(syntax.text)'")))
    return true
  }

  /// Whether a constant is one of the options, where there are some; reports it where it is not.
  private mutating func isOption(
    _ constant: Value?, of definition: AttributeDefinition, at syntax: ExpressionSyntax
  ) -> Bool {
    guard !definition.options.isEmpty, case .string(let text) = constant, !definition.options.contains(text) else {
      return true
    }
    resolved.hasUnknownValues = true
    let near = nearest(text, among: definition.options)
    let range = near == nil ? nil : syntax.text.range(of: text)
    problems.report(
      Diagnostic(
        "U132", .error, "\(text.quoted) is no option of \(definition.name.quoted)", at: syntax.span,
        notes: ["its options are \(definition.options.listed())"], help: near.map { "did you mean \($0.quoted)?" },
        edit: near.flatMap { near in isSlip(text, for: near) ? range.flatMap { syntax.edit($0, near) } : nil }))
    return false
  }
}

extension FlowSyntax {
  /// The conditions by which its pages are skipped, and its ways parted.
  fileprivate var conditions: [String] {
    states.flatMap { state -> [String] in
      switch state.kind {
      case .page(let page): if case .when(let condition)? = page.skip { [condition.text] } else { [] }
      case .choose(let branches): branches.compactMap { $0.condition?.text }
      case .effect, .call, .end, .broken: []
      }
    }
  }
}
