import FlowModel
import FlowSource

/// What the HTML of a message is at each place where a value stands.
struct MessagePage {
  private let file: MessageFile
  private var reader = HTMLReader()
  /// How each value is written, by the place where its name begins.
  private(set) var escapes: [UInt32: TemplateEscape] = [:]
  /// The places of values that nobody sees who opens the mail: within what is hidden, in a title, or in an attribute.
  private(set) var unseen: Set<UInt32> = []
  /// Those of them that are words within what is hidden.
  private(set) var hidden: Set<UInt32> = []
  /// The words and attributes that may hold links.
  private(set) var pieces: [Piece] = []
  /// Where what belongs before all else that is shown goes: behind `<body>`.
  private(set) var bodyStart: Int?
  /// Whether it was read to its end.
  private(set) var isWhole = true
  private var depth = 0
  private var problems = DiagnosticCollector()

  /// Why no more of a page is read.
  private enum Stop: Error {
    case unreadable(HTMLReader.Failure)
    /// A value stands where none may, which was reported.
    case refused
  }

  /// Bytes of one text or attribute.
  struct Piece {
    var range: Range<Int>
    /// Whether it is the beginning of an attribute that is a URL.
    var beginsURL: Bool
    /// What it is read as.
    var form = Form.words
    /// The value that follows.
    var next: Word?
    /// Whether it is a URL whose host a value would go on with, which is refused (U617).
    var endsInHost = false

    /// What a piece is read as.
    enum Form { case words, url, style, styleAttribute }
  }

  /// Reads a page, and reports what cannot be read of it (U616) and where no value may stand (U617).
  init(_ file: MessageFile, _ problems: inout DiagnosticCollector) {
    self.file = file
    do throws(Stop) {
      try walk(file.body)
      do throws(HTMLReader.Failure) {
        try reader.finish(at: max(file.bodyRange.lowerBound, file.bodyRange.upperBound - 1))
      } catch { throw .unreadable(error) }
    } catch {
      isWhole = false
      if case .unreadable(let failure) = error {
        let end = min(failure.offset + 1, file.source.bytes.count)
        self.problems.report(
          Diagnostic("U616", .error, failure.message, at: file.span(min(failure.offset, end)..<end), help: failure.help)
        )
      }
    }
    problems.add(self.problems)
  }

  private mutating func walk(_ nodes: [TemplateNode]) throws(Stop) {
    for node in nodes {
      switch node {
      case .text(let range): for offset in range { try read(offset) }
      case .value(let word):
        if pieces.last?.range.upperBound == begin(of: word) {
          pieces[pieces.count - 1].next = word
          pieces[pieces.count - 1].endsInHost = reader.urlPart == .host
        }
        if let escape = escape(of: word) { escapes[word.span.start] = escape }
        note(word)
        switch reader.place {
        case .quoted: reader.takeValue()
        case .text, .raw, .comment, .declaration: break
        // It has been refused, and what follows it is not known.
        default: throw Stop.refused
        }
      case .branch(let branch):
        let before = reader
        try refuse(branch)
        depth += 1
        try walk(branch.then)
        let after = reader
        reader = before
        try walk(branch.otherwise)
        depth -= 1
        reader.hide(as: after)
        guard reader == after else {
          throw Stop.unreadable(
            HTMLReader.Failure(
              offset: Int(branch.place.start),
              message: "with this `if` the page goes on in one place, without it in another",
              help: "open and close elements and quotes in the same branch"))
        }
      }
    }
  }

  /// U617: parts that each lead nowhere are a link together, of which nobody has read the whole.
  private mutating func refuse(_ branch: TemplateBranch) throws(Stop) {
    func refuse(_ place: String, help: String) throws(Stop) {
      problems.report(Diagnostic("U617", .error, "no `if` may stand \(place)", at: branch.place, help: help))
      throw .refused
    }
    switch reader.place {
    case .raw where reader.rawElement == "style":
      try refuse("in a style", help: "write the style as it is; an `if` belongs in the text")
    case .quoted where reader.attribute == "style":
      try refuse("in a style", help: "write the element twice, once in each branch")
    case .quoted where HTMLNames.urls.contains(reader.attribute) && reader.urlPart == .host:
      try refuse("in the host of a URL", help: "write the host as it is, and `/` behind it")
    default: break
    }
  }

  /// Keeps whether somebody sees a value.
  private mutating func note(_ word: Word) {
    let isHidden = reader.isHidden
    if isHidden, reader.place == .text { hidden.insert(word.span.start) }
    let isShown =
      switch reader.place {
      case .text: true
      // A link is followed.
      case .quoted: reader.attribute == "href"
      default: false
      }
    if isHidden || !isShown { unseen.insert(word.span.start) }
  }

  /// Where the `{{` of a value stands.
  private func begin(of word: Word) -> Int {
    var start = Int(word.span.start)
    while start > 0, file.source.bytes[start - 1] != UInt8(ascii: "{") { start -= 1 }
    return start - 2
  }

  private mutating func read(_ offset: Int) throws(Stop) {
    let before = reader.place
    do throws(HTMLReader.Failure) {
      try reader.read(file.source.bytes[offset], at: offset)
    } catch { throw .unreadable(error) }
    switch (before, reader.place) {
    case (.text, .text), (.raw, .raw): note(offset, beginsURL: false)
    case (.quoted, .quoted), (.unquoted, .unquoted), (.beforeValue, .unquoted):
      if reader.attribute.hasPrefix("xmlns") { break }
      note(
        offset, beginsURL: HTMLNames.urls.contains(reader.attribute) && reader.value.count == 1 && !reader.holdsValue)
    case (_, .text) where before != .text && reader.tag == "body" && reader.open.last == "body" && depth == 0:
      bodyStart = bodyStart ?? offset + 1
    default: break
    }
  }

  private mutating func note(_ offset: Int, beginsURL: Bool) {
    if let last = pieces.last, last.range.upperBound == offset, !beginsURL {
      pieces[pieces.count - 1].range = last.range.lowerBound..<offset + 1
    } else {
      pieces.append(Piece(range: offset..<offset + 1, beginsURL: beginsURL, form: form))
    }
  }

  /// What is read as what, where the reader stands.
  private var form: Piece.Form {
    switch reader.place {
    case .raw: reader.rawElement == "style" ? .style : .words
    case .quoted, .unquoted:
      reader.attribute == "style" ? .styleAttribute : HTMLNames.urls.contains(reader.attribute) ? .url : .words
    default: .words
    }
  }

  /// How a value is written where it stands; nil, and a problem, where none may.
  private mutating func escape(of word: Word) -> TemplateEscape? {
    func refuse(_ place: String, help: String) -> TemplateEscape? {
      problems.report(Diagnostic("U617", .error, "no value may stand \(place)", at: word.span, help: help))
      return nil
    }
    switch reader.place {
    case .text: return .html
    case .raw:
      if reader.rawElement == "title" { return .html }
      return refuse("in a style", help: "write the style as it is; a value belongs in the text")
    case .quoted: return attribute(word, refuse)
    case .unquoted, .beforeValue:
      return refuse("in an attribute without quotes", help: "put the whole value of the attribute in quotes")
    case .comment, .declaration: return refuse("in a comment", help: "take it out: nobody reads it")
    default: return refuse("in a tag", help: "a value belongs in the text, or in the quotes of an attribute")
    }
  }

  private func attribute(_ word: Word, _ refuse: (String, String) -> TemplateEscape?) -> TemplateEscape? {
    if HTMLNames.isCode(reader.attribute) {
      return refuse("in \(reader.attribute.quoted)", "what stands there is no text: write it as it is")
    }
    if reader.tag == "meta" { return refuse("in `<meta>`", "a value belongs in the text") }
    guard HTMLNames.urls.contains(reader.attribute) else { return .html }
    let isLink = word.text == "link"
    if isLink, reader.attribute != "href" {
      return refuse(
        "in \(reader.attribute.quoted), if it is the link",
        "what is loaded by itself would use it up: write it in `href`")
    }
    if word.text == "code" {
      return refuse(
        "in a link, if it is the code", "write it in the text: links are kept by browsers, servers and telephones")
    }
    if reader.value.isEmpty, !reader.holdsValue {
      return isLink
        ? .html : refuse("at the beginning of a URL", "begin with `https://` and a host, or with `{{ link }}`")
    }
    if isLink { return refuse("behind the beginning of a URL, if it is a link", "write `{{ link }}` alone") }
    // Behind the host: no value makes it another one.
    return reader.urlPart == .behindHost
      ? .url : refuse("in the host of a URL", "write the host as it is, and `/` behind it")
  }
}
