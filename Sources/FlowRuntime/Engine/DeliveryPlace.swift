import Synchronization

/// The place of a message among those that are delivered side by side. It is given back where the message takes long, such as one to
/// whose end a mail server answers after minutes: nobody else's waits for that.
final class DeliveryPlace: Sendable {
  private enum Standing { case held, lingering, ended }

  private let activity: EngineActivity
  private let standing = Mutex(Standing.held)
  private let timer = Mutex<Task<Void, Never>?>(nil)

  /// A place that was taken, for a time.
  init(in activity: EngineActivity, for time: Duration) {
    self.activity = activity
    let timer = Task { [weak self] in
      do { try await Task.sleep(for: time) } catch { return }
      self?.linger()
    }
    self.timer.withLock { $0 = timer }
  }

  private func linger() {
    standing.withLock { standing in
      guard case .held = standing else { return }
      activity.linger()
      standing = .lingering
    }
  }

  /// The message is delivered, or is not.
  func end() {
    timer.withLock { $0?.cancel() }
    let before = standing.withLock { standing in
      defer { standing = .ended }
      return standing
    }
    switch before {
    case .held: activity.returnPlaces(1)
    case .lingering: activity.endLingering()
    case .ended: break
    }
  }
}
