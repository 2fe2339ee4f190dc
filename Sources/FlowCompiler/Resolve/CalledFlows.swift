import FlowModel
import FlowSource

/// The flows of a tenant, and behind them each sub-flow with parameters as its calls give them: once for all calls that give it the
/// same.
struct CalledFlows {
  private(set) var flows: [FlowSyntax]
  /// Where the first call of each stands, by its number.
  private(set) var callers: [Int: SourceSpan] = [:]
  private(set) var problems = DiagnosticCollector()
  private let tenant: TenantSyntax
  private var subFlows: [String: Int] = [:]
  private var known: [Key: Int] = [:]

  private struct Key: Hashable {
    let template: Int
    let arguments: [String: GivenArgument]
  }

  /// How many there may be.
  private static let limit = 10_000
  /// How many states they may have together: the bound of what a tenant's flows call.
  private static let stateLimit = 100_000
  private var states = 0

  init(_ given: [FlowSyntax], _ tenant: TenantSyntax) {
    (flows, self.tenant) = (given, tenant)
    guard given.contains(where: { !$0.parameters.isEmpty }) || given.contains(where: \.givesArguments) else { return }
    for (index, flow) in given.enumerated() where flow.isSubFlow && subFlows[flow.name.text] == nil {
      subFlows[flow.name.text] = index
    }
    var next = 0
    while next < flows.count {
      if !flows[next].isTemplate { expand(next) }
      next += 1
    }
  }

  private mutating func expand(_ index: Int) {
    for number in flows[index].states.indices {
      guard case .call(var call) = flows[index].states[number].kind, let template = subFlows[call.flow.text],
        !(flows[template].parameters.isEmpty && call.arguments.isEmpty)
      else { continue }
      let path = ["flows", flows[index].name.text, "states", flows[index].states[number].name.text, "with"]
      guard let arguments = judge(call, of: flows[template], in: flows[index], path) else {
        flows[index].states[number].kind = .broken
        continue
      }
      if flows[template].parameters.isEmpty { continue }
      let key = Key(template: template, arguments: arguments)
      if known[key] == nil {
        states += flows[template].states.count
        guard flows.count < Self.limit, states <= Self.stateLimit else {
          problems.report(
            Diagnostic(
              "U139", .error, "the sub-flow \(call.flow.text.quoted) is given too many different things",
              at: call.flow.span, notes: ["a tenant may have \(Self.limit) flows, with what they are given"],
              help: "call it in fewer ways"))
          flows[index].states[number].kind = .broken
          continue
        }
        known[key] = flows.count
        callers[flows.count] = call.flow.span
        flows.append(flows[template].given(arguments))
      }
      call.instance = known[key]
      call.template = template
      flows[index].states[number].kind = .call(call)
    }
  }

  /// What a call gives; nil where that is not right, which is reported.
  private mutating func judge(
    _ call: CallSyntax, of template: FlowSyntax, in caller: FlowSyntax, _ path: [String]
  ) -> [String: GivenArgument]? {
    let count = problems.count
    let names = template.parameters.map(\.name.text)
    for (name, _) in call.arguments where !names.contains(name.text) {
      let guess = Guess(name, among: names)
      problems.report(
        Diagnostic(
          "U111", .error, "the sub-flow \(template.name.text.quoted) has no parameter \(name.text.quoted)",
          at: name.span, labels: [Label(template.name.span, "the sub-flow")],
          notes: names.isEmpty ? ["it takes none"] : ["it takes \(names.listed())"], help: guess?.help,
          edit: guess?.edit(name)))
    }
    var found: [String: GivenArgument] = [:]
    for parameter in template.parameters {
      let name = parameter.name.text
      guard let value = call.arguments.first(where: { $0.name.text == name })?.value ?? parameter.usual else {
        problems.report(
          Diagnostic(
            "U112", .error, "the sub-flow \(template.name.text.quoted) is not given \(name.quoted)", at: call.flow.span,
            labels: [Label(parameter.name.span, "declared here")],
            help: "say \(parameter.type.noun) for it: `with: { \(name): … }`"))
        continue
      }
      let isUsual = !call.arguments.contains { $0.name.text == name }
      found[name] = argument(
        value, for: parameter, of: template, in: caller,
        isUsual ? ["flows", template.name.text, "parameters", name, "default"] : path + [name])
    }
    return problems.count == count ? found : nil
  }

  private mutating func argument(
    _ value: Word, for parameter: ParameterSyntax, of template: FlowSyntax, in caller: FlowSyntax, _ path: [String]
  ) -> GivenArgument? {
    let label = Label(parameter.name.span, "the parameter is \(parameter.type.noun)")
    // What the caller has been given itself is handed on.
    let isUsual = parameter.usual?.span == value.span
    var word = value
    if !isUsual, parameter.type != .text {
      word = Word(text: caller.word(value, parameter.type).text, span: value.span)
    }
    // Wherever it is given, what is the same is the same; but for a text that has words in other languages there.
    let isToldApart = parameter.type == .text && !tenant.locales.isEmpty
    let place = isToldApart ? value.span : parameter.name.span
    var found = GivenArgument(type: parameter.type, word: Word(text: word.text, span: place))
    func unknown(_ code: String, _ message: String, _ names: [String], _ section: String?) {
      let guess = Guess(word, among: names)
      problems.report(
        Diagnostic(
          code, .error, message, at: value.span, labels: [label],
          notes: names.count <= 24 && !names.isEmpty ? ["known: \(names.sorted().listedWhole())"] : [],
          help: guess?.help ?? section.map { "declare it under `\($0)` in tenant.yaml" }, edit: guess?.edit(word)))
    }
    switch parameter.type {
    case .attribute:
      guard let attribute = tenant.attributes.first(where: { $0.name.text == word.text }) else {
        if tenant.isOpen || tenant.lost.contains(.attributes) { return found }
        unknown(
          "U109", "the tenant has no attribute \(word.text.quoted)", tenant.attributes.map(\.name.text), "attributes")
        return nil
      }
      guard parameter.types.isEmpty || parameter.types.contains(attribute.definition.type) else {
        problems.report(
          Diagnostic(
            "U113", .error,
            "\(parameter.name.text.quoted) cannot be \(word.text.quoted), which is of the type \(attribute.definition.type.name.quoted)",
            at: value.span, labels: [label, Label(attribute.name.span, "declared here")],
            help: "name an attribute of the type \(parameter.types.map(\.name).listed("or"))"))
        return nil
      }
    case .text:
      guard let handed = caller.argument(ofText: word.text), !isUsual else {
        if isToldApart { found.path = path }
        break
      }
      found = handed
    case .channel:
      let names = ChannelKind.allCases.map(\.name)
      guard names.contains(word.text) else {
        unknown("U106", "\(parameter.name.text.quoted) cannot be \(word.text.quoted)", names, nil)
        return nil
      }
    case .error:
      let names = Set(standardErrors.map(\.code) + tenant.errors.map(\.code.text))
      guard names.contains(word.text) || tenant.isOpen || tenant.lost.contains(.errors) else {
        unknown("U116", "there is no error \(word.text.quoted)", names.sorted(), "errors")
        return nil
      }
    }
    return found
  }
}

extension FlowSyntax {
  /// Whether it calls with arguments.
  fileprivate var givesArguments: Bool {
    states.contains { if case .call(let call) = $0.kind { !call.arguments.isEmpty } else { false } }
  }
}
