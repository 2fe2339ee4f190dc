// What the people of the journeys know, and how they are refused.

import assert from "node:assert/strict";

export const password = "correct horse";
export const other = "battery staple";

/** A link that is well-formed, and that nobody was sent. */
export const unknown = { token: "0".repeat(128), tokenId: "0".repeat(24) };

/** Awaits an error of the server with this status, code and, where given, text; it names its line in the log. */
export async function fails(promise, status, code, text) {
  let caught;
  await promise.catch((error) => (caught = error));
  assert.ok(caught, "did not fail");
  assert.equal(caught.statusCode, status, String(caught));
  assert.equal(caught.errorCode, code, String(caught));
  if (text !== undefined) assert.equal(caught.error, text);
  assert.match(caught.link ?? "", /logs\?co_id=[0-9a-f]{24}$/, String(caught));
}
