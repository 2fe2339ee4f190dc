import Glibc

/// Where codes are read, in place of a mailbox.
protocol CodeSource: Sendable {
  /// The codes that went to an address so far, oldest first.
  func codes(to address: String) -> [String]
}

extension CodeSource {
  /// The newest code to an address. A server sends within a moment: one that was not read before is waited for.
  @MainActor func newest(to address: String) -> String {
    for _ in 0..<400 {
      let codes = codes(to: address)
      if codes.count > CodesRead.counts[address, default: 0], let code = codes.last {
        CodesRead.counts[address] = codes.count
        return code
      }
      usleep(25_000)
    }
    return ""
  }
}

/// How many codes were read, by addresses.
@MainActor private enum CodesRead { static var counts: [String: Int] = [:] }

/// The file of `usher serve --outbox FILE`: a message a line, as JSON.
struct OutboxFile: CodeSource {
  private let path: String
  /// How many lines there were before the program began.
  private let before: Int

  init(path: String) {
    self.path = path
    before = Self.lines(of: path).count
  }

  func codes(to address: String) -> [String] {
    Self.lines(of: path).dropFirst(before).compactMap { line in
      guard line.contains("\"to\":\"\(address)\""), let mark = line.firstRange(of: "\"code\":\"") else { return nil }
      return String(line[mark.upperBound...].prefix { $0 != "\"" })
    }
  }

  private static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    while getline(&line, &size, file) > 0, let line { lines.append(String(cString: line)) }
    return lines
  }
}

/// Says why the program ends.
func fail(_ reason: String) -> Never {
  let line = Array("\(reason)\n".utf8)
  _ = write(2, line, line.count)
  exit(2)
}
