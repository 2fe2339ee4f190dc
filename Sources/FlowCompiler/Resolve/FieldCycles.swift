import FlowExpression
import FlowModel
import FlowSource

extension Resolver {
  /// U147: conditions that ask for a field behind their own. Another order helps where the fields make no circle; else one
  /// of the conditions has to go, and each circle is told of once.
  mutating func reportFieldsBehind(_ fields: [ResolvedField]) {
    var told: Set<Set<Slot>> = []
    for field in fields {
      for (asked, place, message, help) in field.asksBehind {
        guard let circle = circle(from: field.slot, asking: asked, among: fields) else {
          problems.report(Diagnostic("U147", .error, message, at: place, help: help))
          continue
        }
        guard told.insert(Set(circle)).inserted else { continue }
        let names = circle.map { scope.name(of: $0, in: flow).quoted }
        let pairs = zip(names, names.dropFirst() + [names[0]]).map { "\($0) asks for \($1)" }
        problems.report(
          Diagnostic(
            "U147", .error, "\(names.joined(separator: ", ")) and \(names[0]) again depend on each other", at: place,
            notes: [pairs.joined(separator: ", ")],
            help: "drop the condition of \(names[0]) that asks for \(names[1]), so that \(names[0]) is filled in first")
        )
      }
    }
  }

  /// The fields from one on, each asking for the next and the last for the first; nil where what is asked for does not lead
  /// back.
  private func circle(from first: Slot, asking asked: Slot, among fields: [ResolvedField]) -> [Slot]? {
    let asks = Dictionary(
      fields.map { field in (field.slot, field.conditions.flatMap { slots(of: $0) }) }, uniquingKeysWith: { $0 + $1 })
    // The shortest way back, breadth first.
    var (paths, seen): ([[Slot]], Set<Slot>) = ([[first, asked]], [asked])
    while !paths.isEmpty {
      var next: [[Slot]] = []
      for path in paths {
        for slot in path.last.flatMap({ asks[$0] }) ?? [] {
          if slot == first { return path }
          if asks[slot] != nil, seen.insert(slot).inserted { next.append(path + [slot]) }
        }
      }
      paths = next
    }
    return nil
  }

  private func slots(of condition: ResolvedExpression) -> [Slot] {
    let expression = expressions.compiled[Int(condition.index)]
    return (expression.reads + expression.tests).map { Slot($0.slot) }
  }
}
