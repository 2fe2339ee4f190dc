import FlowModel
import FlowSource
import FlowYAML

extension SyntaxReader {
  /// Reads `applications`.
  mutating func applications(_ id: YAMLNodeID) -> [ApplicationSyntax] {
    var applications: [ApplicationSyntax] = []
    eachName(of: id, "`applications`", declaring: "an application", as: "NAME: { flows: [FLOW] }") {
      reader, name, value in
      applications.append(reader.application(name, value))
    }
    return applications
  }

  private mutating func application(_ name: Word, _ id: YAMLNodeID) -> ApplicationSyntax {
    var application = ApplicationSyntax(name: name)
    var (flows, userData): (YAMLNodeID?, (key: Word, value: YAMLNodeID)?)
    var (errors, scopes): ((key: Word, value: YAMLNodeID)?, (key: Word, value: YAMLNodeID)?)
    let isMapping = eachEntry(of: id, "an application", ApplicationKey.self) {
      reader, key, word, value in
      switch key {
      case .flows: flows = value
      case .spoken:
        let names = SpokenProtocol.allCases.map(\.name)
        if let index = reader.choice(value, "`protocol`", of: names) {
          application.spoken = SpokenProtocol.allCases[index]
        }
      case .errors: errors = (word, value)
      case .scopes: scopes = (word, value)
      case .userData: userData = (word, value)
      case .secret: application.secret = reader.secret(value)
      }
    }
    if let flows {
      self.flows(flows, &application)
    } else {
      application.isBroken = true
      guard isMapping else { return application }
      missing(
        "flows", "the application \(name.text.quoted)", of: id, at: name.span, help: "list the flows it may start")
    }
    if let errors { self.errors(errors.value, at: errors.key, &application) }
    if let scopes { self.scopes(scopes.value, at: scopes.key, &application) }
    if let userData { self.userData(userData.value, at: userData.key, &application) }
    return application
  }

  /// The flows: a list, or a mapping from the protocol's parts.
  private mutating func flows(_ id: YAMLNodeID, _ application: inout ApplicationSyntax) {
    let parts = application.spoken.definition.parts.map(\.name)
    guard !parts.isEmpty else {
      if tree.kind(id) == .mapping {
        application.isBroken = true
        wrongKind(id, "`flows`", "a list", help: "flows play parts only where the application has another `protocol`")
      } else {
        let flows = references(id, "`flows`", "the flow")
        application.flows = flows ?? []
        application.isBroken = flows == nil
      }
      return
    }
    guard tree.kind(id) == .mapping else {
      application.isBroken = true
      return wrongKind(
        id, "`flows`", "a mapping", help: "say which flow plays which part: \(parts.listed("or"))")
    }
    var played: [(part: Word, flow: Word)] = []
    eachEntry(of: id, "the protocol \(application.spoken.name.quoted)", keys: parts) { reader, key, word, value in
      guard let flow = reader.reference(value, "the flow of \(parts[key].quoted)") else { return }
      played.append((Word(text: parts[key], span: word.span), flow))
    }
    application.parts = played.map(\.part)
    application.flows = played.map(\.flow)
  }

  private mutating func userData(_ id: YAMLNodeID, at key: Word, _ application: inout ApplicationSyntax) {
    guard application.spoken.definition.settings.contains(.userData) else {
      return noKey(key, application, because: "only the users of \(protocols(with: .userData)) have custom data")
    }
    application.userData = references(id, "`user-data`", "the attribute") ?? []
  }

  private mutating func errors(_ id: YAMLNodeID, at key: Word, _ application: inout ApplicationSyntax) {
    let known = application.spoken.definition.errors
    guard !known.isEmpty else {
      return noKey(key, application, because: "\(application.spoken.name.quoted) speaks every error as it is")
    }
    eachName(of: id, "`errors`") { reader, code, value in
      guard let index = reader.choice(value, "the form of \(code.text.quoted)", of: known) else { return }
      application.errors.append((code, known[index]))
    }
  }

  /// Reports a key that applications of other protocols have.
  private mutating func noKey(_ key: Word, _ application: ApplicationSyntax, because note: String) {
    report(
      Diagnostic(
        "U101", .error, "an application that speaks \(application.spoken.name.quoted) has no key \(key.text.quoted)",
        at: key.span, notes: [note], help: "remove it"))
  }

  /// The scopes of the application's own APIs.
  private mutating func scopes(_ id: YAMLNodeID, at key: Word, _ application: inout ApplicationSyntax) {
    guard application.spoken.definition.settings.contains(.scopes) else {
      return noKey(key, application, because: "only in \(protocols(with: .scopes)) an app asks its tokens for scopes")
    }
    let scopes = unique(id, "`scopes`", "the scope") { reader, element -> Word? in
      guard let word = reader.reference(element, "a scope") else { return nil }
      if APIScope(word.text) != nil { return word }
      reader.invalid(
        element, "this is no scope of an API", help: "write `api://NAME/SCOPE`, such as `api://club/read`")
      return nil
    }
    for word in scopes ?? [] {
      guard let scope = APIScope(word.text) else { continue }
      application.scopes.append(scope)
      if application.resources.contains(where: { $0.text == scope.resource }) { continue }
      application.resources.append(Word(text: scope.resource, span: word.span))
    }
  }
}

/// The protocols whose applications can declare something, as a list for people.
private func protocols(with setting: ApplicationSetting) -> String {
  SpokenProtocol.allCases.filter { $0.definition.settings.contains(setting) }.map(\.name).listed()
}
