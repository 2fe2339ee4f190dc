import FlowModel

/// What is counted of the runs of one flow. All is made with the table, so that a step looks nothing up and makes nothing: names
/// that a client sends are none of it.
final class FlowMeasures: Sendable {
  /// How long starts took.
  let starts: DurationTally
  /// How long the steps took that began at a state; nil: no run rests there.
  private let steps: [DurationTally?]
  /// How often runs came to a page from elsewhere, or to an end.
  private let arrivals: [Tally?]
  /// How often each error was answered.
  private let errors: [String: Tally]

  init(_ flow: Flow, of table: FlowTable, in measures: EngineMeasures) {
    let labels = [table.tenant, flow.name]
    starts = measures.durations(.starts, labels)
    steps = flow.states.map { state in
      let rests: Bool =
        switch state.kind {
        case .page: true
        case .effect: flow.calls[Int(state.payload)].definition.sendsCode
        default: false
        }
      return rests ? measures.durations(.steps, labels + [state.name]) : nil
    }
    arrivals = flow.states.map { state in
      switch state.kind {
      case .page: measures.tally(.arrivals, labels + [state.name])
      case .end: measures.tally(.ends, labels + [flow.ends[Int(state.payload)].name])
      default: nil
      }
    }
    errors = Dictionary(
      (table.errors + EngineError.all).map { ($0.code, measures.tally(.errors, labels + [$0.code])) },
      uniquingKeysWith: { one, _ in one })
  }

  /// Counts a step that was committed, or came to nothing.
  func note(_ step: MeasuredStep, took duration: Duration) {
    if let beginning = step.beginning { steps[Int(beginning)]?.add(duration) } else { starts.add(duration) }
    if step.hasArrived { arrivals[Int(step.state)]?.add() }
    if let error = step.error { errors[error]?.add() }
  }
}

/// What a step came to, for those who count.
struct MeasuredStep: Sendable {
  let measures: FlowMeasures
  /// The state in which it began; nil: it was the start.
  let beginning: Int32?
  /// The state in which the run is now.
  let state: Int32
  /// The code of the error that was answered.
  let error: String?

  /// Whether the run came to where it is from elsewhere.
  var hasArrived: Bool { beginning != state }
}
