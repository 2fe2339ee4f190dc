import FlowSource
import Glibc

/// The checks of a mapping's keys, which are plain or quoted text, each once.
extension TreeBuilder {
  /// Whether a node can be a key; reports it where not.
  mutating func isUsableKey(_ id: UInt32, end: Int) -> Bool {
    let node = nodes[Int(id)]
    let place = Int(node.start)..<Int(node.end)
    guard node.kind == .scalar else {
      report(.complexKey(place))
      return false
    }
    guard node.style.contains(.plain) else { return true }
    if node.count == 0 {
      report(.missingKey(end))
      return false
    }
    if node.count == 2, text(node).elementsEqual("<<".utf8) {
      report(.mergeKey(place))
      return false
    }
    return true
  }

  /// Reports keys that stand twice in a mapping whose children start at `first`.
  mutating func checkKeys(from first: Int) {
    let count = (children.count - first) / 2
    guard count > 1 else { return }
    var equals: [(earlier: UInt32, later: UInt32)] = []
    let many = count > 8
    if many { keys.reset(count) }
    decoded.withUnsafeBufferPointer { decoded in
      func text(_ id: UInt32) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[Int(id)]
        let store = node.style.contains(.verbatim) ? bytes : decoded
        return UnsafeBufferPointer(rebasing: store[Int(node.first)..<Int(node.first) + Int(node.count)])
      }
      for position in 0..<count {
        let key = children[first + 2 * position]
        if key == Self.refused { continue }
        let wanted = text(key)
        if many {
          let earlier = keys.insert(key, UnsafeRawBufferPointer(wanted)) { text($0).hasSameBytes(as: wanted) }
          if let earlier { equals.append((earlier, key)) }
        } else {
          for other in 0..<position {
            let earlier = children[first + 2 * other]
            if earlier != Self.refused, text(earlier).hasSameBytes(as: wanted) {
              equals.append((earlier, key))
              break
            }
          }
        }
      }
    }
    for (earlier, later) in equals.prefix(limits.problems) {
      report(
        .duplicateKey(String(decoding: text(nodes[Int(later)]), as: UTF8.self), range(later), earlier: range(earlier)))
    }
  }

  /// Takes the entries with refused keys out of a mapping whose children start at `first`.
  mutating func dropRefusedEntries(from first: Int) {
    guard children[first...].contains(Self.refused) else { return }
    var kept = first
    for key in stride(from: first, to: children.count - 1, by: 2) where children[key] != Self.refused {
      children[kept] = children[key]
      children[kept + 1] = children[key + 1]
      kept += 2
    }
    children.removeLast(children.count - kept)
  }

  private func range(_ id: UInt32) -> Range<Int> { Int(nodes[Int(id)].start)..<Int(nodes[Int(id)].end) }

  private func text(_ node: YAMLNode) -> ArraySlice<UInt8> {
    let range = Int(node.first)..<Int(node.first) + Int(node.count)
    return node.style.contains(.verbatim) ? source.bytes[range] : decoded[range]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two texts are equal byte by byte.
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    return memcmp(left, right, count) == 0
  }
}
