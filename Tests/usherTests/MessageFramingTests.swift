import FlowEditor
import FlowJSON
import Testing

@testable import usher

@Suite struct MessageFramingTests {
  private let text = Array("Content-Length: 2\r\n\r\n{}Content-Type: a\r\nContent-Length: 4\r\n\r\nnull".utf8)

  @Test(arguments: 1...12)
  func `messages are the same in whatever pieces they come`(_ size: Int) {
    var framing = MessageFraming()
    var frames: [MessageFraming.Frame] = []
    for start in stride(from: 0, to: text.count, by: size) {
      frames += framing.take(text[start..<min(start + size, text.count)])
    }
    #expect(frames == [.message([:]), .message(nil)])
  }

  @Test func `a message that is too long is passed over, and no memory is taken for it`() {
    var framing = MessageFraming()
    var frames = framing.take(Array("Content-Length: \(MessageFraming.limit + 1)\r\n\r\n".utf8))
    #expect(frames.count == 1)
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    for _ in 0..<64 { frames += framing.take(piece) }
    #expect(frames.count == 1)
    frames = framing.take([0x20] + Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(frames == [.message([:])])
  }

  @Test func `headers that do not end are given up`() {
    var framing = MessageFraming()
    let frames = framing.take([UInt8](repeating: 0x61, count: 10_000))
    guard case .failure(let failure)? = frames.first, frames.count == 1 else {
      Issue.record("\(frames)")
      return
    }
    #expect(failure.code == -32700)
    #expect(framing.take(Array("Content-Length: 2\r\n\r\n{}".utf8)) == [.message([:])])
  }
}
