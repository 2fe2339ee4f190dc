import FlowCompiler

/// What a file of a tenant is, by where it lies.
package enum FileKind: Sendable {
  case tenant, flow, cases, locale, other
  /// The words of a message, which are no YAML.
  case message

  package init(_ path: String, in folder: String) {
    let parts = path.split(separator: "/")
    let inner = parts.dropLast().dropFirst(folder == "." ? 0 : folder.split(separator: "/").count)
    guard let name = parts.last, name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
      self = inner.first == messagesFolder[...] ? .message : .other
      return
    }
    switch inner.first {
    case nil: self = name == "tenant.yaml" || name == "tenant.yml" ? .tenant : .flow
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
    case .other, .message: nil
    }
  }
}
