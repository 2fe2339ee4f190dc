import FlowModel

/// The pages of a tenant's flows in one language, as forms that send nothing.
struct PagePreviews {
  private let table: FlowTable
  private let tag: LanguageTag

  /// The pages of a table whose words are in a language.
  init(_ table: FlowTable, _ tag: LanguageTag) { (self.table, self.tag) = (table, tag) }

  /// A page for each flow, and one for the errors.
  var all: [PreviewEntry] {
    let flows = table.flows.filter { !$0.pages.isEmpty || $0.ends.contains { $0.redirect != nil } }
    return flows.map { entry($0.name, body(of: $0)) }
      + (table.errors.isEmpty ? [] : [entry("errors", list(table.errors.map { ($0.code, $0.message) }))])
  }

  private func entry(_ name: String, _ body: String) -> PreviewEntry {
    let head = "<p><a href=\"../index.html\">\(escaped(table.tenant))</a></p>\n<h1>\(escaped(name)), \(tag.text)</h1>\n"
    let page = PreviewPage(title: "\(name), \(tag.text)", language: tag, body: head + body)
    return PreviewEntry(
      name: name, language: tag, file: PreviewFile(path: "pages/\(name).\(tag.text).html", text: page.text))
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
    let hint = field.hint.isEmpty ? "" : "<br><small>\(escaped(field.hint))</small>"
    let label = escaped(field.label) + (field.isRequired ? " *" : "") + hint
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
    return "<label>\(label)<input type=\"\(kind)\"\(required)></label>\n"
  }

  private func list(_ rows: [(String, String)]) -> String {
    "<table>\n"
      + rows.map { "<tr><th scope=\"row\"><code>\(escaped($0.0))</code></th><td>\(escaped($0.1))</td></tr>\n" }.joined()
      + "</table>\n"
  }
}
