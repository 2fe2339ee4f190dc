/// The colours of pictures: dark text on light ground, told apart by people who see red and green alike by shape, too.
enum Palette {
  static let ink = "#1f2933"
  static let faint = "#5f6c7b"
  static let line = "#52606d"
  static let alarm = "#c81e1e"
  static let clock = "#7b5ea7"

  /// The ground and the outline of a kind of state.
  static func colours(_ kind: FlowGraph.Kind) -> (fill: String, stroke: String) {
    switch kind {
    case .start: (ink, ink)
    case .page: ("#e3effd", "#2563b8")
    case .effect: ("#fff3d6", "#b7791f")
    case .choice: ("#efe7fb", "#7b5ea7")
    case .completed: ("#d9f5e3", "#1f8a4c")
    case .failed: ("#fde2e1", "#c81e1e")
    case .passage, .end: ("#e8ecf0", "#52606d")
    }
  }

  /// The colour of what became of a transition in tests.
  static func colour(_ mark: TransitionMark) -> String {
    switch mark {
    case .taken: "#1f8a4c"
    case .missing: alarm
    case .unreachable: "#9aa5b1"
    }
  }

  /// The colour of what another version has or has not.
  static func colour(_ change: ChangeMark) -> String {
    switch change {
    case .added: "#1f8a4c"
    case .changed: "#b7791f"
    case .lost, .gone: alarm
    }
  }

  static func colour(_ kind: FlowGraph.Edge.Kind) -> String {
    switch kind {
    case .plain: line
    case .error: alarm
    case .timeout: clock
    }
  }
}
