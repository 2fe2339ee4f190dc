/// A text as a scalar of YAML, without quotes where nobody could take it for something else.
package func yamlScalar(_ text: String) -> String {
  let isPlain =
    text.utf8.first.map { $0.isLetter || $0 >= 0x80 } == true && text.last != " "
    && !text.unicodeScalars.contains { ":#{}[],&*!|>'\"%@`\\".unicodeScalars.contains($0) || $0.value < 0x20 }
    && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  return isPlain ? text : yamlQuoted(text)
}

/// A text in double quotes, all on one line.
func yamlQuoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    default:
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || [0x2028, 0x2029, 0xFEFF].contains(scalar.value)
      {
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
  }
  return quoted + "\""
}

extension String {
  /// The text as a comment can hold it.
  var inOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isPlain =
            scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
            && ![0x2028, 0x2029, 0xFEFF].contains(scalar.value)
          return isPlain ? scalar : " "
        }))
  }
}
