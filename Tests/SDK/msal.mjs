// Journeys of MSAL.js native authentication (`@azure/msal-browser/custom-auth`).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { someone } from "./journeys.mjs";

const password = "Correct-Horse-7";
const other = "Battery-Staple-8";
const wrong = "00000000";
const home = { country: "Norway", city: "Oslo" };
const self = { age: "36", newsletter: "true", interests: "music,code" };

/** The result's state, where the result says it is what `check` names. */
function is(check, result) {
  assert.ok(result[check]?.(), `not ${check}: ${result.state?.stateType} ${JSON.stringify(result.error?.errorData)}`);
  return result.state;
}

/** The result's error, where the error says it is what `check` names. */
function fails(check, result) {
  is("isFailed", result);
  assert.ok(result.error[check](), `not ${check}: ${JSON.stringify(result.error.errorData)}`);
  return result.error.errorData;
}

const names = (attributes) => attributes.map((attribute) => attribute.name).sort();

/** The package's version, and its journeys against a server. */
export async function msal(path, server) {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const entry = join(path, "dist/custom-auth-path/custom_auth/index.mjs");
  const { CustomAuthPublicClientApplication } = await import(pathToFileURL(entry));

  const application = (tenant) => (clientId, customAuth = {}) =>
    CustomAuthPublicClientApplication.create({
      auth: { clientId, authority: `https://usher.example.com/${tenant}` },
      cache: { cacheLocation: "sessionStorage" },
      customAuth: {
        challengeTypes: ["password", "oob"],
        authApiProxyUrl: `${server.url}/${tenant}`,
        capabilities: ["mfa_required", "registration_required"],
        ...customAuth,
      },
    });
  const app = application("native-auth");
  const strict = application("factors");

  /** Submits the newest code that was mailed. */
  const withCode = async (state, username) => state.submitCode(await server.code(username));

  /** An account with a password, made by a client that then goes away. */
  async function member(clientId = "phone", make = app) {
    const username = someone();
    const attributes = make === app ? home : undefined;
    let result = await (await make(clientId)).signUp({ username, password, attributes });
    result = await withCode(is("isCodeRequired", result), username);
    if (make === app) result = await is("isAttributesRequired", result).submitAttributes(self);
    is("isCompleted", result);
    return username;
  }

  /** An account that signs in with codes. */
  async function codeMember() {
    const username = someone();
    let result = await (await app("browser")).signUp({ username, attributes: home });
    result = await withCode(is("isCodeRequired", result), username);
    is("isCompleted", await is("isAttributesRequired", result).submitAttributes(self));
    return username;
  }

  const journeys = {
    "sign-up with a code, attributes over two pages, then sign-in": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("browser")).signUp({ username }));
      assert.equal(start.getCodeLength(), 8);
      assert.ok(start.getCodeResendInterval() > 0);
      const where = is("isAttributesRequired", await withCode(start, username));
      assert.deepEqual(names(where.getRequiredAttributes()), ["city", "country"]);
      // This client stays on its state and submits again, with all that was asked for.
      const missing = fails("isMissingRequiredAttributes", await where.submitAttributes(home));
      assert.deepEqual(names(missing.attributes).slice(0, 2), ["age", "interests"]);
      const done = is("isCompleted", await where.submitAttributes({ ...home, ...self }));
      const signedIn = await done.signIn();
      is("isCompleted", signedIn);
      assert.equal(signedIn.data.getAccount().username, username);
    },

    "attributes on one page after the other": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("browser")).signUp({ username }));
      const where = is("isAttributesRequired", await withCode(start, username));
      fails("isMissingRequiredAttributes", await where.submitAttributes(home));
      is("isCompleted", await where.submitAttributes(self));
    },

    "attributes that are not valid, at the start and on a page": async () => {
      const username = someone();
      const client = await app("browser");
      const refused = fails("isAttributesValidationFailed", await client.signUp({ username, attributes: { country: "#1" } }));
      assert.deepEqual(names(refused.attributes), ["country"]);
      const start = is("isCodeRequired", await client.signUp({ username, attributes: home }));
      const about = is("isAttributesRequired", await withCode(start, username));
      const young = fails("isAttributesValidationFailed", await about.submitAttributes({ ...self, age: "3" }));
      assert.deepEqual(names(young.attributes), ["age"]);
      fails("isMissingRequiredAttributes", await about.submitAttributes({ age: "36" }));
      is("isCompleted", await about.submitAttributes(self));
    },

    "sign-up with a password given at the start": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("phone")).signUp({ username, password, attributes: home }));
      const about = is("isAttributesRequired", await withCode(start, username));
      const done = is("isCompleted", await about.submitAttributes(self));
      is("isCompleted", await done.signIn());
    },

    "sign-up with a password given later": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("phone")).signUp({ username }));
      const secret = is("isPasswordRequired", await withCode(start, username));
      assert.equal(fails("isInvalidPassword", await secret.submitPassword("Sh0rt!")).subError, "password_too_short");
      fails("isInvalidPassword", await secret.submitPassword(""));
      const where = is("isAttributesRequired", await secret.submitPassword(password));
      fails("isMissingRequiredAttributes", await where.submitAttributes(home));
      is("isCompleted", await where.submitAttributes(self));
    },

    "passwords that are refused at the start, each with its reason": async () => {
      const client = await app("phone");
      const reasons = {
        password_too_short: "Sh0rt!",
        password_too_long: "Aa1!".repeat(65),
        password_too_weak: "onlylowercase",
        password_banned: "Password1",
      };
      for (const [reason, secret] of Object.entries(reasons)) {
        const refused = fails("isInvalidPassword", await client.signUp({ username: someone(), password: secret }));
        assert.equal(refused.subError, reason);
      }
    },

    "a wrong code, an expired one after a resend, and the right one": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
      const first = await server.code(username);
      fails("isInvalidCode", await start.submitCode(wrong));
      fails("isInvalidCode", await start.submitCode("1"));
      await sleep(1_100);
      const again = is("isCodeRequired", await start.resendCode());
      fails("isInvalidCode", await again.submitCode(first));
      is("isAttributesRequired", await withCode(again, username));
    },

    "too many wrong codes, and a new one": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
      const right = await server.code(username);
      for (let tries = 0; tries < 5; tries += 1) fails("isInvalidCode", await start.submitCode(wrong));
      fails("isInvalidCode", await start.submitCode(right));
      await sleep(1_100);
      const again = is("isCodeRequired", await start.resendCode());
      is("isAttributesRequired", await withCode(again, username));
    },

    "a resend that comes too soon leaves the code as it was": async () => {
      const username = someone();
      const start = is("isCodeRequired", await (await app("browser")).signUp({ username, attributes: home }));
      await start.resendCode();
      is("isAttributesRequired", await withCode(start, username));
    },

    "a user who already exists": async () => {
      const username = await member();
      fails("isUserAlreadyExists", await (await app("phone")).signUp({ username, password }));
      fails("isUserAlreadyExists", await (await app("browser")).signUp({ username }));
    },

    "user names that are no addresses": async () => {
      const client = await app("phone");
      for (const username of ["nobody", "a b@example.com", " "]) {
        fails("isInvalidUsername", await client.signUp({ username, password }));
        fails("isInvalidUsername", await client.signIn({ username }));
        fails("isInvalidUsername", await client.resetPassword({ username }));
      }
    },

    "sign-in with a password, given at once or when asked for": async () => {
      const username = await member();
      const client = await app("phone");
      fails("isPasswordIncorrect", await client.signIn({ username, password: other }));
      is("isCompleted", await client.signIn({ username, password }));
      sessionStorage.clear();
      const again = await app("phone");
      const secret = is("isPasswordRequired", await again.signIn({ username }));
      fails("isInvalidPassword", await secret.submitPassword(other));
      is("isCompleted", await secret.submitPassword(password));
    },

    "an account that is locked for a while": async () => {
      const username = await member();
      const client = await app("phone");
      for (let tries = 0; tries < 10; tries += 1) fails("isPasswordIncorrect", await client.signIn({ username, password: other }));
      const locked = await client.signIn({ username, password });
      is("isFailed", locked);
      assert.deepEqual(locked.error.errorData.errorCodes, [50053]);
    },

    "addresses in any case, with signs that forms escape": async () => {
      const username = someone("Zoë+news&more").replace("example", "Example");
      const start = is("isCodeRequired", await (await app("phone")).signUp({ username, password, attributes: home }));
      const about = is("isAttributesRequired", await withCode(start, username.toLowerCase()));
      is("isCompleted", await about.submitAttributes(self));
      is("isCompleted", await (await app("phone")).signIn({ username: username.toUpperCase().replace("Ë", "ë"), password }));
    },

    "sign-in with a code": async () => {
      const username = await codeMember();
      const start = is("isCodeRequired", await (await app("browser")).signIn({ username }));
      assert.equal(start.getCodeLength(), 8);
      fails("isInvalidCode", await start.submitCode(wrong));
      await sleep(1_100);
      const again = is("isCodeRequired", await start.resendCode());
      await server.code(username);
      is("isCompleted", await withCode(again, username));
    },

    "a password given to somebody who signs in with codes": async () => {
      const username = await codeMember();
      is("isCodeRequired", await (await app("browser")).signIn({ username, password }));
    },

    "sign-in of a stranger": async () => {
      fails("isUserNotFound", await (await app("phone")).signIn({ username: someone(), password }));
      fails("isUserNotFound", await (await app("browser")).signIn({ username: someone() }));
    },

    "access tokens: cached, refreshed, and gone after sign-out": async () => {
      const username = await member();
      const client = await app("phone");
      const { data: account } = await client.signIn({ username, password, scopes: ["openid", "profile", "offline_access"] });
      const { preferred_username: name, oid, tid } = account.getClaims();
      assert.equal(name, username);
      assert.equal(account.getAccount().homeAccountId, `${oid}.${tid}`);
      const cached = await account.getAccessToken({ forceRefresh: false });
      is("isCompleted", cached);
      assert.equal(cached.data.fromCache, true);
      for (let round = 0; round < 3; round += 1) {
        const fresh = await account.getAccessToken({ forceRefresh: true });
        is("isCompleted", fresh);
        assert.equal(fresh.data.fromCache, false);
        assert.notEqual(fresh.data.accessToken, cached.data.accessToken);
        assert.equal(fresh.data.account.username, username);
      }
      is("isCompleted", client.getCurrentAccount());
      is("isCompleted", await account.signOut());
      is("isFailed", client.getCurrentAccount());
      is("isFailed", await account.getAccessToken({ forceRefresh: true }));
    },

    "few scopes at the sign-in, and claims; the app started again": async () => {
      const username = await member();
      const claims = JSON.stringify({ access_token: { acrs: { essential: true, value: "c1" } } });
      const client = await app("phone", { customAuthApiQueryParams: { dc: "a slice" } });
      is("isCompleted", await client.signIn({ username, password, scopes: ["openid"], claims }));
      const { data: account } = (await app("phone")).getCurrentAccount();
      const renewed = await account.getAccessToken({ forceRefresh: false });
      is("isCompleted", renewed);
      assert.deepEqual([...renewed.data.scopes].sort(), ["offline_access", "openid", "profile"]);
      assert.equal((await account.getAccessToken({ forceRefresh: false })).data.fromCache, true);
      const more = await account.getAccessToken({ forceRefresh: false, scopes: ["api://books/read"] });
      is("isFailed", more);
      assert.equal(more.error.errorData.error, "invalid_scope");
    },

    "reset of a password, polled, then sign-in": async () => {
      const username = await member();
      const client = await app("phone");
      const start = is("isCodeRequired", await client.resetPassword({ username }));
      await server.code(username);
      fails("isInvalidCode", await start.submitCode(wrong));
      await sleep(1_100);
      const again = is("isCodeRequired", await start.resendCode());
      const secret = is("isPasswordRequired", await withCode(again, username));
      const reasons = { password_too_short: "Sh0rt!", password_banned: "Password1", password_recently_used: password };
      for (const [reason, refused] of Object.entries(reasons)) {
        assert.equal(fails("isInvalidPassword", await secret.submitNewPassword(refused)).subError, reason);
      }
      const done = is("isCompleted", await secret.submitNewPassword(other));
      is("isCompleted", await done.signIn());
      sessionStorage.clear();
      fails("isPasswordIncorrect", await (await app("phone")).signIn({ username, password }));
      is("isCompleted", await (await app("phone")).signIn({ username, password: other }));
    },

    "reset for a stranger, and for somebody without a password": async () => {
      const client = await app("phone");
      fails("isUserNotFound", await client.resetPassword({ username: someone() }));
      const result = await client.resetPassword({ username: await codeMember() });
      is("isFailed", result);
      assert.deepEqual(result.error.errorData.errorCodes, [500222]);
    },

    "a browser is needed where the app cannot do what the flow asks": async () => {
      const username = await member();
      const codesOnly = await app("phone", { challengeTypes: ["oob"] });
      const newcomer = someone();
      const start = is("isCodeRequired", await codesOnly.signUp({ username: newcomer }));
      fails("isRedirectRequired", await withCode(start, newcomer));
      const noCodes = await app("phone", { challengeTypes: ["password"] });
      fails("isRedirectRequired", await noCodes.signUp({ username: someone(), password }));
      fails("isRedirectRequired", await noCodes.resetPassword({ username }));
      const single = await strict("strict", { capabilities: [] });
      fails("isRedirectRequired", await single.signIn({ username: await member("strict", strict), password }));
    },

    "an app that the server does not know": async () => {
      const result = await (await app("unknown")).signUp({ username: someone() });
      is("isFailed", result);
      assert.equal(result.error.errorData.error, "unauthorized_client");
    },

    "a second factor": async () => {
      const username = await member("strict", strict);
      const awaiting = is("isMfaRequired", await (await strict("strict")).signIn({ username, password }));
      const [method] = awaiting.getAuthMethods();
      assert.equal(method.challenge_channel, "email");
      const sent = is("isVerificationRequired", await awaiting.requestChallenge(method.id));
      assert.equal(sent.getCodeLength(), 8);
      assert.equal(sent.getChannel(), "email");
      assert.ok(sent.getSentTo().includes("***"));
      fails("isIncorrectChallenge", await sent.submitChallenge(wrong));
      const done = await sent.submitChallenge(await server.code(username));
      is("isCompleted", done);
      assert.equal(done.data.getAccount().username, username);
    },

    "a second factor after the password was asked for, its code sent again": async () => {
      const username = await member("strict", strict);
      const secret = is("isPasswordRequired", await (await strict("strict")).signIn({ username }));
      const awaiting = is("isMfaRequired", await secret.submitPassword(password));
      const [method] = awaiting.getAuthMethods();
      const first = is("isVerificationRequired", await awaiting.requestChallenge(method.id));
      await server.code(username);
      await sleep(1_100);
      const again = is("isVerificationRequired", await first.requestChallenge(method.id));
      is("isCompleted", await again.submitChallenge(await server.code(username)));
    },

    "registration of a method": async () => {
      const username = await member("careful", strict);
      const backup = someone("backup");
      const needed = is("isAuthMethodRegistrationRequired", await (await strict("careful")).signIn({ username, password }));
      const method = needed.getAuthMethods().find((one) => one.challenge_channel === "email");
      const details = { authMethodType: method, verificationContact: backup };
      const sent = is("isVerificationRequired", await needed.challengeAuthMethod(details));
      assert.equal(sent.getSentTo(), "b***@example.com");
      fails("isIncorrectChallenge", await sent.submitChallenge(wrong));
      const done = await sent.submitChallenge(await server.code(backup));
      is("isCompleted", done);
      is("isCompleted", await done.data.getAccessToken({ forceRefresh: true }));
    },

    "registration of an address that is proven already": async () => {
      const username = await member("careful", strict);
      const needed = is("isAuthMethodRegistrationRequired", await (await strict("careful")).signIn({ username, password }));
      const method = needed.getAuthMethods().find((one) => one.challenge_channel === "email");
      is("isCompleted", await needed.challengeAuthMethod({ authMethodType: method, verificationContact: username }));
    },

    "registration of something that is no address": async () => {
      const username = await member("careful", strict);
      const needed = is("isAuthMethodRegistrationRequired", await (await strict("careful")).signIn({ username, password }));
      const method = needed.getAuthMethods().find((one) => one.challenge_channel === "sms");
      fails("isInvalidInput", await needed.challengeAuthMethod({ authMethodType: method, verificationContact: "x" }));
      const sent = await needed.challengeAuthMethod({ authMethodType: method, verificationContact: "+4712345678" });
      is("isVerificationRequired", sent);
    },
  };
  return { title: `@azure/msal-browser ${version}`, journeys };
}
