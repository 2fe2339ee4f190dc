import FlowModel

/// The pages of a tenant's flows in one language, as forms that send nothing.
struct PagePreviews {
  private let table: FlowTable
  private let tag: LanguageTag

  /// The pages of a table whose words are in a language.
  init(_ table: FlowTable, _ tag: LanguageTag) { (self.table, self.tag) = (table, tag) }

  /// A page for each flow, and one for what went wrong.
  var all: [PreviewEntry] {
    let flows = table.flows.filter { !$0.pages.isEmpty || $0.ends.contains { $0.redirect != nil } }
    return flows.map { flow in
      // No name of a flow has a dot.
      entry(flow.name, in: flow.name == Self.errors ? "\(flow.name).flow" : flow.name, body(of: flow))
    } + [entry(Self.errors, in: Self.errors, ErrorPreviews(table).body)]
  }

  /// The name of the page of errors.
  private static let errors = "errors"

  private func entry(_ name: String, in file: String, _ body: String) -> PreviewEntry {
    let head = "<p><a href=\"../index.html\">\(escaped(table.tenant))</a></p>\n<h1>\(escaped(name)), \(tag.text)</h1>\n"
    let page = PreviewPage(title: "\(name), \(tag.text)", language: tag, body: head + body)
    return PreviewEntry(
      name: name, language: tag, file: PreviewFile(path: "pages/\(file).\(tag.text).html", text: page.text))
  }

  private func body(of flow: Flow) -> String {
    flow.states.map { state in
      switch state.kind {
      case .page: form(flow.pages[Int(state.payload)], state.name, flow)
      case .end:
        flow.ends[Int(state.payload)].redirect.map {
          "<h2><small>\(escaped(state.name))</small></h2>\n<p>\(escaped($0))</p>\n"
        } ?? ""
      case .effect, .choose: ""
      }
    }.joined()
  }

  private func form(_ page: Page, _ state: String, _ flow: Flow) -> String {
    let events = page.events.map { event in
      let fields = event.fields.map { field(FieldView($0, in: flow, of: table)) }.joined()
      let standard = table.standardWords.label(ofEvent: event.name) ?? AttributeDefinition.label(from: event.name)
      let name = event.label.isEmpty ? standard : event.label
      return "<fieldset>\n\(fields)<p><button type=\"button\">\(escaped(name))</button></p>\n</fieldset>\n"
    }
    return "<h2>\(escaped(page.title)) <small>\(escaped(state))</small></h2>\n" + events.joined()
  }

  private func field(_ field: FieldView) -> String {
    let required = field.isRequired ? " required" : ""
    let notes = [field.hint, field.help].filter { !$0.isEmpty }.map { "<br><small>\(escaped($0))</small>" }
    let label = escaped(field.label) + (field.isRequired ? " *" : "") + notes.joined()
    let placeholder = field.placeholder.isEmpty ? "" : " placeholder=\"\(escaped(field.placeholder))\""
    if field.type == .boolean { return "<label><input type=\"checkbox\"> \(label)</label>\n" }
    if !field.options.isEmpty, let attribute = field.attribute {
      let options = field.options.map { "<option>\(escaped(attribute.label(ofOption: $0)))</option>" }.joined()
      return "<label>\(label)<select\(field.type == .list ? " multiple" : "")>\(options)</select></label>\n"
    }
    let kind =
      switch field.type {
      case .email: "email"
      case .phone: "tel"
      case .integer, .number: "number"
      case .date: "date"
      default: field.isHidden ? "password" : "text"
      }
    return "<label>\(label)<input type=\"\(kind)\"\(required)\(placeholder)></label>\n"
  }
}
