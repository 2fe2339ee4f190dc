import FlowSource

/// Says in a flow author's words why libyaml could not read a text: U001, or U002 for a tab.
func describe(
  _ failure: SyntaxFailure, in source: SourceFile, lastQuoted: SourceSpan?, _ words: YAMLWords = YAMLWords()
) -> Diagnostic {
  let scene = SyntaxScene(failure, source)
  if scene.byte == 0x09, failure.problem.contains("tab") || failure.problem.hasSuffix("cannot start any token") {
    return tab(scene)
  }
  if let space = scene.misleadingSpace { return space }
  switch failure.problem {
  case "found character that cannot start any token": return unstartable(scene)
  case "mapping values are not allowed in this context": return secondColon(scene, words)
  case "could not find expected ':'": return keyWithoutColon(scene)
  case "found unexpected end of stream", "found unexpected document indicator": return unclosedQuote(scene)
  case "found unknown escape character", "did not find expected hexdecimal number",
    "found invalid Unicode character escape code":
    return badEscape(scene)
  case "did not find expected key", "did not find expected '-' indicator", "did not find expected ',' or ']'",
    "did not find expected ',' or '}'", "did not find expected <document start>":
    return unexpected(scene, lastQuoted, words)
  case "block sequence entries are not allowed in this context":
    return scene.problem("a list item cannot start here", help: "start the list on a line of its own, below its key")
  case "mapping keys are not allowed in this context":
    return scene.problem(
      "a key with `? ` cannot start here", help: "write `key: value`; put a text with `? ` in quotes")
  case "did not find expected node content": return missingValue(scene)
  case "found unexpected ':'":
    if scene.place + 1 < source.bytes.count, ",}]".utf8.contains(source.bytes[scene.place + 1]) {
      return scene.problem(
        "nothing stands behind this colon", help: "write what belongs there, or put the whole text in quotes")
    }
    return scene.problem(
      "a space is missing behind this colon", help: "write `: `", edit: scene.insertion(" ", at: scene.place + 1))
  case "out of memory": return Problem.outOfMemory.diagnostic(in: source)
  default: return byContext(scene)
  }
}

private func unstartable(_ scene: SyntaxScene) -> Diagnostic {
  // What starts the value stands before it: a negation, or a condition that brackets of its own have cut.
  if let name = scene.negatedName(before: scene.place) { return Problem.tag(name).diagnostic(in: scene.source) }
  if let open = scene.openBracket, let value = scene.splitValue(inside: open) {
    return splitValue(value, in: scene.source)
  }
  let text = scene.source.text(scene.character(scene.place))
  let help: String
  switch text {
  case "|", ">": help = "a block text cannot stand in brackets or braces: use quotes"
  case "-", "?", ":": help = "put a space behind it, or put the value in quotes"
  default: help = "put the value in quotes"
  }
  return scene.problem(
    "a value cannot start with `\(text)`", labels: [], help: help, edit: scene.source.quoting(from: scene.place))
}

private func secondColon(_ scene: SyntaxScene, _ words: YAMLWords) -> Diagnostic {
  let bytes = scene.source.bytes
  let head = bytes[scene.line.lowerBound..<scene.place]
  let colon = head.indices.first { bytes[$0] == UInt8(ascii: ":") && $0 + 1 < scene.place && bytes[$0 + 1] == 0x20 }
  if let colon, let value = bytes[(colon + 1)..<scene.place].firstIndex(where: { $0 != 0x20 }) {
    let key = scene.source.text(scene.span(scene.source.firstKey(scene.line)..<colon))
    if words.mappings.contains(key) {
      let inner = scene.restOfLine(value)
      return scene.problem(
        "`\(key)` holds a mapping, which needs braces in one line",
        labels: [Label(scene.character(colon), "the mapping of this key")],
        help: "write `\(key): { \(shortened(scene.source.text(inner))) }`, or start it on a line of its own",
        edit: Edit(inner, "{ \(scene.source.text(inner)) }"))
    }
    // `age { type: integer }`: the first colon is already inside.
    let inBraces = bytes[scene.line.lowerBound..<colon].lastIndex(of: UInt8(ascii: "{"))
    if let inBraces, case let name = scene.span(scene.source.firstKey(scene.line)..<inBraces),
      case let key = scene.source.text(name).split(separator: " "), key.count == 1
    {
      let end = Int(name.start) + key[0].utf8.count
      return scene.problem(
        "a colon is missing behind `\(shortened(String(key[0])))`", at: scene.span(Int(name.start)..<end), labels: [],
        help: "write `key: value`", edit: scene.insertion(":", at: end))
    }
    return scene.problem(
      "a second `: ` in one value", labels: [Label(scene.character(colon), "the value belongs to this key")],
      help: "put the value in quotes, or start the inner mapping on a line of its own",
      edit: scene.source.quoting(from: value))
  }
  if let slip = scene.dedentedLine ?? scene.missingColon { return slip }
  let key = min(scene.source.firstText(scene.line), scene.place)
  return scene.problem(
    "a key cannot stand here: the line above has a value already, which this line continues",
    at: scene.span(key..<scene.place), labels: [],
    help: "indent it like the key it belongs beside, or put a value of several lines in quotes")
}

private func keyWithoutColon(_ scene: SyntaxScene) -> Diagnostic {
  let start = min(scene.failure.context?.place ?? scene.place, scene.place)
  let bytes = scene.source.bytes
  let text = scene.restOfLine(start)
  if scene.place - start > 1024, text.end - text.start > 1024 {
    return scene.problem(
      "a key is longer than 1024 characters", at: scene.character(start), labels: [],
      help: "shorten it, or close the quote that starts here")
  }
  let first = scene.source.text(scene.character(start))
  if first == "\"" || first == "'" {
    return scene.problem(
      "this quote starts a key, and is not closed in its line", at: scene.character(start), labels: [],
      help: "remove it, or put `\(first)` behind the key or behind the value above")
  }
  let line = bytes[Int(text.start)..<Int(text.end)]
  if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.endIndex, bytes[colon + 1] > 0x20,
    first != "{", first != "["
  {
    let isAddress = line[(colon + 1)...].starts(with: "//".utf8)
    return scene.problem(
      "a space is missing behind the colon", at: scene.span(start..<colon + 1), labels: [], help: "write `key: value`",
      edit: isAddress ? nil : scene.insertion(" ", at: colon + 1))
  }
  return scene.problem(
    "this line is no `key: value`", at: text, labels: [],
    help: "put a colon and a value behind the key, or indent the line if it continues the one above")
}

private func unclosedQuote(_ scene: SyntaxScene) -> Diagnostic {
  let start = scene.failure.context?.place ?? scene.place
  let quote = scene.source.text(scene.character(start))
  return scene.problem(
    "this quote is never closed", at: scene.character(start), labels: [],
    help: quote == "'"
      ? "put `'` behind the value; an apostrophe inside it is written twice" : "put `\(quote)` behind the value")
}

private func badEscape(_ scene: SyntaxScene) -> Diagnostic {
  if scene.place + 1 >= scene.source.bytes.count { return unclosedQuote(scene) }
  let isUnknown = scene.failure.problem == "found unknown escape character"
  let head = scene.source.bytes[scene.line.lowerBound...scene.place]
  let start = head.lastIndex(of: UInt8(ascii: "\\")) ?? scene.place
  let end = min(Int(scene.character(start + 1).end), scene.line.upperBound)
  let escape = scene.span(start..<max(start, end))
  return scene.problem(
    "no character has the escape `\(scene.source.text(escape))`\(isUnknown ? "" : " with these digits")", at: escape,
    labels: [], help: "in double quotes a backslash is written twice; in single quotes it stands for itself",
    edit: isUnknown ? scene.insertion("\\", at: start) : nil)
}

private func missingValue(_ scene: SyntaxScene) -> Diagnostic {
  if scene.byte == UInt8(ascii: ":") { return Problem.missingKey(scene.place).diagnostic(in: scene.source) }
  let text = scene.source.text(scene.character(scene.place))
  let message =
    switch text {
    case ",": "a value is missing before this comma"
    case "-": "a list with `-` cannot stand in brackets or braces"
    case "": "a value is missing here"
    default: "a value is missing before `\(text)`"
    }
  return scene.problem(message, labels: [], help: "write a value here, or put a text with such characters in quotes")
}

private func byContext(_ scene: SyntaxScene) -> Diagnostic {
  let start = min(scene.failure.context?.place ?? scene.place, scene.place)
  let quoting = scene.source.quoting(from: start)
  let first = scene.character(start)
  switch scene.failure.context?.text {
  case "while scanning an alias", "while scanning an anchor":
    if let name = scene.negatedName(before: start) { return Problem.tag(name).diagnostic(in: scene.source) }
    let text = scene.source.text(first)
    return scene.problem(
      "`\(text)` starts \(text == "*" ? "an alias" : "an anchor"), and no name follows", at: first, labels: [],
      help: "put a text that starts with `\(text)` in quotes", edit: quoting)
  case "while scanning a tag", "while parsing a tag", "while parsing a node":
    return scene.problem(
      code: "U014", Problem.needsQuotes, at: first, labels: [], help: Problem.quoteWhole, edit: quoting)
  case "while scanning a directive", "while scanning a %YAML directive", "while scanning a %TAG directive",
    "while parsing a %TAG directive", "while parsing a tag directive":
    return Problem.directive(scene.line).diagnostic(in: scene.source)
  case "while scanning a block scalar":
    return scene.problem(
      "`\(scene.source.text(first))` starts a block text, whose text stands on the lines below", at: first, labels: [],
      help: "start the text on the next line, or put a text that starts with `\(scene.source.text(first))` in quotes",
      edit: quoting)
  default:
    return scene.problem(
      "this is not YAML: \(scene.failure.problem)", help: "put a text with special characters in quotes")
  }
}
