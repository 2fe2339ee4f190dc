import Glibc

/// Puts bytes at a path so that, whatever happens, it holds either what was there before or all of the bytes: a temporary
/// file beside it is written, made durable and renamed. What is there and is no regular file, such as a device, is
/// written to as it is. `like`: a file whose owner, group and rights it
/// gets; nil: whoever the process lets may read it.
func replaceFile(_ path: String, _ bytes: [UInt8], like: stat? = nil) throws(Failure) {
  try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try replaceFile(path, bytes, like: like) }
}

func replaceFile(_ path: String, _ bytes: UnsafeBufferPointer<UInt8>, like: stat? = nil) throws(Failure) {
  var info = stat()
  if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG { return try writeThrough(path, bytes) }
  // A link stays one: its target is replaced.
  let target = resolved(path) ?? path
  var name = Array((target + unfinishedMark + "XXXXXX").utf8CString)
  let descriptor = mkstemp(&name)
  guard descriptor >= 0 else { throw cannotWrite(path, errno) }
  let mask = umask(0)
  umask(mask)
  var error = write(bytes, to: descriptor)
  if error == 0, let like, fchown(descriptor, like.st_uid, like.st_gid) != 0 { error = errno }
  let mode = like.map { $0.st_mode & 0o777 } ?? 0o666 & ~mask
  if error == 0, fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { error = errno }
  if close(descriptor) != 0, error == 0 { error = errno }
  if error == 0, rename(name, target) != 0 { error = errno }
  guard error == 0 else {
    unlink(name)
    throw cannotWrite(path, error)
  }
  syncFolder(of: target)
}

/// What stands behind the name of a file, and before six letters or digits, in that of the one that will take its place.
let unfinishedMark = ".usher-new-"

/// Makes a folder, if it is not there yet.
func makeFolder(_ path: String) throws(Failure) {
  guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .impossible("\(path.quoted): \(reason(errno))") }
}

/// Creates a file that is not there yet, and writes bytes to it.
func createFile(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o666) throws(Failure) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  guard descriptor >= 0 else { throw cannotWrite(path, errno) }
  var error = bytes.withUnsafeBufferPointer { write($0, to: descriptor) }
  if close(descriptor) != 0, error == 0 { error = errno }
  if error != 0 { throw cannotWrite(path, error) }
}

private func writeThrough(_ path: String, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw cannotWrite(path, errno) }
  var error = write(bytes, to: descriptor)
  if close(descriptor) != 0, error == 0 { error = errno }
  if error != 0 { throw cannotWrite(path, error) }
}

/// The path behind symbolic links; nil where there is nothing.
func resolved(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// Makes a new name durable, as far as the file system lets us.
func syncFolder(of path: String) {
  let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

private func cannotWrite(_ path: String, _ error: Int32) -> Failure {
  error == EPIPE ? .readerGone : .impossible("cannot write \(path.quoted): \(reason(error))")
}
