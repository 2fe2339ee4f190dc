import FlowTerminal
import Synchronization

/// A person who types given lines, and whose screen is kept.
final class ScriptedTerminal: TerminalIO {
  private let inputs: Mutex<[TerminalInput]>
  private let shown = Mutex("")
  private let errors = Mutex("")

  init(_ inputs: [TerminalInput]) { self.inputs = Mutex(inputs) }
  convenience init(_ lines: String...) { self.init(lines.map { .line($0) }) }

  /// The screen, with what was typed; hidden text as dots.
  var screen: String { shown.withLock { $0 } }
  var errorText: String { errors.withLock { $0 } }

  func readLine(prompt: String, isHidden: Bool) async -> TerminalInput {
    let input = inputs.withLock { $0.isEmpty ? .end : $0.removeFirst() }
    var echo = ""
    if case .line(let text) = input { echo = isHidden ? String(repeating: "*", count: text.count) : text }
    shown.withLock { $0 += prompt + echo + "\n" }
    return input
  }
  func write(_ text: String) async { shown.withLock { $0 += text } }
  func writeError(_ text: String) async { errors.withLock { $0 += text } }
}
