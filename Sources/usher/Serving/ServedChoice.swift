/// Which tenants are served: those that are fresh, and in the place of each with problems of its own what was served of it last.
struct ServedChoice {
  /// A tenant with problems: its folder, or its table's file, and its name as far as that could be read.
  struct Broken: Hashable {
    let folder: String
    let name: String

    func isSame(as tenant: LastGoodTables.Tenant) -> Bool { folder == tenant.folder || name == tenant.name }
  }

  private(set) var fresh: [LastGoodTables.Tenant]
  /// What was served last in the place of the broken ones.
  private(set) var standIns: [LastGoodTables.Tenant] = []
  private let known: [LastGoodTables.Tenant]
  private var broken: [Broken] = []

  /// A choice of fresh tenants, and of those that are known in the place of broken ones.
  init(fresh: [LastGoodTables.Tenant], known: [LastGoodTables.Tenant], broken: [Broken]) {
    self.fresh = fresh
    self.known = known
    standIn(for: broken)
  }

  /// All that are served, by their folders.
  var tenants: [LastGoodTables.Tenant] { (fresh + standIns).sorted { $0.folder < $1.folder } }

  /// Whether something is not as it is in the files.
  var isPartial: Bool { !broken.isEmpty }

  /// The folders of which nothing is served.
  var left: [String] { broken.filter { one in !standIns.contains { one.isSame(as: $0) } }.map(\.folder).sorted() }

  /// Takes tenants of some names out: the fresh ones, for which what was served last stands in, then that as well. False where
  /// nothing has changed.
  @discardableResult
  mutating func refuse(_ names: [String]) -> Bool {
    let refused = fresh.filter { names.contains($0.name) }
    if refused.isEmpty {
      let count = standIns.count
      standIns.removeAll { names.contains($0.name) }
      return standIns.count < count
    }
    fresh.removeAll { names.contains($0.name) }
    standIn(for: refused.map { Broken(folder: $0.folder, name: $0.name) })
    return true
  }

  private mutating func standIn(for more: [Broken]) {
    broken += more
    standIns += known.filter { tenant in
      more.contains { $0.isSame(as: tenant) } && !tenants.contains { $0.name == tenant.name }
    }
  }
}
