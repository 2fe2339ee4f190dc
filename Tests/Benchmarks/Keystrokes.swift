import Glibc
import TestSupport

/// How long an editor waits for the problems of a tenant once somebody has typed a letter: the whole way, through the process.
enum Keystrokes {
  static func measure(usher: String) throws -> [Row] {
    let tenant = GeneratedTenant(states: 1_000)
    defer { tenant.remove() }
    let times = try times(usher: usher, file: tenant.flowFile, text: tenant.text, root: tenant.path)
    let (median, worst) = (times.median, times.max() ?? 0)
    return [
      Row(
        "diagnostics after a keystroke, 1,000 states", milliseconds(median), bar: "50 ms", met: median <= 0.05,
        note: "at worst \(milliseconds(worst)) of \(times.count)")
    ]
  }

  /// How long the problems take once letters are typed into a flow's file, with a folder open.
  static func times(usher: String, file: String, text: String, root: String) throws -> [Double] {
    var (toServer, fromServer) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else { fatalFlow("there is no pipe") }
    for end in [toServer[1], fromServer[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The server starts in the folder.
    guard let program = realpath(usher, nil) else { fatalFlow("there is no \(usher)") }
    defer { free(program) }
    let process = try start(
      String(cString: program), ["lsp"], environment: [:], folder: root,
      .descriptors([toServer[0], fromServer[1], 2]))
    close(toServer[0])
    close(fromServer[1])
    let client = Client(input: toServer[1], output: fromServer[0], uri: "file://" + file)
    let times = client.type(into: text, root: root)
    close(toServer[1])
    close(fromServer[0])
    waitpid(process, nil, 0)
    return times
  }

  private struct Client {
    let input: Int32
    let output: Int32
    let uri: String

    /// Types letters into the heading of a page; how long the problems of each text took.
    func type(into written: String, root: String) -> [Double] {
      send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"file://\#(root)"}}"#)
      let text = written.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        .replacing("\"", with: "\\\"")
      let document = #"{"uri":"\#(uri)","languageId":"yaml","version":1,"text":"\#(text)"}"#
      send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#)
      wait(forVersion: 1)
      let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
      guard let line = lines.firstIndex(where: { $0.contains("page: ") }) else { fatalFlow("there is no page") }
      return (2...22).map { version in
        let place = #"{"line":\#(line),"character":\#(lines[line].utf16.count + version - 2)}"#
        let change = #"{"range":{"start":\#(place),"end":\#(place)},"text":"a"}"#
        let document = #"{"uri":"\#(uri)","version":\#(version)}"#
        let params = #"{"textDocument":\#(document),"contentChanges":[\#(change)]}"#
        return seconds {
          send(#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":\#(params)}"#)
          wait(forVersion: version)
        }
      }
    }

    private func send(_ body: String) {
      let bytes = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count <= 0 { fatalFlow("the server reads nothing any more") }
        sent += count
      }
    }

    /// Reads until the problems of a version are told.
    private func wait(forVersion version: Int) {
      var (said, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
      while true {
        let count = read(output, &buffer, buffer.count)
        if count <= 0 { fatalFlow("the server says nothing any more") }
        said += buffer[..<count]
        if String(decoding: said, as: UTF8.self).contains("\"version\":\(version)}") { return }
      }
    }
  }
}
