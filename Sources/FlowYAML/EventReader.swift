import CYAML
import FlowSource

/// libyaml's parser over one text, with places as byte offsets. It yields events one by one and nests nothing.
struct EventReader: ~Copyable {
  /// The event read last.
  let event: UnsafeMutablePointer<yaml_event_t>
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var places: MarkMap

  /// INVARIANT: `bytes` outlives the reader; `parseYAML` makes and drops it inside `withUnsafeBufferPointer`.
  /// Nil where memory is short.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ text: CheckedText) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    let content = UnsafeBufferPointer(rebasing: bytes[text.start...])
    yaml_parser_set_input_string(parser, content.baseAddress, content.count)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    self.parser = parser
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    places = MarkMap(bytes, from: text.start, isASCII: text.isASCII)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    parser.deallocate()
    event.deallocate()
  }

  /// Reads the next event into `event`; false where the text is no YAML: see `failure`.
  mutating func next() -> Bool {
    yaml_event_delete(event)
    return yaml_parser_parse(parser, event) == 1
  }

  /// The first byte of the event.
  var start: Int {
    mutating get { places.offset(event.pointee.start_mark.index) }
  }

  /// The byte behind the event; equal to `start` for the ends that libyaml infers.
  var end: Int {
    mutating get { places.offset(event.pointee.end_mark.index) }
  }

  /// Why the last `next` failed.
  var failure: SyntaxFailure {
    mutating get {
      let parser = parser.pointee
      guard parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR, let problem = parser.problem else {
        return SyntaxFailure(problem: "out of memory", place: 0, context: nil)
      }
      let context = parser.context.map { (text: String(cString: $0), place: places.offset(parser.context_mark.index)) }
      return SyntaxFailure(
        problem: String(cString: problem), place: places.offset(parser.problem_mark.index), context: context)
    }
  }
}

/// What libyaml says about a text it cannot read.
struct SyntaxFailure {
  /// libyaml's words.
  let problem: String
  /// The offset of the byte it stopped at.
  let place: Int
  /// What it was reading, and where that began.
  let context: (text: String, place: Int)?
}
