public import FlowSource
import Glibc

/// A large file cut into parts, each of which can be read on a thread of its own: the file up to some entry of the mapping
/// under its last key, and then further entries of that mapping.
///
/// It is cut only where the parts surely say what the whole says, and a part with any problem is none: the file is then
/// read as a whole (`parseYAML`), so that what is reported is what stands there.
public struct YAMLParts: Sendable {
  /// The file.
  public let source: SourceFile
  private let limits: YAMLLimits
  private let name: StaticString
  private let text: CheckedText
  /// Where each part begins, and the end of the last one.
  private let bounds: [Int]
  /// How far the mapping's keys are indented.
  private let indentation: Int

  /// Cuts a file into at most `count` parts of about the same size; nil where it is not certain that it can be cut.
  ///
  /// `name` is the key, at the start of a line, whose mapping is cut. No line behind it may begin without indentation, but
  /// for comments. A part begins with a plain key that is indented as the mapping's first is: inside of a text that could
  /// be no more than a text, too, which the parts before it tell (`continues`).
  public init?(_ source: SourceFile, under name: StaticString, count: Int, limits: YAMLLimits = YAMLLimits()) {
    guard count > 1, case .success(let text) = checkBytes(source, limits) else { return nil }
    let lines = source.lineStarts
    let cut = source.bytes.withUnsafeBufferPointer { bytes -> (bounds: [Int], indentation: Int)? in
      guard let key = lines.firstIndex(where: { bytes.isLine(of: name, at: Int($0)) }) else { return nil }
      let behind = lines[(key + 1)...].prefix { $0 < bytes.count }
      guard behind.allSatisfy({ [0x20, 0x23, 0x0A, 0x0D].contains(bytes[Int($0)]) }),
        let indentation = behind.lazy.compactMap({ bytes.keyIndentation(at: Int($0)) }).first
      else { return nil }
      var bounds = [text.start]
      for part in 1..<count {
        let wanted = Int(lines[key]) + (bytes.count - Int(lines[key])) * part / count
        let place = behind.lazy.map(Int.init)
          .first { $0 >= max(wanted, bounds[part - 1] + 1) && bytes.keyIndentation(at: $0) == indentation }
        guard let place else { return nil }
        bounds.append(place)
      }
      return (bounds + [bytes.count], indentation)
    }
    guard let cut else { return nil }
    self.source = source
    self.limits = limits
    self.name = name
    self.text = text
    bounds = cut.bounds
    indentation = cut.indentation
  }

  /// How many parts there are.
  public var count: Int { bounds.count - 1 }

  /// The tree of a part by its number: that of the file as far as the part goes for the first one, and else one whose root
  /// is a mapping of the part's entries. Nil where there is any problem, or it does not fit to the other parts.
  public func tree(_ number: Int) -> YAMLTree? {
    source.bytes.withUnsafeBufferPointer { bytes in
      let part = UnsafeBufferPointer(rebasing: bytes[..<bounds[number + 1]])
      guard number > 0 || refusedDirective(part, from: bounds[0]) == nil,
        var reader = EventReader(part, CheckedText(start: bounds[number], isASCII: text.isASCII))
      else { return nil }
      var limits = limits
      // A part stands where the mapping stands, inside of the file's.
      if number > 0 { limits.depth -= 1 }
      var builder = TreeBuilder(source, part, from: bounds[number], limits)
      // An alias may mean what stands in another part.
      guard readEvents(&reader, &builder, part) == nil, builder.problems.isEmpty, !builder.hasAliases,
        let tree = builder.finish()
      else { return nil }
      return number > 0 ? tree.root.map(tree.isBlockMapping) == true ? tree : nil : continues(tree) ? tree : nil
    }
  }

  /// Whether the first part ends inside of the mapping that the others go on with.
  private func continues(_ tree: YAMLTree) -> Bool {
    guard let root = tree.root, tree.isBlockMapping(root), let last = tree.entries(root).last,
      tree.equals(last.key, name), tree.isBlockMapping(last.value)
    else { return false }
    let first = Int(tree.span(last.value).start)
    let line = first - indentation
    return line > 0 && source.bytes[line - 1] == 0x0A && source.bytes[line..<first].allSatisfy { $0 == 0x20 }
  }
}

extension YAMLTree {
  fileprivate func isBlockMapping(_ id: YAMLNodeID) -> Bool { kind(id) == .mapping && !isFlow(id) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a line holds a key alone, without indentation.
  fileprivate func isLine(of name: StaticString, at start: Int) -> Bool {
    let end = start + name.utf8CodeUnitCount
    guard end < count, let base = baseAddress, memcmp(base + start, name.utf8Start, end - start) == 0,
      self[end] == UInt8(ascii: ":")
    else { return false }
    let rest = self[(end + 1)...].first { $0 != 0x20 }
    return rest == 0x0A
  }

  /// How far a line that begins with a plain key is indented; nil for another line, and one that is not indented.
  fileprivate func keyIndentation(at start: Int) -> Int? {
    guard let first = self[start...].firstIndex(where: { $0 != 0x20 }), first > start, self[first].isLetter,
      let colon = self[first...].firstIndex(where: { !$0.isLetter && $0 != 0x2D && !($0 &- 0x30 < 10) }),
      self[colon] == UInt8(ascii: ":"), colon + 1 < count, self[colon + 1] == 0x20 || self[colon + 1] == 0x0A
    else { return nil }
    return first - start
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
