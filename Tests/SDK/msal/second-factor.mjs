// Second factors: methods that are registered, and asked for from then on.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { someone, somePhone } from "../journeys.mjs";
import { fails, home, is, other, password, self, wrong } from "./person.mjs";

const channels = (state) => state.getAuthMethods().map((method) => method.challenge_channel).sort();

/** What registers an address by the method of a channel. */
const contact = (state, channel, verificationContact) => ({
  authMethodType: state.getAuthMethods().find((method) => method.challenge_channel === channel),
  verificationContact,
});

export const secondFactor = ({ app, codesSent, member, server, withCode }) => {
  const signIn = async (username) => (await app("bank")).signIn({ username, password });

  return {
    "a second factor is registered, and asked for from then on": async () => {
      const username = await member("bank");
      const backup = someone("backup");
      const needed = is("isAuthMethodRegistrationRequired", await signIn(username));
      assert.deepEqual(channels(needed), ["email", "sms"]);
      assert.ok(needed.getAuthMethods().every((method) => typeof method.login_hint === "string"));
      fails("isInvalidInput", await needed.challengeAuthMethod(contact(needed, "email", "nowhere")));
      const sent = is("isVerificationRequired", await needed.challengeAuthMethod(contact(needed, "email", backup)));
      assert.equal(sent.getSentTo(), "b***@example.com");
      fails("isIncorrectChallenge", await sent.submitChallenge(wrong));
      const registered = await sent.submitChallenge(await server.code(backup));
      is("isCompleted", registered);
      is("isCompleted", await registered.data.getAccessToken({ forceRefresh: true }));

      sessionStorage.clear();
      const before = await codesSent(backup);
      const awaiting = is("isMfaRequired", await signIn(username));
      const incapable = await (await app("bank", { capabilities: [] })).signIn({ username, password });
      fails("isRedirectRequired", incapable);
      // It is named with its address, and no code leaves before it is chosen.
      assert.equal(await codesSent(backup), before);
      assert.deepEqual(channels(awaiting), ["email"]);
      assert.equal(awaiting.getAuthMethods()[0].login_hint, "b***@example.com");
      const asked = is("isVerificationRequired", await awaiting.requestChallenge(awaiting.getAuthMethods()[0].id));
      assert.equal(asked.getCodeLength(), 8);
      assert.equal(asked.getChannel(), "email");
      assert.equal(asked.getSentTo(), "b***@example.com");
      fails("isIncorrectChallenge", await asked.submitChallenge(wrong));
      const done = await asked.submitChallenge(await server.code(backup));
      is("isCompleted", done);
      assert.equal(done.data.getAccount().username, username);

      // Asked for the password by itself, and for the code twice.
      sessionStorage.clear();
      const secret = is("isPasswordRequired", await (await app("bank")).signIn({ username }));
      const again = is("isMfaRequired", await secret.submitPassword(password));
      const [{ id }] = again.getAuthMethods();
      const first = is("isVerificationRequired", await again.requestChallenge(id));
      await server.code(backup);
      const tooSoon = is("isVerificationRequired", await first.requestChallenge(id));
      assert.equal(tooSoon.getSentTo(), "b***@example.com");
      await sleep(1_100);
      const second = is("isVerificationRequired", await first.requestChallenge(id));
      is("isCompleted", await second.submitChallenge(await server.code(backup)));
    },

    "registration corrected: another address, of another kind": async () => {
      const username = await member("bank");
      const phone = somePhone();
      const needed = is("isAuthMethodRegistrationRequired", await signIn(username));
      const typo = contact(needed, "email", someone("typo"));
      const sent = is("isVerificationRequired", await needed.challengeAuthMethod(typo));
      const corrected = is("isVerificationRequired", await sent.challengeAuthMethod(contact(needed, "sms", phone)));
      assert.equal(corrected.getChannel(), "sms");
      is("isCompleted", await corrected.submitChallenge(await server.code(phone)));
      sessionStorage.clear();
      assert.deepEqual(channels(is("isMfaRequired", await signIn(username))), ["sms"]);
    },

    "registration of an address that is proven already, after a sign-up; asked for after a reset": async () => {
      const username = someone();
      const client = await app("bank");
      const start = is("isCodeRequired", await client.signUp({ username, password, attributes: home }));
      const about = is("isAttributesRequired", await withCode(start, username));
      const done = is("isCompleted", await about.submitAttributes(self));
      const needed = is("isAuthMethodRegistrationRequired", await done.signIn());
      is("isCompleted", await needed.challengeAuthMethod(contact(needed, "email", username)));
      sessionStorage.clear();
      const reset = is("isCodeRequired", await (await app("bank")).resetPassword({ username }));
      const secret = is("isPasswordRequired", await withCode(reset, username));
      is("isMfaRequired", await is("isCompleted", await secret.submitNewPassword(other)).signIn());
    },
  };
};
