// What an app cannot do by itself, and has a browser for.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { choosy, reason } from "./choosy.mjs";
import { fails, is, password } from "./person.mjs";

export const browserRequired = ({ app, codeMember, codesSent, member, server, withCode }) => ({
  "a browser is needed where the app cannot do what the flow asks": async () => {
    const username = await member();
    const codesOnly = await app("phone", { challengeTypes: ["oob"] });
    const newcomer = someone();
    const start = is("isCodeRequired", await codesOnly.signUp({ username: newcomer }));
    fails("isRedirectRequired", await withCode(start, newcomer));
    const noCodes = await app("phone", { challengeTypes: ["password"] });
    fails("isRedirectRequired", await noCodes.signUp({ username: someone(), password }));
    fails("isRedirectRequired", await noCodes.resetPassword({ username }));
  },

  "no code leaves for an app that has no place for it": async () => {
    const [stranger, newcomer, username] = [someone(), someone(), await codeMember()];
    const noCodes = (name) => app(name, { challengeTypes: ["password"] });
    fails("isRedirectRequired", await (await noCodes("browser")).signUp({ username: newcomer }));
    fails("isRedirectRequired", await (await noCodes("phone")).signUp({ username: stranger, password }));
    assert.equal(await codesSent(newcomer), 0);
    assert.equal(await codesSent(stranger), 0);
    const before = await codesSent(username);
    fails("isRedirectRequired", await (await noCodes("browser")).signIn({ username }));
    assert.equal(await codesSent(username), before);
    // Nothing was used up: the address is free, and its first code comes at once.
    is("isCodeRequired", await (await app("browser")).signUp({ username: newcomer }));
    assert.match(await server.code(newcomer), /^\d{8}$/);
  },

  "no code leaves for a reset in an app that has no place for it": async () => {
    const username = await member();
    const before = await codesSent(username);
    const noCodes = await app("phone", { challengeTypes: ["password"] });
    fails("isRedirectRequired", await noCodes.resetPassword({ username }));
    assert.equal(await codesSent(username), before);
  },

  "a part that the app does not offer": async () => {
    const username = await member();
    is("isCompleted", await (await app("members")).signIn({ username, password }));
    sessionStorage.clear();
    const members = await app("members");
    fails("isRedirectRequired", await members.signUp({ username: someone(), password }));
    fails("isRedirectRequired", await members.resetPassword({ username }));
    fails("isRedirectRequired", await (await app("browser")).resetPassword({ username }));
  },

  "a flow that says so itself, with its reason, at the start": async () => {
    const strict = await server.other({ changes: choosy("prove-email") });
    try {
      const client = await app("browser", {}, strict);
      const attributes = { country: "Atlantis", city: "Poseidonis" };
      const told = fails("isRedirectRequired", await client.signUp({ username: someone(), attributes }));
      assert.equal(told.redirectReason, reason);
      is("isCodeRequired", await client.signUp({ username: someone() }));
    } finally {
      await strict.end();
    }
  },

  "a flow that says so itself, with its reason, after the code": async () => {
    const strict = await server.other({ changes: choosy("collect-attributes") });
    try {
      const client = await app("browser", {}, strict);
      const [home, elsewhere] = [someone(), someone()];
      const attributes = { country: "Atlantis", city: "Poseidonis" };
      const start = is("isCodeRequired", await client.signUp({ username: elsewhere, attributes }));
      const told = fails("isRedirectRequired", await start.submitCode(await strict.code(elsewhere)));
      assert.equal(told.redirectReason, reason);
      const other = is("isCodeRequired", await client.signUp({ username: home }));
      is("isAttributesRequired", await other.submitCode(await strict.code(home)));
    } finally {
      await strict.end();
    }
  },

  "an app that lacks a capability that is needed": async () => {
    const client = await app("bank", { capabilities: [] });
    fails("isRedirectRequired", await client.signIn({ username: await member("bank"), password }));
  },
});
