import FlowModel

/// What can be wrong with a field, in Markdown: the codes of clients, and the keys of the words.
func complaintReference() -> String {
  var rows: [(code: String, keys: [String], words: [String])] = []
  for complaint in FieldComplaint.each {
    let key = String(complaint.standardText.rawValue.dropFirst("complaint.".count))
    let words = StandardWords.pattern(complaint.standardText)
    if let index = rows.firstIndex(where: { $0.code == complaint.code }) {
      guard !rows[index].keys.contains(key) else { continue }
      rows[index].keys.append(key)
      rows[index].words.append(words)
    } else {
      rows.append((complaint.code, [key], [words]))
    }
  }
  let lines = rows.map { row in
    "| `\(row.code)` | \(row.keys.map { "`\($0)`" }.joined(separator: ", ")) | \(row.words.joined(separator: " / ")) |"
  }
  return """
    ### What is wrong with a field

    Clients get these codes beside `attributes_invalid`, one for each field. The words stand below
    `words: { complaint: … }` of a language's file, by their keys.

    | code | keys | words |
    |---|---|---|
    \(lines.joined(separator: "\n"))

    """
}
