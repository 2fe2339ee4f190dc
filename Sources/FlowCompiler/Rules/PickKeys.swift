import FlowExpression

/// The situations of a node, together where a client cannot tell them apart: by what it has picked itself.
struct PickKeys {
  /// By the world.
  private(set) var all: [[Int: [Int]]] = []

  init(_ node: Int, _ worlds: [HeldWorld]) {
    let here = worlds.map { world in world.situations.indices.filter { world.situations[$0].node == node } }
    let slots = Set(
      zip(worlds, here).flatMap { world, own in
        own.flatMap { situation in
          let known = world.situations[situation].known
          return known.slots + known.present.keys
        }
      })
    // What depends on the account is no pick.
    let picked = slots.filter { slot in
      let values = zip(worlds, here).filter { !$1.isEmpty }.map { world, own in
        Set(own.map { world.situations[$0].known.known(slot) })
      }
      return Set(values).count == 1
    }
    var byKey: [[Int: Trial.Known]: [Int: [Int]]] = [:]
    for (number, (world, own)) in zip(worlds, here).enumerated() {
      for situation in own {
        let known = world.situations[situation].known
        let key = Dictionary(uniqueKeysWithValues: picked.map { ($0, known.known($0)) })
        byKey[key, default: [:]][number, default: []].append(situation)
      }
    }
    func first(_ group: [Int: [Int]]) -> (Int, Int) {
      let world = group.keys.min() ?? 0
      return (world, group[world]?.first ?? 0)
    }
    all = byKey.values.sorted { first($0) < first($1) }
  }
}
