/// The pairs that were reached, each once, by their numbers in the order of arrival: a hash table with linear probing
/// over the numbers.
struct PairTable: Sendable {
  private var pairs: [RunPair] = []
  private var numbers = [Int32](repeating: -1, count: 1 << 10)

  subscript(number: Int) -> RunPair { pairs[number] }

  /// Keeps a pair; false where an equal one is there already.
  mutating func insert(_ pair: RunPair) -> Bool {
    if pairs.count * 2 >= numbers.count { grow() }
    var place = Int(truncatingIfNeeded: pair.digest) & (numbers.count - 1)
    while numbers[place] >= 0 {
      if pairs[Int(numbers[place])] == pair { return false }
      place = (place + 1) & (numbers.count - 1)
    }
    numbers[place] = Int32(pairs.count)
    pairs.append(pair)
    return true
  }

  private mutating func grow() {
    numbers = [Int32](repeating: -1, count: numbers.count * 2)
    for (number, pair) in pairs.enumerated() {
      var place = Int(truncatingIfNeeded: pair.digest) & (numbers.count - 1)
      while numbers[place] >= 0 { place = (place + 1) & (numbers.count - 1) }
      numbers[place] = Int32(number)
    }
  }
}
