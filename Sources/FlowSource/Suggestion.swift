/// The candidate nearest to a misspelt name, for "did you mean": the least edit distance (insertions, deletions,
/// replacements, swaps of neighbours), at most a third of the longer name; nil where nothing is that near.
///
/// Equally near candidates are told apart by their order, so the answer is the same in each run.
public func nearest(_ name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(64))
  guard !wanted.isEmpty else { return nil }
  var best: (distance: Int, name: String)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().utf8.prefix(64))
    let limit = max(1, max(wanted.count, other.count) / 3)
    guard abs(wanted.count - other.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    guard distance <= limit, distance < (best?.distance ?? Int.max) else { continue }
    // One letter names are all near each other; only a change of case is a likely slip there.
    if wanted.count <= 1 || other.count <= 1, distance > 0 { continue }
    best = (distance, candidate)
  }
  return best?.name
}

/// Whether two names differ by a slip: in case or hyphens only, or in one or two neighbouring letters of a longer one. Digits count as
/// meant: nobody writes `step-12` for `step-13` by a slip that can be told from a missing state.
package func isSlip(_ name: String, for other: String) -> Bool {
  func plain(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
  }
  let (left, right) = (plain(name), plain(other))
  if left == right { return true }
  let start = zip(left, right).prefix { $0 == $1 }.count
  let rest = (left[start...], right[start...])
  let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
  let parts = (rest.0.dropLast(end), rest.1.dropLast(end))
  let isSwap = parts.0.count == 2 && parts.0.elementsEqual(parts.1.reversed())
  let difference = isSwap ? 1 : max(parts.0.count, parts.1.count)
  // Of a short name, two other letters make another name, as in `sign-up` and `sign-in`.
  guard difference <= 2, max(left.count, right.count) >= (difference == 2 ? 8 : 3) else { return false }
  return !(parts.0 + parts.1).contains { (0x30...0x39).contains($0) }
}

/// The optimal string alignment distance of two byte strings.
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i]
    row.reserveCapacity(b.count + 1)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      var value = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { value = min(value, beforeLast[j - 2] + 1) }
      row.append(value)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
