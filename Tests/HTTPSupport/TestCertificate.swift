import Glibc

/// A certificate for localhost in a folder of its own.
public enum TestCertificate {
  /// Makes `cert.pem` and `key.pem`; the folder.
  public static func make() throws -> String {
    let (status, output) = try shell(
      """
      folder=$(mktemp -d) && cd "$folder" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
      -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null && pwd
      """)
    guard status == 0 else { throw RawClient.Failure(what: "openssl makes no certificate: \(output)") }
    return String(output.split(separator: "\n").last ?? "")
  }

  /// Removes the folder.
  public static func remove(_ folder: String) {
    for file in ["/cert.pem", "/key.pem"] { unlink(folder + file) }
    rmdir(folder)
  }
}
