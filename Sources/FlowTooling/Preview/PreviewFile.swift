public import FlowModel

/// A file of a preview.
public struct PreviewFile: Hashable, Sendable {
  /// The path within the preview's folder.
  public let path: String
  /// The page.
  public let text: String
}

/// What stands in the index of a preview, by which its folder is known again.
public let previewMark = "<meta name=\"generator\" content=\"usher preview\">"

/// All messages and pages of a tenant, in all its languages, as pages to look at: `index.html` first.
public func preview(_ table: FlowTable) -> [PreviewFile] {
  let messages = MessagePreviews(table).all
  // In a language of messages alone, pages are those of the tenant's own.
  let pages = ([table.language] + table.locales.map(\.tag)).flatMap { PagePreviews(table.speaking($0), $0).all }
  var body = "<h1>\(escaped(table.tenant))</h1>\n"
  body += list("Messages", messages) + list("Pages", pages)
  let index = PreviewFile(
    path: "index.html",
    text: PreviewPage(title: "\(table.tenant): messages and pages", mark: previewMark, body: body).text)
  return [index] + (messages + pages).map(\.file)
}

/// A page of a preview, with the name that the index has for it.
struct PreviewEntry {
  var name: String
  var language: LanguageTag
  var file: PreviewFile
}

private func list(_ title: String, _ entries: [PreviewEntry]) -> String {
  if entries.isEmpty { return "" }
  var names: [String] = []
  for entry in entries where !names.contains(entry.name) { names.append(entry.name) }
  let rows = names.map { name in
    let links = entries.filter { $0.name == name }.map {
      "<a href=\"\(escaped($0.file.path))\" hreflang=\"\($0.language.text)\">\($0.language.text)</a>"
    }
    return "<tr><th scope=\"row\">\(escaped(name))</th><td>\(links.joined(separator: " "))</td></tr>\n"
  }
  return "<h2>\(title)</h2>\n<table>\n\(rows.joined())</table>\n"
}

/// The frame of each page: nothing of it runs, and nothing is loaded but pictures that messages name.
struct PreviewPage {
  var title: String
  var mark = ""
  var language = LanguageTag.english
  var body: String

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.text)"\(language.isRightToLeft ? " dir=\"rtl\"" : "")>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src https:">
    \(mark.isEmpty ? "" : mark + "\n")<title>\(escaped(title))</title>
    <style>
    :root { color-scheme: light dark; }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
    table { border-collapse: collapse; }
    th, td { text-align: start; padding: .25rem 1rem .25rem 0; vertical-align: top; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8886; border-radius: .5rem; padding: 1rem; }
    iframe { width: 100%; height: 32rem; border: 1px solid #8886; border-radius: .5rem; background: Canvas; }
    .narrow { width: 322px; }
    fieldset { border: 1px solid #8886; border-radius: .5rem; margin: 1rem 0; max-width: 30rem; }
    label { display: block; margin: .75rem 0; }
    input, select { display: block; font: inherit; width: 100%; box-sizing: border-box; }
    input[type=checkbox] { display: inline; width: auto; }
    small { opacity: .75; }
    </style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }
}
