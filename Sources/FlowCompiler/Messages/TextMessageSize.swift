import FlowModel

/// How many text messages a text is when it is sent (GSM 03.38, 3GPP TS 23.038): a part has 160 characters of the basic alphabet, of
/// which some count twice, or 70 of any; of several parts each has 153 or 67, as it says which one it is.
package struct TextMessageSize: Hashable, Sendable {
  /// The first character that the basic alphabet lacks; nil: it has all.
  package private(set) var foreign: Unicode.Scalar?
  /// How many places it takes in the basic alphabet; one that is not in it takes one.
  private var septets = 0
  /// How many places it takes otherwise, in UTF-16.
  private var units = 0

  /// A text of no characters.
  package init() {}

  /// The size of a text.
  package init(_ text: String) {
    for scalar in text.unicodeScalars { add(scalar) }
  }

  /// How many characters it has, as they are counted.
  package var length: Int { foreign == nil ? septets : units }

  /// How many characters a message of one part has room for.
  package var room: Int { foreign == nil ? 160 : 70 }

  /// Into how many parts it is cut.
  package var parts: Int {
    if length <= room { return 1 }
    let each = foreign == nil ? 153 : 67
    return (length + each - 1) / each
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    units += scalar.value > 0xFFFF ? 2 : 1
    if Self.basic.contains(scalar) {
      septets += 1
    } else if Self.extended.contains(scalar) {
      septets += 2
    } else {
      septets += 1
      foreign = foreign ?? scalar
    }
  }

  /// Both, one behind the other.
  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.foreign = left.foreign ?? right.foreign
    sum.septets += right.septets
    sum.units += right.units
    return sum
  }

  /// The larger of two in both alphabets: whichever of them comes, it is no more.
  static func max(_ left: Self, _ right: Self) -> Self {
    var larger = left
    larger.foreign = left.foreign ?? right.foreign
    larger.septets = Swift.max(left.septets, right.septets)
    larger.units = Swift.max(left.units, right.units)
    return larger
  }

  /// So many characters, of any alphabet or of letters and digits alone.
  static func values(_ count: Int, isBasic: Bool) -> Self {
    var size = Self()
    (size.septets, size.units) = (count, count)
    if !isBasic { size.foreign = "\u{FFFD}" }
    return size
  }

  private static let basic = Set(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
      .unicodeScalars)
  private static let extended = Set("^{}\\[~]|€\u{0C}".unicodeScalars)
}
