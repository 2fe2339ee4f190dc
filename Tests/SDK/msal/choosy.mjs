// A flow that sends some people to a browser.

/** Why people are sent to a browser. */
export const reason = "Sign up at our web site.";

const lines = {
  "prove-email": "      missing: prove-email\n",
  "collect-attributes": "      proven:        collect-attributes\n",
};

/** Changes of the sign-up: people of Atlantis are sent to a browser where others go on to `onward`. */
export const choosy = (onward) => [
  ["native-auth/sign-up.yaml", lines[onward], lines[onward].replace(onward, "where-from")],
  ["native-auth/sign-up.yaml", "\nstates:\n", `
states:
  where-from:
    choose:
      - { when: has(attributes.country) && attributes.country == "Atlantis", to: elsewhere }
      - { to: ${onward} }

  elsewhere: { end: browser-required, redirect: ${reason} }

`],
];
