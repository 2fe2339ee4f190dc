import CMicroHTTPD
import Glibc

/// A certificate chain and its private key, as PEM.
struct PEM: Sendable {
  let certificate: String
  let key: String
  /// From when until when the server's own certificate is valid, in seconds since 1970-01-01T00:00:00Z.
  let validity: (begins: Int64, ends: Int64)

  /// Reads the files.
  init(_ files: TLSFiles) throws(ServerStartError) {
    certificate = try Self.read(files.certificate)
    key = try Self.read(files.key)
    var times = lazy_certificate()
    var text = certificate
    let isRead = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lazy_certificate_read($0.baseAddress, $0.count, &times) != 0 }
    }
    guard isRead else { throw .certificate("\(files.certificate) holds no certificate in PEM") }
    validity = (Int64(times.begins), Int64(times.ends))
  }

  /// Whether another one has the same files' content.
  func isSame(as other: PEM) -> Bool { certificate == other.certificate && key == other.key }

  /// Throws where the certificate is not valid now.
  func demandValidity() throws(ServerStartError) {
    let now = wallMilliseconds() / 1000
    if now >= validity.ends { throw .certificate("it ended on \(Self.day(validity.ends))") }
    if now < validity.begins { throw .certificate("it is valid from \(Self.day(validity.begins)) on") }
  }

  /// The day of a time, in UTC.
  static func day(_ seconds: Int64) -> String {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  private static func read(_ path: String) throws(ServerStartError) -> String {
    guard let file = fopen(path, "rb") else { throw .file(path, reason: systemError()) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw .file(path, reason: systemError()) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

extension HTTPServer {
  /// What is to be said of the certificate that is served: nil where it is good for longer than two weeks, or there is none.
  public var certificateProblem: (isOver: Bool, text: String)? {
    guard let validity = servedCertificate?.validity else { return nil }
    let now = wallMilliseconds() / 1000
    let day = PEM.day(validity.ends)
    if now >= validity.ends { return (true, "the certificate ended on \(day)") }
    if now < validity.begins { return (true, "the certificate is not valid yet") }
    let left = (validity.ends - now) / 86_400
    return left < 14 ? (false, "the certificate ends on \(day), in \(left) day\(left == 1 ? "" : "s")") : nil
  }
}
