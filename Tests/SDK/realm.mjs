// Journeys of the Realm web SDK (`realm-web`) with e-mail and password.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import vm from "node:vm";
import { someone } from "./journeys.mjs";

const password = "correct horse";
const other = "battery staple";
const unknown = { token: "0".repeat(128), tokenId: "0".repeat(24) };

/** Awaits an error of the server with this status, code and, where given, text. */
async function fails(promise, status, code, text) {
  let caught;
  await promise.catch((error) => (caught = error));
  assert.ok(caught, "did not fail");
  assert.equal(caught.statusCode, status, String(caught));
  assert.equal(caught.errorCode, code, String(caught));
  if (text !== undefined) assert.equal(caught.error, text);
}

/** The package's version, and its journeys against a server. */
export async function realm(path, server) {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const bundle = join(path, "dist/bundle.iife.js");
  const Realm = vm.runInThisContext(`${readFileSync(bundle, "utf8")};Realm`, { filename: bundle });

  const app = (id) => new Realm.App({ id, baseUrl: server.url });
  const credentials = (email, secret = password) => Realm.Credentials.emailPassword(email, secret);
  const toldLink = async (email) => {
    const { token, tokenId } = await server.call(email);
    return { token, tokenId };
  };

  /** A confirmed account of a tenant that confirms by link. */
  async function member() {
    const email = someone();
    const { emailPasswordAuth: auth } = app("realm-by-link");
    await auth.registerUser({ email, password });
    await auth.confirmUser(await server.link(email));
    return email;
  }

  const journeys = {
    "register, confirm by link, log in": async () => {
      const email = someone();
      const client = app("realm-by-link");
      const auth = client.emailPasswordAuth;
      await auth.registerUser({ email, password });
      await fails(client.logIn(credentials(email)), 401, "AuthError", "unauthorized");
      const link = await server.link(email);
      await auth.confirmUser(link);
      const user = await client.logIn(credentials(email));
      assert.match(user.id, /^[0-9a-f]{24}$/);
      assert.match(user.deviceId, /^[0-9a-f]{24}$/);
      assert.equal(user.profile.email, email);
      assert.equal(user.identities[0].providerType, "local-userpass");
      assert.equal(client.currentUser.id, user.id);
    },

    "names that are taken, passwords and addresses that are not allowed": async () => {
      const email = someone();
      const { emailPasswordAuth: auth } = app("realm-by-link");
      await auth.registerUser({ email, password });
      await fails(auth.registerUser({ email, password }), 409, "AccountNameInUse", "name already in use");
      const text = "password must be between 6 and 128 characters";
      await fails(auth.registerUser({ email: someone(), password: "short" }), 400, "BadRequest", text);
      await fails(auth.registerUser({ email: someone(), password: "x".repeat(129) }), 400, "BadRequest", text);
      for (const nobody of ["", "nobody"]) {
        await fails(auth.registerUser({ email: nobody, password }), 400, "BadRequest", "email invalid");
      }
    },

    "confirmation sent again: both links are good, one of them once": async () => {
      const email = someone();
      const { emailPasswordAuth: auth } = app("realm-by-link");
      await auth.registerUser({ email, password });
      const first = await server.link(email);
      await auth.resendConfirmationEmail({ email });
      const second = await server.link(email);
      assert.notDeepEqual(first, second);
      await auth.confirmUser(first);
      await fails(auth.confirmUser(second), 400, "UserAlreadyConfirmed", "already confirmed");
      await fails(auth.resendConfirmationEmail({ email }), 400, "UserAlreadyConfirmed", "already confirmed");
      await fails(auth.resendConfirmationEmail({ email: someone() }), 404, "UserNotFound", "user not found");
    },

    "tokens that are malformed, unknown, or used": async () => {
      const { emailPasswordAuth: auth } = app("realm-by-link");
      for (const call of [
        (link) => auth.confirmUser(link),
        (link) => auth.resetPassword({ ...link, password }),
      ]) {
        await fails(call({ token: "x", tokenId: "y" }), 400, "BadRequest", "invalid token data");
        await fails(call(unknown), 404, "UserpassTokenInvalid", "userpass token is expired or invalid");
      }
      const email = await member();
      await auth.sendResetPasswordEmail({ email });
      const link = await server.link(email);
      await fails(auth.confirmUser(link), 404, "UserpassTokenInvalid");
      await auth.resetPassword({ ...link, password: other });
      await fails(auth.resetPassword({ ...link, password: other }), 404, "UserpassTokenInvalid");
    },

    "log-in that is refused": async () => {
      const email = await member();
      const client = app("realm-by-link");
      const auth = client.emailPasswordAuth;
      await fails(client.logIn(credentials(email, other)), 401, "InvalidPassword", "unauthorized");
      await fails(client.logIn(credentials(someone())), 401, "InvalidPassword", "unauthorized");
      await client.logIn(credentials(email));
      // Somebody logged in: the client must not take a refusal for an access token that it has to refresh.
      await fails(client.logIn(credentials(email, other)), 401, "InvalidPassword", "unauthorized");
      await fails(auth.registerUser({ email, password }), 409, "AccountNameInUse");
    },

    "reset by mail": async () => {
      const email = await member();
      const client = app("realm-by-link");
      const auth = client.emailPasswordAuth;
      await auth.sendResetPasswordEmail({ email });
      const link = await server.link(email);
      const text = "password must be between 6 and 128 characters";
      await fails(auth.resetPassword({ ...link, password: "short" }), 400, "BadRequest", text);
      await auth.resetPassword({ ...link, password: other });
      await fails(client.logIn(credentials(email)), 401, "InvalidPassword");
      await client.logIn(credentials(email, other));
      await fails(auth.sendResetPasswordEmail({ email: someone() }), 404, "UserNotFound", "user not found");
      const call = auth.callResetPasswordFunction({ email, password });
      await fails(call, 400, undefined, `failed to reset password for user "${email}"`);
    },

    "confirmation by a function: success": async () => {
      const email = someone("success");
      const client = app("realm-by-function");
      const auth = client.emailPasswordAuth;
      await auth.registerUser({ email, password });
      await client.logIn(credentials(email));
      await fails(auth.retryCustomConfirmation({ email }), 400, "UserAlreadyConfirmed", "already confirmed");
    },

    "confirmation by a function: pending, asked again, confirmed": async () => {
      const email = someone("pending");
      const client = app("realm-by-function");
      const auth = client.emailPasswordAuth;
      await auth.registerUser({ email, password });
      await fails(client.logIn(credentials(email)), 401, "AuthError", "unauthorized");
      await fails(auth.resendConfirmationEmail({ email }), 400, undefined, "please use confirm via function");
      await auth.retryCustomConfirmation({ email });
      await toldLink(email);
      await auth.confirmUser(await toldLink(email));
      await client.logIn(credentials(email));
      await fails(auth.retryCustomConfirmation({ email: someone() }), 404, "UserNotFound", "user not found");
    },

    "confirmation by a function: fail, and no account remains": async () => {
      const email = someone("fail");
      const client = app("realm-by-function");
      const auth = client.emailPasswordAuth;
      const text = `failed to confirm user "${email}"`;
      for (let tries = 0; tries < 2; tries += 1) {
        await fails(auth.registerUser({ email, password }), 400, "BadRequest", text);
      }
      await fails(client.logIn(credentials(email)), 401, "InvalidPassword");
    },

    "reset by a function: success, pending, fail": async () => {
      const email = someone();
      const client = app("realm-by-function");
      const auth = client.emailPasswordAuth;
      await auth.registerUser({ email, password });
      const reset = (secret, ...args) => auth.callResetPasswordFunction({ email, password: secret }, ...args);
      await reset(other, "blue");
      await client.logIn(credentials(email, other));
      await server.call(email);
      await server.call(email);
      await reset("a third one");
      await client.logIn(credentials(email, other));
      await auth.resetPassword({ ...(await toldLink(email)), password: "a fourth one" });
      await client.logIn(credentials(email, "a fourth one"));
      await fails(reset(other, "green", 42), 400, undefined, `failed to reset password for user "${email}"`);
      await fails(auth.sendResetPasswordEmail({ email }), 400, undefined, "please use reset password via function");
      const stranger = auth.callResetPasswordFunction({ email: someone(), password });
      await fails(stranger, 404, "UserNotFound", "user not found");
    },

    "session: refreshed, kept in storage, restored, logged out": async () => {
      const email = await member();
      const client = app("realm-by-link");
      const auth = client.emailPasswordAuth;
      const user = await client.logIn(credentials(email));
      const before = user.accessToken;
      await sleep(1_100);   // tokens of the same second are the same
      await user.refreshCustomData();
      assert.notEqual(user.accessToken, before);
      assert.deepEqual(user.customData, {});
      // An access token that is no longer good is refreshed on the way.
      user.accessToken = `${before.slice(0, -4)}AAAA`;
      await auth.registerUser({ email: someone(), password });
      await fails(client.logIn(credentials(email, other)), 401, "InvalidPassword");
      await user.refreshProfile();
      assert.equal(user.profile.email, email);
      const restored = app("realm-by-link").currentUser;
      assert.equal(restored.id, user.id);
      await restored.refreshProfile();
      const { refreshToken } = user;
      await user.logOut();
      assert.equal(user.isLoggedIn, false);
      user.refreshToken = refreshToken;
      await fails(user.refreshAccessToken(), 401, "InvalidSession");
    },

    "logged in twice, on the same device": async () => {
      const email = await member();
      const first = await app("realm-by-link").logIn(credentials(email));
      const second = await app("realm-by-link").logIn(credentials(email));
      assert.equal(second.id, first.id);
      assert.equal(second.deviceId, first.deviceId);
    },

    "deleted: logged out, and the name is free again": async () => {
      const email = await member();
      const client = app("realm-by-link");
      const auth = client.emailPasswordAuth;
      const user = await client.logIn(credentials(email));
      await client.deleteUser(user);
      assert.equal(client.currentUser, null);
      assert.equal(user.state, "removed");
      await fails(client.logIn(credentials(email)), 401, "InvalidPassword");
      await auth.registerUser({ email, password });
    },

    "an app that the server does not know": async () => {
      const promise = app("nowhere").emailPasswordAuth.registerUser({ email: someone(), password });
      await fails(promise, 404, undefined, "cannot find app using Client App ID 'nowhere'");
    },

    "what is not there fails once, and leaves the session as it is": async () => {
      const email = await member();
      const client = app("realm-by-link");
      const user = await client.logIn(credentials(email));
      await fails(client.logIn(Realm.Credentials.function({})), 404, "AuthProviderNotFound");
      await fails(user.functions.greet("Ada"), 404, undefined);
      await fails(user.linkCredentials(credentials(email)), 400, undefined);
      await user.refreshProfile();
    },
  };
  return { title: `realm-web ${version}`, journeys };
}
