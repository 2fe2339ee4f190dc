// Sign-in, and the tokens that it ends with.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { someone } from "../journeys.mjs";
import { fails, is, other, password, wrong } from "./person.mjs";

export const signIn = ({ app, codeMember, member, server, withCode }) => ({
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
    for (let tries = 0; tries < 10; tries += 1) {
      fails("isPasswordIncorrect", await client.signIn({ username, password: other }));
    }
    const locked = await client.signIn({ username, password });
    is("isFailed", locked);
    assert.deepEqual(locked.error.errorData.errorCodes, [50053]);
  },

  "sign-in with a code": async () => {
    const username = await codeMember();
    const start = is("isCodeRequired", await (await app("browser")).signIn({ username }));
    assert.equal(start.getCodeLength(), 8);
    fails("isInvalidCode", await start.submitCode(wrong));
    const tooSoon = is("isCodeRequired", await start.resendCode());
    await sleep(1_100);
    const again = is("isCodeRequired", await tooSoon.resendCode());
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
    const scopes = ["openid", "profile", "offline_access"];
    const { data: account } = await client.signIn({ username, password, scopes });
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
    const own = await account.getAccessToken({ forceRefresh: false, scopes: ["api://club/read"] });
    is("isCompleted", own);
    assert.ok(own.data.scopes.includes("api://club/read"));
    const more = await account.getAccessToken({ forceRefresh: false, scopes: ["api://books/read"] });
    is("isFailed", more);
    assert.equal(more.error.errorData.error, "invalid_scope");
  },

  "access tokens for an API of the app's own, asked for at the sign-in or later": async () => {
    const username = await member();
    const claims = ({ data }) => JSON.parse(Buffer.from(data.accessToken.split(".")[1], "base64url"));
    const [read, write] = ["api://club/read", "api://club/write"];
    const reader = await (await app("phone")).signIn({ username, password, scopes: [read] });
    is("isCompleted", reader);
    const cached = await reader.data.getAccessToken({ forceRefresh: false, scopes: [read] });
    is("isCompleted", cached);
    assert.equal(cached.data.fromCache, true);
    assert.deepEqual([claims(cached).aud, claims(cached).scp], ["api://club", "read"]);
    sessionStorage.clear();
    const { data: account } = await (await app("phone")).signIn({ username, password });
    for (const fromCache of [false, true]) {
      const later = await account.getAccessToken({ forceRefresh: false, scopes: [write] });
      is("isCompleted", later);
      assert.equal(later.data.fromCache, fromCache);
      assert.deepEqual([claims(later).aud, claims(later).scp], ["api://club", "write"]);
    }
    sessionStorage.clear();
    const undeclared = await (await app("members")).signIn({ username, password, scopes: [read] });
    is("isFailed", undeclared);
    assert.equal(undeclared.error.errorData.error, "invalid_scope");
  },

  "too many requests of one address: not taken for a network that is down": async () => {
    const strict = await server.other({ limit: "2 per 1h" });
    try {
      const client = await app("phone", {}, strict);
      let result;
      do result = await client.signIn({ username: someone() });
      while (result.error?.isUserNotFound());
      is("isFailed", result);
      assert.equal(result.error.errorData.error, "slow_down");
    } finally {
      await strict.end();
    }
  },

  "an app that the server does not know": async () => {
    const result = await (await app("unknown")).signUp({ username: someone() });
    is("isFailed", result);
    assert.equal(result.error.errorData.error, "unauthorized_client");
  },
});
