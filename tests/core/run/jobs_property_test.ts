import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  type Ran,
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

/** What a request of a generated collection does with its folder's variable. */
const ACTS = ["nothing", "set", "read", "fail", "jump", "wait"] as const;

/** Folders, each of which has requests. */
const collections = fc.array(
  fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 4 },
);

type Act = typeof ACTS[number];

function files(folders: readonly (readonly Act[])[]): Record<string, string> {
  return Object.fromEntries(
    folders.flatMap((acts, folder) =>
      acts.map((act, at) => [
        `f${folder}/${at}.yml`,
        request(
          `GET /f${folder}/${at}${act === "read" ? `/{{v${folder}}}` : ""}`,
          {
            seq: at,
            runtime: scripts({
              tests: codeOf(act, folder, { at, last: acts.length - 1 }),
            }),
          },
        ),
      ])
    ),
  );
}

function codeOf(
  act: Act,
  folder: number,
  { at, last }: { readonly at: number; readonly last: number },
): string {
  const value = `client.getVar("v${folder}")`;
  switch (act) {
    case "nothing":
      return `test("t", () => {})`;
    case "set":
      return `client.setVar("v${folder}", (${value} ?? 0) + 1)`;
    case "read":
      return `test("is ${folder}", () => expect(${value}).to.equal(1))`;
    case "fail":
      return `test("fails", () => { throw new Error("no") })`;
    case "jump":
      // A circle would end the group, and one after the other the run.
      return at < last ? `client.setNextRequest("f${folder}/${last}")` : "";
    case "wait":
      return `await client.sleep(1)`;
    default:
      return act satisfies never;
  }
}

/** What came of each request, whenever it ran. */
function outcome({ results }: Ran) {
  return results.map(({ step, status, failures, tests, sent }) => ({
    path: step.item.path,
    iteration: step.iteration,
    status,
    failures,
    tests: tests.map(({ name, status }) => `${name} ${status}`),
    url: sent?.url.replace(/^http:\/\/[^/]+/, ""),
  })).toSorted((a, b) =>
    a.iteration - b.iteration ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  );
}

describe("a run with several jobs", () => {
  it("gives what one after the other gives", async () => {
    await fc.assert(
      fc.asyncProperty(
        collections,
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (folders, jobs, iterations) => {
          const rows = Array.from({ length: iterations }, () => ({}));
          const setup = iterations > 1 ? { rows } : {};
          const one = await runCollection(files(folders), setup);
          const several = await runCollection(files(folders), {
            ...setup,
            jobs,
          });
          assertEquals(outcome(several), outcome(one));
        },
      ),
      { numRuns: 20 },
    );
  });
});
