// What the driver's answers say.

import assert from "node:assert/strict";

/** What a call came to, if that is what it should come to. */
export function is(result, answer) {
  assert.equal(answer.result, result, JSON.stringify(answer));
  return answer;
}

/** What a call that was refused in this way came to. */
export function fails(error, answer) {
  is("error", answer);
  assert.equal(answer.error, error, JSON.stringify(answer));
  return answer;
}
