/// Packages from PyPI that tests run, in an environment below `.build`, in the versions of a file.
public enum PythonPackages {
  /// Why they are not there.
  public struct Failure: Error {
    /// In words.
    public let what: String
  }

  /// Installs what a file such as `Tests/TestSupport/aiosmtpd.txt` names, and says in which folder: the programs are in its
  /// `python/bin`. Tests run side by side: the first one installs, the others wait. What was broken off is made anew.
  public static func install(_ versions: String) throws -> String {
    let file = Repository.root + "/" + versions
    let name = versions.split(separator: "/").last.map { $0.dropLast(".txt".count) } ?? ""
    let folder = Repository.root + "/.build/\(name)"
    let made = try run(
      "/bin/sh",
      [
        "-c",
        """
        mkdir -p '\(folder)' && exec 9>'\(folder)/lock' && flock 9 && { cmp -s '\(file)' '\(folder)/installed' || {
        python3 -m venv --clear '\(folder)/python' && '\(folder)/python/bin/pip' install --quiet -r '\(file)' \
        && cp '\(file)' '\(folder)/installed'; }; }
        """,
      ], seconds: 300)
    if made.status != 0 { throw Failure(what: "\(name) cannot be installed: \(made.errors)") }
    return folder
  }
}
