import TestSupport
import Testing

@testable import FlowModel

/// The words that ship in six languages.
struct StandardWordsTests {
  private static let folder = Repository.root + "/Sources/FlowModel/Languages/Words"

  private static func patterns(_ tag: String) throws -> [String: MessagePattern] {
    let file = try #require(StandardWords.files.first { $0.key == tag }?.value)
    var patterns: [String: MessagePattern] = [:]
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " = ", maxSplits: 1)
      try #require(parts.count == 2, "\(line)")
      #expect(patterns.updateValue(try MessagePattern(String(parts[1])), forKey: String(parts[0])) == nil, "\(line)")
    }
    return patterns
  }

  @Test func `What stands in the program is what the files say`() {
    #expect(StandardWords.files.map { $0.key + ".txt" } == names(Self.folder))
    for (tag, text) in StandardWords.files {
      #expect(
        readFile("\(Self.folder)/\(tag).txt").map { String(decoding: $0, as: UTF8.self) } == text, "`make words`"
      )
    }
  }

  @Test func `English has each text, and no other`() throws {
    #expect(Set(try Self.patterns("en").keys) == Set(StandardText.allCases.map(\.rawValue)))
  }

  @Test(arguments: ["de", "es", "fr", "ja", "cs"])
  func `Each language has each text, with its values and its plurals`(_ tag: String) throws {
    let (english, own) = (try Self.patterns("en"), try Self.patterns(tag))
    let errors = Set(standardErrors.map(\.code)).union(Self.engineErrors).map { "error." + $0 }
    #expect(Set(own.keys) == Set(english.keys).union(errors))
    let language = try #require(LanguageTag(tag))
    let needed = Set((PluralCategory.needed(in: language) ?? []).map(\.rawValue))
    for (key, pattern) in own {
      #expect(Set(pattern.arguments.keys) == Set(english[key].map { Array($0.arguments.keys) } ?? []), "\(key)")
      for plural in pattern.plurals { #expect(needed.isSubset(of: plural.keys), "\(key)") }
    }
  }

  private static let engineErrors = EngineError.all.map(\.code)

  @Test func `A complaint counts as its language does`() throws {
    func words(_ tag: String) throws -> StandardWords { StandardWords(for: try #require(LanguageTag(tag))) }
    #expect(FieldComplaint.tooShort(min: 1).text == "Please give at least 1 character.")
    #expect(FieldComplaint.tooShort(min: 3).text(in: try words("cs")) == "Zadejte prosím alespoň 3 znaky.")
    #expect(FieldComplaint.tooShort(min: 5).text(in: try words("cs")) == "Zadejte prosím alespoň 5 znaků.")
    #expect(FieldComplaint.tooMany(max: 1).text(in: try words("de-AT")) == "Bitte geben Sie höchstens 1 Eintrag an.")
    #expect(FieldComplaint.tooLarge(max: 1500.5).text(in: try words("de")) == "Bitte geben Sie höchstens 1.500,5 ein.")
    // Of a language that there are no words in, English, numbers and all.
    #expect(FieldComplaint.tooLarge(max: 1500.5).text(in: try words("it")) == "Please give at most 1,500.5.")
  }
}
