// What the web SDK alone does: it keeps users and its device in storage, and shows its token on every call.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { fails, other, password } from "./person.mjs";

export const web = ({ app, credentials, member, Realm, spoil }) => ({
  "session: refreshed, kept in storage, restored, logged out": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const auth = client.emailPasswordAuth;
    const user = await client.logIn(credentials(email));
    // An access token that is no longer good is shown to calls that need none, and refreshed for those that do.
    await spoil(user);
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

  "providers and links that are not there": async () => {
    const email = await member();
    const client = app("realm-by-link");
    const user = await client.logIn(credentials(email));
    await fails(client.logIn(Realm.Credentials.function({})), 404, "AuthProviderNotFound");
    await fails(user.linkCredentials(credentials(email)), 400, undefined);
    await user.refreshProfile();
  },
});
