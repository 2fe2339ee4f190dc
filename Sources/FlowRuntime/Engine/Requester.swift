/// Whom a request is from, as far as waiting in line goes: where many wait for their passwords to be hashed, each requester
/// has turns as often as any other, however much it asks for.
public enum Requester {
  /// The key of whoever the present task's request is from, such as a client's address; the engine compares it and keeps it
  /// no longer than the request lasts. Nil: nobody in particular. A transport sets it around its call of `FlowService`:
  ///
  ///     await Requester.$present.withValue(address) { await service.send(event) }
  @TaskLocal public static var present: String?
}
