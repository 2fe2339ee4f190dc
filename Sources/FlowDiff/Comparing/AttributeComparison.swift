import FlowCompiler
import FlowModel
import FlowSource

/// What is different about the values of an attribute or parameter.
struct AttributeComparison {
  private(set) var changes: [Change] = []
  private let place: String
  private let span: SourceSpan?

  init(_ old: AttributeDefinition, _ new: AttributeDefinition, _ place: String, _ span: SourceSpan?) {
    (self.place, self.span) = (place, span)
    if old.type != new.type {
      lose("has the type \(new.type.name.named), and had \(old.type.name.named)")
    } else {
      bounds(old, new)
    }
    if old.isIdentifier != new.isIdentifier {
      lose(new.isIdentifier ? "identifies accounts" : "identifies no accounts any more")
    }
    if old.isCaseSensitive != new.isCaseSensitive {
      lose(new.isCaseSensitive ? "tells capitals apart" : "does not tell capitals apart any more")
    }
    if old.isTransient != new.isTransient {
      lose(new.isTransient ? "is not written to accounts any more" : "is written to accounts")
    }
    if old.isSecret, !new.isSecret { tell(.security, .lost, "is no secret any more") }
    if !old.isSecret, new.isSecret { tell(.clients, .lost, "is a secret, and shown nowhere any more") }
    let common = old.options.filter(new.options.contains)
    if Self.words(old, common) != Self.words(new, common) { tell(.people, .extended, "has other words") }
  }

  private static func words(_ definition: AttributeDefinition, _ options: [String]) -> [String] {
    [definition.displayLabel, definition.hint, definition.help, definition.placeholder]
      + options.map(definition.label(ofOption:))
  }

  private mutating func bounds(_ old: AttributeDefinition, _ new: AttributeDefinition) {
    let unit = old.type == .list ? "elements" : "characters"
    least(" \(unit)", old.minLength.map(Double.init), new.minLength.map(Double.init), 0)
    most(" \(unit)", old.maxLength.map(Double.init), new.maxLength.map(Double.init))
    least("", old.minimum, new.minimum, -.infinity)
    most("", old.maximum, new.maximum)
    let (before, after) = (Set(old.options), Set(new.options))
    // No options are all texts.
    if before.isEmpty != after.isEmpty {
      after.isEmpty ? extend("takes any text") : lose("takes \(new.options.named()) alone")
    } else {
      let (gone, added) = (old.options.filter { !after.contains($0) }, new.options.filter { !before.contains($0) })
      if !gone.isEmpty { lose("has no \(gone.named()) among its options any more") }
      if !added.isEmpty { extend("has \(added.named()) among its options") }
    }
    if old.pattern != new.pattern {
      if let pattern = new.pattern {
        lose(
          old.pattern == nil ? "must match \(pattern.named)" : "must match \(pattern.named), which is another pattern"
        )
      } else {
        extend("need match no pattern any more")
      }
    }
    if old.numbers != new.numbers {
      let isWider = new.numbers.rawValue > old.numbers.rawValue
      let text = "takes numbers that are \(new.numbers.name.named), and took \(old.numbers.name.named)"
      isWider ? extend(text) : lose(text)
    }
    if old.region != new.region {
      func said(_ region: String) -> String { region.isEmpty ? "refused" : "one of \(region.named)" }
      let text = "a number without \("+".named) is \(said(new.region)), and was \(said(old.region))"
      old.region.isEmpty ? extend(text) : lose(text)
    }
  }

  private mutating func least(_ unit: String, _ old: Double?, _ new: Double?, _ none: Double) {
    guard (old ?? none) != (new ?? none) else { return }
    let text = "takes \(said("at least", new, unit)), and took \(said("at least", old, unit))"
    (new ?? none) > (old ?? none) ? lose(text) : extend(text)
  }

  private mutating func most(_ unit: String, _ old: Double?, _ new: Double?) {
    guard old != new else { return }
    let text = "takes \(said("at most", new, unit)), and took \(said("at most", old, unit))"
    (new ?? .infinity) < (old ?? .infinity) ? lose(text) : extend(text)
  }

  private func said(_ bound: String, _ value: Double?, _ unit: String) -> String {
    value.map { "\(bound) \(number($0))\(unit)" } ?? "any\(unit.isEmpty ? " value" : " number of" + unit)"
  }
  private func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

  private mutating func lose(_ text: String) { tell(.clients, .lost, text) }
  private mutating func extend(_ text: String) { tell(.clients, .extended, text) }
  private mutating func tell(_ area: Change.Area, _ verdict: DifferenceVerdict, _ text: String) {
    changes.append(Change(area, verdict, place, text, at: span))
  }
}
