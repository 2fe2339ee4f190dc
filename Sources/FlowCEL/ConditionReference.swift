import FlowExpression

/// What can stand in a condition, as the language's reference tells it: a function, macro or operator, with an example that
/// holds. A test evaluates each.
package struct ConditionWord: Hashable, Sendable {
  /// As it is called: `startsWith`, `math.abs`, `&&`.
  package let name: String
  /// What it does, in one sentence.
  package let says: String
  /// An expression that uses it, over no names but `attributes.city`, which is `'Praha'`.
  package let example: String
  /// What the example is, as an expression.
  package let result: String

  init(_ name: String, _ says: String, _ example: String, _ result: String) {
    (self.name, self.says, self.example, self.result) = (name, says, example, result)
  }
}

/// Words of conditions that belong together.
package struct ConditionGroup: Sendable {
  /// What they are about.
  package let title: String
  /// The words.
  package let words: [ConditionWord]

  /// All of them, in the order of the reference.
  package static let all: [ConditionGroup] = [
    ConditionGroup(title: "Operators", words: operators), ConditionGroup(title: "Macros", words: macros),
    ConditionGroup(title: "Texts", words: words(texts)), ConditionGroup(title: "Dates and times", words: words(times)),
    ConditionGroup(title: "Numbers", words: words(numbers)),
    ConditionGroup(title: "Conversions", words: words(conversions)),
  ]

  /// The functions of all groups.
  static let functions: [Function] = texts + times + numbers + conversions

  private static let operators = [
    ConditionWord("==", "The same value, of the same type.", "1 + 1 == 2", "true"),
    ConditionWord("!=", "Another value.", "attributes.city != 'Brno'", "true"),
    ConditionWord("<", "Less; so are `<=`, `>` and `>=`. Texts are compared by code points.", "3 < 5", "true"),
    ConditionWord("in", "Among the elements of a list, or the keys of a map.", "'b' in ['a', 'b']", "true"),
    ConditionWord("+", "The sum; texts and lists are put together. So are `-`, `*`, `/`.", "'a' + 'b'", "'ab'"),
    ConditionWord("%", "The remainder of a division of whole numbers.", "7 % 3", "1"),
    ConditionWord(
      "&&", "Both hold; what fails on one side does not matter where the other is false.", "true && false", "false"),
    ConditionWord("||", "One of them holds, or both do.", "true || false", "true"),
    ConditionWord("!", "It does not hold.", "!false", "true"),
    ConditionWord("? :", "One value or another.", "1 < 2 ? 'a' : 'b'", "'a'"),
    ConditionWord("[]", "The element at an index, or the value of a key.", "['a', 'b'][0]", "'a'"),
  ]

  private static let macros = [
    ConditionWord("has", "Whether a value is there: an attribute was collected.", "has(attributes.city)", "true"),
    ConditionWord("all", "Whether all elements meet a condition.", "[1, 2].all(n, n > 0)", "true"),
    ConditionWord("exists", "Whether one or more of them do.", "[1, 2].exists(n, n > 1)", "true"),
    ConditionWord("exists_one", "Whether exactly one does.", "[1, 2].exists_one(n, n > 0)", "false"),
    ConditionWord("filter", "The elements that do.", "[1, 2, 3].filter(n, n > 1)", "[2, 3]"),
    ConditionWord("map", "What is made of each element.", "[1, 2].map(n, n * 2)", "[2, 4]"),
    ConditionWord("cel.bind", "A value under a name, for one expression.", "cel.bind(n, 2 + 3, n * n)", "25"),
  ]

  private static let texts: [Function] = [
    .size, .contains, .startsWith, .endsWith, .matches, .charAt, .indexOf, .lastIndexOf, .substring, .lowerAscii,
    .upperAscii, .trim, .replace, .split, .join, .reverse, .format, .quote, .encode, .decode,
  ]
  private static let times: [Function] = [
    .age, .toDate, .toTimestamp, .toDuration, .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek,
    .getDayOfYear, .getHours, .getMinutes, .getSeconds, .getMilliseconds,
  ]
  private static let numbers: [Function] = [
    .abs, .sign, .ceil, .floor, .round, .trunc, .sqrt, .greatest, .least, .isNaN, .isInf, .isFinite, .bitAnd, .bitOr,
    .bitXor, .bitNot, .bitShiftLeft, .bitShiftRight,
  ]
  private static let conversions: [Function] = [
    .toInt, .toUint, .toDouble, .toString, .toBool, .toBytes, .toDyn, .typeOf,
  ]

  private static func words(_ functions: [Function]) -> [ConditionWord] { functions.compactMap(word) }

  private static let names: [Function: String] = Dictionary(
    Overloads.byName.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })

  private static func word(_ function: Function) -> ConditionWord? {
    guard let name = names[function], let (says, example, result) = told(function) else { return nil }
    return ConditionWord(name, says, example, result)
  }

  /// What each function is told by: a sentence, an example, and what that is. Nil for operators, which have a table of their own.
  private static func told(_ function: Function) -> (String, String, String)? {
    switch function {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .add, .subtract, .multiply, .divide,
      .modulo, .negate, .index:
      nil
    case .size: ("How many code points a text has, or elements a list.", "attributes.city.size()", "5")
    case .contains: ("Whether a text has another one in it.", "'Praha'.contains('rah')", "true")
    case .startsWith: ("Whether a text begins with another one.", "'Praha'.startsWith('Pra')", "true")
    case .endsWith: ("Whether it ends with one.", "'ann@example.com'.endsWith('@example.com')", "true")
    case .matches:
      ("Whether a regular expression (RE2) matches somewhere in a text.", "'4711'.matches('^[0-9]+$')", "true")
    case .charAt: ("The character at an index, from 0.", "'abc'.charAt(1)", "'b'")
    case .indexOf: ("Where a text first stands in another one; -1: nowhere.", "'abcb'.indexOf('b')", "1")
    case .lastIndexOf: ("Where it stands last.", "'abcb'.lastIndexOf('b')", "3")
    case .substring: ("What stands from one index up to another one.", "'abcd'.substring(1, 3)", "'bc'")
    case .lowerAscii: ("With lower case letters in place of `A` to `Z`.", "'Praha'.lowerAscii()", "'praha'")
    case .upperAscii: ("With upper case letters in place of `a` to `z`.", "'cz'.upperAscii()", "'CZ'")
    case .trim: ("Without the spaces at both ends.", "' a '.trim()", "'a'")
    case .replace: ("With one text in place of another one.", "'a-b'.replace('-', '+')", "'a+b'")
    case .split: ("The parts between separators.", "'a,b'.split(',')", "['a', 'b']")
    case .join: ("The texts of a list as one.", "['a', 'b'].join('-')", "'a-b'")
    case .reverse: ("From the last character to the first.", "'abc'.reverse()", "'cba'")
    case .format: ("A text with values in it: `%s`, `%d`, `%.2f`.", "'%s is %d'.format(['a', 1])", "'a is 1'")
    case .quote: ("In quotes, with escapes.", "strings.quote('a')", "'\"a\"'")
    case .encode: ("Bytes as base64.", "base64.encode(b'abc')", "'YWJj'")
    case .decode: ("The bytes of base64.", "base64.decode('YWJj')", "b'abc'")
    case .age:
      (
        "How many whole years ago a day was: at `run.now`, or at another time.",
        "age('2000-06-01', timestamp('2026-05-31T00:00:00Z'))", "25"
      )
    case .toDate: ("The start of a day (UTC), as a time.", "date('2024-02-29') < date('2024-03-01')", "true")
    case .toTimestamp: ("The time that a text says (RFC 3339).", "timestamp('2026-01-01T12:00:00Z').getHours()", "12")
    case .toDuration:
      ("A span of time: `h`, `m`, `s`.", "date('2026-01-01') + duration('24h') == date('2026-01-02')", "true")
    case .getFullYear:
      ("The year of a time (UTC, or of a time zone that is named).", "date('2026-05-31').getFullYear()", "2026")
    case .getMonth: ("The month, from 0.", "date('2026-05-31').getMonth()", "4")
    case .getDate: ("The day of the month, from 1.", "date('2026-05-31').getDate()", "31")
    case .getDayOfMonth: ("The day of the month, from 0.", "date('2026-05-31').getDayOfMonth()", "30")
    case .getDayOfWeek: ("The day of the week, from Sunday, which is 0.", "date('2026-05-31').getDayOfWeek()", "0")
    case .getDayOfYear: ("The day of the year, from 0.", "date('2026-01-01').getDayOfYear()", "0")
    case .getHours: ("The hours of a time, or of a span all of them.", "duration('90m').getHours()", "1")
    case .getMinutes: ("The minutes.", "duration('90m').getMinutes()", "90")
    case .getSeconds: ("The seconds.", "duration('2m').getSeconds()", "120")
    case .getMilliseconds:
      ("The thousandths of a second.", "timestamp('2026-01-01T00:00:00.5Z').getMilliseconds()", "500")
    case .abs: ("Without the sign.", "math.abs(-3)", "3")
    case .sign: ("-1, 0 or 1.", "math.sign(-3)", "-1")
    case .ceil: ("Up to a whole number.", "math.ceil(1.2)", "2.0")
    case .floor: ("Down to a whole number.", "math.floor(1.8)", "1.0")
    case .round: ("To the nearest whole number, a half away from 0.", "math.round(1.5)", "2.0")
    case .trunc: ("Without what stands behind the point.", "math.trunc(-1.8)", "-1.0")
    case .sqrt: ("The square root.", "math.sqrt(16)", "4.0")
    case .greatest: ("The greatest of some numbers.", "math.greatest(1, 3, 2)", "3")
    case .least: ("The least of them.", "math.least(1, 3, 2)", "1")
    case .isNaN: ("Whether it is no number.", "math.isNaN(1.0)", "false")
    case .isInf: ("Whether it is infinite.", "math.isInf(1.0)", "false")
    case .isFinite: ("Whether it is neither.", "math.isFinite(1.0)", "true")
    case .bitAnd: ("The bits that both have.", "math.bitAnd(6, 3)", "2")
    case .bitOr: ("The bits that one of them has.", "math.bitOr(6, 3)", "7")
    case .bitXor: ("The bits that one alone has.", "math.bitXor(6, 3)", "5")
    case .bitNot: ("The bits that it does not have.", "math.bitNot(0)", "-1")
    case .bitShiftLeft: ("The bits moved to the left.", "math.bitShiftLeft(1, 3)", "8")
    case .bitShiftRight: ("The bits moved to the right.", "math.bitShiftRight(8, 3)", "1")
    case .toInt: ("A whole number: of a text, or of a number without what stands behind the point.", "int('42')", "42")
    case .toUint: ("One that is not negative.", "uint('42') == 42u", "true")
    case .toDouble: ("A number with a point.", "double('1.5')", "1.5")
    case .toString: ("A text.", "string(42)", "'42'")
    case .toBool: ("True or false, of `'true'` and `'false'`.", "bool('true')", "true")
    case .toBytes: ("The bytes of a text (UTF-8).", "bytes('abc') == b'abc'", "true")
    case .toDyn: ("The same value, whose type is looked at only when it runs.", "dyn(1) == 1", "true")
    case .typeOf: ("The type of a value.", "type(1) == int", "true")
    }
  }
}
