import FlowSource
import FlowYAML
import Testing

@Suite struct ScalarTests {
  static let schema: [(String, YAMLScalar)] = [
    ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null), ("nULL", .string),
    ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)), ("tRue", .string),
    ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)), ("FALSe", .string),
    ("yes", .string), ("NO", .string), ("on", .string), ("y", .string), ("nullx", .string), ("~x", .string),
    ("0", .int(0)), ("-0", .int(0)), ("+12", .int(12)), ("-19", .int(-19)), ("0777", .int(777)), ("08", .int(8)),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .float(9223372036854775808)), ("-9223372036854775809", .float(-9223372036854775808)),
    ("0o7", .int(7)), ("0o17", .int(15)), ("0o8", .string), ("0o", .string), ("-0o7", .string), ("0O7", .string),
    ("0xF", .int(15)), ("0xff", .int(255)), ("0xG", .string), ("0x", .string), ("+0x1", .string),
    ("0xFFFFFFFFFFFFFFFF", .float(18446744073709551616)), ("0b11", .string),
    ("1.5", .float(1.5)), ("-1.", .float(-1)), (".5", .float(0.5)), ("+.5", .float(0.5)), ("1e3", .float(1000)),
    ("1.5E-2", .float(0.015)), ("1e", .string), ("e3", .string), (".", .string), ("+", .string),
    ("1.2.3", .string), ("1e999", .float(.infinity)), (".inf", .float(.infinity)), ("-.Inf", .float(-.infinity)),
    ("+.INF", .float(.infinity)), (".iNF", .string), (".INf", .string), (".nanx", .string), ("-.nan", .string),
    ("1_000", .string), ("12:30:45", .string), ("2024-01-01", .string), ("10m", .string),
    ("nan", .string), ("0x1p3", .string), ("1,5", .string),
  ]

  @Test(arguments: schema) func `plain scalars mean what the core schema says`(text: String, expected: YAMLScalar)
    throws
  {
    #expect(try value("a: \(text)").scalar == expected)
  }

  @Test(arguments: [".nan", ".NaN", ".NAN"]) func `not a number is read`(text: String) throws {
    guard case .float(let number) = try value("a: \(text)").scalar else { return #expect(Bool(false)) }
    #expect(number.isNaN)
  }

  @Test(arguments: ["'1'", "\"true\"", "|\n  1", "''", "[]", "{}"]) func `quoted texts and collections are no numbers`(
    text: String
  ) throws {
    #expect(try value("a: \(text)").scalar == .string)
  }

  static let readings: [(String, String?)] = [
    ("NO", "a boolean"), ("yes", "a boolean"), ("Off", "a boolean"), ("y", "a boolean"), ("N", "a boolean"),
    ("yEs", nil), ("true", nil), ("null", nil), ("Norway", nil), ("'NO'", nil), ("0", nil), ("12", nil), ("-7", nil),
    ("0777", "the octal number 511"), ("-010", "the octal number -8"), ("08", "text"), ("0o7", "text"), ("0xF", nil),
    ("-0xF", "the number -15"), ("0b11", "the binary number 3"), ("1_000", "the number 1000"), ("_1", nil),
    ("1:30", "the number 90 (base 60)"), ("12:30:45", "the number 45045 (base 60)"), ("12:60", nil), ("0:30", nil),
    ("1:30.5", "a number of base 60"), ("1.5", nil), ("1e3", "text"), ("1.5e3", "text"), ("1.5e+3", nil),
    ("1_0.5", "a number"), (".inf", nil), ("+.inf", nil), (".nan", nil), ("1.2.3", nil), (".", nil),
    ("2024-01-01", "a date"), ("2024-1-1", nil), ("2024-01-01T10:00:00Z", "a date"), ("2024-1-1 1:00:00", "a date"),
    ("99999999999999999999", nil), ("0x99999999999999999999", nil), ("10m", nil), ("a:b", nil), ("1:2:3:4:5:6", nil),
  ]

  @Test(arguments: readings) func `what YAML 1.1 reads otherwise is known`(text: String, expected: String?) throws {
    let (tree, id) = try node("a: \(text)")
    #expect(tree.yaml11Reading(id) == expected)
  }

  @Test func `an ambiguous scalar gets a warning with an edit`() throws {
    let (tree, id) = try node("country: NO")
    let warning = try #require(tree.ambiguityWarning(id))
    #expect(warning.code == "U007")
    #expect(warning.severity == .warning)
    #expect(warning.message == "`NO` is text here, but tools of YAML 1.1 read a boolean")
    #expect(warning.edit?.applied(to: tree.source.bytes) == Array("country: \"NO\"".utf8))
    let (number, sum) = try node("a: 0777")
    #expect(
      number.ambiguityWarning(sum)?.message
        == "`0777` is a decimal number here, but tools of YAML 1.1 read the octal number 511")
  }

  private func node(_ text: String) throws -> (tree: YAMLTree, id: YAMLNodeID) {
    let tree = try #require(Reading(text).tree)
    let root = try #require(tree.root)
    return (tree, try #require(tree.entries(root).first).value)
  }

  private func value(_ text: String) throws -> (text: String, scalar: YAMLScalar) {
    let (tree, id) = try node(text)
    return (tree.text(id), tree.scalar(id))
  }
}
