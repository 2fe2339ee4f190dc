import FlowModel
import FlowSource
import FlowYAML

let tenantKeys = Shapes.tenant.keys

/// Reads `tenant.yaml`. Where it is no mapping at all, what is left is a tenant without anything.
func parseTenant(_ tree: YAMLTree, fallbackName: String, _ problems: inout DiagnosticCollector) -> TenantSyntax {
  var reader = SyntaxReader(tree: tree, problems: problems)
  let start = SourceSpan.fileStart(tree.source.id)
  var tenant = TenantSyntax(file: tree.source.id, name: Word(text: fallbackName, span: start))
  var isNamed = false
  if let root = tree.root, !tree.isNothing(root) {
    let isMapping = reader.eachEntry(
      of: root, "a tenant", TenantKey.self, calling: OtherWords.tenantKeys, elsewhere: flowKeyInTenant
    ) {
      reader, key, word, value in
      let lost = reader.lostNames
      switch key {
      case .tenant:
        isNamed = true
        if let name = reader.name(value, "a tenant") {
          tenant.name = name
          if ServedPaths.reservedNames.contains(name.text) {
            reader.invalid(
              value, "a tenant cannot be called so, as a server has paths of that name",
              help: "choose another name, such as `\(name.text)-app`", edit: Edit(name.span, "\(name.text)-app"))
          }
        }
      case .summary: _ = reader.text(value, "`summary`")
      case .attributes:
        tenant.attributes = reader.attributes(value, isInput: false)
        if reader.lostNames > lost { tenant.lost.insert(.attributes) }
      case .passwords: reader.passwords(value, &tenant)
      case .codes: reader.codes(value, &tenant.codes, &tenant.places)
      case .links: reader.links(value, &tenant)
      case .tokens: reader.tokens(value, &tenant.tokens, &tenant.places)
      case .functions:
        tenant.functions = reader.functions(value)
        if reader.lostNames > lost { tenant.lost.insert(.functions) }
      case .errors:
        tenant.errors = reader.errors(value)
        if reader.lostNames > lost { tenant.lost.insert(.errors) }
      case .applications: tenant.applications = reader.applications(value)
      case .channels: tenant.channels = reader.channels(value)
      case .notices: reader.notices(value, &tenant.notices, &tenant.places)
      case .region: tenant.region = reader.region(value)
      case .language:
        tenant.language = reader.language(value) ?? tenant.language
        tenant.languagePlace = reader.tree.span(value)
      case .uses: tenant.uses = reader.folders(value)
      case .localeFrom: tenant.localeAttribute = reader.reference(value, "`locale-from`", as: "an attribute")
      }
    }
    if !isMapping { isNamed = true }
  }
  if !isNamed {
    reader.missing(
      "tenant", "the tenant", at: start, help: "begin the file with `tenant: \(fallbackName)`",
      edit: Edit(start, "tenant: \(fallbackName)\n"))
  }
  reader.reportTails()
  problems = reader.problems
  return tenant
}

extension YAMLTree {
  /// Whether a node is a value that is not written.
  func isNothing(_ id: YAMLNodeID) -> Bool { scalar(id) == .null }
}

private func flowKeyInTenant(_ key: Word, _: YAMLNodeID) -> Diagnostic? {
  if ["languages", "locales"].contains(key.text) {
    return Diagnostic(
      "U101", .error, "a tenant has no key \(key.text.quoted)", at: key.span,
      help: "`language` is that of the flows; each other one is a file, such as `locales/de.yaml`")
  }
  guard ["flow", "sub-flow", "start", "states"].contains(key.text) else { return nil }
  return Diagnostic(
    "U125", .error, "\(key.text.quoted) belongs to a flow, and this file is the tenant", at: .fileStart(0),
    help: "each flow has a file of its own beside `tenant.yaml`")
}

extension SyntaxReader {
  /// The tag of a language.
  fileprivate mutating func language(_ id: YAMLNodeID) -> LanguageTag? {
    guard let word = reference(id, "`language`", as: "a language") else { return nil }
    if let tag = LanguageTag(word.text), tag.isUsable {
      guard tag.isAskedFor else {
        let meant = tag.meant
        report(
          Diagnostic(
            "U160", .error, tag.complaint, at: word.span,
            help: meant.map { "did you mean `\($0)`?" } ?? "write a tag of BCP 47, such as `de` or `pt-BR`",
            edit: meant.map { Edit(word.span, $0.text) }))
        return meant
      }
      if tag.text == word.text { return tag }
      invalid(id, "`language` is not written as usual", help: "write `\(tag)`", edit: Edit(word.span, tag.text))
      return tag
    }
    let meant = languageMeant(by: word.text)
    report(
      Diagnostic(
        "U160", .error, "\(word.text.quoted) is no language", at: word.span,
        help: meant.map { "write `\($0)`" } ?? "write a tag of BCP 47, such as `de` or `pt-BR`",
        edit: meant.map { Edit(word.span, $0.text) }))
    return meant
  }

  /// One folder, or a list of them.
  fileprivate mutating func folders(_ id: YAMLNodeID) -> [Word] {
    if tree.kind(id) == .sequence { return references(id, "`uses`", "the folder") ?? [] }
    return reference(id, "`uses`", as: "a folder or a list of folders").map { [$0] } ?? []
  }

  fileprivate mutating func functions(_ id: YAMLNodeID) -> [FunctionSyntax] {
    var functions: [FunctionSyntax] = []
    eachName(of: id, "`functions`", declaring: "a function", as: "NAME: { url: https://… }") { reader, name, value in
      let count = reader.problems.count
      var function = reader.function(value, name)
      if reader.problems.hasErrors(behind: count) {
        function.broken = name.span.extended(to: reader.tree.span(value).end)
      }
      functions.append(function)
    }
    return functions
  }

  fileprivate mutating func errors(_ id: YAMLNodeID) -> [ErrorSyntax] {
    var errors: [ErrorSyntax] = []
    eachName(of: id, "`errors`", declaring: "an error", texts: true, as: "CODE: What people read.") {
      reader, code, value in
      errors.append(reader.error(code, value))
    }
    return errors
  }

  /// An error's words: alone, or with the values that stand in them.
  private mutating func error(_ code: Word, _ id: YAMLNodeID) -> ErrorSyntax {
    let owner = "the text of the error \(code.text.quoted)"
    var error = ErrorSyntax(code: code, message: "")
    guard tree.kind(id) == .mapping else {
      error.message = text(id, owner)?.text ?? ""
      return error
    }
    var hasMessage = false
    eachEntry(of: id, "the error \(code.text.quoted)", ErrorKey.self) { reader, key, _, value in
      switch key {
      case .message:
        hasMessage = true
        error.message = reader.text(value, owner)?.text ?? ""
      case .values:
        reader.eachName(of: value, "`values`", texts: true, as: "values: { minimum: 14 }") { reader, name, value in
          error.values[name.text] = reader.messageValue(value, "the value \(name.text.quoted)")
        }
      }
    }
    if !hasMessage {
      missing("message", "the error \(code.text.quoted)", of: id, at: code.span, help: "write what people read")
    }
    return error
  }

  /// A number or a text that stands in words for people.
  private mutating func messageValue(_ id: YAMLNodeID, _ owner: String) -> MessageValue? {
    switch tree.scalar(id) {
    case .int(let number) where tree.kind(id) == .scalar: return .integer(number)
    case .float(let number) where tree.kind(id) == .scalar && number.isFinite: return .number(number)
    default: return text(id, owner).map { .text($0.text) }
    }
  }
}
