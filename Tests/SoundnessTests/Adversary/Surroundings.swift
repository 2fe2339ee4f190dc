import FlowModel

@testable import FlowRuntime

/// What the world answers while a step is taken.
struct Surroundings: Hashable, Sendable {
  enum Weather: Hashable, Sendable {
    case fair
    /// All rates are used up.
    case exhausted
    /// Nothing can be delivered.
    case undeliverable
    /// All that was sent has expired.
    case late
  }

  /// What a step can look at.
  enum Matter: Hashable, Sendable {
    /// `slow`: it waited for work during which others can act.
    case rates, time, function, slow
  }

  var weather = Weather.fair
  var function = FunctionStatus.success
  /// What an owner does while the step waits for its first slow work.
  var meanwhile: OwnerAct?

  /// What else could have been, where a step looked at these, and owners can do those.
  static func others(_ looks: Set<Matter>, _ acts: [OwnerAct]) -> [Surroundings] {
    var others: [Surroundings] = []
    if looks.contains(.rates) {
      others += [.exhausted, .undeliverable].map { Surroundings(weather: $0) }
    }
    if looks.contains(.time) { others.append(Surroundings(weather: .late)) }
    if looks.contains(.function) { others += [.pending, .fail].map { Surroundings(function: $0) } }
    if looks.contains(.slow) { others += acts.map { Surroundings(meanwhile: $0) } }
    return others
  }
}
