/// The way from a client to a server: over HTTP (``HTTPConnection``), or to an engine in the same program
/// (`InProcessConnection` of the module `FlowInProcess`).
public protocol Connection: Sendable {
  /// Sends a request and returns the whole answer, whatever its status.
  ///
  /// A cancelled caller gets ``ConnectionError/Code/cancelled``. A request that was not handed over yet has changed nothing then;
  /// whether one under way was taken, its sender cannot know.
  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer
}
