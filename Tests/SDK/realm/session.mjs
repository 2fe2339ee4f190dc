// Log-ins, and the sessions that they open.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { fails, other, password } from "./person.mjs";

export const session = ({ app, call, credentials, member, server, spoil }) => ({
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

  "an account that is locked for a while": async () => {
    const email = await member();
    const client = app("realm-by-link");
    for (let tries = 0; tries < 10; tries += 1) {
      await fails(client.logIn(credentials(email, other)), 401, "InvalidPassword", "unauthorized");
    }
    await fails(client.logIn(credentials(email)), 429, "TooManyRequests");
  },

  "tokens: refreshed, each unlike the others, and gone after the log-out": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const user = await client.logIn(credentials(email));
    const tokens = new Set([user.accessToken, user.refreshToken]);
    for (let round = 0; round < 5; round += 1) {
      await user.refreshCustomData();
      tokens.add(user.accessToken);
    }
    const again = await app("realm-by-link").logIn(credentials(email));
    assert.equal(again.id, user.id);
    tokens.add(again.accessToken).add(again.refreshToken);
    assert.equal(tokens.size, 9);
    assert.deepEqual(user.customData, {});
    await user.logOut();
    assert.equal(user.isLoggedIn, false);
    // The other session goes on.
    await again.refreshCustomData();
  },

  "an access token that is no longer good is renewed on the way": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const user = await client.logIn(credentials(email));
    await spoil(user);
    await client.deleteUser(user);
    await fails(client.logIn(credentials(email)), 401, "InvalidPassword");
  },

  "deleted: logged out, and the name is free again": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const elsewhere = await app("realm-by-link").logIn(credentials(email));
    const user = await client.logIn(credentials(email));
    await client.deleteUser(user);
    assert.equal(client.currentUser, null);
    assert.equal(user.state, "removed");
    await fails(client.logIn(credentials(email)), 401, "InvalidPassword");
    await fails(elsewhere.refreshCustomData(), 401, "InvalidSession");
    await client.emailPasswordAuth.registerUser({ email, password });
  },

  "custom user data: what the app names of a user's attributes": async () => {
    const name = "  realm-by-link:\n";
    const change = ["email-password/tenant.yaml", name, `${name}    user-data: [email]\n`];
    const naming = await server.other({ changes: [change] });
    try {
      const email = await member(naming);
      const user = await app("realm-by-link", naming).logIn(credentials(email));
      assert.deepEqual(user.customData, { email });
      await user.refreshCustomData();
      assert.deepEqual(user.customData, { email });
      assert.equal(user.profile.email, email);
    } finally {
      await naming.end();
    }
  },

  "a function that is not there fails once, and leaves the session as it is": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const user = await client.logIn(credentials(email));
    await fails(call(user, "greet"), 404, undefined);
    await user.refreshCustomData();
  },
});
