import FlowModel
package import FlowTooling

extension Version {
  /// The flows of the one tenant, or the one of a name, drawn beside those of an older version. Nil where one of the two has not
  /// just one tenant.
  package func compared(with old: Version, flow name: String? = nil) -> [ComparedFlow]? {
    guard let side = sides.first, sides.count == 1, let oldSide = old.sides.first, old.sides.count == 1 else {
      return nil
    }
    let names = side.table.flows.map(\.name) + oldSide.table.flows.map(\.name).filter { side.flow($0) == nil }
    return names.filter { name == nil || $0 == name }.map { name in
      let (before, after) = (oldSide.flow(name), side.flow(name))
      var compared = ComparedFlow(
        old: before.map { FlowVersion($0, of: oldSide.table, expressions: oldSide.expressions) },
        new: after.map { FlowVersion($0, of: side.table, expressions: side.expressions) })
      if let before, let after {
        let pair = FlowPair(before, oldSide, after, side)
        compared.newOf = pair.matching.newOf
        compared.marks = pair.weights.mapValues { $0 == .lost ? .lost : .changed }
      }
      return compared
    }
  }
}
