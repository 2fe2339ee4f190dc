// Sizes, elements and membership of the standard library.

/// Code points of a string, bytes, elements, or entries.
func size(_ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Int {
  switch value {
  case .string(let text):
    try pay(text.utf8.count >> 4, &budget)
    return text.unicodeScalars.count
  case .bytes(let bytes): return bytes.count
  case .list(let elements): return elements.count
  case .map(let map): return map.count
  default: throw .noSuchOverload
  }
}

/// `container[key]`. A list takes whole numbers of any type.
func element(of container: Value, at key: Value) throws(EvaluationError.Kind) -> Value {
  switch (container, key) {
  case (.map(let map), _):
    guard let found = map[key] else { throw .noSuchKey }
    return found
  case (.list(let elements), .int(let number)): return try element(elements, Int(exactly: number))
  case (.list(let elements), .uint(let number)): return try element(elements, Int(exactly: number))
  case (.list(let elements), .double(let number)): return try element(elements, Int(exactly: number))
  case (.list, _): throw .badIndex
  default: throw .noSuchOverload
  }
}

private func element(_ elements: [Value], _ index: Int?) throws(EvaluationError.Kind) -> Value {
  guard let index, elements.indices.contains(index) else { throw .badIndex }
  return elements[index]
}

/// `value in container`.
func contains(_ container: Value, _ value: Value, _ budget: inout Int) throws(EvaluationError.Kind) -> Bool {
  switch container {
  case .map(let map): return map[value] != nil
  case .list(let elements):
    try pay(elements.count, &budget)
    for element in elements { if try equals(value, element, &budget) { return true } }
    return false
  default: throw .noSuchOverload
  }
}
