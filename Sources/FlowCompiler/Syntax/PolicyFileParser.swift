import FlowModel
import FlowSource
import FlowYAML

/// Reads `policy.yaml`. Of one that cannot be read nothing is known but that it is there.
func parsePolicy(_ source: SourceFile) -> PolicySyntax {
  var problems = DiagnosticCollector()
  let start = SourceSpan.fileStart(source.id)
  var policy = PolicySyntax(file: source.id, name: Word(text: "policy", span: start))
  guard let tree = parseYAML(source, &problems, words: languageWords) else {
    policy.problems = problems
    return policy
  }
  var reader = SyntaxReader(tree: tree, problems: problems)
  var isNamed = false
  if let root = tree.root, !tree.isNothing(root) {
    let isMapping = reader.eachEntry(of: root, "a policy", PolicyKey.self, calling: OtherWords.policyKeys) {
      reader, key, _, value in
      switch key {
      case .policy:
        isNamed = true
        policy.name = reader.name(value, "a policy") ?? policy.name
      case .summary: _ = reader.text(value, "`summary`")
      case .properties: policy.properties = reader.properties(value)
      case .refuse: policy.refused = reader.words(value, "`refuse`", of: OptOutWords.all)
      case .bounds: policy.bounds = reader.bounds(value)
      case .protocols:
        policy.protocols = AllowedWords(
          words: reader.words(value, "`protocols`", of: SpokenProtocol.allCases.map(\.name)),
          span: reader.tree.span(value))
      case .functions: reader.functionRule(value, &policy)
      }
    }
    if !isMapping { isNamed = true }
  }
  if !isNamed {
    reader.missing(
      "policy", "the policy", of: tree.root, at: start,
      help: "begin it with `policy: NAME`: it is what all tenants below this folder are held against")
  }
  reader.reportTails()
  policy.problems = reader.problems
  for index in policy.properties.indices { policy.properties[index].policy = policy.name.text }
  for property in policy.properties { judge(property, &policy.problems) }
  return policy
}

extension SyntaxReader {
  /// A list of words of the language.
  fileprivate mutating func words(_ id: YAMLNodeID, _ owner: String, of known: [String]) -> [Word] {
    unique(id, owner, "the word") { reader, element in
      guard let index = reader.choice(element, "an element of \(owner)", of: known) else { return nil }
      return Word(text: known[index], span: reader.tree.span(element))
    } ?? []
  }

  fileprivate mutating func bounds(_ id: YAMLNodeID) -> [BoundSyntax] {
    var bounds: [BoundSyntax] = []
    eachEntry(of: id, "`bounds`", BoundsKey.self) { reader, key, _, value in
      switch key {
      case .passwords: reader.bounds(value, key, PasswordBoundKey.self, Bounded.password, &bounds)
      case .codes: reader.bounds(value, key, CodeKey.self, Bounded.code, &bounds)
      case .links: reader.bounds(value, key, LinkBoundKey.self, Bounded.link, &bounds)
      case .notices: reader.bounds(value, key, NoticeKey.self, Bounded.notice, &bounds)
      case .tokens: reader.bounds(value, key, TokenBoundKey.self, Bounded.token, &bounds)
      case .functions: reader.bounds(value, key, FunctionBoundKey.self, Bounded.function, &bounds)
      case .flows: reader.bounds(value, key, FlowBoundKey.self, Bounded.flow, &bounds)
      }
    }
    return bounds
  }

  private mutating func bounds<Key: MappingKey>(
    _ id: YAMLNodeID, _ section: BoundsKey, _ keys: Key.Type, _ bounded: (Key) -> Bounded,
    _ bounds: inout [BoundSyntax]
  ) {
    eachEntry(of: id, "`bounds` of \(section.rawValue.quoted)", Key.self) { reader, key, _, value in
      guard let limit = reader.limit(value, bounded(key), section) else { return }
      bounds.append(
        BoundSyntax(bounded: bounded(key), limit: limit, text: reader.tree.text(value), span: reader.tree.span(value)))
    }
  }

  /// `at most 10m`.
  private mutating func limit(_ id: YAMLNodeID, _ bounded: Bounded, _ section: BoundsKey) -> BoundSyntax.Limit? {
    let example =
      switch bounded.measure {
      case .count: "at least 8"
      case .seconds: "at most 10m"
      case .rate: "at most 10 per 1h"
      }
    guard let word = reference(id, "a bound", as: "a text such as `\(example)`") else { return nil }
    let parts = word.text.split(separator: " ", maxSplits: 2).map(String.init)
    if parts.count == 3, parts[0] == "at", case let (isMost, text) = (parts[1] == "most", parts[2]),
      isMost || parts[1] == "least"
    {
      switch bounded.measure {
      case .count: if let count = wholeNumber(text) { return isMost ? .most(count) : .least(count) }
      case .seconds: if let seconds = duration(text) { return isMost ? .most(seconds) : .least(seconds) }
      case .rate:
        if isMost, let (count, seconds) = FlowCompiler.rate(text), count > 0, seconds > 0 {
          return .rate(Rate(count, per: seconds))
        }
      }
    }
    invalid(id, "this is no bound of \(bounded.name.quoted)", help: "write it as `\(example)`")
    return nil
  }

  fileprivate mutating func functionRule(_ id: YAMLNodeID, _ policy: inout PolicySyntax) {
    eachEntry(of: id, "`functions`", FunctionRuleKey.self) { reader, key, _, value in
      switch key {
      case .names:
        policy.functionNames = AllowedWords(
          words: reader.references(value, "`names`", "the function") ?? [], span: reader.tree.span(value))
      case .hosts:
        let hosts = reader.unique(value, "`hosts`", "the host") { reader, element in
          guard let word = reader.reference(element, "a host", as: "its name") else { return nil }
          let name = word.text.hasPrefix("*.") ? String(word.text.dropFirst(2)) : word.text
          guard HookURL("https://\(name)/")?.host == name.lowercased() else {
            reader.invalid(
              element, "this is no host", help: "write its name alone, such as `hooks.example.com` or `*.example.com`")
            return nil
          }
          return Word(text: word.text.lowercased(), span: word.span)
        }
        policy.functionHosts = AllowedWords(words: hosts ?? [], span: reader.tree.span(value))
      case .commands: if reader.bool(value, "`commands`") == false { policy.noCommands = reader.tree.span(value) }
      }
    }
  }
}

/// U140: what a policy demands is a sentence of the language, whichever tenant it is demanded of. Its attributes, states and ends
/// are the tenants'.
private func judge(_ property: PropertySyntax, _ problems: inout DiagnosticCollector) {
  guard case .order(let order) = property.claim else { return }
  func unknown(_ word: Word, _ what: String, _ names: [String], calling others: [String: String] = [:]) {
    let guess = Guess(word, among: names, calling: others)
    problems.report(
      Diagnostic(
        "U140", .error, "\(word.text.quoted) is not \(what)", at: word.span, notes: ["known: \(names.listed())"],
        help: guess?.help, edit: guess?.edit(word)))
  }
  let effects = Effect.allCases.map(\.name)
  if Effect(name: order.occasion.text) == nil, !order.occasion.text.isName {
    unknown(order.occasion, "an effect, a state or an end", effects, calling: OtherWords.effects)
  }
  let (name, subject) = (order.fact.name, order.fact.subject)
  if let effect = Effect(name: subject.text) {
    if effect.definition.outcome(name.text) == nil {
      unknown(name, "an outcome of \(effect.name.quoted)", effect.definition.outcomes.map(\.name))
    }
  } else if !OwnProperties.facts.contains(name.text) {
    unknown(name, "a fact", OwnProperties.facts, calling: OtherWords.facts)
  } else if ["created", "authenticated", "found"].contains(name.text), subject.text != "account" {
    unknown(subject, "what \(name.text.quoted) is about", ["account"])
  } else if !subject.text.isName {
    unknown(subject, "an attribute or a state", ["account"])
  }
}
