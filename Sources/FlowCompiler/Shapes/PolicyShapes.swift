import FlowModel

// A platform's policy.
extension Shapes {
  package static let policy = MappingShape("policy", PolicyKey.self, required: [.policy]) { key in
    switch key {
    case .policy: .declares(.policy)
    case .summary: .text
    case .properties: .list(.mapping(property))
    case .refuse: .list(.word(OptOutWords.all))
    case .bounds: .mapping(bounds)
    case .protocols: .list(.word(SpokenProtocol.allCases.map(\.name)))
    case .functions: .mapping(functionRule)
    }
  }

  package static let bounds = MappingShape("bounds", BoundsKey.self) { key in
    switch key {
    case .passwords:
      .mapping(MappingShape("bounds-passwords", PasswordBoundKey.self) { bound(.password($0)) })
    case .codes: .mapping(MappingShape("bounds-codes", CodeKey.self) { bound(.code($0)) })
    case .links: .mapping(MappingShape("bounds-links", LinkBoundKey.self) { bound(.link($0)) })
    case .notices: .mapping(MappingShape("bounds-notices", NoticeKey.self) { bound(.notice($0)) })
    case .tokens: .mapping(MappingShape("bounds-tokens", TokenBoundKey.self) { bound(.token($0)) })
    case .functions: .mapping(MappingShape("bounds-functions", FunctionBoundKey.self) { bound(.function($0)) })
    case .flows: .mapping(MappingShape("bounds-flows", FlowBoundKey.self) { bound(.flow($0)) })
    }
  }

  package static let functionRule = MappingShape("function-rule", FunctionRuleKey.self) { key in
    switch key {
    case .names: .list(.form("^[A-Za-z][A-Za-z0-9_-]*$"))
    case .hosts: .list(.form("^(\\*\\.)?[A-Za-z0-9.:-]+$"))
    case .commands: .flag
    }
  }

  private static func bound(_ bounded: Bounded) -> Shape {
    switch bounded.measure {
    case .count: .form("^at (least|most) [0-9]+$")
    case .seconds: .form("^at (least|most) [0-9]+[smhd]$")
    case .rate: .form("^at most [0-9]+ per [0-9]+[smhd]$")
    }
  }
}

/// What flows say where they give up what a rule would prove, by the one word that tells it.
package enum OptOutWords {
  package static let reveals = "reveals"

  package static let all: [String] = {
    var words = [reveals]
    for effect in effectCatalogue {
      for parameter in effect.parameters {
        switch parameter.kind {
        case .flow where effect.asksOthers: words.append(parameter.name)
        case .evidence, .factor: words.append(parameter.name)
        case .word(let possible): words += possible.filter { $0.givesUp != nil }.map(\.name)
        default: break
        }
      }
    }
    return words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }()
}
