/// The protocol that an application speaks over HTTP.
public enum SpokenProtocol: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// The flow API: replies and events as they are, for any flow.
  case flowAPI
  /// The native-authentication API of MSAL's SDKs, version 1.
  case nativeAuth
  /// The App Services API of the Realm SDKs, e-mail/password users.
  case appServices

  /// What it is.
  public var definition: ProtocolDefinition {
    switch self {
    case .flowAPI: Self.flowAPIDefinition
    case .nativeAuth: NativeAuthProtocol.definition
    case .appServices: AppServicesProtocol.definition
    }
  }

  /// The name in YAML.
  public var name: String { definition.name }

  /// The names of those that speak any flow as it is.
  public static var ofAnyFlow: [String] { allCases.filter(\.definition.parts.isEmpty).map(\.name) }

  private static let flowAPIDefinition = ProtocolDefinition(name: "flow-api")
}
