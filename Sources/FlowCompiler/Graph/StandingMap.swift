import FlowExpression
import FlowModel

/// A set of standings as bits, by their numbers; a fifth bit: that no account is bound.
struct StandingSet: Sendable, Equatable {
  var bits: UInt8

  static let unbound = 4
  static let none = StandingSet(bits: 0)
  static let anyAccount = StandingSet(bits: 0b1111)
  static let noAccount = StandingSet(bits: 1 << unbound)

  func contains(_ number: Int) -> Bool { bits >> number & 1 != 0 }
}

/// What an edge makes of each standing: five sets of five bits.
struct StandingMap: Sendable {
  private var bits: UInt32

  static let identity = StandingMap { StandingSet(bits: 1 << $0) }

  private init(_ image: (Int) -> StandingSet) {
    bits = 0
    for number in 0...StandingSet.unbound { self[number] = image(number) }
  }

  subscript(number: Int) -> StandingSet {
    get { StandingSet(bits: UInt8(bits >> (number * 5) & 0b11111)) }
    set { bits = bits & ~(0b11111 << (number * 5)) | UInt32(newValue.bits) << (number * 5) }
  }

  func image(of set: StandingSet) -> StandingSet {
    var image = StandingSet.none
    for number in 0...StandingSet.unbound where set.contains(number) { image.bits |= self[number].bits }
    return image
  }

  /// What a branch of an effect or a `choose` makes of each standing.
  init(_ kind: ResolvedState.Kind, branch: Int, _ resolved: ResolvedTenant) {
    switch kind {
    case .effect(let call): self.init(call, call.effect.definition, outcome: branch)
    case .choose(let conditions):
      let asked = conditions.prefix(branch + 1).map { condition in
        condition.map { resolved.expressions[Int($0.index)].logic } ?? .constant(true)
      }
      self.init { number in
        let standing = number == StandingSet.unbound ? nil : AccountStanding.Standing(number: number)
        let fails = asked.dropLast().allSatisfy { $0.values { standing?[$0] }.canBeFalse }
        guard fails, asked.last?.values({ standing?[$0] }).canBeTrue == true else { return .none }
        return StandingSet(bits: 1 << number)
      }
    default: self = .identity
    }
  }

  private init(_ call: ResolvedEffect, _ definition: EffectDefinition, outcome: Int) {
    let binds = definition.outcomes[outcome].bindsAccount
    func ofAccount(_ number: Int, _ bits: UInt8) -> StandingSet {
      number == StandingSet.unbound ? .none : StandingSet(bits: bits)
    }
    switch definition.outcomes[outcome].standing {
    case .new(unconfirmedIf: let parameter, is: let word):
      // A pending account may be confirmed in another run before this one goes on.
      let isPending = call.says(word, at: parameter)
      self.init { _ in StandingSet(bits: isPending ? 0b1010 : 0b1000) }
    case .confirmed: self.init { ofAccount($0, 1 << ($0 | 2)) }
    case .disabled: self.init { ofAccount($0, 1 << ($0 & ~1)) }
    case nil:
      if definition.rebindsAccount {
        self.init { _ in binds ? .anyAccount : .noAccount }
      } else if binds {
        self.init { ofAccount($0, 1 << $0) }
      } else {
        self = .identity
      }
    }
  }
}
