import FlowModel
import FlowSource
import FlowYAML

/// A parameter of a sub-flow.
struct ParameterSyntax: Sendable {
  var name: Word
  var type: ParameterType
  /// The types that an attribute may have; none: any.
  var types: [AttributeType] = []
  /// What it is where a call does not say.
  var usual: Word?
}

/// What a parameter is in one call.
struct GivenArgument: Hashable, Sendable {
  var type: ParameterType
  var word: Word
  /// Of a text, the keys that lead to it in the file of another language.
  var path: [String] = []
}

extension SyntaxReader {
  /// `parameters`.
  mutating func parameters(_ id: YAMLNodeID) -> [ParameterSyntax] {
    var parameters: [ParameterSyntax] = []
    eachName(of: id, "`parameters`", declaring: "a parameter", as: "NAME: attribute") { reader, name, value in
      if let parameter = reader.parameter(name, value) { parameters.append(parameter) }
    }
    return parameters
  }

  private mutating func parameter(_ name: Word, _ id: YAMLNodeID) -> ParameterSyntax? {
    let owner = "the parameter \(name.text.quoted)"
    guard tree.kind(id) == .mapping else { return type(id, owner).map { ParameterSyntax(name: name, type: $0) } }
    var (type, types, usual): (ParameterType?, (key: Word, value: YAMLNodeID)?, Word?)
    var isTyped = false
    eachEntry(of: id, owner, ParameterKey.self) { reader, key, word, value in
      switch key {
      case .type:
        isTyped = true
        type = reader.type(value, "`type`")
      case .of: types = (word, value)
      case .usual: usual = reader.text(value, "`default`")
      }
    }
    if !isTyped {
      missing("type", owner, of: id, at: name.span, help: "say what it stands for: \(Self.typeNames.listed("or"))")
    }
    guard let type else { return nil }
    var parameter = ParameterSyntax(name: name, type: type, usual: usual)
    if let types {
      if type == .attribute {
        let names = AttributeType.allCases.map(\.name)
        let words = unique(types.value, "`of`", "the type") { reader, element in
          guard let index = reader.choice(element, "a type of `of`", of: names, calling: OtherWords.types) else {
            return nil
          }
          return Word(text: names[index], span: reader.tree.span(element))
        }
        let chosen = Set(words?.map(\.text) ?? [])
        parameter.types = AttributeType.allCases.filter { chosen.contains($0.name) }
      } else {
        report(
          Diagnostic(
            "U125", .error, "\(owner) is \(type.noun), and has no `of`", at: types.key.span,
            help: "only an attribute has types: remove it"))
      }
    }
    return parameter
  }

  private static let typeNames = ParameterType.allCases.map(\.rawValue)

  private mutating func type(_ id: YAMLNodeID, _ owner: String) -> ParameterType? {
    choice(id, owner, of: Self.typeNames).map { ParameterType.allCases[$0] }
  }

  /// What a call says of the parameters of its sub-flow.
  mutating func givenWords(_ id: YAMLNodeID) -> [(name: Word, value: Word)] {
    var given: [(name: Word, value: Word)] = []
    eachName(of: id, "`with`", texts: true, as: "PARAMETER: ARGUMENT") { reader, name, value in
      guard let word = reader.reference(value, "the parameter \(name.text.quoted)") else { return }
      given.append((name, word))
    }
    return given
  }
}
