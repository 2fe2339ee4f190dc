import FlowSource

/// The steps of a counterexample as people read them: of a long path, its beginning and its end.
struct TraceLines {
  /// Who does what at a step.
  struct Action {
    let isClient: Bool
    let text: String
  }

  struct Step {
    /// The number, from 1.
    let number: Int
    let state: String
    /// What happens there: the client first, then the engine; never empty.
    let actions: [Action]
    /// `file:line:column`, the file without its folders.
    let place: String
  }

  /// What the client is called: there is an attacker only where something is gained.
  let sender: String
  /// What is gained; nil where the path itself is all there is to tell.
  let attack: String?
  /// The steps up to the gap.
  let head: [Step]
  /// How many steps are left out.
  let left: Int
  /// The steps behind the gap.
  let tail: [Step]

  /// Takes `limit` steps at the most, half of them from each end.
  init(_ example: Counterexample, in sources: SourceMap, limit: Int) {
    sender = example.attack.isEmpty ? "client" : "attacker"
    attack = example.attack.isEmpty ? nil : visible(example.attack)
    let steps = example.steps.enumerated().map { Self.step($0 + 1, $1, sources) }
    left = steps.count > limit ? steps.count - limit / 2 * 2 : 0
    head = left > 0 ? Array(steps.prefix(limit / 2)) : steps
    tail = left > 0 ? Array(steps.suffix(limit / 2)) : []
  }

  /// What stands in place of the steps that are left out.
  var gap: String { "\(counted(left, "step")) between them" }

  private static func step(_ number: Int, _ step: TraceStep, _ sources: SourceMap) -> Step {
    let words = TraceWords(step)
    var actions: [Action] = []
    if let client = words.client { actions.append(Action(isClient: true, text: visible(client))) }
    if !words.engine.isEmpty || actions.isEmpty {
      actions.append(Action(isClient: false, text: words.engine.isEmpty ? "goes on" : visible(words.engine)))
    }
    let file = sources.file(step.span)
    let position = file?.position(step.span.start)
    let place = "\(visible(sources.fileName(of: step.span))):\(position?.line ?? 1):\(position?.column ?? 1)"
    return Step(number: number, state: visible(step.state), actions: actions, place: place)
  }
}

extension TraceLines {
  /// One line a step, for formats that have no columns: `2. find-account: runs …; … (reset.yaml:12:5)`.
  var plain: [String] {
    func line(_ step: Step) -> String {
      let actions = step.actions.map { $0.isClient ? "\(sender) \($0.text)" : $0.text }
      return "\(step.number). \(step.state): \(actions.joined(separator: "; ")) (\(step.place))"
    }
    let first = attack.map { "attack: " + $0 } ?? "how a run comes there:"
    return [first] + head.map(line) + (left > 0 ? ["… \(gap)"] : []) + tail.map(line)
  }

  /// A table for a terminal: number, state, who, what, where.
  func table(_ style: Style) -> String {
    let steps = head + tail
    let numbers = steps.map { String($0.number).count }.max() ?? 1
    let states = min(steps.map(\.state.count).max() ?? 0, 32)
    let texts = min(steps.flatMap(\.actions).map(\.text.count).max() ?? 0, 72)
    var text = ""
    func add(_ step: Step) {
      for (index, action) in step.actions.enumerated() {
        let number = index == 0 ? String(step.number) : ""
        let state = index == 0 ? step.state : ""
        let actor = action.isClient ? sender : "engine"
        text += "   " + style.paint(padded(number, to: numbers, right: true), .frame) + "  "
        text += style.paint(padded(state, to: states), .strong) + "  "
        text += style.paint(padded(actor, to: sender.count), action.isClient ? .warning : .label) + "  "
        guard index == 0 else {
          text += action.text + "\n"
          continue
        }
        text += padded(action.text, to: texts) + "  " + style.paint(step.place, .frame) + "\n"
      }
    }
    head.forEach(add)
    if left > 0 { text += "   " + padded("", to: numbers) + "  " + style.paint("… " + gap, .frame) + "\n" }
    tail.forEach(add)
    return text
  }

  private func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
