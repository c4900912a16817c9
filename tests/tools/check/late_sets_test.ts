import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { scripts } from "../../support/run_collection.ts";
import { inFolder } from "../../support/in_folder.ts";
import { foundIn } from "./found_in.ts";

const SET = 'client.setRequestVar("page", 2);';

/** Scripts of the request, what else it has, and whether setting the variable is in vain. */
const ROWS: [
  phases: Record<string, string>,
  inVain: boolean,
  more?: string,
][] = [
  [{ "after-response": SET }, true],
  [{ tests: SET }, true],
  [{ "after-response": `${SET} client.setNextRequest("a")` }, true],
  [{ "before-request": SET }, false],
  [{ "after-response": SET.replace("RequestVar", "Var") }, false],
  [{
    "after-response": SET,
    tests: 'test("a", () => expect(client.getRequestVar("page")).to.equal(2))',
  }, false],
  [{
    "after-response": SET,
    tests:
      'test("a", () => expect(client.interpolate("{{page}}")).to.equal("2"))',
  }, false],
  [{
    "after-response": SET,
    tests: 'test("a", () => client.interpolate("{{page.id}}"))',
  }, false],
  [
    { "after-response": `${SET} console.log(client.getRequestVar("page"))` },
    false,
  ],
  [
    { "after-response": `${SET} console.log(client.getAllRequestVars())` },
    false,
  ],
  [
    { "after-response": `${SET} const log = require("./log.js"); log()` },
    false,
  ],
  [
    { "after-response": SET },
    false,
    '  assertions: [{expression: res.body.page, operator: eq, value: "{{page}}"}]',
  ],
  // Another one has no part in it.
  [
    { "after-response": SET },
    true,
    '  assertions: [{expression: res.body.other, operator: eq, value: "2"}]',
  ],
];

describe("a request's variable that is set after the response", () => {
  for (const [phases, inVain, more = ""] of ROWS) {
    const code = Object.entries(phases).map((one) => one.join(": ")).join("; ");
    it(`${code}${more}: ${inVain ? "in vain" : "fine"}`, async () => {
      await inFolder([
        ["opencollection.yml", "info: {name: C}"],
        [
          "log.js",
          'module.exports = () => console.log(client.getRequestVar("page"))',
        ],
        [
          "a.yml",
          `info: {name: a, type: http}
http: {url: "http://127.0.0.1/?p={{page}}"}
runtime:
  variables: [{name: page, value: 1}]
${more}
  ${scripts(phases).replaceAll("\n", "\n  ")}
`,
        ],
      ], async (cwd) => {
        assertEquals(
          (await foundIn(cwd)).map(({ code, severity, message }) => [
            code,
            severity,
            message,
          ]),
          inVain
            ? [[
              "UNUSED_VARIABLE",
              "warning",
              'Set "page" with setRequestVar in vain: it ends with this request, and nothing reads it after this script (for later requests, write client.setVar)',
            ]]
            : [],
        );
      });
    });
  }
});
