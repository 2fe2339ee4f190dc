/// Where a server has what is no tenant's: a tenant is reached below its name, so none is called like the first part of one.
public enum ServedPaths {
  /// The flow API.
  public static let flowAPI = "v1"
  /// The App Services API.
  public static let appServices = "api/client/v2.0"
  /// Whether the process runs.
  public static let liveness = "healthz"
  /// Whether it takes requests.
  public static let readiness = "readyz"

  /// The names that no tenant can have.
  public static let reservedNames: Set<String> = Set(
    [flowAPI, appServices, liveness, readiness].map { String($0.prefix { $0 != "/" }) })
}
