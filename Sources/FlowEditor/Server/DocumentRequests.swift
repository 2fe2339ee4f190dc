import FlowCompiler
import FlowJSON
import FlowModel
import FlowSource
import FlowTooling
import FlowYAML

/// What a request of a document is about.
struct Subject {
  let document: OpenDocument
  let folder: String
  let shape: Shape?
  let offset: Int
}

extension EditorServer {
  /// Answers what is asked of a document.
  mutating func document(_ method: String, _ params: JSON) throws(RequestFailure) -> JSON {
    switch method {
    case "textDocument/completion": try completion(try subject(params, at: true))
    case "textDocument/hover": try hover(try subject(params, at: true))
    case "textDocument/definition": definition(try subject(params, at: true))
    case "textDocument/references":
      references(
        try subject(params, at: true), declared: params["context"]?["includeDeclaration"] != false, everywhere: true)
    case "textDocument/documentHighlight": references(try subject(params, at: true), declared: true, everywhere: false)
    case "textDocument/prepareRename": prepareRename(try subject(params, at: true))
    case "textDocument/rename": try rename(try subject(params, at: true), params)
    case "textDocument/documentSymbol": symbols(try subject(params))
    case "textDocument/codeAction": try actions(try subject(params), params)
    case "textDocument/codeLens": lenses(try subject(params))
    case "textDocument/formatting": format(try subject(params))
    case "workspace/executeCommand": try command(params)
    default: throw .unknownMethod(method)
    }
  }

  /// Nil where the document is no tenant's: then nothing is known of it.
  private func subject(_ params: JSON, at isPlace: Bool = false) throws(RequestFailure) -> Subject? {
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` names the document")
    }
    let place = TextPosition(params["position"])
    if isPlace, place == nil { throw .invalidParameters("`position` has `line` and `character`, from 0") }
    guard let path = FileURI.path(uri), let document = workspace.documents[path],
      let folder = workspace.folder(of: path)
    else { return nil }
    return Subject(
      document: document, folder: folder, shape: FileKind(path, in: folder).shape,
      offset: place.map(document.lines.offset) ?? 0)
  }

  private mutating func completion(_ subject: Subject?) throws(RequestFailure) -> JSON {
    guard let subject, let shape = subject.shape else { return [] }
    let files = workspace.sources(subject.folder).namedFiles
    for scene in CompletionScene.all(subject.document.lines, at: subject.offset, shape) {
      // The file that is typed in is read with the marker: without it, it may not be readable.
      let texts = files.map {
        $0.path == subject.document.path ? SourceText(path: $0.path, bytes: scene.bytes) : $0
      }
      let found = Completion(scene: scene, index: TenantIndex(texts, in: subject.folder)).candidates
      if found.isEmpty { continue }
      let lines = subject.document.lines
      let range = TextRange(lines.position(scene.typed.lowerBound), lines.position(scene.typed.upperBound)).json
      return .array(
        found.enumerated().map { number, candidate in
          var item: JSONObject = [
            "label": .string(candidate.text), "kind": .int(candidate.kind.rawValue),
            "sortText": .string(String(10_000 + number)), "filterText": .string(candidate.text),
            "textEdit": ["range": range, "newText": .string(candidate.insertion ?? candidate.text)],
          ]
          if !candidate.detail.isEmpty { item["detail"] = .string(candidate.detail) }
          if !candidate.documentation.isEmpty {
            item["documentation"] = ["kind": "markdown", "value": .string(candidate.documentation)]
          }
          return .object(item)
        })
    }
    return []
  }

  private mutating func hover(_ subject: Subject?) throws(RequestFailure) -> JSON {
    guard let subject, let shape = subject.shape else { return .null }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path),
      let found = index.hover(at: subject.offset, in: file, shape)
    else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(found.text)],
      "range": subject.document.lines.range(found.span).json,
    ]
  }

  private mutating func symbols(_ subject: Subject?) -> JSON {
    guard let subject else { return [] }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path) else { return [] }
    return .array(index.symbols(in: file, subject.document.lines))
  }

  private mutating func lenses(_ subject: Subject?) -> JSON {
    guard let subject else { return [] }
    let index = index(subject.folder)
    guard let file = index.file(subject.document.path) else { return [] }
    return .array(index.lenses(in: file, folder: subject.folder, subject.document.lines))
  }

  private mutating func actions(_ subject: Subject?, _ params: JSON) throws(RequestFailure) -> JSON {
    guard let range = TextRange(params["range"]) else { throw .invalidParameters("`range` has `start` and `end`") }
    guard let subject else { return [] }
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    return .array(fresh(subject.folder).actions(in: subject.document, range, only: only))
  }

  private func format(_ subject: Subject?) -> JSON {
    guard let subject, subject.shape != nil else { return [] }
    let document = subject.document
    var problems = DiagnosticCollector()
    let source = SourceFile(id: 0, path: document.path, bytes: document.bytes)
    guard case .formatted(let bytes) = formatYAML(source, &problems), bytes != document.bytes else { return [] }
    let all = TextRange(TextPosition(line: 0, character: 0), document.lines.position(document.bytes.count))
    return [["range": all.json, "newText": .string(String(decoding: bytes, as: UTF8.self))]]
  }

  /// `usher.showGraph`: the picture of a flow as Mermaid writes it.
  private mutating func command(_ params: JSON) throws(RequestFailure) -> JSON {
    guard let command = params["command"]?.string, command == EditorCommand.graph else {
      throw .invalidParameters("there is no such command")
    }
    let arguments = params["arguments"]?.array?.compactMap(\.string) ?? []
    guard arguments.count == 2, workspace.mayRead(arguments[0]) else {
      throw .invalidParameters("`\(command)` takes a tenant's folder and a flow's name")
    }
    let compilation = fresh(arguments[0]).compilation
    guard let tenant = compilation.tenants.first, let table = tenant.table else {
      throw .failed("a tenant with errors has no picture")
    }
    let flows = table.flows.filter { $0.name == arguments[1] }
    if flows.isEmpty { throw .failed("there is no flow `\(arguments[1].prefix(64))`") }
    do throws(GraphError) {
      let text = try draw(flows, of: table, as: .mermaid, expressions: tenant.expressions)
      return ["format": "mermaid", "text": .string(text)]
    } catch {
      throw .failed("\(error)")
    }
  }
}
