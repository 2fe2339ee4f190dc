import Glibc

/// The machine that the figures are of.
enum Machine {
  static var description: String {
    var name = "unknown processor"
    if let file = fopen("/proc/cpuinfo", "r") {
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, 512, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") {
          name = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
          break
        }
      }
    }
    return "\(name), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors"
  }
}

/// Rows in columns.
enum Table {
  static func print(_ rows: [Row]) {
    let width = 60
    for row in rows {
      let mark = row.met.map { $0 ? "reached" : "MISSED" } ?? ""
      Swift.print(
        pad(row.what, width), pad(row.figure, 18), pad(row.bar.isEmpty ? "" : "bar " + row.bar, 24), pad(mark, 8),
        row.note)
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
