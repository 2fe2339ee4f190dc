/// What a mail server said, as whoever looks after the outbox may read it: one line of what is seen, without addresses, and without
/// what the mail or the log-in had in it.
struct ServerWords {
  let text: String

  /// How much of it is kept, in characters.
  private static let limit = 200
  /// What is shorter stands in other words by chance.
  private static let shortestSecret = 3

  /// Nil where nothing is left that says something.
  init?(_ said: String, hiding secrets: [String]) {
    let hidden = secrets.map { $0.lowercased() }.filter { $0.utf8.count >= Self.shortestSecret }
    let seen = String(decoding: said.utf8.map { 0x20..<0x7F ~= $0 ? $0 : 0x20 }, as: UTF8.self)
    let words = seen.split(separator: " ").map(String.init)
    var shown: [String] = []
    for word in words {
      let lower = word.lowercased()
      if word.contains("@") {
        shown.append("(address)")
      } else {
        shown.append(hidden.contains { lower.contains($0) } ? "(…)" : word)
      }
    }
    let line = shown.joined(separator: " ")
    guard line.contains(where: \.isLetter) else { return nil }
    text = line.count > Self.limit ? line.prefix(Self.limit) + "…" : line
  }
}
