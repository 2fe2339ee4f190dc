/// The range of the first directive line (`%…`) at the head of a text that is not one `%YAML 1.2`.
///
/// Checked before libyaml reads them, because it compares each `%TAG` with all before it.
func refusedDirective(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
  var seen = false
  var index = start
  while let line = contentLine(bytes, from: index), bytes[line.lowerBound] == UInt8(ascii: "%") {
    let words = bytes[line].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
    let isVersion = words.count >= 2 && words[0].elementsEqual("%YAML".utf8) && words[1].elementsEqual("1.2".utf8)
    if !isVersion || seen { return line }
    seen = true
    index = line.upperBound
  }
  return nil
}

/// Where another document starts behind the end of one: its `---` or its first directive.
func nextDocument(_ bytes: UnsafeBufferPointer<UInt8>, from end: Int) -> Range<Int>? {
  var index = end
  while let line = contentLine(bytes, from: index) {
    let isFirstColumn = line.lowerBound == 0 || bytes[line.lowerBound - 1] < 0x20
    guard isFirstColumn, let word = bytes[line].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).first else {
      return nil
    }
    if word.first == UInt8(ascii: "%") || word.elementsEqual("---".utf8) { return word.startIndex..<word.endIndex }
    guard word.elementsEqual("...".utf8) else { return nil }
    index = line.upperBound
  }
  return nil
}

/// The next line that is neither blank nor a comment, from its first byte that is not blank to its break.
private func contentLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
  var index = start
  while index < bytes.count {
    switch bytes[index] {
    case 0x20, 0x09, 0x0A, 0x0D: index += 1
    case let byte:
      var end = index
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if byte != UInt8(ascii: "#") { return index..<end }
      index = end
    }
  }
  return nil
}
