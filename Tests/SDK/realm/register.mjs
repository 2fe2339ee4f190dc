// Registration, and the three ways to confirm it.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { fails, other, password, unknown } from "./person.mjs";

export const register = ({ app, credentials, member, server, toldLink }) => ({
  "register, confirm by link, log in": async () => {
    const email = someone();
    const client = app("realm-by-link");
    const auth = client.emailPasswordAuth;
    await auth.registerUser({ email, password });
    await fails(client.logIn(credentials(email)), 401, "AuthError", "unauthorized");
    await auth.confirmUser(await server.link(email));
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

  "confirmation at once": async () => {
    const email = someone();
    const client = app("realm-at-once");
    const auth = client.emailPasswordAuth;
    await auth.registerUser({ email, password });
    await fails(auth.registerUser({ email, password }), 409, "AccountNameInUse", "name already in use");
    assert.equal((await client.logIn(credentials(email))).profile.email, email);
    await fails(auth.resendConfirmationEmail({ email }), 400, "UserAlreadyConfirmed", "already confirmed");
    // A function is refused before anybody is looked up.
    for (const anybody of [email, someone()]) {
      const text = `cannot run confirmation for ${anybody}: automatic confirmation is enabled`;
      await fails(auth.retryCustomConfirmation({ email: anybody }), 400, undefined, text);
    }
  },

  "an app that the server does not know": async () => {
    const promise = app("nowhere").emailPasswordAuth.registerUser({ email: someone(), password });
    await fails(promise, 404, undefined, "cannot find app using Client App ID 'nowhere'");
  },
});
