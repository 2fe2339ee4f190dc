/// A part of a page of `docs/language/` that is made of what the program knows. It stands between `<!-- NAME -->` and
/// `<!-- /NAME -->`; a test holds it, and writes it anew.
package struct ReferenceBlock: Sendable {
  /// The name in the marks.
  package let name: String
  /// The page's file.
  package let page: String
  /// What stands there.
  package let text: String

  /// All of them.
  package static let all = [
    ReferenceBlock(name: "effects", page: "effects.md", text: effectReference()),
    ReferenceBlock(name: "types", page: "types.md", text: typeReference()),
    ReferenceBlock(name: "conditions", page: "conditions.md", text: conditionReference()),
    ReferenceBlock(name: "errors", page: "errors.md", text: errorReference()),
    ReferenceBlock(name: "complaints", page: "errors.md", text: complaintReference()),
  ]
}
