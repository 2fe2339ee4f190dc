import FlowCompiler
import FlowModel
public import FlowSource

/// How one version of a tenant stands to another.
public struct TenantDifference: Sendable {
  /// The tenant's name.
  public var tenant: String
  /// What is different, the heaviest first.
  public var changes: [Change]
  /// The weight of the heaviest.
  public var verdict: DifferenceVerdict { changes.map(\.verdict).max() ?? .same }
}

/// How one version stands to another.
public struct Difference: Sendable {
  /// The tenants of both, by their names.
  public private(set) var tenants: [TenantDifference] = []
  /// What could not be compared, in sentences without a full stop.
  public private(set) var notes: [String] = []
  /// The files of the old version.
  public let oldSources: SourceMap
  /// The files of the new version.
  public let newSources: SourceMap

  /// The weight of the heaviest change.
  public var verdict: DifferenceVerdict { tenants.map(\.verdict).max() ?? .same }

  /// Compares two versions: what clients, people and operators see of them, and what is proven of them. A tenant is the one
  /// with the same name, or the only one.
  public init(_ old: Version, _ new: Version) async {
    (oldSources, newSources) = (old.sources, new.sources)
    let isOne = old.sides.count == 1 && new.sides.count == 1
    for side in old.sides {
      let name = side.table.tenant
      guard let other = isOne ? new.sides.first : new.sides.first(where: { $0.table.tenant == name }) else {
        tenants.append(TenantDifference(tenant: name, changes: [Change(.clients, .lost, "", "is gone")]))
        continue
      }
      tenants.append(
        TenantDifference(tenant: other.table.tenant, changes: await Self.changes(side, other)))
      if side.checked == nil || other.checked == nil {
        notes.append("what is proven of \(name.named) is not compared: a table's file has no proofs")
      }
    }
    for side in new.sides where !isOne && !old.sides.contains(where: { $0.table.tenant == side.table.tenant }) {
      tenants.append(
        TenantDifference(tenant: side.table.tenant, changes: [Change(.clients, .extended, "", "is new")]))
    }
    tenants.sort { $0.tenant < $1.tenant }
  }

  private static func changes(_ old: Side, _ new: Side) async -> [Change] {
    var changes = TenantComparison(old.table, new.table).changes
    changes += FlowComparison(old, new).changes
    if let checked = old.checked, let other = new.checked { changes += await PromiseComparison(checked, other).changes }
    let areas = Change.Area.allCases
    // The heaviest first, then by whom they concern; else as they were found.
    return changes.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.verdict != other.verdict { return one.verdict > other.verdict }
      let (area, otherArea) = (areas.firstIndex(of: one.area) ?? 0, areas.firstIndex(of: other.area) ?? 0)
      return area != otherArea ? area < otherArea : left.offset < right.offset
    }.map(\.element)
  }
}
