import FlowSource

/// A tab where YAML wants spaces: U002. The edit replaces the line's tabs where the whole
/// rest of the file is indented by tabs, so that each of them stands for one level.
func tab(_ scene: SyntaxScene) -> Diagnostic {
  let bytes = scene.source.bytes
  let text = scene.source.firstText(scene.line)
  guard scene.place < text else {
    let end = bytes[scene.place...].firstIndex { $0 != 0x09 && $0 != 0x20 } ?? bytes.count
    return scene.problem(
      code: "U002", "a tab stands where YAML allows spaces only", at: scene.span(scene.place..<end), labels: [],
      help: "put a space instead", edit: Edit(scene.span(scene.place..<end), " "))
  }
  let indentation = scene.line.lowerBound..<text
  let width = indentationWidth(scene.source, tabsFrom: scene.line.lowerBound)
  let edit = width.map { Edit(scene.span(indentation), String(repeating: " ", count: $0 * indentation.count)) }
  return scene.problem(
    code: "U002", "a tab indents this line, where YAML allows spaces only", at: scene.span(indentation), labels: [],
    help: "indent with spaces", edit: edit)
}

/// How many spaces a tab stands for: the least indentation above `start`, or 2. Nil where it is not certain, because a
/// line above has a tab, or one from there on has spaces.
private func indentationWidth(_ source: SourceFile, tabsFrom start: Int) -> Int? {
  var least = 0
  for lineStart in source.lineStarts {
    let line = source.bytes[Int(lineStart)...]
    guard let text = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), source.bytes[text] > 0x20 else { continue }
    let indentation = line[..<text]
    if indentation.contains(Int(lineStart) < start ? 0x09 : 0x20) { return nil }
    if Int(lineStart) < start, !indentation.isEmpty {
      least = least == 0 ? indentation.count : min(least, indentation.count)
    }
  }
  return least == 0 ? 2 : least
}

/// Text that does not fit where it stands: a bracket that stays open, a line indented wrongly, text behind a value.
func unexpected(_ scene: SyntaxScene, _ lastQuoted: SourceSpan?, _ words: YAMLWords) -> Diagnostic {
  let quoted = quoteLabel(scene, lastQuoted)
  let isFlow = scene.failure.problem.contains("','")
  if isFlow, let open = scene.failure.context?.place {
    if let value = scene.splitValue(inside: open) { return splitValue(value, in: scene.source) }
    if let value = scene.valueWithColon(inside: open) { return secondColonInBraces(value, scene, words) }
    let bracket = scene.source.text(scene.character(open))
    let close = bracket == "{" ? "}" : "]"
    if scene.isAtEnd || scene.isFirstInLine, bracket == "{" || bracket == "[" {
      let place = scene.isAtEnd ? [] : [Label(scene.character(scene.place), "this does not belong inside")]
      return scene.problem(
        "this `\(bracket)` is never closed", at: scene.character(open), labels: place + quoted,
        help: "put `\(close)` behind the last value, or a comma between the values")
    }
    if !scene.line.contains(open), scene.byte == UInt8(ascii: ":"), bracket == "{" || bracket == "[" {
      // The next line's key has become a part of the last value.
      let line = scene.source.lineRange(open)
      let end = Int(scene.restOfLine(open).end)
      return scene.problem(
        "this `\(bracket)` is never closed", at: scene.character(open),
        labels: [Label(scene.span(scene.source.firstText(scene.line)..<scene.place), "this does not belong inside")],
        help: "put `\(close)` behind the last value",
        edit: scene.source.bytes[line].contains(UInt8(ascii: "#")) ? nil : scene.insertion(" \(close)", at: end))
    }
    return scene.problem(
      "a comma or `\(close)` is missing before this", at: scene.restOfLine(scene.place),
      labels: scene.contextLabel + quoted,
      help: "separate values by commas; put a text with special characters in quotes")
  }
  if !quoted.isEmpty {
    return scene.problem(
      "this text follows a value in quotes", at: scene.restOfLine(scene.place), labels: quoted,
      help: "close the quote where the value ends, or put the whole value in one pair of quotes")
  }
  if scene.byte == UInt8(ascii: ":") { return Problem.missingKey(scene.place).diagnostic(in: scene.source) }
  if scene.place > 0, scene.source.bytes[scene.place - 1] == UInt8(ascii: "'") {
    return scene.problem(
      "this apostrophe ends the text in quotes", at: scene.span(scene.place - 1..<scene.place), labels: [],
      help: "in single quotes an apostrophe is written twice", edit: scene.insertion("'", at: scene.place))
  }
  if !scene.isFirstInLine {
    return scene.problem(
      "this text follows a value that has ended", at: scene.restOfLine(scene.place), labels: scene.contextLabel,
      help: "put the whole value in one pair of quotes, or start a new line")
  }
  switch scene.failure.problem {
  case "did not find expected '-' indicator":
    return scene.problem(
      "an item of the list, with `- `, was expected here", at: scene.restOfLine(scene.place),
      help: "start the line with `- `, or indent it like what it belongs to")
  case "did not find expected key":
    if let dip = scene.dedentedLine { return dip }
    return scene.problem(
      "this line is indented like nothing above it", at: scene.restOfLine(scene.place),
      help: "indent it like the keys beside it\(column(scene))")
  default:
    return scene.problem(
      "the document has ended before this line", at: scene.restOfLine(scene.place), labels: [],
      help: "a file holds one mapping: check the lines above for brackets, quotes and indentation")
  }
}

/// A value in braces that is ended by what its author means as a part of it.
func splitValue(_ value: Range<Int>, in source: SourceFile) -> Diagnostic {
  Diagnostic(
    "U001", .error, "in braces, a comma, a bracket or a quote of its own ends this value",
    at: SourceSpan(file: source.id, start: UInt32(value.lowerBound), end: UInt32(value.upperBound)),
    help: "put the whole value in quotes", edit: source.quoting(from: value.lowerBound))
}

/// A second colon in a value in braces: before a key of the language a comma is missing, any other belongs to a text.
private func secondColonInBraces(_ value: Range<Int>, _ scene: SyntaxScene, _ words: YAMLWords) -> Diagnostic {
  let head = scene.source.bytes[value.lowerBound..<scene.place]
  if let space = head.lastIndex(of: 0x20),
    words.keys.contains(scene.source.text(scene.span(space + 1..<scene.place)))
  {
    var end = space
    while end > value.lowerBound, head[end - 1] == 0x20 { end -= 1 }
    return scene.problem(
      "a comma is missing before this key", at: scene.span(space + 1..<scene.place), help: "separate values by commas",
      edit: scene.insertion(",", at: end))
  }
  return scene.problem(
    "a second `: ` in one value", labels: [Label(scene.span(value), "the value starts here")],
    help: "put the value in quotes", edit: scene.source.quoting(from: value.lowerBound))
}

/// Where the keys of the mapping stand that libyaml was reading.
private func column(_ scene: SyntaxScene) -> String {
  guard let context = scene.failure.context else { return "" }
  return ": those of the mapping above start in column \(scene.source.position(UInt32(context.place)).column)"
}

/// The quoted text of several lines that ends in the line of the problem: a forgotten quote above, most likely.
private func quoteLabel(_ scene: SyntaxScene, _ quoted: SourceSpan?) -> [Label] {
  guard let quoted, scene.line.contains(Int(quoted.end) - 1), Int(quoted.end) <= scene.place else { return [] }
  return [
    Label(scene.character(Int(quoted.start)), "a quote that opens here is closed only in the line of the problem")
  ]
}
