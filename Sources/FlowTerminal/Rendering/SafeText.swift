import FlowModel

/// Text from outside as a terminal may show it. One that runs from right to left is isolated (UAX #9, section 2.7), so that
/// it does not turn round what stands beside it.
func safe(_ text: String) -> String {
  let safe = text.escapingDeceptive()
  return safe.unicodeScalars.contains(where: \.runsRightToLeft) ? "\u{2068}\(safe)\u{2069}" : safe
}

extension Unicode.Scalar {
  /// Whether it is of one of the blocks that Unicode keeps for scripts from right to left.
  fileprivate var runsRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
