import FlowModel
import FlowSource

/// What stands in `tenant.yaml`.
struct TenantSyntax: Sendable {
  var file: UInt32
  var name: Word
  var attributes: [AttributeSyntax] = []
  /// The region by which telephone numbers without `+` are read; empty: there is none.
  var region = ""
  var passwords = PasswordPolicy()
  /// The function that is asked for published passwords.
  var breachFunction: Word?
  var codes = CodePolicy()
  var links = LinkPolicy()
  var notices = NoticePolicy()
  var tokens = TokenPolicy()
  var places: PolicyPlaces = [:]
  var functions: [FunctionSyntax] = []
  var channels: [ChannelSyntax] = []
  var errors: [ErrorSyntax] = []
  var applications: [ApplicationSyntax] = []
  /// The beginnings of links that stand in messages beside those to `links.base`.
  var alsoLinks: [String] = []
  /// The words of its messages.
  var messages: [MessageFile] = []
  /// The names that files of messages are meant to have whose names say nothing; empty where nobody knows.
  var unnamedMessages: [String] = []
  /// Whether there are such files: any words may be in them.
  var hasUnnamedMessages: Bool { !unnamedMessages.isEmpty }
  /// The files of its languages.
  var locales: [LocaleSyntax] = []
  /// The language of the words in the flows.
  var language = LanguageTag.english
  /// Where that is said.
  var languagePlace: SourceSpan?
  /// The attribute that holds the language of an account's owner.
  var localeAttribute: Word?
  /// The folders of shared sub-flows, by their paths from the tenant's.
  var uses: [Word] = []
  /// The names of all sub-flows there.
  var sharedNames: [String] = []
  /// What the platform demands of it.
  var policies: [PolicySyntax] = []
  /// The files of flows in folders below the tenant's, by the flows' names: they are passed by.
  var passedBy: [String: String] = [:]
  /// Where names may be missing because a declaration could not be read.
  var lost: LostNames = []
  /// Whether names that are not declared may be taken for declared, as in a flow without a tenant.
  var isOpen = false
}

/// Kinds of names of which some were meant to be declared, and are not known: what is not found among them need not be a
/// second slip.
struct LostNames: OptionSet, Sendable {
  let rawValue: UInt8
  static let attributes = LostNames(rawValue: 1)
  static let functions = LostNames(rawValue: 2)
  static let errors = LostNames(rawValue: 4)
  static let flows = LostNames(rawValue: 8)
}

/// Where the values of policies stand, by their keys, such as `codes.digits`; those that are left out stand nowhere.
typealias PolicyPlaces = [String: SourceSpan]

/// An attribute, or a parameter of a flow.
struct AttributeSyntax: Sendable {
  var name: Word
  var definition: AttributeDefinition
  /// The whole declaration, where something was wrong with it: nothing is concluded from what it says.
  var broken: SourceSpan?
}

/// A function of the tenant.
struct FunctionSyntax: Sendable {
  var name: Word
  var definition: FunctionDefinition
  /// Where its `attempts` stands.
  var attempts: SourceSpan?
  /// The whole declaration, where something was wrong with it.
  var broken: SourceSpan?
}

/// An error's own words.
struct ErrorSyntax: Sendable {
  var code: Word
  var message: String
  /// What stands in the words, in all languages.
  var values: [String: MessageValue] = [:]
}

/// An app and the flows it may start.
struct ApplicationSyntax: Sendable {
  var name: Word
  var flows: [Word] = []
  var spoken = SpokenProtocol.flowAPI
  /// The part that each of `flows` plays, where the protocol has parts.
  var parts: [Word] = []
  /// Whether `flows` could not be read.
  var isBroken = false
  /// Errors of the tenant's own, and the standard ones they are spoken as.
  var errors: [(code: Word, spokenAs: String)] = []
  /// What of its own APIs it may ask tokens for.
  var scopes: [APIScope] = []
  /// The attributes that its users get as custom data.
  var userData: [Word] = []
  /// The APIs of its own, each where it stands first.
  var resources: [Word] = []
  /// Where that is what its server shows to ask about tokens.
  var secret: FunctionSecret?
}
