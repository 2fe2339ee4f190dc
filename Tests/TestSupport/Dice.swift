/// Reproducible random numbers (SplitMix64).
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Numbers that follow from a seed.
  public init(_ seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a bound.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Whether one of `count` equal chances came.
  public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of some things, of which there is one at least.
  public mutating func pick<Element>(_ things: [Element]) -> Element { things[below(things.count)] }
}
