// What the people of the journeys know and give, and what results say.

import assert from "node:assert/strict";

export const password = "Correct-Horse-7";
export const other = "Battery-Staple-8";
export const wrong = "00000000";
export const home = { country: "Norway", city: "Oslo" };
export const self = { age: "36", newsletter: "true", interests: "music,code" };

/** The result's state, where the result says it is what `check` names. */
export function is(check, result) {
  assert.ok(result[check]?.(), `not ${check}: ${result.state?.stateType} ${JSON.stringify(result.error?.errorData)}`);
  return result.state;
}

/** The result's error, where the error says it is what `check` names. */
export function fails(check, result) {
  is("isFailed", result);
  assert.ok(result.error[check](), `not ${check}: ${JSON.stringify(result.error.errorData)}`);
  return result.error.errorData;
}

export const names = (attributes) => attributes.map((attribute) => attribute.name).sort();
