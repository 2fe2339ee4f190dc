import FlowCEL
import FlowCompiler
import FlowJSON
import FlowModel
import FlowTooling
import FlowYAML

/// One thing that may be typed.
struct Candidate {
  enum Kind: Int64 {
    case function = 3, field = 5, variable = 6, module = 9, property = 10, value = 12, keyword = 14, reference = 18
    case constant = 21, event = 23
  }

  var text: String
  var kind: Kind
  var detail = ""
  var documentation = ""
  /// What is typed, where that is more than the text.
  var insertion: String?
}

/// What may stand where somebody types.
struct Completion {
  let scene: CompletionScene
  let index: TenantIndex

  var candidates: [Candidate] {
    let found: [Candidate] =
      switch scene.role {
      case .key(let mapping, let variant, let id, _): keys(of: mapping, variant, present: keys(of: id))
      case .name(let kind, let declares, let id, _):
        names(kind, declares: declares).filter { !keys(of: id).contains($0.text) }.map(asKey)
      case .value(let shape): values(shape)
      }
    var seen: Set<String> = []
    return found.filter { $0.text != CompletionScene.marker && seen.insert($0.text).inserted }
  }

  private func keys(of id: YAMLNodeID) -> Set<String> {
    Set(scene.tree.entries(id).map { scene.tree.text($0.key) })
  }

  private func keys(
    of mapping: MappingShape, _ variant: MappingShape.Variant?, present: Set<String> = []
  ) -> [Candidate] {
    let own = mapping.entries.filter {
      !present.contains($0.key) && variant?.forbidden.contains($0.key) != true
    }.map { entry in
      asKey(
        Candidate(
          text: entry.key, kind: .property, detail: entry.isRequired ? "required" : "",
          documentation: entry.about.isEmpty ? keyText(entry.key) : entry.about))
    }
    return own + (mapping.others.map { names($0.kind, declares: false).map(asKey) } ?? [])
  }

  /// A key is typed with its colon, where none is there.
  private func asKey(_ candidate: Candidate) -> Candidate {
    var candidate = candidate
    if !scene.hasColon { candidate.insertion = candidate.text + (scene.isAlone ? ":" : ": ") }
    return candidate
  }

  private func values(_ shape: Shape) -> [Candidate] {
    if case .kinds(let mappings) = shape {
      return mappings.flatMap { mapping in
        mapping.entries.prefix(1).map {
          asKey(Candidate(text: $0.key, kind: .keyword, documentation: keyText($0.key)))
        }
      }
    }
    return shape.alternatives.flatMap { alternative -> [Candidate] in
      switch alternative {
      case .flag: return ["true", "false"].map { Candidate(text: $0, kind: .keyword) }
      case .word(let words): return words.map { Candidate(text: $0, kind: .constant) }
      case .name(let kind): return names(kind, declares: false)
      case .condition: return expressions
      case .evidence:
        return names(.attribute, declares: false).map { Candidate(text: "verified(\($0.text))", kind: .function) }
      case .property: return names(.effect, declares: false)
      case .mapping(let mapping): return scene.isAlone ? keys(of: mapping, nil) : []
      case .names(let kind, let declares, _): return scene.isAlone ? names(kind, declares: declares).map(asKey) : []
      default: return []
      }
    }
  }

  /// The names of a kind that are known here.
  private func names(_ kind: NameKind, declares: Bool) -> [Candidate] {
    func declared(_ kind: NameKind, _ shown: Candidate.Kind, in scope: String? = nil) -> [Candidate] {
      index.declared(kind).filter { scope == nil || $0.scope == scope }.map {
        Candidate(text: $0.text, kind: shown, detail: $0.about)
      }
    }
    let flow = scene.context.flow
    let secrets = SecretField.allCases.map { Candidate(text: $0.name, kind: .field, detail: "secret") }
    let inputs = declared(.input, .variable, in: flow)
    switch kind {
    case .event:
      let own = index.occurrences.filter { $0.kind == .event && $0.scope.hasPrefix(flow + "/") }
      return [Candidate(text: "submit", kind: .event)] + own.map { Candidate(text: $0.text, kind: .event) }
    case _ where declares: return []
    case .argument: return declared(.argument, .variable, in: scene.context.called)
    case .attribute: return declared(.attribute, .field) + declared(.argument, .variable, in: flow)
    case .field:
      return declared(.attribute, .field) + secrets + inputs + declared(.argument, .variable, in: flow)
    case .value: return declared(.attribute, .field) + inputs
    case .result: return declared(.attribute, .field) + inputs + endFacts.map { Candidate(text: $0, kind: .constant) }
    case .state, .statePath: return declared(.state, .reference, in: flow)
    case .end: return declared(.end, .value, in: scene.context.called ?? flow)
    case .flow: return declared(.flow, .module).filter { !index.subFlows.contains($0.text) }
    case .subFlow: return declared(.flow, .module).filter { index.subFlows.contains($0.text) }
    case .error:
      return declared(.error, .constant)
        + standardErrors.map { Candidate(text: $0.code, kind: .constant, detail: $0.message) }
    case .effect:
      return effectCatalogue.map {
        Candidate(text: $0.name, kind: .function, detail: $0.summary, documentation: effectText($0.name))
      }
    case .function: return declared(.function, .function)
    case .application: return declared(.application, .module)
    default: return []
    }
  }

  /// What may stand in a condition, behind what is typed of it.
  private var expressions: [Candidate] {
    let roots: [(String, [Candidate])] = [
      ("attributes.", names(.attribute, declares: false)),
      (
        "input.",
        index.declared(.input).filter { $0.scope == scene.context.flow }.map {
          Candidate(text: $0.text, kind: .variable, detail: $0.about)
        }
      ),
      ("account.", ["id", "has_password", "confirmed", "enabled"].map { Candidate(text: $0, kind: .variable) }),
      ("run.", ["flow", "started", "now", "steps"].map { Candidate(text: $0, kind: .variable) }),
    ]
    let members = roots.flatMap { root, names in
      names.map { name in
        var member = name
        member.text = root + (name.text.contains("-") ? "`\(name.text)`" : name.text)
        return member
      }
    }
    let functions = ConditionGroup.all.flatMap(\.words).filter { $0.name.first?.isLetter == true }.map {
      Candidate(text: $0.name, kind: .function, detail: $0.says, documentation: "`\($0.example)` is `\($0.result)`")
    }
    return scene.word.contains(".") ? members : members + functions
  }
}

/// What the reference says of an effect.
func effectText(_ name: String) -> String { reference(about: name) ?? "" }

/// What the reference says of a key, in short.
func keyText(_ key: String) -> String {
  guard let text = reference(about: key) else { return "" }
  return text.count > 1_200 ? text.prefix(1_200) + "…" : text
}
