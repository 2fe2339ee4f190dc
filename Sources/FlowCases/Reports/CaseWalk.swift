import FlowCompiler
import FlowJSON
import FlowModel
import FlowRuntime
import FlowSource
import FlowTooling

/// One case, told step by step: what a client sends, what comes back, which states it goes through, and what is sent.
package struct CaseWalk {
  /// How a walk ended.
  package struct Ending {
    /// Whether all was as the case expects it.
    package var hasPassed: Bool
    /// Whether somebody left before the end.
    package var wasLeft: Bool
    /// What is left to tell.
    package var text: String?
  }

  private let suite: CaseSuite
  private let item: CaseSuite.Item
  private let style: Style

  /// A walk through a case of a suite.
  package init(_ suite: CaseSuite, _ item: CaseSuite.Item, isColoured: Bool) {
    (self.suite, self.item, style) = (suite, item, Style(isColoured: isColoured))
  }

  /// What is told before the first step.
  package var heading: String {
    let place = suite.compilation.sources.file(item.span).map { "\(item.path):\($0.position(item.span.start).line)" }
    return style.paint(visible(item.name), .strong)
      + "\n\(visible(place ?? item.path)), the flow \(visible(item.flow))\n"
  }

  /// Plays the case; `goesOn` is told of each step, and whether to go on.
  package func play(_ goesOn: (String) async -> Bool) async -> Ending {
    var player = CasePlayer(suite)
    var wasLeft = false
    let steps = item.flowCase.steps.count
    let result = await withoutActuallyEscaping(goesOn) { goesOn in
      await player.play(item) { index, record, trace in
        let text = self.text(index, steps, record, trace)
        guard await goesOn(text) else {
          wasLeft = index + 1 < steps
          return !wasLeft
        }
        return true
      }
    }
    if wasLeft { return Ending(hasPassed: false, wasLeft: true) }
    guard let failure = result.failure else {
      return Ending(hasPassed: true, wasLeft: false, text: style.paint("All of it is as expected.", .fix) + "\n")
    }
    let text = pretty(failure.diagnostic(item), heading: "failed", in: suite.compilation.sources, style: style)
    return Ending(hasPassed: false, wasLeft: false, text: text)
  }

  private func text(_ index: Int, _ steps: Int, _ record: StepRecord, _ trace: String) -> String {
    var lines = ["", style.paint("\(index + 1) of \(steps)", .label) + "  \(visible(trace))"]
    if let reply = record.reply {
      if let state = reply.state { lines.append("  state    \(visible(state))") }
      if let page = reply.page {
        lines.append("  page     \(visible(page.title))")
        for event in page.events {
          let fields = event.fields.map { $0.name + ($0.isRequired ? "" : "?") }.joined(separator: ", ")
          lines.append("  event    \(visible(event.name))" + (fields.isEmpty ? "" : " (\(visible(fields)))"))
        }
      }
      if let error = reply.error {
        lines.append("  error    " + style.paint(visible(error.code), .error) + ": \(visible(error.message))")
      }
      if let end = reply.end {
        let result = end.result.map { ", \(JSON.object($0).text)" } ?? ""
        lines.append("  end      " + style.paint(visible(end.name), .strong) + visible(result))
      }
    }
    for message in record.messages {
      lines.append(
        "  message  \(message.content.kind.name) to \(visible(message.to)): \(visible(message.words.subject))")
      for line in message.words.text.split(separator: "\n").prefix(6) {
        lines.append("           | \(visible(String(line)))")
      }
    }
    for function in record.asked { lines.append("  asked    \(visible(function))") }
    return lines.joined(separator: "\n") + "\n"
  }
}
