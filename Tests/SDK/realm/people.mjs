// What all clients of App Services have in common.

import { someone } from "../journeys.mjs";
import { password } from "./person.mjs";
import { register } from "./register.mjs";
import { reset } from "./reset.mjs";
import { session } from "./session.mjs";

/** A client's context with what the journeys ask for besides, and the journeys themselves. */
export function people(client) {
  const { app, server } = client;
  const context = {
    ...client,
    /** The link that a function was told next about somebody. */
    toldLink: async (email) => {
      const { token, tokenId } = await server.call(email);
      return { token, tokenId };
    },
    /** A confirmed account of a tenant that confirms by link. */
    member: async (at = server) => {
      const email = someone();
      const { emailPasswordAuth: auth } = app("realm-by-link", at);
      await auth.registerUser({ email, password });
      await auth.confirmUser(await at.link(email));
      return email;
    },
  };
  return { ...context, journeys: { ...register(context), ...reset(context), ...session(context) } };
}
