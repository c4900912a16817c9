import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { scripts } from "../../support/run_collection.ts";
import { inFolder } from "../../support/in_folder.ts";
import { findProblems } from "../../../lib/host/check/find_problems.ts";

const NONE = "the collection has no such request";

/** A script of `a`, and what is wrong with the request that it names. */
const ROWS: [code: string, problem?: string, more?: [string, string]][] = [
  ['await client.runRequest("Login")'],
  ['await client.runRequest("users/log_in")'],
  ['await client.runRequest("./users/log_in.yml")'],
  ['await client.runRequest("Users/Login")'],
  ['client.setNextRequest("Users/Login")'],
  [
    'await client.runRequest("Users")',
    `Cannot run the request "Users": ${NONE}`,
  ],
  [
    'await client.runRequest("./Login.yml")',
    `Cannot run the request "./Login.yml": ${NONE}`,
  ],
  [
    'await client.runRequest("Logni")',
    `Cannot run the request "Logni": ${NONE} (did you mean "Login"?)`,
  ],
  [
    'client.setNextRequest("users/login.yml")',
    `Cannot go on with the request "users/login.yml": ${NONE} (did you mean "users/log_in.yml"?)`,
  ],
  [
    'const NEXT = "Logout"; bru.runner.setNextRequest(NEXT)',
    `Cannot go on with the request "Logout": ${NONE}`,
  ],
  // In a file that scripts share.
  [
    'require("./next.js")()',
    `Cannot go on with the request "Gone": ${NONE}`,
    ["next.js", 'module.exports = () => client.setNextRequest("Gone")'],
  ],
  // Ends the run.
  ["client.setNextRequest(null)"],
  // Only the run knows the name.
  ["await client.runRequest(client.getVar('next') ?? 'a')"],
  // A script's own method.
  ['const flows = { runRequest() {} }; flows.runRequest("Logout")'],
  // An id, as a server of Postman's knows it.
  [
    'await client.runRequest("12345-0f8fad5b-d9cb-469f-a165-70867728950e")',
  ],
  [
    'if (client.getVar("again")) client.setNextRequest("0f8fad5b-d9cb-469f-a165-70867728950e")',
    `Cannot go on with the request "0f8fad5b-d9cb-469f-a165-70867728950e": ${NONE} (Brace has no IDs of requests: write the request's name)`,
  ],
  // It may be the request of a file that cannot be read.
  [
    'await client.runRequest("Broken")',
    undefined,
    ["b.yml", "info: {name: Broken}\nhttp: {url: [}"],
  ],
];

describe("a request that a script names", () => {
  for (const [code, problem, more] of ROWS) {
    it(`${code}: ${problem ?? "is there"}`, async () => {
      await inFolder([
        ["opencollection.yml", "info: {name: C}"],
        ["users/folder.yml", "info: {name: Users}"],
        [
          "users/log_in.yml",
          "info: {name: Login}\nhttp: {method: GET, url: 'http://127.0.0.1:1/'}",
        ],
        [
          "a.yml",
          `info: {name: a}
http: {method: GET, url: "http://127.0.0.1:1/"}
runtime:
  ${scripts({ "after-response": code }).replaceAll("\n", "\n  ")}
`,
        ],
        ...more ? [more] : [],
      ], async (folder) => {
        const { found } = await findProblems({
          paths: [folder],
          environments: [],
          vars: [],
          envVars: [],
        });
        assertEquals(
          found.filter(({ code }) => code !== "YAML_SYNTAX")
            .map(({ code, severity, message }) => [code, severity, message]),
          problem === undefined ? [] : [["SCRIPT_ERROR", "warning", problem]],
        );
      });
    });
  }
});
