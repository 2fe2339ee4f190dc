import FlowExpression
import Testing

@Suite struct FunctionNumberTests {
  /// Tables have functions by their numbers: a new one comes at the end, and none takes another one's.
  @Test func `functions have the numbers that tables know`() {
    #expect(
      Function.allCases.map { "\($0)" } == [
        "equal", "notEqual", "less", "lessOrEqual", "greater", "greaterOrEqual", "in", "add", "subtract", "multiply",
        "divide", "modulo", "negate", "index", "size", "contains", "startsWith", "endsWith", "matches", "toBool",
        "toBytes", "toDouble", "toDuration", "toDyn", "toInt", "toString", "toTimestamp", "toUint", "typeOf",
        "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getFullYear", "getHours", "getMilliseconds",
        "getMinutes", "getMonth", "getSeconds", "charAt", "indexOf", "lastIndexOf", "lowerAscii", "upperAscii",
        "replace", "split", "substring", "trim", "join", "reverse", "quote", "format", "greatest", "least", "ceil",
        "floor", "round", "trunc", "abs", "sign", "isNaN", "isInf", "isFinite", "sqrt", "bitAnd", "bitOr", "bitXor",
        "bitNot", "bitShiftLeft", "bitShiftRight", "encode", "decode", "toDate", "age",
      ])
    #expect(Function.allCases.map { Int($0.rawValue) } == Array(Function.allCases.indices))
  }
}
