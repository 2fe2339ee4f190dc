import FlowExpression
import FlowSource

// How calls find their function and its result's type.

extension Checker {
  mutating func call(_ node: Int) -> TypeID {
    let at = syntax.nodes[node]
    let name = syntax.names[Int(at.a)]
    if at.flag, let free = freeName(syntax.child(node, 0)), let function = Overloads.byName["\(free.name).\(name)"] {
      facts.resolutions[node] = .namespaced(function)
      let arguments = syntax.childIndices(node).dropFirst().map { check(Int(syntax.children[$0])) }
      return apply(function, .global, arguments, node)
    }
    let arguments = syntax.childIndices(node).map { check(Int(syntax.children[$0])) }
    let style: Overload.Style = at.flag ? .method : .global
    guard let function = Overloads.byName[name], Overloads.of(function).contains(where: { $0.style == style }) else {
      facts.resolutions[node] = .fails(.unknownFunction)
      unknownFunction(name, style, node, on: at.flag ? arguments.first : nil)
      return checked ? .error : .dyn
    }
    facts.resolutions[node] = .function(function)
    return apply(function, style, arguments, node)
  }

  private mutating func unknownFunction(
    _ name: String, _ style: Overload.Style, _ node: Int, on target: TypeID?
  ) {
    let start = Int(syntax.nodes[node].c)
    let range = start..<start + name.utf8.count
    if name == "has" {
      if !hyphenated.isEmpty { return }
      report(.unknownFunction, range, "`has` takes one field", help: "write it as `has(attributes.email)`")
      return
    }
    if Overloads.byName[name] != nil {
      // Of one argument, the other form is certain.
      let parts = syntax.childIndices(node).map { child in
        String(decoding: Array(text.utf8)[syntax.range(Int(syntax.children[child]))], as: UTF8.self)
      }
      let only = parts.count == 1 ? parts.first : nil
      let other =
        style == .method
        ? "\(name)(\(only ?? "x"))" : "\(only ?? "x").\(name)(\(only == nil ? "…" : ""))"
      report(
        .unknownFunction, only == nil ? range : syntax.range(node),
        "`\(name)` is no \(style == .method ? "method" : "function")", help: "write it as `\(other)`",
        replacement: only == nil || style == .global ? nil : other)
      return
    }
    let macros = style == .method ? ["all", "exists", "exists_one", "filter", "map"] : ["has"]
    if macros.contains(name) {
      report(.unknownFunction, range, "`\(name)` takes a variable and a condition, as in `x.\(name)(v, v > 0)`")
      return
    }
    if let fact = OtherNames.facts[name.lowercased()], style == .global, environment.variables[fact] != nil {
      report(
        .unknownFunction, syntax.range(node), "there is no function `\(name)`", help: "did you mean `\(fact)`?",
        replacement: syntax.childIndices(node).isEmpty ? fact : nil)
      return
    }
    let receiver = target.map { types.resolved($0) }
    let known = Overloads.byName.filter { Overloads.of($0.value).contains { $0.fits(style, receiver, types) } }.keys
      .sorted()
    let other = OtherNames.functions[name.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    unknown(
      .unknownFunction, "there is no \(style == .method ? "method" : "function") `\(name)`", name, range,
      known + macros, meant: other, note: known.isEmpty ? nil : "known: \(listed(known))")
  }

  /// The result's type of a function on arguments of these types.
  mutating func apply(_ function: Function, _ style: Overload.Style, _ arguments: [TypeID], _ node: Int) -> TypeID {
    if function == .matches { checkPattern(node) }
    if function == .greatest || function == .least { return extremum(function, arguments, node) }
    var result: TypeID?
    for overload in Overloads.of(function)
    where overload.style == style && overload.parameters.count == arguments.count {
      let mark = types.mark
      let (a, b) = (types.variable(), types.variable())
      var fits = true
      for (parameter, argument) in zip(overload.parameters, arguments) {
        if !types.assign(types.instance(parameter, a, b), argument) {
          fits = false
          break
        }
      }
      guard fits else {
        types.undo(to: mark)
        continue
      }
      let found = types.instance(overload.result, a, b)
      if let earlier = result {
        if !types.isSame(earlier, found) { result = .dyn }
      } else {
        result = found
      }
    }
    if let result { return result }
    if !arguments.contains(where: { types.resolved($0) == .error }) { mismatch(function, style, arguments, node) }
    return checked ? .error : .dyn
  }

  /// `math.greatest` and `math.least` take numbers or a list of numbers.
  private mutating func extremum(_ function: Function, _ arguments: [TypeID], _ node: Int) -> TypeID {
    var numbers = arguments
    if arguments.count == 1, let element = types.element(arguments[0]) { numbers = [element] }
    var result: TypeID?
    for number in numbers {
      let found = types.resolved(number)
      guard [.int, .uint, .double, .dyn, .error].contains(found) || types.isVariable(found) else {
        mismatch(function, .global, arguments, node)
        return .error
      }
      result = result.map { types.isSame($0, found) ? found : .dyn } ?? found
    }
    if result == nil { mismatch(function, .global, arguments, node) }
    return result ?? .error
  }

  private mutating func mismatch(_ function: Function, _ style: Overload.Style, _ arguments: [TypeID], _ node: Int) {
    guard checked else { return }
    let given = arguments.map { types.valueType($0) }
    let range = syntax.range(node)
    let slots = slots(syntax.childIndices(node).map { Int(syntax.children[$0]) })
    let what = given.map(\.description).joined(separator: " and ")
    if let date = datesInWords(function, node) {
      report(.noSuchOverload, range, date.message, help: date.help, about: slots)
    } else if let sign = function.sign, let meant = meantComparison(function, given, node) {
      let isEquality = function == .equal || function == .notEqual
      report(
        .noSuchOverload, range,
        isEquality ? "`\(sign)` compares values of one type, not \(what)" : "`\(sign)` does not take \(what)",
        help: meant.help, replacement: meant.replacement, about: slots)
    } else if function == .equal || function == .notEqual, given.count == 2 {
      let sign = function.sign ?? ""
      var help: String?
      if given.contains(.null) {
        help =
          "a value of type \(given[0] == .null ? given[1] : given[0]) is never null; `has()` tells whether it is set"
      } else if let number = given.first(where: { [.int, .uint, .double].contains($0) }) {
        help = "convert the other side with `\(number)(…)`"
      } else if given.contains(.timestamp) || given.contains(.duration) {
        help = "convert the other side with `timestamp(…)` or `duration(…)`"
      }
      report(
        .noSuchOverload, range, "`\(sign)` compares values of one type, not \(given[0]) and \(given[1])", help: help,
        about: slots)
    } else if let sign = function.sign {
      report(
        .noSuchOverload, range, "`\(sign)` does not take \(what)", help: operatorHelp(function, given), about: slots)
    } else {
      let name = Overloads.byName.first { $0.value == function }?.key ?? ""
      report(
        .noSuchOverload, range, "`\(name)` does not take \(signature("", style, given))",
        help: forms(function, name, style), about: slots)
    }
  }

  /// A date that is taken for a time or a number, in the words of who has declared it.
  private func datesInWords(_ function: Function, _ node: Int) -> (message: String, help: String)? {
    for index in syntax.childIndices(node) {
      let child = Int(syntax.children[index])
      guard case .slot(let slot) = facts.resolutions[child], environment.dates.contains(Int(slot)) else { continue }
      let name = syntax.qualifiedName(child)?.name ?? "it"
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return (
        "`\(last)` is a date, which conditions read as text",
        "`date(\(name))` is its time, to compare with `run.now`; `age(\(name))` is how many whole years ago it was"
      )
    }
    return nil
  }

  private func operatorHelp(_ function: Function, _ given: [ValueType]) -> String? {
    if function == .in { return "`in` looks for a value in a list, or for a key in a map" }
    if function == .add, given.contains(.string) { return "convert the other side with `string(…)`" }
    return nil
  }

  private func signature(_ name: String, _ style: Overload.Style, _ types: [ValueType]) -> String {
    let texts = types.map(\.description)
    guard style == .method, let first = texts.first else {
      return "\(name)(\(texts.joined(separator: ", ")))"
    }
    let rest = texts.dropFirst().joined(separator: ", ")
    return name.isEmpty ? "(\(rest)) on \(first)" : "\(first).\(name)(\(rest))"
  }

  private func forms(_ function: Function, _ name: String, _ style: Overload.Style) -> String? {
    let forms = Overloads.of(function).filter { $0.style == style }.prefix(4).map { overload in
      "`" + signature(name, style, overload.parameters.map { types.valueType($0) }) + "`"
    }
    return forms.isEmpty ? nil : "it is " + forms.joined(separator: " or ")
  }

  /// A regular expression given as a literal is compiled now.
  private mutating func checkPattern(_ node: Int) {
    guard let last = syntax.childIndices(node).last else { return }
    let child = Int(syntax.children[last])
    guard syntax.nodes[child].kind == .literal,
      case .string(let text) = syntax.literals[Int(syntax.nodes[child].a)]
    else { return }
    patternCount += 1
    guard patternCount <= Limits.patterns else {
      report(
        .tooComplex, syntax.range(child), "there are more than \(Limits.patterns) regular expressions here",
        help: "join some with `|`")
      return
    }
    do {
      facts.patterns[child] = try LinearPattern.declared(text)
    } catch {
      report(
        .pattern, syntax.range(child), "this is no regular expression: \(error.message)",
        help: error.isTooLarge
          ? "repeat with `+` instead of a count, and limit the length of the text itself"
          : "the syntax is RE2's, without look-around and back-references")
    }
  }
}
