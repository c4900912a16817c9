import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  createClient,
  InterpolationError,
  type RenderPlace,
  type ScopeValues,
} from "../../mod.ts";
import { runCollection, scripts } from "../support/run_collection.ts";
import { toWireUrl } from "../../lib/core/http/to_wire_url.ts";

const MIB = 1024 * 1024;
const BIG = 300_000;
/** A character that takes two code units, and halves of one. */
const LONE = "a\ud800b";

/** Nests objects, so that `{{v.a.a.a…}}` leads through all of them. */
function deep(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

/** Variables that double each other: the last is 2^count copies of the first. */
function doubling(count: number): Record<string, string> {
  const variables: Record<string, string> = { v0: "xxxxxxxxxxxxxxxx" };
  for (let index = 1; index <= count; index++) {
    variables[`v${index}`] = `{{v${index - 1}}}{{v${index - 1}}}`;
  }
  return variables;
}

/** Variables that lead from one to the next. */
function chain(count: number): Record<string, string> {
  const variables: Record<string, string> = { [`v${count}`]: "end" };
  for (let index = 0; index < count; index++) {
    variables[`v${index}`] = `<{{v${index + 1}}}>`;
  }
  return variables;
}

interface Row {
  readonly name: string;
  readonly input: string;
  readonly place?: RenderPlace;
  readonly values?: ScopeValues;
  /** The text, or the codes of what is wrong, or what to make of the text. */
  readonly expected: string | readonly string[] | ((text: string) => void);
  /** The most characters of text or messages. */
  readonly limit: number;
}

const ROWS: Row[] = [
  // Braces
  {
    name: "half a million openings",
    input: "{{".repeat(BIG),
    expected: ["INVALID_SYNTAX"],
    limit: 4000,
  },
  {
    name: "a run of single braces",
    input: "{".repeat(BIG),
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  {
    name: "half a million closings",
    input: "}}".repeat(BIG),
    expected: "}}".repeat(BIG),
    limit: 2 * BIG,
  },
  {
    name: "openings nested in each other",
    input: "{{a".repeat(5000) + "}}".repeat(5000),
    expected: ["INVALID_SYNTAX", "UNDEFINED_VARIABLE"],
    limit: MIB,
  },
  {
    name: "a million quotes that never close",
    input: "{{'".repeat(BIG),
    expected: ["INVALID_SYNTAX"],
    limit: 50 * BIG,
  },
  {
    name: "brackets that never close",
    input: `{{a${"[".repeat(BIG)}}}`,
    values: { runtime: { a: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 300,
  },
  {
    name: "arguments that never end",
    input: `{{$randomInt(${"1,".repeat(BIG)}}}`,
    expected: ["INVALID_SYNTAX"],
    limit: 300,
  },
  {
    name: "a million blanks",
    input: `{{${" ".repeat(MIB)}a${"\t".repeat(MIB)}}}`,
    values: { runtime: { a: 1 } },
    expected: "1",
    limit: 1,
  },
  {
    name: "a million line breaks",
    input: `{{a${"\n".repeat(MIB)}}}`,
    values: { runtime: { a: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 400,
  },
  {
    name: "a NUL in a name",
    input: "{{a\0b}}",
    values: { runtime: { ab: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  {
    name: "a NUL as a variable's whole name",
    input: "{{\0}}",
    values: { collection: { "\0": "nul" } },
    expected: "nul",
    limit: 3,
  },
  {
    name: "a byte order mark before a name",
    input: "{{\ufeffa}}",
    values: { runtime: { a: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  {
    name: "a byte order mark before all",
    input: "\ufeff{{a}}",
    values: { runtime: { a: 1 } },
    expected: "\ufeff1",
    limit: 2,
  },
  {
    name: "marks of direction in a name",
    input: "{{a\u202eb}}",
    values: { runtime: { ab: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  {
    name: "a zero-width space in a name",
    input: "{{a\u200bb}}",
    values: { runtime: { ab: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  {
    name: "a lone surrogate in a name",
    input: "{{a\ud800}}",
    values: { runtime: { a: 1 } },
    expected: ["INVALID_SYNTAX"],
    limit: 200,
  },
  // Paths
  {
    name: "a path of 100,000 steps",
    input: `{{v${".a".repeat(100_000)}}}`,
    values: { runtime: { v: 1 } },
    expected: ["INVALID_PATH"],
    limit: MIB,
  },
  {
    name: "a path through 900 levels",
    input: `{{v${".a".repeat(900)}}}`,
    values: { runtime: { v: deep(900) } },
    expected: "end",
    limit: 3,
  },
  {
    name: "an index beyond all numbers",
    input: `{{v[${"9".repeat(400)}]}}`,
    values: { runtime: { v: [1] } },
    expected: ["INVALID_PATH"],
    limit: 2000,
  },
  {
    name: "inherited names",
    input: "{{v.constructor}}{{v.toString}}{{v.__proto__}}{{v.hasOwnProperty}}",
    values: { runtime: { v: {} } },
    expected: ["INVALID_PATH"],
    limit: 2000,
  },
  {
    name: "inherited names as variables",
    input: "{{constructor}}{{toString}}{{__proto__}}",
    expected: ["UNDEFINED_VARIABLE"],
    limit: 2000,
  },
  {
    name: "own names that look inherited",
    input: "{{v.__proto__}}{{v.constructor}}",
    values: {
      runtime: { v: JSON.parse('{"__proto__": 1, "constructor": 2}') },
    },
    expected: "12",
    limit: 2,
  },
  {
    name: "a key of a megabyte",
    input: `{{v["${"k".repeat(MIB)}"]}}`,
    values: { runtime: { v: { ["k".repeat(MIB)]: "found" } } },
    expected: "found",
    limit: 5,
  },
  {
    name: "the members of a text",
    input: "{{v.length}}{{v[0]}}",
    values: { runtime: { v: "abc" } },
    expected: ["INVALID_PATH"],
    limit: 500,
  },
  // Variables
  {
    name: "a variable that is itself",
    input: "{{a}}",
    values: { collection: { a: "{{a}}" } },
    expected: ["CYCLE"],
    limit: 300,
  },
  {
    name: "a circle through objects and texts",
    input: "{{a.x}}",
    values: { collection: { a: { x: "{{b[0]}}" }, b: ["<{{a.x}}>"] } },
    expected: ["CYCLE"],
    limit: 500,
  },
  {
    name: "31 levels",
    input: "{{v0}}",
    values: { collection: chain(31) },
    expected: "<".repeat(31) + "end" + ">".repeat(31),
    limit: 100,
  },
  {
    name: "40 levels",
    input: "{{v0}}",
    values: { collection: chain(40) },
    expected: ["LIMIT"],
    limit: 500,
  },
  {
    name: "a bomb of 2^30 copies",
    input: "{{v30}}",
    values: { collection: doubling(30) },
    expected: ["LIMIT"],
    limit: 500,
  },
  {
    name: "a bomb inside a list",
    input: "{{l}}",
    values: { collection: { ...doubling(24), l: Array(50).fill("{{v24}}") } },
    expected: ["LIMIT"],
    limit: 500,
  },
  {
    name: "100,000 placeholders that miss",
    input: "{{nope}}".repeat(100_000),
    expected: ["UNDEFINED_VARIABLE"],
    limit: 100_000 * 200,
  },
  {
    name: "data that holds placeholders",
    input: "{{a}}",
    values: { runtime: { a: "{{b}}", b: "secret" } },
    expected: "{{b}}",
    limit: 5,
  },
  {
    name: "data that holds parts of placeholders",
    input: "{{a}}b}}",
    values: { runtime: { a: "{{", b: "secret" } },
    expected: "{{b}}",
    limit: 5,
  },
  {
    name: "an alias to data that holds a placeholder",
    input: "{{x}}",
    values: {
      collection: { x: "{{a}}", b: "secret" },
      runtime: { a: "{{b}}" },
    },
    expected: "{{b}}",
    limit: 5,
  },
  // JSON
  {
    name: "data that would close a string",
    input: '{"a": "{{v}}"}',
    place: "json",
    values: { runtime: { v: '", "admin": true, "x": "' } },
    expected: (text) =>
      assertEquals(JSON.parse(text), { a: '", "admin": true, "x": "' }),
    limit: 100,
  },
  {
    name: "data that would bring members",
    input: '{"a": {{v}}}',
    place: "json",
    values: { runtime: { v: '1, "admin": true' } },
    expected: ["INVALID_BODY"],
    limit: 300,
  },
  {
    name: "data that would end a comment",
    input: '{"a": /* {{v}} */ 1}',
    place: "json",
    values: { runtime: { v: '*/ "admin": true, /*' } },
    expected: '{"a":  1}',
    limit: 10,
  },
  {
    name: "data that would begin a comment",
    input: '["{{v}}", 1]',
    place: "json",
    values: { runtime: { v: "// " } },
    expected: '["// ", 1]',
    limit: 20,
  },
  {
    name: "line separators and NUL in a string",
    input: '"{{v}}"',
    place: "json",
    values: { runtime: { v: "\u2028\u2029\0\u001f" } },
    expected: (text) => assertEquals(JSON.parse(text), "\u2028\u2029\0\u001f"),
    limit: 40,
  },
  {
    name: "a lone surrogate in a string",
    input: '"{{v}}"',
    place: "json",
    values: { runtime: { v: LONE } },
    expected: '"a\\ud800b"',
    limit: 20,
  },
  {
    name: "a backslash before a placeholder",
    input: '"\\{{v}}"',
    place: "json",
    values: { runtime: { v: '" , "x' } },
    expected: ["INVALID_BODY"],
    limit: 300,
  },
  {
    name: "a backslash before a nested placeholder",
    input: "{ {{f}} }",
    place: "json",
    values: { collection: { f: '"a": "\\{{v}}"' }, runtime: { v: "n" } },
    expected: ["INVALID_BODY"],
    limit: 300,
  },
  {
    name: "100,000 levels of arrays",
    input: "[".repeat(100_000) + "{{v}}" + "]".repeat(100_000),
    place: "json",
    values: { runtime: { v: 1 } },
    expected: "[".repeat(100_000) + "1" + "]".repeat(100_000),
    limit: 200_001,
  },
  {
    name: "a comment that never ends",
    input: `[1 /*${"*".repeat(MIB)}`,
    place: "json",
    expected: ["INVALID_BODY"],
    limit: 300,
  },
  {
    name: "a million slashes",
    input: `[1 ${"/".repeat(MIB)}\n]`,
    place: "json",
    expected: "[1 \n]",
    limit: 10,
  },
  // Headers
  {
    name: "a line break in a header",
    input: "x{{v}}",
    place: "header",
    values: { runtime: { v: "\r\nX-Admin: 1" } },
    expected: ["INVALID_HEADER"],
    limit: 300,
  },
  {
    name: "a NUL in a header",
    input: "x{{v}}",
    place: "header",
    values: { runtime: { v: "\0" } },
    expected: ["INVALID_HEADER"],
    limit: 300,
  },
  {
    name: "a letter that Latin-1 lacks in a header",
    input: "{{v}}",
    place: "header",
    values: { runtime: { v: "\u010d\u010a" } },
    expected: ["INVALID_HEADER"],
    limit: 300,
  },
  {
    name: "a line break in a header's own text",
    input: "a\nb",
    place: "header",
    expected: ["INVALID_HEADER"],
    limit: 300,
  },
  // Forms
  {
    name: "data that would bring pairs",
    input: "{{v}}",
    place: "form",
    values: { runtime: { v: "1&admin=true" } },
    expected: "1%26admin%3Dtrue",
    limit: 20,
  },
  {
    name: "a form longer than the limit when encoded",
    input: "{{v}}",
    place: "form",
    values: { runtime: { v: "!".repeat(25 * MIB) } },
    expected: ["LIMIT"],
    limit: 200,
  },
];

describe("hostile templates", () => {
  for (const { name, input, place = "text", values, expected, limit } of ROWS) {
    it(name, () => {
      const client = createClient(values && { variables: values });
      let text = "";
      try {
        text = client.render(input, { place });
      } catch (error) {
        assert(error instanceof InterpolationError, String(error));
        const codes = error.diagnostics.map(({ code }) => code);
        assertEquals([...new Set(codes)], expected);
        const length = error.diagnostics.reduce(
          (sum, { message }) => sum + message.length,
          0,
        );
        assert(length <= limit, `${length} characters of messages`);
        for (const { message } of error.diagnostics) {
          assert(!/[\n\r\0]/.test(message), "a message of several lines");
        }
        return;
      }
      assert(text.length <= limit, `${text.length} characters`);
      if (typeof expected === "function") expected(text);
      else assert(text === expected, text.slice(0, 200));
    });
  }
});

/** A URL and what a script, a row or a response put in → the host that it may lead to. */
const HOSTS: {
  readonly name: string;
  readonly input: string;
  readonly value: string;
  /** The only host; nothing, where it is an error. */
  readonly expected: string | undefined;
  readonly limit: number;
}[] = [
  ...[
    "@evil.example/x",
    ".evil.example/x",
    "-evil.example",
    ":80@evil.example",
    ":8080",
    "\\@evil.example",
    "\\\\evil.example",
    "\t@evil.example",
    "\n.evil.example",
    "\u00ad.evil.example",
    "\u3002evil.example",
    "\uff0eevil.example",
    "\uff20evil.example",
    "\uff0fx",
    "%2f@evil.example",
    "%40evil.example",
    ";@evil.example",
    "&@evil.example",
    "]evil",
    "evil.example",
  ].map((value) => ({
    name: "behind the base",
    input: "{{base}}{{v}}",
    value,
    expected: undefined,
    limit: 300,
  })),
  ...[
    "/x",
    "//evil.example",
    "/\\evil.example",
    "/@evil.example",
    "?@evil.example",
    "/../../..",
    "",
  ].map((
    value,
  ) => ({
    name: "behind the base",
    input: "{{base}}{{v}}",
    value,
    expected: "api.example.com",
    limit: 300,
  })),
  ...[
    "evil.example/",
    "evil.example?",
    "evil.example#",
    "evil.example\\",
    "http://evil.example/",
    "//evil.example/",
    "x@evil.example/",
    "evil.example:80/",
    "evil.example\uff0f",
    "evil.example%2f",
    "evil.example\0",
    "[::1]",
  ].map((value) => ({
    name: "before the host's end",
    input: "https://{{v}}.example.com/x",
    value,
    expected: undefined,
    limit: 300,
  })),
  ...[
    "evil.example/",
    "http://evil.example/",
    "http://evil.example?",
    "//evil.example/",
    "evil.example\\",
  ].map((
    value,
  ) => ({
    name: "before a host without a scheme",
    input: "{{v}}.example.com/x",
    value,
    expected: undefined,
    limit: 300,
  })),
  ...["80", "8080"].map((value) => ({
    name: "a port",
    input: "{{base}}:{{v}}/x",
    value,
    expected: "api.example.com",
    limit: 300,
  })),
  ...["80@evil.example", "80.evil.example", "x", "80\\@evil.example", "٨٠"].map(
    (value) => ({
      name: "no port",
      input: "{{base}}:{{v}}/x",
      value,
      expected: undefined,
      limit: 300,
    }),
  ),
  ...["..", "."].map((value) => ({
    name: "a dot segment",
    input: "{{base}}/users/:v",
    value,
    expected: undefined,
    limit: 300,
  })),
  ...["../..", "%2e%2e", "..\\", "/", "?x", "#x", "..;"].map((value) => ({
    name: "one segment",
    input: "{{base}}/users/:v",
    value,
    expected: "api.example.com",
    limit: 300,
  })),
];

describe("hostile values in URLs", () => {
  it("send nothing to a host that is declared, too", async () => {
    for (const path of ["@evil.example/x", ".evil.example/x", ":1/x"]) {
      const { results, targets } = await runCollection({
        "opencollection.yml": `opencollection: 1.0.0
info: {name: T}
extensions: {brace: {hosts: [evil.example, 127.0.0.1.evil.example, "127.0.0.1:1"]}}`,
        "1.yml": `info: {name: "1"}
http: {url: "{{server}}{{path}}", auth: {type: bearer, token: secret}}
runtime:
  ${
          scripts({
            "before-request": `client.setVar("path", ${JSON.stringify(path)})`,
          }).replaceAll("\n", "\n  ")
        }`,
      });
      assertEquals(
        [targets, results[0].diagnostics.map(({ code }) => code)],
        [[], ["INVALID_URL"]],
      );
    }
  });

  for (const { name, input, value, expected, limit } of HOSTS) {
    for (const scope of ["runtime", "data"] as const) {
      it(`${name}, from ${scope}: ${JSON.stringify(value)}`, () => {
        const client = createClient({
          variables: {
            environment: { base: "https://api.example.com" },
            [scope]: { v: value },
          },
        });
        let url: string;
        try {
          ({ url } = client.renderRequest({
            url: input,
            headers: { Authorization: "secret" },
            ...(input.includes(":v") && { pathParams: { v: "{{v}}" } }),
          }));
        } catch (error) {
          assert(error instanceof InterpolationError, String(error));
          assertEquals(expected, undefined, error.message);
          assert(error.message.length <= limit, error.message);
          return;
        }
        const wire = toWireUrl(url);
        assert(typeof wire === "object");
        const { hostname, pathname } = new URL(wire.url);
        assertEquals(hostname, expected);
        if (input.includes(":v")) {
          assert(pathname.startsWith("/users/"), pathname);
          assertEquals(wire.url.split("/").length, 5);
        }
      });
    }
  }
});
