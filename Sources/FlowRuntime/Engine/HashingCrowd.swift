import FlowModel
import Synchronization

/// Those who were refused as too many wait for their passwords to be hashed, and when each should come back: the more there
/// were lately, the later, so that those who come back are no more than can be served then.
///
/// Who comes back at once, whatever it is told, takes of the processors what the hashing needs. So the answer to a crowd takes
/// its time: somebody who waits for an answer asks nothing meanwhile.
final class HashingCrowd: Sendable {
  private let perSecond: Int
  private let lately = Mutex<(since: Milliseconds, count: Int)>((0, 0))

  /// The longest that somebody is asked to wait, in seconds.
  static let longest = 60
  /// How long the answer to a crowd takes.
  static let pause = Duration.seconds(2)
  /// What counts as lately, in milliseconds.
  private static let window: Milliseconds = 10_000

  /// A crowd of which so many can be served in a second.
  init(perSecond: Int) { self.perSecond = max(1, perSecond) }

  /// Counts somebody who is refused; in how many seconds to come back, and how long to keep the answer.
  func note(at now: Milliseconds) -> (retryAfter: Int, pause: Duration) {
    lately.withLock { lately in
      // Half of those before count on, so that the wait does not begin anew with each window.
      if now < lately.since || now - lately.since >= 2 * Self.window {
        lately = (now, 0)
      } else if now - lately.since >= Self.window {
        lately = (now, lately.count / 2)
      }
      lately.count += 1
      return (
        min(Self.longest, 2 + lately.count / perSecond), lately.count > perSecond ? Self.pause : .zero
      )
    }
  }
}
