import FlowCompiler
import FlowModel
import FlowRuntime

/// The trails that were found for one flow, made a file of cases: what is the beginning of another one is left out, what nobody
/// needs is not given, and each has a name of its own.
struct GeneratedFile {
  private let ground: TrailGround
  private let flow: String
  private var trails: [Trail]

  init(_ ground: TrailGround, _ flow: String, _ found: [Trail]) async {
    (self.ground, self.flow) = (ground, flow)
    trails = found.withoutBeginnings
    for index in trails.indices { trails[index] = await hoisted(trails[index]) }
  }

  /// The file, in a tenant's folder; nil where nothing of it goes as it went.
  func file(in folder: String, besides taken: Set<String>) async -> CaseGeneration.File? {
    let (given, observed) = await observed()
    guard !observed.isEmpty else { return nil }
    let texts = zip(observed, names(observed)).map { $0.text(named: $1) }
    let comment = [
      "Made by `usher test --generate`: what is expected is what the engine did. Read it, and keep what is meant so.",
      "A name says what is special about the last step, and what comes of it.",
    ]
    let text = CaseFileText.file(flow: flow, comment: comment, given: given, cases: texts)
    var base = folder
    while base.count > 1, base.hasSuffix("/") { base.removeLast() }
    let stem = "\(base)/\(casesFolder)/generated-\(flow)"
    let path = ([stem + ".yaml"] + (2...1000).map { "\(stem)-\($0).yaml" }).first { !taken.contains($0) } ?? stem
    return CaseGeneration.File(path: path, flow: flow, count: observed.count, text: text)
  }

  /// The cases in a world without what none of them mentions, or, should one go otherwise there, in the whole of it.
  private func observed() async -> (CaseWorld, [ObservedCase]) {
    let needed = await neededWorld()
    var observed: [ObservedCase] = []
    for trail in trails {
      guard let one = await ground.observe(trail, given: needed), let before = await ground.play(trail),
        one.play.isLike(before)
      else { return await observedInAll() }
      observed.append(one)
    }
    return (needed, observed)
  }

  private func observedInAll() async -> (CaseWorld, [ObservedCase]) {
    var observed: [ObservedCase] = []
    for trail in trails {
      if let one = await ground.observe(trail, given: ground.world.given) { observed.append(one) }
    }
    return (ground.world.given, observed)
  }

  /// What the trails mention of the world.
  private func neededWorld() async -> CaseWorld {
    let texts = trails.map { trail in trail.stepTexts.joined(separator: "\n") + CaseFileText.worldText(trail.given) }
    let text = texts.joined(separator: "\n")
    func mentions(_ word: String) -> Bool { text.contains(word) }
    let people = SampleWorld.people.filter { person in
      mentions("{{ \(person.label).") || mentions("\(person.label): {")
        || ground.world.personal.contains { ground.world.value($0, of: person).map(mentions) ?? false }
    }
    var asked: Set<String> = []
    for trail in trails { if let play = await ground.play(trail) { asked.formUnion(play.records.flatMap(\.asked)) } }
    let all = ground.world.given
    var given = CaseWorld()
    given.accounts = all.accounts.filter { account in people.contains { $0.label == account.label.text } }
    let addresses = people.filter(\.isUnreachable).flatMap { person in
      ground.world.addresses.compactMap { ground.world.value($0, of: person) }
    }
    given.undeliverable = all.undeliverable.filter { addresses.contains($0.shown) }
    given.functions = all.functions.filter { asked.contains($0.name.text) }
    given.commonPasswords = all.commonPasswords.filter { mentions($0.source) }
    return given
  }

  /// Each name once.
  private func names(_ cases: [ObservedCase]) -> [String] {
    var names = cases.map(\.name)
    for rename: (Int) -> String in [
      { "at \(cases[$0].place), \(cases[$0].name)" }, { "\(names[$0]), number \($0 + 1)" },
    ] {
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      let doubled = names.indices.filter { (counts[names[$0]] ?? 0) > 1 }
      for index in doubled { names[index] = rename(index) }
    }
    return names
  }

  /// What changes on the way is given from the start, where that comes to the same.
  private func hoisted(_ trail: Trail) async -> Trail {
    guard let place = trail.steps.firstIndex(where: { if case .given = $0.action { true } else { false } }),
      case .given(let world) = trail.steps[place].action, let before = await ground.play(trail)
    else { return trail }
    var early = trail
    early.steps.remove(at: place)
    early.given = trail.given.with(world)
    guard let after = await ground.play(early), after.paths.flatMap(\.self) == before.paths.flatMap(\.self),
      after.records.last?.reply?.error?.code == before.records.last?.reply?.error?.code,
      after.reply?.state == before.reply?.state
    else { return trail }
    early.clause = trail.clause?.replacingByNow
    return early
  }
}

extension [Trail] {
  /// The trails that are not the beginning of another one.
  fileprivate var withoutBeginnings: [Trail] {
    let texts = map { [CaseFileText.worldText($0.given)] + $0.stepTexts }
    var beginnings: Set<[String]> = []
    for text in texts {
      for count in 1..<Swift.max(2, text.count) { beginnings.insert(Array<String>(text.prefix(count))) }
    }
    var kept: Set<[String]> = []
    return zip(self, texts).filter { !beginnings.contains($1) && kept.insert($1).inserted }.map(\.0)
  }
}

extension Trail {
  /// Its steps as they are written.
  fileprivate var stepTexts: [String] { steps.map { CaseFileText.stepText($0) } }
}

extension String {
  /// What was so by now, and is so from the start.
  fileprivate var replacingByNow: String { hasSuffix(" by now") ? String(dropLast(" by now".count)) : self }
}
