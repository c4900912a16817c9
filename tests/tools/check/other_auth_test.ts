import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findProblems } from "../../../lib/host/check/find_problems.ts";
import { inFolder } from "../../support/in_folder.ts";

const get = (auth: string, more = "") =>
  `get {\n  url: http://127.0.0.1:1/a\n  auth: ${auth}\n}\n${more}`;
const DIGEST = "\nauth:digest {\n  username: u\n  password: p\n}\n";
const IGNORED = 'Ignored "auth:digest"';
const EMPTY = "Cannot use";

/** A request, the collection's own file, and how the messages begin. */
const ROWS: [request: string, level: string, begins: string[]][] = [
  [get("basic", DIGEST), "", [IGNORED]],
  [get("bearer", DIGEST), "", [IGNORED]],
  [get("inherit"), `auth {\n  mode: apikey\n}\n${DIGEST}`, [IGNORED]],
  [get("basic"), "", [EMPTY]],
  [get("basic", "\nauth:basic {\n  username:\n}\n" + DIGEST), "", [EMPTY]],
  [get("basic", "\nauth:digest {\n}\n"), "", [EMPTY]],
];

describe("auth that only has a block of another kind", () => {
  for (const [request, level, begins] of ROWS) {
    it(`${JSON.stringify(level + request)}: ${begins}`, async () => {
      await inFolder([
        ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
        ["collection.bru", level],
        ["a.bru", request],
      ], async (folder) => {
        const { found } = await findProblems({
          paths: [folder],
          environments: [],
          vars: [],
          envVars: [],
        });
        assertEquals(
          found.filter(({ severity }) => severity === "warning")
            .map(({ message }) => begins.find((it) => message.startsWith(it))),
          begins,
        );
      });
    });
  }
});
