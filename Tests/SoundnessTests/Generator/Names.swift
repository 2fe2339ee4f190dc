import TestSupport

/// The attributes of a tenant, by what can be done with them.
struct Names: Sendable {
  /// Those that identify accounts.
  let identifiers: [String]
  /// Those that codes and links can be sent to.
  let addresses: [String]

  var all: [String] { identifiers + addresses.filter { !identifiers.contains($0) } }

  static func drawn(_ dice: inout Dice) -> Names {
    switch dice.below(10) {
    case 0, 1: Names(identifiers: ["email"], addresses: ["email"])
    // Another address, to prove before it takes the place of the one that accounts are found by, or as a copy of it.
    case 2: Names(identifiers: ["email"], addresses: ["email", "contact"])
    case 3, 4, 5: Names(identifiers: ["email", "phone"], addresses: ["email", "phone"])
    case 6: Names(identifiers: ["email", "username"], addresses: ["email"])
    case 7: Names(identifiers: ["phone"], addresses: ["phone"])
    // A phone number to send codes to, by which nobody is found.
    case 8: Names(identifiers: ["email"], addresses: ["email", "phone"])
    default: Names(identifiers: ["username"], addresses: ["email"])
    }
  }

  /// How a tenant declares them.
  var declarations: String {
    let types = ["email": "email", "phone": "phone", "username": "string", "contact": "email"]
    return all.map { name in
      let identifies = identifiers.contains(name) ? ", identifier: true" : ""
      return "  \(name): { type: \(types[name] ?? "string")\(identifies) }"
    }.joined(separator: "\n")
  }
}
