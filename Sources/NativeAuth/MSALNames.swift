// The names of MSAL for iOS and macOS, so that its code compiles here with another import: where it
// says `MSAL.` before a name, that is `NativeAuth.`.

/// What MSAL calls the app.
public typealias MSALNativeAuthPublicClientApplication = NativeAuthApplication
/// What MSAL calls the configuration.
public typealias MSALNativeAuthPublicClientApplicationConfig = NativeAuthConfiguration
/// What MSAL calls the challenge types.
public typealias MSALNativeAuthChallengeTypes = ChallengeTypes
/// What MSAL calls the capabilities.
public typealias MSALNativeAuthCapabilities = Capabilities
/// What MSAL calls the parameters of a sign-up.
public typealias MSALNativeAuthSignUpParameters = SignUpParameters
/// What MSAL calls the parameters of a sign-in.
public typealias MSALNativeAuthSignInParameters = SignInParameters
/// What MSAL calls the parameters of a reset.
public typealias MSALNativeAuthResetPasswordParameters = ResetPasswordParameters
/// What MSAL calls the parameters of a sign-in after a sign-up.
public typealias MSALNativeAuthSignInAfterSignUpParameters = SignInAfterSignUpParameters
/// What MSAL calls the parameters of a sign-in after a reset.
public typealias MSALNativeAuthSignInAfterResetPasswordParameters = SignInAfterResetPasswordParameters
/// What MSAL calls the parameters of an access token.
public typealias MSALNativeAuthGetAccessTokenParameters = GetAccessTokenParameters
/// What MSAL calls the parameters of a registration.
public typealias MSALNativeAuthChallengeAuthMethodParameters = ChallengeAuthMethodParameters
/// What MSAL calls what carries codes.
public typealias MSALNativeAuthChannelType = ChannelType
/// What MSAL calls an attribute that is to be given.
public typealias MSALNativeAuthRequiredAttribute = RequiredAttribute
/// What MSAL calls a method of a second factor.
public typealias MSALAuthMethod = AuthMethod
/// What MSAL calls a person who is signed in.
public typealias MSALNativeAuthUserAccountResult = UserAccountResult
/// What MSAL calls an access token.
public typealias MSALNativeAuthTokenResult = TokenResult
/// What MSAL calls an account.
public typealias MSALAccount = Account
/// What MSAL calls an error.
public typealias MSALNativeAuthError = NativeAuthError
