import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

const POSTMAN = ", extensions: {brace: {dialect: postman}}";
const note = (call: string) =>
  `a script of api/opencollection.yml sets "n", but each script starts anew: share a value with ${call}("n", …), and functions in a file with require("./file.js")`;

/** The collection's script, the request's, what their dialect is → the note, if there is one. */
const ROWS: readonly [
  shared: string,
  own: string,
  note?: string,
  dialect?: string,
][] = [
  ["n = 1;", "console.log(n);", note("client.setVar")],
  ["n = 1;", "console.log(n);", note("pm.variables.set"), POSTMAN],
  [
    "if (typeof n === 'undefined') n = 0; n++;",
    "console.log(n + 1);",
    note("client.setVar"),
  ],
  ["globalThis.n = () => 1;", "n();", note("client.setVar")],
  ["n = 1;", "test('t', () => n + 1);", note("client.setVar")],
  ["const n = 1; let a, m = n;", "console.log(n);"],
  ["o.n = 1; x = 'n = 1'; n == 1;", "console.log(n);"],
];

describe("a name that another script assigns", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-shared-" });
    await Deno.mkdir(`${cwd}/api`);
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const [shared, own, expected, dialect = ""] of ROWS) {
    it(`${shared} ${own} ${dialect}`, async () => {
      const scripts = (code: string) =>
        `scripts: [{type: before-request, code: ${
          JSON.stringify(code)
        }${dialect}}]`;
      await Deno.writeTextFile(
        `${cwd}/api/opencollection.yml`,
        `opencollection: 1.0.0\ninfo: {name: C}\nrequest:\n  ${
          scripts(`try { ${shared} } catch {}`)
        }\n`,
      );
      await Deno.writeTextFile(
        `${cwd}/api/a.yml`,
        `info: {name: a, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:1/"}\nruntime:\n  ${
          scripts(own)
        }\n`,
      );
      for (const command of ["check", "run"]) {
        const { code, stdout, stderr } = await brace([command, "api"], { cwd });
        const shown = `${stdout}${stderr}`.replace(/\s+/g, " ");
        assertEquals(
          [code > 0, shown.match(/a script of .*?file\.js"\)/)?.[0]],
          [true, expected],
          `${command}: ${shown}`,
        );
      }
    });
  }
});
