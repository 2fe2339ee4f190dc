import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime

/// What is looked for in a tenant, and the trails that were found. What one flow leads to, such as a mailed link, is where
/// others are begun.
struct HuntedEdges {
  /// The transitions that nothing takes yet.
  var missing: Set<EdgePlace.Key>
  /// What took one first, in the order in which it was found.
  private(set) var found: [(trail: Trail, keys: [EdgePlace.Key])] = []
  /// Trails that send a link to a flow, or tell a function one, by the flow.
  private(set) var mailing: [String: [Trail]] = [:]
  private(set) var telling: [String: [Trail]] = [:]
  /// Trails whose end gives a grant.
  private(set) var granting: [Trail] = []

  let edges: [[EdgePlace]]

  init(_ missing: Set<EdgePlace.Key>, _ edges: [[EdgePlace]]) { (self.missing, self.edges) = (missing, edges) }

  /// Takes note of what a trail's last step did; whether it took something that was missing.
  mutating func note(_ trail: Trail, _ play: TrailPlay) -> Bool {
    var keys: [EdgePlace.Key] = []
    for taken in play.last {
      guard let key = edges[Int(taken.flow)][Int(taken.transition)].key, missing.remove(key) != nil else { continue }
      keys.append(key)
    }
    if !keys.isEmpty { found.append((trail, keys)) }
    noteTickets(trail, play)
    return !keys.isEmpty
  }

  private mutating func noteTickets(_ trail: Trail, _ play: TrailPlay) {
    guard let last = play.records.last else { return }
    if let flow = play.mailed.last, !last.messages.isEmpty { Self.add(trail, to: &mailing[flow, default: []]) }
    if let told = play.told, last.asked.contains(told.function) {
      Self.add(trail, to: &telling[told.flow, default: []])
    }
    if last.reply?.end?.grants?["sign-in"] != nil { Self.add(trail, to: &granting) }
  }

  /// A few will do, of people who differ.
  private static func add(_ trail: Trail, to trails: inout [Trail]) {
    guard trails.count < 6, !trails.contains(where: { $0.facts == trail.facts }) else { return }
    trails.append(trail)
  }
}

extension HuntedEdges {
  /// Where other flows and invitations lead into a flow.
  func seeds(of flow: Flow, _ world: SampleWorld) -> [Trail] {
    let link = CaseValue.text(.place("mail.link", .message(.email, number: nil, .link, to: nil)))
    let opening = CaseStep(span: .nowhere, action: .open(link))
    let starting = CaseStep(span: .nowhere, action: .start(flow: nil, input: []))
    var seeds: [Trail] = []
    if flow.calls.contains(where: { $0.definition.redeems == .invitation }) {
      for person in SampleWorld.people.prefix(2) {
        guard let attribute = world.addresses.first(where: { $0.type == .email }),
          let address = world.value(attribute, of: person)
        else { continue }
        var trail = Trail(flow: flow.name)
        trail.given.invitations = [(CaseText(address), Word(flow.name))]
        trail.facts[attribute.name] = address
        seeds.append(trail.then(opening))
      }
    }
    seeds += (mailing[flow.name] ?? []).map { $0.before(flow.name).then(opening) }
    seeds += (telling[flow.name] ?? []).map { $0.before(flow.name).then(starting) }
    if flow.pages.contains(where: { $0.events.contains { $0.fields.contains { $0.slot == SecretField.grant.slot } } }) {
      seeds += granting.map { $0.before(flow.name).then(starting) }
    }
    return seeds
  }
}

extension Trail {
  /// The same trail as the beginning of one of another flow.
  fileprivate func before(_ other: String) -> Trail {
    var trail = self
    trail.flow = other
    (trail.words, trail.clause) = (nil, nil)
    for (index, step) in steps.enumerated() {
      if case .start(nil, let input) = step.action {
        trail.steps[index].action = .start(flow: flow == other ? nil : Word(flow), input: input)
      }
    }
    return trail
  }
}
