import FlowCompiler

/// What a file of a tenant is, by where it lies.
package enum FileKind: Sendable {
  case tenant, flow, cases, locale, policy, other
  /// The words of a message, which are no YAML.
  case message

  package init(_ path: String, in folder: String) {
    // What lies outside is shared by several tenants.
    if folder != ".", !path.hasPrefix(folder + "/") {
      self = path.hasSuffix("/" + policyFile) || path == policyFile ? .policy : isYAML(path) ? .flow : .other
      return
    }
    let parts = path.split(separator: "/")
    let inner = parts.dropLast().dropFirst(folder == "." ? 0 : folder.split(separator: "/").count)
    guard let name = parts.last, isYAML(name) else {
      self = inner.first == messagesFolder[...] ? .message : .other
      return
    }
    switch inner.first {
    case nil: self = name == "tenant.yaml" || name == "tenant.yml" ? .tenant : name == policyFile[...] ? .policy : .flow
    case casesFolder[...]: self = .cases
    case localesFolder[...]: self = .locale
    default: self = .other
    }
  }

  /// What stands in it; nil where that is no business of editors.
  var shape: Shape? {
    switch self {
    case .tenant: .mapping(Shapes.tenant)
    case .flow: Shapes.flowFile
    case .cases: .mapping(Shapes.cases)
    case .locale: .mapping(Shapes.locale)
    case .policy: .mapping(Shapes.policy)
    case .other, .message: nil
    }
  }
}

private func isYAML(_ name: some StringProtocol) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

extension FoundSources {
  /// The files that names stand in which are one tenant's: a policy's are those of all tenants.
  var namedFiles: [SourceText] {
    tenants.flatMap { $0.files + $0.shared.flatMap(\.files) } + policies + openShared
  }
}
