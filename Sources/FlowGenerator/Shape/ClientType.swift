import FlowModel

/// The type of a value, whatever the language calls it.
enum ClientType: Hashable {
  case text
  case integer
  case number
  case boolean
  case date
  /// One of a choice, by its index.
  case choice(Int)
  /// A list of texts, or of a choice's options.
  case list(of: Int?)
  case any
}

/// Options that a client names.
struct ClientChoice: Hashable {
  let name: String
  let title: String
  let options: [String]
  /// What people read in place of the options, in their order; empty: nothing else.
  let labels: [String]
}

/// Finds the types of attributes; one choice for each attribute that has options.
struct ClientTypes {
  private(set) var choices: [ClientChoice] = []

  /// The type of an attribute; of nil, a secret, it is text.
  mutating func type(of attribute: AttributeDefinition?) -> ClientType {
    guard let attribute else { return .text }
    switch attribute.type {
    case .email, .phone, .string: return .text
    case .integer: return .integer
    case .number: return .number
    case .boolean: return .boolean
    case .date: return .date
    case .choice: return choice(of: attribute).map(ClientType.choice) ?? .text
    case .list: return .list(of: choice(of: attribute))
    case .any: return .any
    }
  }

  private mutating func choice(of attribute: AttributeDefinition) -> Int? {
    if attribute.options.isEmpty { return nil }
    let choice = ClientChoice(
      name: attribute.name, title: attribute.displayLabel, options: attribute.options,
      labels: attribute.optionLabels.count == attribute.options.count ? attribute.optionLabels : [])
    if let known = choices.firstIndex(of: choice) { return known }
    choices.append(choice)
    return choices.count - 1
  }
}
