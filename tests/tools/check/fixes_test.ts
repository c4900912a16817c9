import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inFolder } from "../../support/in_folder.ts";
import { foundIn } from "./found_in.ts";

/** Names of the collection, names that a script sets, the misspelled one, and what it is changed to. */
const NAMES: [
  defined: string[],
  set: string[],
  written: string,
  fixed: string | undefined,
][] = [
  [["meterId"], [], "meterid", "meterId"],
  [["meterId"], ["meter"], "meterid", "meterId"],
  [["meter", "meterId"], [], "meterid", "meterId"],
  [[], ["meter", "meterId"], "meterid", "meterId"],
  [["token"], ["tokens"], "tokn", "token"],
  // As near as each other: the message names one, and nothing is changed.
  [["users", "user1"], [], "userx", undefined],
  [["token"], ["tokn1"], "tokn", undefined],
  [["other"], [], "meterid", undefined],
];

describe("the fix of a misspelled name", () => {
  for (const [defined, set, written, fixed] of NAMES) {
    it(`${written} of ${[...defined, ...set]}: ${fixed}`, async () => {
      const variables = defined.map((name) => `{name: ${name}, value: a}`);
      const code = set.map((name) => `client.setVar("${name}", 1)`).join("; ");
      await inFolder([
        [
          "opencollection.yml",
          `info: {name: C}\nrequest: {variables: [${variables.join(", ")}]}`,
        ],
        [
          "a.yml",
          `info: {name: a, type: http, seq: 1}
http: {url: "http://127.0.0.1/"}
runtime: {scripts: [{type: after-response, code: '${code}'}]}`,
        ],
        [
          "b.yml",
          `info: {name: b, type: http, seq: 2}\nhttp: {url: "http://127.0.0.1/{{${written}}}"}`,
        ],
      ], async (cwd) => {
        const found = (await foundIn(cwd))
          .filter(({ code }) => code === "UNDEFINED_VARIABLE");
        const fixes = found.map(({ fix }) => fix?.title);
        assertEquals(fixes, [fixed && `Change it to "${fixed}"`]);
        if (fixed) assertEquals(found[0].suggestion, fixed);
      });
    });
  }
});
