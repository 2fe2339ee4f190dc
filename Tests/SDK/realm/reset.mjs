// Resets of a password, by link and by a function.

import { someone } from "../journeys.mjs";
import { fails, other, password } from "./person.mjs";

const dead = [404, "UserpassTokenInvalid", "userpass token is expired or invalid"];

export const reset = ({ app, credentials, member, server, toldLink }) => ({
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

  "an older link dies when a newer one is used, and a newer one with an older": async () => {
    const client = app("realm-by-link");
    const auth = client.emailPasswordAuth;
    for (const [used, unused] of [[1, 0], [0, 1]]) {
      const email = await member();
      const links = [];
      for (let mails = 0; mails < 2; mails += 1) {
        await auth.sendResetPasswordEmail({ email });
        links.push(await server.link(email));
      }
      await auth.resetPassword({ ...links[used], password: other });
      await fails(auth.resetPassword({ ...links[unused], password }), ...dead);
      await client.logIn(credentials(email, other));
    }
  },

  "a link dies when the password changes in another way": async () => {
    const email = someone();
    const client = app("realm-by-function");
    const auth = client.emailPasswordAuth;
    await auth.registerUser({ email, password });
    await toldLink(email);
    await auth.callResetPasswordFunction({ email, password: other });
    const link = await toldLink(email);
    await auth.callResetPasswordFunction({ email, password: other }, "blue");
    await fails(auth.resetPassword({ ...link, password: "a third one" }), ...dead);
    await client.logIn(credentials(email, other));
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
});
