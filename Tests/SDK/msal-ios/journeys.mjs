// Journeys of MSAL for iOS: what it decodes, what it says of refusals, and from which state one goes on.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { someone, somePhone } from "../journeys.mjs";
import { home, other, password, self, wrong } from "../msal/person.mjs";
import { fails, is } from "./answers.mjs";

const names = (answer) => answer.attributes.map((attribute) => attribute.name).sort();

export const journeys = ({ app, codeMember, codesSent, member, on, server, withCode }) => ({
  "sign-up with a code, attributes over two pages, then sign-in": async () => {
    const username = someone();
    const start = is("codeRequired", await app("browser").signUp({ username }));
    assert.deepEqual([start.codeLength, start.channel], [8, "email"]);
    const where = is("attributesRequired", await withCode(start, username));
    assert.deepEqual(names(where), ["city", "country"]);
    const about = is("attributesRequired", await on(where, "submitAttributes", { attributes: home }));
    const done = is("completed", await on(about, "submitAttributes", { attributes: self }));
    const { username: name, identifier } = is("completed", await on(done, "signIn"));
    assert.equal(name, username);
    assert.match(identifier, /^\S+\.\S+$/);
  },

  "attributes a few at a time: what was given is kept": async () => {
    const username = someone();
    const start = is("codeRequired", await app("browser").signUp({ username, attributes: { city: home.city } }));
    let page = is("attributesRequired", await withCode(start, username));
    const give = async (attributes) => on(page, "submitAttributes", { attributes });
    assert.deepEqual(names(page), ["country"]);
    page = is("attributesRequired", await give({ country: home.country }));
    page = is("attributesRequired", await give({ age: self.age }));
    const missing = page.attributes.filter((attribute) => attribute.required).map((attribute) => attribute.name);
    assert.deepEqual(missing, ["newsletter"]);
    is("completed", await give({ newsletter: self.newsletter }));
  },

  "attributes that are not valid": async () => {
    const username = someone();
    const refused = is("attributesInvalid", await app("browser").signUp({ username, attributes: { country: "#1" } }));
    assert.deepEqual(refused.value, ["country"]);
    const start = is("codeRequired", await app("browser").signUp({ username, attributes: home }));
    const about = is("attributesRequired", await withCode(start, username));
    const young = is("attributesInvalid", await on(about, "submitAttributes", { attributes: { ...self, age: "3" } }));
    assert.deepEqual(young.attributes, ["age"]);
    is("completed", await on(young, "submitAttributes", { attributes: self }));
  },

  "sign-up with a password, given at the start or later; refused ones": async () => {
    const username = someone();
    fails("invalidPassword", await app("phone").signUp({ username, password: "Sh0rt!" }));
    const start = is("codeRequired", await app("phone").signUp({ username, attributes: home }));
    const secret = is("passwordRequired", await withCode(start, username));
    const refused = fails("invalidPassword", await on(secret, "submitPassword", { text: "onlylowercase" }));
    const about = is("attributesRequired", await on(refused, "submitPassword", { text: password }));
    is("completed", await on(about, "submitAttributes", { attributes: self }));
    fails("userAlreadyExists", await app("phone").signUp({ username, password }));
    fails("invalidUsername", await app("phone").signUp({ username: "nobody", password }));
    // With the password at the start, all is asked for but that.
    await member();
  },

  "codes: wrong, asked for again at once and after a while": async () => {
    const username = someone();
    const start = is("codeRequired", await app("browser").signUp({ username, attributes: home }));
    const first = await server.code(username);
    const refused = fails("invalidCode", await on(start, "submitCode", { text: wrong }));
    const tooSoon = is("codeRequired", await on(refused, "resendCode"));
    assert.equal(await codesSent(username), 1);
    await sleep(1_100);
    const again = is("codeRequired", await on(tooSoon, "resendCode"));
    fails("invalidCode", await on(again, "submitCode", { text: first }));
    is("attributesRequired", await withCode(again, username));
  },

  "sign-in with a password, and of nobody": async () => {
    const username = await member();
    fails("invalidCredentials", await app("phone").signIn({ username, password: other }));
    const done = is("completed", await app("phone").signIn({ username, password, scopes: ["openid"] }));
    assert.equal(done.username, username);
    is("completed", await app("phone").signIn({ username, password, scopes: ["api://club/read"] }));
    fails("generalError", await app("phone").signIn({ username, password, scopes: ["api://books/read"] }));
    const secret = is("passwordRequired", await app("phone").signIn({ username }));
    const refused = fails("invalidPassword", await on(secret, "submitPassword", { text: other }));
    is("completed", await on(refused, "submitPassword", { text: password }));
    fails("userNotFound", await app("phone").signIn({ username: someone(), password }));
  },

  "sign-in with a code": async () => {
    const username = await codeMember();
    const start = is("codeRequired", await app("browser").signIn({ username }));
    const refused = fails("invalidCode", await on(start, "submitCode", { text: wrong }));
    is("completed", await withCode(refused, username));
  },

  "reset of a password, then sign-in": async () => {
    const username = await member();
    const start = is("codeRequired", await app("phone").resetPassword({ username }));
    const secret = is("passwordRequired", await withCode(start, username));
    const refused = fails("invalidPassword", await on(secret, "submitPassword", { text: "Sh0rt!" }));
    const done = is("completed", await on(refused, "submitPassword", { text: other }));
    is("completed", await on(done, "signIn"));
    is("completed", await app("phone").signIn({ username, password: other }));
    fails("userNotFound", await app("phone").resetPassword({ username: someone() }));
    fails("userDoesNotHavePassword", await app("phone").resetPassword({ username: await codeMember() }));
  },

  "a second factor is registered, corrected, and asked for from then on": async () => {
    const username = await member("bank");
    const [backup, phone] = [someone("backup"), somePhone()];
    const needed = is("jitAuthMethodsSelectionRequired", await app("bank").signIn({ username, password }));
    const by = (channel) => needed.methods.find((method) => method.channel === channel);
    assert.deepEqual(needed.methods.map((method) => method.channel).sort(), ["email", "sms"]);
    const nowhere = { method: by("email"), text: "nowhere" };
    const refused = fails("invalidInput", await on(needed, "requestChallenge", nowhere));
    const typo = await on(refused, "requestChallenge", { method: by("sms"), text: phone });
    is("verificationRequired", typo);
    const sent = is("verificationRequired", await on(typo, "requestChallenge", { method: by("email"), text: backup }));
    assert.equal(sent.sentTo, "b***@example.com");
    const mistaken = fails("invalidChallenge", await on(sent, "submitChallenge", { text: wrong }));
    is("completed", await on(mistaken, "submitChallenge", { text: await server.code(backup) }));

    const awaiting = is("awaitingMFA", await app("bank").signIn({ username, password }));
    assert.deepEqual(awaiting.methods.map(({ channel, hint }) => [channel, hint]), [["email", "b***@example.com"]]);
    const [method] = awaiting.methods;
    const asked = is("verificationRequired", await on(awaiting, "requestChallenge", { method }));
    assert.deepEqual([asked.codeLength, asked.channel, asked.sentTo], [8, "email", "b***@example.com"]);
    is("completed", await on(asked, "submitChallenge", { text: await server.code(backup) }));
  },

  "an app that the server does not know": async () => {
    fails("generalError", await app("unknown").signUp({ username: someone() }));
  },
});
