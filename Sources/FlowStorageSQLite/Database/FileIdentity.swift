import FlowRuntime
import Glibc

/// Which files an open database is. Linux lets them be removed under whoever has them open, and what is written then is
/// gone with the process, so that each group of transactions asks first whether they are still in their place.
struct FileIdentity {
  private struct Place {
    let path: String
    let device: dev_t
    let number: ino_t
  }

  private let places: [Place]

  /// The database at a path and its log, as they are now.
  init(path: String) {
    places = [path, path + "-wal"].compactMap { path in
      Self.file(path).map { Place(path: path, device: $0.st_dev, number: $0.st_ino) }
    }
  }

  /// Throws where one of them is gone, or another file has its place.
  func demand() throws(StorageError) {
    for place in places {
      guard let file = Self.file(place.path), file.st_dev == place.device, file.st_ino == place.number else {
        throw .unavailable(
          "the database's file \(place.path) was removed or replaced while it was open; start again with it")
      }
    }
  }

  private static func file(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
