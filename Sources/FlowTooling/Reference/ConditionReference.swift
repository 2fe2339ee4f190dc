import FlowCEL

/// All that can stand in conditions, in Markdown: each operator, macro and function with an example and what that is.
func conditionReference() -> String {
  ConditionGroup.all.map { group in
    let rows = group.words.map { word in
      "| `\(cell(word.name))` | \(cell(word.says)) | `\(cell(word.example))` | `\(cell(word.result))` |"
    }
    return (["### \(group.title)", "", "| | | example | is |", "|---|---|---|---|"] + rows).joined(separator: "\n")
      + "\n"
  }.joined(separator: "\n")
}

/// A text as a cell of a table.
private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
