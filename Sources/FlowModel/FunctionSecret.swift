/// Where the keys come from that a function's requests are signed with. Both names are looked for in what belongs to the
/// tenant alone.
public enum FunctionSecret: Hashable, Sendable {
  /// A variable of the server's environment, without the beginning that makes it the tenant's.
  case variable(String)
  /// A file in the tenant's folder of secrets.
  case file(String)

  private static let fileMark = "file:"

  /// As the table's file holds it. A variable is its bare name, as it was before there were files.
  var stored: String {
    switch self {
    case .variable(let name): name
    case .file(let name): Self.fileMark + name
    }
  }

  /// As the table's file holds it. A name that no compiler writes is refused by whoever looks for it.
  init(stored: String) {
    self =
      stored.hasPrefix(Self.fileMark) ? .file(String(stored.dropFirst(Self.fileMark.count))) : .variable(stored)
  }

  /// Whether a variable of the tenant may be called so: a letter, then letters, digits and `_`. One that began with `_` could
  /// be another tenant's.
  public static func isVariableName(_ name: some StringProtocol) -> Bool {
    name.utf8.first.map(isLetter) == true
      && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Whether a file of the tenant may be called so: letters, digits, `-`, `_` and `.`, which is not the first; 128 at most. So
  /// no name leads into another folder.
  public static func isFileName(_ name: some StringProtocol) -> Bool {
    (1...128).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
