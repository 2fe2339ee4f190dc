import FlowCompiler
import FlowModel
import FlowRuntime
import FlowSource

/// Plays cases.
struct CasePlayer {
  let suite: CaseSuite
  /// How often each transition was taken: by stage, flow and transition.
  private(set) var counts: [[[Int]]]

  init(_ suite: CaseSuite) {
    self.suite = suite
    counts = suite.stages.map { $0.edges.map { [Int](repeating: 0, count: $0.count) } }
  }

  /// Plays a case. `other`: on that in place of its own stage; `watch` is called behind each step, and may end it.
  mutating func play(
    _ item: CaseSuite.Item, on other: CaseSuite.Stage? = nil,
    watch: ((Int, StepRecord, _ trace: String) async -> Bool)? = nil
  ) async -> CaseResult {
    let start = ContinuousClock.now
    var result = CaseResult()
    switch item.stage {
    case .failure(let failure):
      result.failure = CaseFailure(
        span: item.span, step: 0, action: "",
        problem: "the sub-flow cannot be tested by itself with this: \(failure.reason)")
    case .success(let number): await play(item, on: number, other ?? suite.stages[number], &result, watch)
    }
    let time = (ContinuousClock.now - start).components
    result.nanoseconds = time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    return result
  }

  private mutating func play(
    _ item: CaseSuite.Item, on number: Int, _ stage: CaseSuite.Stage, _ result: inout CaseResult,
    _ watch: ((Int, StepRecord, _ trace: String) async -> Bool)?
  ) async {
    var records: [(step: Int, record: StepRecord)] = []
    var place = (step: 0, span: item.span, action: "given")
    // Words are made of the steps where somebody reads them.
    func failure(_ problem: String? = nil, at span: SourceSpan? = nil) -> CaseFailure {
      CaseFailure(
        span: span ?? place.span, step: place.step, action: place.action, problem: problem,
        trace: TraceLine.lines(records, stage))
    }
    do {
      let world = try CaseStage(stage.tried, now: item.flowCase.given.now)
      try await world.take(item.flowCase.given)
      for (index, step) in item.flowCase.steps.enumerated() {
        place = (index + 1, step.span, step.action.name)
        var last = StepRecord(action: "")
        for _ in 0..<step.times {
          last = try await perform(step, of: item.flow, stage, in: world)
          count(last.path, on: number)
          result.transitions += last.path.count
          records.append((index + 1, last))
          place.action = last.action
          try await world.takeWhatLeft(&last)
        }
        let differences = try await world.differences(between: step.expected, last, stage.harness)
        if let watch, await !watch(index, last, TraceLine.text(last, stage)) { return }
        guard differences.isEmpty else {
          result.failure = failure(at: differences.lazy.compactMap(\.span).first ?? step.expected?.span)
          result.failure?.differences = differences
          return
        }
      }
    } catch let unplayable as Unplayable {
      result.failure = failure(unplayable.message, at: unplayable.span)
    } catch {
      result.failure = failure("\(error)")
    }
  }

  /// A step in the language that clients ask for.
  private func perform(
    _ step: CaseStep, of flow: String, _ stage: CaseSuite.Stage, in world: CaseStage
  ) async throws -> StepRecord {
    guard let locale = world.locale else { return try await world.perform(step, of: flow, stage.harness) }
    let record: Result<StepRecord, any Error> = await RequestLanguages.$present.withValue(LanguagePreferences(locale)) {
      do { return .success(try await world.perform(step, of: flow, stage.harness)) } catch { return .failure(error) }
    }
    return try record.get()
  }

  private mutating func count(_ path: [StepPath.Taken], on stage: Int) {
    for taken in path { counts[stage][Int(taken.flow)][Int(taken.transition)] += 1 }
  }

  /// Takes over what another player has counted.
  mutating func add(_ other: CasePlayer) {
    for stage in counts.indices {
      for flow in counts[stage].indices {
        for edge in counts[stage][flow].indices { counts[stage][flow][edge] += other.counts[stage][flow][edge] }
      }
    }
  }
}

extension CaseStep.Action {
  /// What is done, in a word.
  var name: String {
    switch self {
    case .start: "start"
    case .open: "open"
    case .send(let event, _): event.text
    case .wait: "wait"
    case .given: "given"
    case .look: "expect"
    }
  }
}
