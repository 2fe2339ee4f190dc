import Dispatch
import FlowModel
public import FlowRuntime
import Foundation
import Synchronization

/// Storage in one file, to which each transaction is appended, and all of which is in memory as well.
///
/// What `transact` returned from has been flushed to the device. A transaction that a crash cut off is dropped when the
/// file is opened. After a failed write the storage is closed: whether that transaction is in the file shows when it is
/// opened again. The file belongs to one process at a time, and only grows.
public final class LogStorage: Storage {
  // Its thread waits for the device, and none of Swift's pool.
  private let queue = DispatchQueue(label: "LogStorage")
  private let log: Mutex<(file: FileHandle?, store: LogStore)>

  /// Opens the file, or makes it, and takes in what it holds.
  public init(path: String) throws(StorageError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .unavailable("\(path) is in use") }
    do {
      let (store, end) = try Self.replay([UInt8](file.readToEnd() ?? Data()))
      try file.truncate(atOffset: UInt64(end))
      try file.synchronize()
      // A new file is there after a crash only if its folder was flushed, too.
      try FileHandle(forReadingFrom: URL(fileURLWithPath: path).deletingLastPathComponent()).synchronize()
      log = Mutex((file, store))
    } catch let error as StorageError { throw error } catch { throw .unavailable("\(error)") }
  }

  /// Runs `body`, and appends what it changed.
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    try await onQueue { [self] in
      try log.withLock { log in
        guard let file = log.file else { throw StorageError.closed }
        log.store.begin()
        let result = try KeyValueTransaction.run(over: log.store, body)
        if log.store.changes.isEmpty { return result }
        do {
          try file.write(contentsOf: Self.frame(log.store.changes))
          try file.synchronize()
        } catch {
          log.file = nil
          throw StorageError.unavailable("\(error)")
        }
        log.store.keep()
        return result
      }
    }
  }

  /// Closes the file after the transactions under way.
  public func close() async { try? await onQueue { [self] in log.withLock { $0.file = nil } } }

  private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// A transaction in the file: its changes, no bytes for a value that it takes away, and a hash that tells whether all of
  /// them are there.
  private static func frame(_ changes: [Bytes: Bytes?]) -> Bytes {
    var (content, frame) = (ByteWriter(), ByteWriter())
    for (key, value) in changes {
      content.write(key)
      content.write(value ?? [])
    }
    frame.write(content.bytes)
    frame.write(ContentHash(of: content.bytes).bytes)
    return frame.bytes
  }

  /// Takes all transactions in, and tells where the last whole one ends.
  private static func replay(_ bytes: Bytes) throws -> (LogStore, end: Int) {
    var (reader, end, store) = (ByteReader(bytes), 0, LogStore())
    while let content = try? reader.readBlock(), let hash = try? reader.readBlock() {
      guard hash == ContentHash(of: content).bytes else {
        if reader.isAtEnd { break }
        throw StorageError.corrupted("the transaction at byte \(end)")
      }
      var changes = ByteReader(content)
      store.begin()
      while !changes.isAtEnd {
        let (key, value) = (try changes.readBlock(), try changes.readBlock())
        store.setValue(value.isEmpty ? nil : value, of: key)
      }
      store.keep()
      end = reader.offset
    }
    return (store, end)
  }
}
