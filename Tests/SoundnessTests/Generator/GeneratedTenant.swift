import FlowCompiler
import TestSupport

/// A tenant of one to four flows, drawn from a seed.
struct GeneratedTenant: Sendable {
  let seed: UInt64
  let files: [(name: String, text: String)]

  init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed)
    let names = Names.drawn(&dice)
    var flows = [Self.flow("main", Recipe.allCases.randomElement(using: &dice) ?? .reset, &dice, names)]
    if flows[0].links {
      let recipe = flows[0].invites ? .join : dice.pick(Recipe.redeemers)
      flows.append(Self.flow("redeem", recipe, &dice, names))
    }
    if flows[0].links, !dice.oneIn(3) { flows.append(Self.flow("log-in", .logIn, &dice, names)) }
    if flows.contains(where: \.grants), dice.oneIn(2) { flows.append(Self.flow("enter", .grantIn, &dice, names)) }
    let called = Set(flows.flatMap(\.calls)).sorted()
    files =
      [("tenant.yaml", Self.tenant(names))] + flows.map { ($0.sketch.name + ".yaml", $0.sketch.yaml) }
      + called.map { ("prove-\($0).yaml", Self.proof(of: $0, &dice, names).yaml) }
  }

  /// The files for the compiler.
  var sources: TenantSources {
    TenantSources(path: "tenant", files: files.map { SourceText(path: "tenant/" + $0.name, text: $0.text) })
  }

  /// All files, to read.
  var text: String { files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n") }

  private static func flow(
    _ name: String, _ recipe: Recipe, _ dice: inout Dice, _ names: Names
  ) -> (sketch: Sketch, links: Bool, invites: Bool, grants: Bool, calls: [String]) {
    var (stages, grants) = recipe.stages(&dice, names, redeemer: "redeem")
    if dice.oneIn(8) { grants.toggle() }
    var sketch: Sketch
    // Of flows that play together most are as people write them: one that is broken keeps the others from running.
    let isWhole = name == "main" ? dice.oneIn(4) : !dice.oneIn(4)
    if !isWhole { for _ in 0..<dice.pick([1, 1, 1, 2, 3]) { stages.damage(&dice, names) } }
    stages = stages.mended(&dice, names)
    sketch = SketchBuilder(name, stages, grants: grants).sketch
    if !isWhole { for _ in 0..<dice.pick([0, 0, 1, 2]) { sketch.damage(&dice, names) } }
    sketch.prune()
    let links = stages.contains {
      switch $0 {
      case .sendLink, .invite: true
      case .function(_, _, let link): link != nil
      default: false
      }
    }
    let invites = stages.contains { if case .invite = $0 { true } else { false } }
    let calls = stages.compactMap { if case .call(let id) = $0 { id } else { nil } }
    return (sketch, links, invites, grants, calls)
  }

  /// The sub-flow that proves an address, whole or not.
  private static func proof(of id: String, _ dice: inout Dice, _ names: Names) -> Sketch {
    var stages: [Stage] = [.prove(id, also: [])]
    if dice.oneIn(4) { stages.append(.ask([dice.pick(names.all)])) }
    if dice.oneIn(6) { stages.append(.find(dice.pick(names.identifiers), missingGoesOn: true)) }
    var sketch = SketchBuilder("prove-\(id)", stages).sketch
    sketch.isSubFlow = true
    for index in sketch.states.indices {
      if sketch.states[index].name == "completed" { sketch.states[index].name = "proven" }
      if sketch.states[index].name == "failed" { sketch.states[index].name = "unproven" }
      for way in sketch.states[index].ways.indices {
        let names = ["completed": "proven", "failed": "unproven"]
        let target = sketch.states[index].ways[way].to
        sketch.states[index].ways[way].to = names[target] ?? target
      }
    }
    return sketch
  }

  private static func tenant(_ names: Names) -> String {
    """
    tenant: generated
    attributes:
    \(names.declarations)
    \(Members.declarations)
    passwords: { min-length: 6, classes: 1, forbid: [], remember: 0, attempts: 100 per 15m }
    codes: { digits: 8, lifetime: 10m, attempts: 100, resend-after: 0s, per-identifier: 100 per 1h }
    links: { base: https://app.example.com, lifetime: 30m }
    notices: { per-identifier: 100 per 1h }
    functions:
      ask: { command: [ask] }
    errors:
      failed: This did not succeed.

    """
  }
}
