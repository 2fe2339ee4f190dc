import FlowJSON
public import FlowModel

/// Which languages whoever sends a request reads.
public enum RequestLanguages {
  /// What the present task's request asks for, such as a browser's `Accept-Language`; nil: nothing. A run that is started
  /// speaks the tenant's language that fits best, to its end. A transport sets it around its call of `FlowService`:
  ///
  ///     await RequestLanguages.$present.withValue(LanguagePreferences(acceptLanguage: header)) {
  ///       await service.start(…)
  ///     }
  @TaskLocal public static var present: LanguagePreferences?

  /// The standard words for whoever asks without a run, of a tenant if that is known.
  /// `locale`: the one that is spoken, where that is known.
  static func words(of table: FlowTable?, in locale: LanguageTag? = nil) -> StandardWords {
    if let table { return table.standardWords(in: locale ?? table.language(for: present)) }
    return StandardWords(for: present?.best(of: StandardWords.languages) ?? .english)
  }
}

extension EffectStep {
  /// Takes the language that the flow's parameter `locale` names, if the tenant speaks it.
  mutating func takeLocale(ofParameters parameters: [(Int, JSON)]) {
    guard let index = parameters.first(where: { flow.inputs[$0.0].name == FlowTable.localeParameter })?.0 else {
      return
    }
    adopt(run.text(firstAttributeSlot + Slot(table.attributes.count + index)))
  }

  /// Takes the language that the bound account's attribute names, once its owner is known to be here.
  ///
  /// INVARIANT: before that, nothing that people read follows from an account: it would tell a stranger that there is one.
  mutating func takeLocaleOfAccount() throws {
    let index = Int(table.localeAttribute)
    guard table.attributes.indices.contains(index), run.account != nil, let account = try boundAccount(),
      isAuthenticated(account)
    else { return }
    adopt(try account.held()[table.attributes[index].name]?.string)
  }

  private mutating func adopt(_ text: String?) {
    guard let tag = text.flatMap(LanguageTag.init), let best = LanguagePreferences(tag).best(of: table.languages) else {
      return
    }
    run.locale = best
  }
}

extension Reply {
  /// An error without a run, in the language that is asked for.
  public init(runless error: ErrorDefinition) { self.init(runless: error, of: nil) }

  /// The same where the tenant is known.
  package init(runless error: ErrorDefinition, of table: FlowTable?, in locale: LanguageTag? = nil) {
    self.init(error: ErrorView(error, in: RequestLanguages.words(of: table, in: locale)))
  }

  /// The same with a more precise message for those who read English.
  package init(runless error: ErrorDefinition, precisely english: String, of table: FlowTable? = nil) {
    self.init(error: ErrorView(error, precisely: english, in: RequestLanguages.words(of: table)))
  }
}
