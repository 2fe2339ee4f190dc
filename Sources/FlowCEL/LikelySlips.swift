import FlowExpression
import FlowSource

// What an author has surely meant, though it says something else: a text without its quotes, a name with a hyphen.

extension Checker {
  /// What is written where a name goes on behind a hyphen, which is read as a subtraction, and the declared field that it
  /// means: `attributes.dive-count`.
  func hyphenatedField(
    _ range: Range<Int>, of record: ExpressionEnvironment.Record
  ) -> (range: Range<Int>, name: String)? {
    let bytes = Array(text.utf8)
    guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: "-") else { return nil }
    let end = bytes[range.lowerBound...].firstIndex { !isNameByte($0) } ?? bytes.count
    let written = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    let whole = record.fields.filter { $0.contains("-") && ($0 == written || written.hasPrefix($0 + "-")) }
      .max { $0.utf8.count < $1.utf8.count }
    if let whole { return (range.lowerBound..<range.lowerBound + whole.utf8.count, whole) }
    let near = nearest(written, among: record.fields)
    return near.flatMap { isSlip(written, for: $0) ? (range.lowerBound..<end, $0) : nil }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Reports an option of a choice that stands without quotes beside it: `attributes.plan == free`.
  mutating func unquotedOption(_ function: Function, _ node: Int) -> Bool {
    guard checked, [.equal, .notEqual, .in].contains(function) else { return false }
    let children = syntax.childIndices(node).map { Int(syntax.children[$0]) }
    guard children.count == 2 else { return false }
    for (child, other) in [(children[0], children[1]), (children[1], children[0])] {
      // Of a list in brackets, one element at a time.
      let parts =
        syntax.nodes[child].kind == .list ? syntax.childIndices(child).map { Int(syntax.children[$0]) } : [child]
      let names = parts.filter { syntax.nodes[$0].kind == .name }
      guard !names.isEmpty, let options = options(of: other) else { continue }
      for part in names where isUnknown(syntax.names[Int(syntax.nodes[part].a)], options) {
        let name = syntax.names[Int(syntax.nodes[part].a)]
        let isOption = options.contains(name)
        guard isOption || options.isEmpty else { continue }
        report(
          .unknownName, syntax.range(part), "there is no `\(name)` here",
          help: "a text stands in quotes: `'\(name)'`", replacement: isOption ? "'\(name)'" : nil)
        return true
      }
    }
    return false
  }

  /// The options of what a node reads; empty where it is any text, nil where it is none.
  private func options(of node: Int) -> [String]? {
    guard let free = freeName(node) else { return nil }
    for candidate in environment.candidates(free.name, absolute: free.absolute) {
      guard let variable = environment.variables[candidate] else { continue }
      if let options = environment.options[variable.slot] { return options }
      return variable.type == .string || variable.type == .list(.string) ? [] : nil
    }
    return nil
  }

  /// Whether a name means nothing here; that it is a field of a record counts for less than that it is an option.
  private func isUnknown(_ name: String, _ options: [String]) -> Bool {
    if scope.contains(where: { syntax.names[Int($0.name)] == name }) || environment.records[name] != nil {
      return false
    }
    if environment.variables[name] != nil || Value.typeNames.contains(name) { return false }
    return options.contains(name) || !environment.records.values.contains { $0.fields.contains(name) }
  }

  /// Reports `attributes['plan']`: a field of a record is named behind a dot.
  mutating func indexedRecord(_ function: Function, _ node: Int) -> Bool {
    guard checked, function == .index, syntax.nodes[syntax.child(node, 0)].kind == .name,
      case let operand = syntax.child(node, 0), case let key = syntax.child(node, 1),
      case let name = syntax.names[Int(syntax.nodes[operand].a)], let record = environment.records[name],
      syntax.nodes[key].kind == .literal, case .string(let field) = syntax.literals[Int(syntax.nodes[key].a)],
      record.fields.contains(field)
    else { return false }
    let path = "\(name)." + (field.contains("-") ? "`\(field)`" : field)
    report(
      .type, syntax.range(node), "the fields of `\(name)` are named behind a dot",
      help: field.contains("-") ? "write ``\(path)``" : "write `\(path)`", replacement: path)
    return true
  }

  /// What a comparison of two types was surely meant to be: the number behind a text, a boolean as it is, an element of a
  /// list.
  func meantComparison(_ function: Function, _ given: [ValueType], _ node: Int) -> (help: String, replacement: String)?
  {
    let children = syntax.childIndices(node).map { Int(syntax.children[$0]) }
    guard children.count == 2, given.count == 2 else { return nil }
    func source(_ node: Int) -> String {
      String(decoding: Array(text.utf8)[syntax.range(node)], as: UTF8.self)
    }
    func literal(_ node: Int) -> String? {
      guard syntax.nodes[node].kind == .literal, case .string(let value) = syntax.literals[Int(syntax.nodes[node].a)]
      else { return nil }
      return value
    }
    for (side, other) in [(0, 1), (1, 0)] {
      guard let value = literal(children[side]) else { continue }
      let name = source(children[other])
      let isEquality = function == .equal || function == .notEqual
      if isEquality, given[other] == .bool, value == "true" || value == "false", freeName(children[other]) != nil {
        let holds = (value == "true") == (function == .equal)
        return ("a boolean is a condition of its own: `\(holds ? "" : "!")\(name)`", (holds ? "" : "!") + name)
      }
      if isEquality, case .list = given[other] {
        let looked = "\(source(children[side])) in \(name)"
        return function == .equal
          ? ("`in` looks for it in the list: `\(looked)`", looked)
          : ("`in` looks for it in the list: `!(\(looked))`", "!(\(looked))")
      }
      if given[other] == .int, let number = Int64(value), String(number) == value {
        let sign = function.sign ?? ""
        let parts = side == 0 ? "\(value) \(sign) \(name)" : "\(name) \(sign) \(value)"
        return ("a number stands without quotes: `\(value)`", parts)
      }
    }
    return nil
  }
}
