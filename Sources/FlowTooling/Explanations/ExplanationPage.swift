public import FlowCompiler
import FlowSource

/// The list of codes with their titles, one a line.
public func explanationList(_ explanations: [Explanation], colour: Bool = false) -> String {
  let style = Style(isColoured: colour)
  return explanations.map { "\(style.paint($0.code, role($0)))  \($0.title)\n" }.joined()
}

/// The page of a code for a terminal of 80 columns: what it means, and the example, in which the lines that differ between
/// the broken and the fixed version are marked.
public func explanationPage(_ explanation: Explanation, colour: Bool = false) -> String {
  let style = Style(isColoured: colour)
  var text = style.paint("\(explanation.severity.name)[\(explanation.code)]", role(explanation))
  text += style.paint(": " + explanation.title, .strong) + "\n"
  for paragraph in paragraphs(explanation.text) {
    text += "\n" + wrapped(paragraph, width: 78).map { "  \($0)\n" }.joined()
  }
  guard let broken = explanation.broken else { return text }
  text += example("Broken", broken, other: explanation.fixed, "-", style, .error)
  if let fixed = explanation.fixed { text += example("Fixed", fixed, other: broken, "+", style, .fix) }
  return text
}

extension RuleText {
  /// A code's page as SARIF carries it.
  public init(_ explanation: Explanation) {
    var markdown = explanation.text
    for (title, example) in [("Broken", explanation.broken), ("Fixed", explanation.fixed)] {
      guard let example else { continue }
      for file in example.shown { markdown += "\n\n\(title), `\(file.path)`:\n\n```yaml\n\(trimmed(file.text))\n```" }
    }
    self.init(code: explanation.code, title: explanation.title, markdown: markdown)
  }
}

private func role(_ explanation: Explanation) -> Style.Role { explanation.severity == .error ? .error : .warning }

private func example(
  _ title: String, _ example: Example, other: Example?, _ sign: String, _ style: Style, _ role: Style.Role
) -> String {
  let others = Set((other?.files ?? []).flatMap { $0.text.split(separator: "\n") })
  var text = ""
  for file in example.shown {
    text += "\n" + style.paint("\(title), \(file.path):", .strong) + "\n\n"
    for line in trimmed(file.text).split(separator: "\n", omittingEmptySubsequences: false) {
      let isOwn = other != nil && !line.isEmpty && !others.contains(line)
      let shown = visible(String(line))
      text += (isOwn ? "  \(style.paint("\(sign) \(shown)", role))" : line.isEmpty ? "" : "    \(shown)") + "\n"
    }
  }
  return text
}

private func trimmed(_ text: String) -> Substring {
  var text = text[...]
  while text.last == "\n" { text.removeLast() }
  return text
}

private func paragraphs(_ text: String) -> [String] {
  var paragraphs: [String] = []
  var lines: [Substring] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()] {
    if line.isEmpty {
      if !lines.isEmpty { paragraphs.append(lines.joined(separator: " ")) }
      lines = []
    } else {
      lines.append(line)
    }
  }
  return paragraphs
}

/// Lines of at most `width` columns; a word that is longer stands alone.
func wrapped(_ text: String, width limit: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.split(separator: " ") {
    let size = FlowTooling.width(word)
    if !line.isEmpty, used + 1 + size > limit {
      lines.append(line)
      (line, used) = ("", 0)
    }
    if !line.isEmpty { (line, used) = (line + " ", used + 1) }
    line += word
    used += size
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}
