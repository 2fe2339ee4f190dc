import FlowCompiler
import FlowExpression
import FlowModel
import FlowRuntime

/// What can be sent at a page: with the values of people, the codes and links that came, passwords good and bad, and what
/// conditions compare with.
struct SampleMoves {
  /// Something that is sent, and what is special about it.
  struct Move {
    var step: CaseStep
    /// As names of cases say it; nil: nothing is.
    var words: String?
    /// What of it can decide where the run goes on.
    var facts: [String: String]
  }

  /// A value for a field, or for two that belong together.
  struct Choice {
    var members: [CaseMember] = []
    var words: String?
  }

  /// A field with its choices, the usual one first.
  struct Ways {
    let name: String
    var choices: [Choice]
    /// Whether conditions ask for it, so that it is tried with all that others are.
    var isDeciding = false
  }

  /// How many choices are tried together where conditions ask for several fields.
  private static let combinations = 32

  let world: SampleWorld
  let table: FlowTable
  /// The slots that conditions ask for.
  let deciding: Set<Int>

  init(_ world: SampleWorld) {
    self.world = world
    table = world.table
    deciding = Set(world.table.expressions.flatMap { $0.reads + $0.tests }.map(\.slot))
  }

  /// How a run of a flow can be started, the usual way first.
  func starts(of flow: Flow) -> [Move] {
    var inputs: [Choice] = [Choice()]
    for (index, definition) in flow.inputs.enumerated() {
      let slot = firstAttributeSlot + Slot(table.attributes.count + index)
      var choices = world.values(definition, slot).prefix(4).enumerated().map {
        choice(definition.name, $1, says: $0 > 0)
      }
      if !definition.isRequired { choices.insert(Choice(), at: 0) }
      inputs = Array(inputs.flatMap { input in choices.map { input.with($0) } }.prefix(Self.combinations))
    }
    return inputs.map { input in
      Move(
        step: CaseStep(span: .nowhere, action: .start(flow: nil, input: input.members)), words: input.words,
        facts: facts(input.members))
    }
  }

  /// What can be sent where a trail has led to.
  func moves(behind trail: Trail, _ play: TrailPlay) -> [Move] {
    guard let page = play.reply?.page else { return [] }
    return page.events.flatMap { event in
      inputs(event.fields, trail, play).map { input in
        let usual = event.name == PageEvent.submit ? nil : event.name
        return Move(
          step: CaseStep(span: .nowhere, action: .send(Word(event.name), input: input.members)),
          words: [usual, input.words].compactMap { $0 }.joined(separator: ", ").nonEmpty, facts: facts(input.members))
      }
    }
  }

  // MARK: Inputs

  private func inputs(_ fields: [FieldView], _ trail: Trail, _ play: TrailPlay) -> [Choice] {
    let people = self.people(fields, trail)
    let ways = fields.compactMap { self.ways($0, play) } + tickets(fields, play)
    if ways.contains(where: \.choices.isEmpty) { return [] }
    let usual = ways.compactMap(\.choices.first)
    var inputs: [Choice] = []
    for (index, person) in people.enumerated() {
      let base = usual.reduce(person) { $0.with($1) }
      inputs.append(base)
      // Most people come with what is usual alone.
      guard index < 2 else { continue }
      for (place, way) in ways.enumerated() where !way.isDeciding {
        for choice in way.choices.dropFirst() { inputs.append(other(usual, place, choice, person)) }
      }
      var together = [usual]
      for (place, way) in ways.enumerated() where way.isDeciding {
        together = together.flatMap { chosen in
          way.choices.map { choice in
            var next = chosen
            next[place] = choice
            return next
          }
        }
        together = Array(together.prefix(Self.combinations))
      }
      inputs += together.dropFirst().map { $0.reduce(person) { $0.with($1) } }
    }
    return inputs
  }

  /// The usual choices with another one in one place.
  private func other(_ usual: [Choice], _ place: Int, _ choice: Choice, _ person: Choice) -> Choice {
    usual.enumerated().reduce(person) { input, next in
      input.with(next.offset == place ? choice : next.element)
    }
  }

  /// The people who can fill in the fields that tell people apart: who did so before comes first.
  private func people(_ fields: [FieldView], _ trail: Trail) -> [Choice] {
    let personal = fields.compactMap(\.attribute).filter { $0.type.isAddress || $0.isIdentifier }
    if personal.isEmpty { return [Choice()] }
    let before =
      personal.lazy.compactMap { trail.facts[$0.name] }.first
      ?? trail.facts.values.sorted().first {
        world.person(of: $0) != nil
      }
    let known = before.flatMap { world.person(of: $0) }
    let order =
      SampleWorld.people.filter { $0.label == known?.label } + SampleWorld.people.filter { $0.label != known?.label }
    let usual: [Choice] = order.compactMap { person in
      var choice = Choice(words: person.label == known?.label ? nil : person.words)
      for attribute in personal {
        guard let value = world.value(attribute, of: person) else { return nil }
        choice.members.append(CaseMember(name: Word(attribute.name), value: .text(CaseText(value))))
      }
      return choice
    }
    guard let known, let only = personal.first, personal.count == 1 else { return usual }
    // The same person with what is theirs already, under another name.
    return usual
      + world.personal.filter { $0.type == only.type && $0.name != only.name }.compactMap { attribute in
        guard let value = world.value(attribute, of: known), value != world.value(only, of: known) else { return nil }
        let member = CaseMember(name: Word(only.name), value: .text(CaseText(value)))
        return Choice(members: [member], words: "one's own \(attribute.name)")
      }
  }
}

extension SampleMoves.Choice {
  /// This choice and another one.
  func with(_ other: Self) -> Self {
    var choice = self
    choice.members += other.members
    choice.words = [words, other.words].compactMap { $0 }.joined(separator: ", ").nonEmpty
    return choice
  }
}
