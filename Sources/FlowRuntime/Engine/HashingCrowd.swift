import FlowModel
import Synchronization

/// Those who were refused as too many wait for their passwords to be hashed, and when each should come back: the more there
/// were lately, the later, so that those who come back are no more than can be served then.
final class HashingCrowd: Sendable {
  private let perSecond: Int
  private let lately = Mutex<(since: Milliseconds, count: Int)>((0, 0))

  /// The longest that somebody is asked to wait, in seconds.
  static let longest = 60
  /// What counts as lately, in milliseconds.
  private static let window: Milliseconds = 10_000

  /// A crowd of which so many can be served in a second.
  init(perSecond: Int) { self.perSecond = max(1, perSecond) }

  /// Counts somebody who is refused; in how many seconds to come back.
  func note(at now: Milliseconds) -> Int {
    lately.withLock { lately in
      // Half of those before count on, so that the wait does not begin anew with each window.
      if now < lately.since || now - lately.since >= 2 * Self.window {
        lately = (now, 0)
      } else if now - lately.since >= Self.window {
        lately = (now, lately.count / 2)
      }
      lately.count += 1
      return min(Self.longest, 2 + lately.count / perSecond)
    }
  }
}
