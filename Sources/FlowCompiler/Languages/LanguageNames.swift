package import FlowModel

/// The tag that somebody means who writes a language in another way: `pt_BR`, `german`, `polski`; nil: nobody knows.
func languageMeant(by text: String) -> LanguageTag? {
  let subtags = text.lowercased().split { "_-. ".contains($0) }.map(String.init)
  guard let first = subtags.first else { return nil }
  if let tag = LanguageTag(subtags.joined(separator: "-")), tag.isUsable {
    switch KnownLanguage(tag) {
    case .usable: return tag
    case .called(let other): return other
    case .unassigned: break
    }
  }
  return languageNames.first { $0.value.contains(first) }.flatMap { LanguageTag($0.key) }
}

extension LanguageTag {
  /// Whether its language has two or three letters, as all that are registered; longer ones are words that somebody took for a tag.
  package var isUsable: Bool { language.utf8.count <= 3 }

  /// Whether clients may ask for it; `slk` and `cz` are in the form of a tag, and nobody does.
  package var isAskedFor: Bool { KnownLanguage(self) == .usable }

  /// Why a tag that nobody asks for is none, as a sentence.
  package var complaint: String { "\(text.quoted) is no language that clients ask for" }

  /// The tag that clients ask for in place of this one, where that is known.
  package var meant: LanguageTag? {
    if case .called(let other) = KnownLanguage(self) { other } else { nil }
  }
}

/// What languages are called, in English and in themselves.
private let languageNames: KeyValuePairs<String, [String]> = [
  "ar": ["arabic"], "bg": ["bulgarian"], "cs": ["czech", "cesky", "čeština", "česky"], "da": ["danish", "dansk"],
  "de": ["german", "deutsch"], "el": ["greek"], "en": ["english"], "es": ["spanish", "espanol", "español"],
  "et": ["estonian", "eesti"], "fa": ["persian", "farsi"], "fi": ["finnish", "suomi"],
  "fr": ["french", "francais", "français"], "he": ["hebrew"], "hi": ["hindi"], "hr": ["croatian", "hrvatski"],
  "hu": ["hungarian", "magyar"], "id": ["indonesian"], "it": ["italian", "italiano"], "ja": ["japanese", "nihongo"],
  "ko": ["korean"], "lt": ["lithuanian"], "lv": ["latvian"], "nb": ["norwegian", "norsk"],
  "nl": ["dutch", "nederlands"], "pl": ["polish", "polski"], "pt": ["portuguese", "portugues", "português"],
  "ro": ["romanian"], "ru": ["russian"], "sk": ["slovak"], "sl": ["slovenian"], "sr": ["serbian", "srpski"],
  "sv": ["swedish", "svenska"], "tr": ["turkish"], "uk": ["ukrainian"], "vi": ["vietnamese"], "zh": ["chinese"],
]
