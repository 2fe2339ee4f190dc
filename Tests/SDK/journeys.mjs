// Journeys: what somebody does with an SDK, one after the other, and what came of each.

let people = 0;

/** An address that nobody has yet. */
export const someone = (name = "ada") => `${name}${(people += 1)}@example.com`;

/** A phone that nobody has yet. */
export const somePhone = () => `+47${90_000_000 + (people += 1)}`;

/** Runs the journeys whose names have `only` in them, prints a line for each, and returns how many failed. */
export async function run(title, journeys, only) {
  let failures = 0;
  for (const [name, journey] of Object.entries(journeys).filter(([name]) => name.includes(only))) {
    sessionStorage.clear();
    localStorage.clear();
    try {
      await journey();
      console.log(`ok      ${title}: ${name}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${title}: ${name}\n        ${String(error.stack ?? error).replaceAll("\n", "\n        ")}`);
    }
  }
  return failures;
}
