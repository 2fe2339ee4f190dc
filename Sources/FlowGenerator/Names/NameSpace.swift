/// Identifiers that stand beside each other: each is given once.
struct NameSpace {
  private var taken: Set<String>
  private let outer: Set<String>

  /// A space in which some names have a meaning already, and which lies in another one, whose names it does not hide.
  init(reserved: Set<String> = [], outer: Set<String> = []) {
    taken = reserved
    self.outer = outer
  }

  /// An identifier that is like the wanted one. Where that is taken, or cannot begin so, it gets a word that says what it is, and then
  /// a number.
  mutating func name(_ wanted: String, or kind: String) -> String {
    let isUpper = kind.first?.isUppercase ?? false
    let prefix = isUpper ? kind : kind.lowercased()
    let suffix = kind.prefix(1).uppercased() + kind.dropFirst()
    var name = wanted
    if wanted.isEmpty {
      name = prefix
    } else if !wanted.unicodeScalars.prefix(1).allSatisfy({ $0.properties.isXIDStart }) {
      name = prefix + wanted
    }
    if take(name) { return name }
    let longer = name + suffix
    var (next, number) = (longer, 2)
    while !take(next) {
      next = "\(longer)\(number)"
      number += 1
    }
    return next
  }

  private mutating func take(_ name: String) -> Bool { !outer.contains(name) && taken.insert(name).inserted }
}
