import FlowModel

/// The keys of a sub-flow's parameter.
package enum ParameterKey: String, MappingKey {
  case type, of
  case usual = "default"
}

/// What a parameter of a sub-flow stands for.
package enum ParameterType: String, CaseIterable, Sendable {
  /// An attribute of the tenant.
  case attribute
  /// Words for people: a title, a label, what stands beside a field.
  case text
  /// How a message travels.
  case channel
  /// The code of an error.
  case error

  /// What it stands for, in words.
  var noun: String {
    switch self {
    case .attribute: "an attribute"
    case .text: "a text"
    case .channel: "a channel"
    case .error: "an error"
    }
  }
}

extension Shapes {
  package static let parameter = MappingShape("parameter", ParameterKey.self, required: [.type]) { key in
    switch key {
    case .type: .word(ParameterType.allCases.map(\.rawValue))
    case .of: .list(.word(AttributeType.allCases.map(\.name)))
    case .usual: .text
    }
  }

  /// The parameters of a sub-flow.
  static let parameters = Shape.names(
    .argument, declares: true, .either([.word(ParameterType.allCases.map(\.rawValue)), .mapping(parameter)]))
}
