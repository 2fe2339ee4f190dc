/// A text as HTML shows it, in a text or in quotes.
func escaped(_ text: String) -> String {
  var shown = ""
  for scalar in visible(text).unicodeScalars {
    switch scalar {
    case "&": shown += "&amp;"
    case "<": shown += "&lt;"
    case ">": shown += "&gt;"
    case "\"": shown += "&quot;"
    case "'": shown += "&#39;"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
