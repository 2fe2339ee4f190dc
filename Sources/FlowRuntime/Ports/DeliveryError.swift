/// Why a message was not delivered.
public enum DeliveryError: Error, Hashable, Sendable {
  /// Worth another try, with the reason, and how soon.
  case temporary(String, RetryClass = .machine)
  /// Not worth another try, with the reason.
  case permanent(String)
  /// Nobody takes messages at this address, with the reason: not worth another try.
  case undeliverable(String)
  /// Not tried: the channel has no room now, and may have in so many milliseconds.
  case postponed(Milliseconds)
  /// Not tried: the channel has failed too often, and is left alone for a while.
  case resting(ChannelRest)
  /// Another one, with the words of whoever refused. They are for the outbox, where the address is shown, and for no log.
  indirect case quoting(String, DeliveryError)

  /// Why, in words for the operator, which name no address.
  public var reason: String {
    switch self {
    case .temporary(let reason, _), .permanent(let reason), .undeliverable(let reason): reason
    case .postponed: "the channel has no room for it yet"
    case .resting(let rest): rest.reason
    case .quoting(_, let error): error.reason
    }
  }

  /// The error itself, and the words of whoever refused.
  public var parts: (error: DeliveryError, words: String?) {
    guard case .quoting(let words, let error) = self else { return (self, nil) }
    return (error.parts.error, words)
  }
}

/// For how long a channel is left alone, and why.
public struct ChannelRest: Hashable, Sendable {
  /// In how many milliseconds it ends.
  public var ends: Milliseconds
  /// In how many milliseconds the message may be tried again: a little later, so that not all come at once.
  public var wait: Milliseconds
  /// How many failures in a row there were.
  public var failures: Int
  /// The last of them.
  public var reason: String
  /// When that was; nil: nobody knows.
  public var failed: Milliseconds?

  /// A rest.
  public init(ends: Milliseconds, wait: Milliseconds, failures: Int, reason: String, failed: Milliseconds? = nil) {
    (self.ends, self.wait, self.failures, self.reason) = (ends, wait, failures, reason)
    self.failed = failed
  }
}

/// What kind of failure it was, and so how soon it is worth another try.
public enum RetryClass: String, Hashable, Sendable, CaseIterable {
  /// This machine could not, such as for a disk that is full.
  case machine
  /// No connection was made, or it broke.
  case connection
  /// There was no answer in time.
  case timeout
  /// The message was handed over whole, and nothing was answered to it: it may have arrived.
  case unanswered
  /// The other side said "later", such as a mail server with a status of 4xx.
  case busy
  /// The other side refuses whatever comes, such as a log-in with a wrong password: until its operator does something.
  case settings

  /// The wait before the second attempt, in milliseconds; each wait is twice as long as the one before.
  var firstWait: Milliseconds {
    switch self {
    case .machine, .connection: 1_000
    case .timeout: 2_000
    // Each further try may be a further copy.
    case .unanswered: 5_000
    case .busy: 5_000
    case .settings: 15_000
    }
  }
}
