/// Names that other languages have for the functions of expressions.
enum OtherNames {
  /// Functions and methods, by what others call them in lower case.
  static let functions = [
    "tolower": "lowerAscii", "tolowercase": "lowerAscii", "lower": "lowerAscii", "lowercase": "lowerAscii",
    "toupper": "upperAscii", "touppercase": "upperAscii", "upper": "upperAscii", "uppercase": "upperAscii",
    "length": "size", "len": "size", "count": "size", "includes": "contains", "has": "contains", "strip": "trim",
    "match": "matches", "test": "matches", "substr": "substring", "slice": "substring", "str": "string",
    "tostring": "string",
    "parseint": "int", "toint": "int", "number": "double", "float": "double", "boolean": "bool", "years": "age",
    "abs": "math.abs", "max": "math.greatest", "min": "math.least", "floor": "math.floor", "ceil": "math.ceil",
    "round": "math.round", "todate": "date",
  ]
  /// Functions of others that are facts here.
  static let facts = ["now": "run.now", "today": "run.now", "currenttime": "run.now"]
}

extension Overload {
  /// Whether a call of this style, on a value of this type, could mean it.
  func fits(_ style: Style, _ receiver: TypeID?, _ types: Types) -> Bool {
    guard self.style == style else { return false }
    guard let receiver, let first = parameters.first, !types.isOpen(receiver), !types.isVariable(receiver) else {
      return true
    }
    let isList = first == .listOfA || first == .listOfString || first == .listOfDyn
    return first == receiver || first == .a || isList && types.element(receiver) != nil
      || first == .mapOfAB && types.entry(receiver) != nil
  }
}

/// Names in back quotes, with commas between them.
func listed(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
