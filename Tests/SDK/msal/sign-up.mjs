// Sign-up: codes, passwords, attributes.

import assert from "node:assert/strict";
import { someone } from "../journeys.mjs";
import { fails, home, is, names, password, self } from "./person.mjs";

export const signUp = ({ app, member, withCode }) => ({
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

  "attributes a few at a time: what was given is kept, and what is missing is asked for": async () => {
    const username = someone();
    const client = await app("browser");
    const start = is("isCodeRequired", await client.signUp({ username, attributes: { country: home.country } }));
    const where = is("isAttributesRequired", await withCode(start, username));
    // This client stays on its state, so it gives each of them with the token that it has.
    const missing = async (given) => {
      const refused = fails("isMissingRequiredAttributes", await where.submitAttributes(given));
      return refused.attributes.filter((attribute) => attribute.required).map((attribute) => attribute.name).sort();
    };
    assert.deepEqual(names(where.getRequiredAttributes()), ["city"]);
    assert.deepEqual(await missing({ city: home.city }), ["age", "newsletter"]);
    assert.deepEqual(await missing({ interests: self.interests }), ["age", "newsletter"]);
    const young = { age: "3", newsletter: self.newsletter };
    const refused = fails("isAttributesValidationFailed", await where.submitAttributes(young));
    assert.deepEqual(names(refused.attributes), ["age"]);
    const done = is("isCompleted", await where.submitAttributes({ age: self.age }));
    is("isCompleted", await done.signIn());
  },

  "attributes that are not valid, at the start and on a page": async () => {
    const username = someone();
    const client = await app("browser");
    const nowhere = { country: "#1" };
    const refused = fails("isAttributesValidationFailed", await client.signUp({ username, attributes: nowhere }));
    assert.deepEqual(names(refused.attributes), ["country"]);
    const start = is("isCodeRequired", await client.signUp({ username, attributes: home }));
    const about = is("isAttributesRequired", await withCode(start, username));
    const young = fails("isAttributesValidationFailed", await about.submitAttributes({ ...self, age: "3" }));
    assert.deepEqual(names(young.attributes), ["age"]);
    // What was right beside it is not asked for again.
    is("isCompleted", await about.submitAttributes({ age: self.age }));
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

  "addresses in any case, with signs that forms escape": async () => {
    const username = someone("Zoë+news&more").replace("example", "Example");
    const start = is("isCodeRequired", await (await app("phone")).signUp({ username, password, attributes: home }));
    const about = is("isAttributesRequired", await withCode(start, username.toLowerCase()));
    is("isCompleted", await about.submitAttributes(self));
    const shouted = username.toUpperCase().replace("Ë", "ë");
    is("isCompleted", await (await app("phone")).signIn({ username: shouted, password }));
  },
});
