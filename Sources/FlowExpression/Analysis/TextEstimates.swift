// The lengths of texts and lists that functions make of others.

extension Function {
  func areTexts(_ o: [ValueShape]) -> Bool { o.allSatisfy { $0.isOnly(.string) } }

  /// What becomes of a text.
  func text(_ text: ValueShape) -> ValueShape {
    let plain = text.texts.intersection(.plain)
    switch self {
    case .trim: return .text(0...text.count.upperBound, bytes: text.bytes, plain)
    case .quote:
      let most = ValueShape.plus(ValueShape.times(2, text.count.upperBound), 2)
      return .text(2...most, bytes: ValueShape.plus(ValueShape.times(2, text.bytes), 2), plain)
    default: return .text(text.count, bytes: text.bytes, plain)
    }
  }

  /// Any part of a text.
  func piece(_ text: ValueShape) -> ValueShape {
    .text(0...text.count.upperBound, bytes: text.bytes, text.texts.intersection(.plain))
  }

  func part(_ o: [ValueShape]) -> ValueShape? {
    guard o[0].isOnly(.string), o.dropFirst().allSatisfy({ $0.isOnly(.int) }) else { return nil }
    let ends = o.dropFirst().map(\.number)
    guard ends.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= Int64(o[0].count.lowerBound) }) else { return nil }
    if o.count == 3, ends[0].upperBound > ends[1].lowerBound { return nil }
    return piece(o[0])
  }

  func joined(_ o: [ValueShape]) -> ValueShape? {
    guard o[0].isOnly(.list), o[0].count.upperBound == 0 || o[0].element.isOnly(.string), areTexts(Array(o.dropFirst()))
    else { return nil }
    let separators = o.count == 2 ? ValueShape.times(o[0].count.upperBound, o[1].bytes) : 0
    let bytes = ValueShape.plus(max(0, o[0].size - 8), separators)
    let plain = (o.dropFirst() + [o[0].element]).reduce(ValueShape.Texts.plain) { $0.intersection($1.texts) }
    return .text(0...bytes, bytes: bytes, plain)
  }

  func concatenation(_ o: [ValueShape]) -> ValueShape? {
    let count =
      ValueShape.plus(
        o[0].count.lowerBound, o[1].count.lowerBound)...ValueShape.plus(
        o[0].count.upperBound, o[1].count.upperBound)
    if areTexts(o) {
      return .text(
        count, bytes: ValueShape.plus(o[0].bytes, o[1].bytes), o[0].texts.intersection(o[1].texts).intersection(.plain))
    }
    guard o.allSatisfy({ $0.isOnly(.list) }) else { return nil }
    return .list(count, of: o[0].element.union(o[1].element), size: ValueShape.plus(o[0].size, o[1].size))
  }

  /// `replace` of all occurrences: at each character, and behind the last one, there may be one.
  func replacement(_ o: [ValueShape]) -> ValueShape? {
    guard areTexts(o) else { return nil }
    let places = ValueShape.plus(o[0].count.upperBound, 1)
    let bytes = ValueShape.plus(o[0].bytes, ValueShape.times(places, o[2].bytes))
    let plain = o.reduce(ValueShape.Texts.plain) { $0.intersection($1.texts) }
    let count = ValueShape.plus(o[0].count.upperBound, ValueShape.times(places, o[2].count.upperBound))
    return .text(0...count, bytes: bytes, plain)
  }

  /// The steps for what is made, beside those for what it is made of.
  func extra(_ o: [ValueShape]) -> Double {
    let pieces = Double(o.first?.count.upperBound ?? 0) + 1
    switch self {
    case .split: return pieces
    case .replace: return pieces * (1 + Double(o[2].bytes) / 64)
    case .join where o.count == 2: return pieces * Double(o[1].bytes) / 64
    default: return 0
    }
  }
}
