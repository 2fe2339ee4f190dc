import Glibc

// CEL compares strings by code points, which is by UTF-8 bytes; Swift's own operators compare canonical equivalents.

/// Whether two strings are the same bytes.
@inline(__always)
package func sameBytes(_ left: String, _ right: String) -> Bool {
  let count = left.utf8.count
  return count == right.utf8.count && compareBytes(left, right, count) == 0
}

/// The order of two strings by code points: negative, zero or positive.
func orderBytes(_ left: String, _ right: String) -> Int {
  let (a, b) = (left.utf8.count, right.utf8.count)
  let order = compareBytes(left, right, min(a, b))
  return order != 0 ? Int(order) : a - b
}

@inline(__always)
private func compareBytes(_ left: String, _ right: String, _ count: Int) -> Int32 {
  let order = left.utf8.withContiguousStorageIfAvailable { a in
    right.utf8.withContiguousStorageIfAvailable { b -> Int32 in
      guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
      return memcmp(a, b, count)
    }
  }
  if case .some(.some(let order)) = order { return order }
  for (a, b) in zip(left.utf8, right.utf8) where a != b { return a < b ? -1 : 1 }
  return 0
}

/// Feeds a string's bytes to a hasher.
func hashBytes(_ text: String, into hasher: inout Hasher) {
  let done: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  if done == nil { for byte in text.utf8 { hasher.combine(byte) } }
  hasher.combine(text.utf8.count)
}

/// The offset of the first occurrence of `needle` at or behind `start`, in bytes; linear time, by Knuth, Morris and Pratt.
func find(_ needle: [UInt8], in hay: [UInt8], from start: Int = 0) -> Int? {
  guard start >= 0, start <= hay.count, needle.count <= hay.count - start else { return nil }
  if needle.isEmpty { return start }
  // For each prefix of the needle, how long a shorter prefix it ends in.
  var border = [0]
  border.reserveCapacity(needle.count)
  var length = 0
  for byte in needle.dropFirst() {
    while length > 0, needle[length] != byte { length = border[length - 1] }
    if needle[length] == byte { length += 1 }
    border.append(length)
  }
  length = 0
  for at in start..<hay.count {
    while length > 0, needle[length] != hay[at] { length = border[length - 1] }
    if needle[length] == hay[at] { length += 1 }
    if length == needle.count { return at + 1 - length }
  }
  return nil
}

/// A string in double quotes with CEL's escapes.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\u{07}": result += "\\a"
    case "\u{08}": result += "\\b"
    case "\u{0C}": result += "\\f"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\u{0B}": result += "\\v"
    case "\\": result += "\\\\"
    case "\"": result += "\\\""
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
