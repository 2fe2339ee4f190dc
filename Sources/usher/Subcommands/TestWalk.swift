import FlowCases
import FlowTerminal
import FlowTooling

/// `usher test --step`: one case, step by step, before somebody who presses Enter.
extension Test {
  static func walk(through suite: CaseSuite, _ isColoured: Bool) async throws(Failure) -> ExitCode {
    guard let item = suite.items.first, suite.items.count == 1 else {
      let names = suite.items.prefix(8).map { "  \(visible($0.name))\n" }.joined()
      throw .usage(
        "`--step` walks through one case, and here are \(suite.items.count)", help: "name one: --case TEXT\n\(names)")
    }
    let terminal = Terminal()
    let walk = CaseWalk(suite, item, isColoured: isColoured)
    await terminal.write(walk.heading)
    let result = await walk.play { step in
      await terminal.write(step)
      switch await terminal.readLine(prompt: "[Enter: go on, q: leave] ", isHidden: false) {
      case .line(let line): return line != "q"
      case .notText, .tooLong: return true
      case .interrupted, .end: return false
      }
    }
    if let text = result.text { await terminal.write(text) }
    terminal.close()
    return result.hasPassed ? .clean : result.wasLeft ? .unfinished : .problems
  }
}
