extension String {
  /// The text as a literal of Swift and of ECMAScript: what is not seen is escaped.
  var literal: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      default:
        if scalar.value >= 0x20, scalar.value < 0x7F || scalar.properties.isAlphabetic {
          literal.unicodeScalars.append(scalar)
        } else {
          literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
    }
    return literal + "\""
  }
}
