import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { indexCollection } from "../../../lib/tools/check/index_collection.ts";
import { listVariables } from "../../../lib/tools/check/list_variables.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import type { FileIndex } from "../../../lib/tools/check/index_collection.ts";
import { runs } from "../../support/check.ts";

const script = (type: string, code: string) =>
  `runtime: { scripts: [{ type: ${type}, code: '${code}' }] }\n`;
const request = (url: string, rest = "") =>
  `http: { method: GET, url: "http://h.example/${url}" }\n${rest}`;

const REQUESTS = [
  request(""),
  request("{{id}}"),
  request("{{id}}/{{base}}/{{user.id}}"),
  `info: { name: Z, seq: 1 }\n${request("{{user.name}}")}`,
  request("a", script("before-request", 'client.setVar("id", 1)')),
  request("a", script("after-response", 'client.setVar("id", 1)')),
  request("a", script("after-response", '  client.setVar("id", 1)')),
  request("{{id}}", script("before-request", 'client.setRequestVar("id", 1)')),
  request("a", script("after-response", 'client.setFolderVar("user", 1)')),
  request("a", script("after-response", "client.setEnvVar(name, 1)")),
  request("a", script("after-response", 'client.setVar("user", {id: 1})')),
  request("a", script("after-response", ' client.setVar("user", {id: 1})')),
  request("a", script("before-request", 'client.setVar("user", {name: [a]})')),
  request("{{id}}", script("before-request", 'client.setVar("id", null)')),
  request("a", script("after-response", 'client.deleteVar("id")')),
  request("a", script("before-request", 'client.deleteEnvVar("base")')),
  request("a", script("after-response", 'client.setNextRequest("z")')),
  request("a", script("after-response", 'client.setNextRequest("b")')),
  request("a", script("before-request", "client.runner.skipRequest()")),
  request("a", script("tests", 'client.interpolate("{{id}} {{base}}")')),
  request("a", script("tests", "client.getVar(name)")),
  request("a", script("tests", 'require("./lib/a")')),
  request(
    "{{own}}",
    'runtime: { variables: [{ name: own, value: "{{base}}" }, { name: base, value: "" }] }\n',
  ),
  'http: { method: GET, url: "',
  "nothing: here\n",
];
const LEVELS = [
  "",
  'request: { headers: [{ name: X, value: "{{id}}" }] }\n',
  "request: { variables: [{ name: user, value: { id: 7 } }] }\n",
  `request: { scripts: [{ type: before-request, code: 'client.setFolderVar("id", 1)' }] }\n`,
  'request: { auth: { type: bearer, token: "{{base}}" } }\n',
  "extensions: { brace: { order: [b] } }\n",
];
const MAINS = [
  "info: { name: A }\n",
  ...LEVELS.filter((it) => it !== ""),
  'config: { proxy: { config: { hostname: "{{base}}" } } }\n',
];
const ENVIRONMENTS = [
  "variables: []\n",
  "variables: [{ name: base, value: b }]\n",
  'variables: [{ name: base, value: "{{id}}" }, { name: user, value: { name: Ada } }]\n',
  "variables: [{ name: token, secret: true, value: hush-hush }]\n",
];
const MODULES = [
  'client.setVar("id", 1)',
  "client.setVr()",
  "client.setVar(a, 1)",
  'client.setVar("id", null)',
];

/** Files, and what each may hold; undefined: it is not there. */
const FILES: Record<string, readonly (string | undefined)[]> = {
  "opencollection.yml": MAINS,
  "a.yml": [undefined, ...REQUESTS],
  "z.yml": [undefined, ...REQUESTS],
  "d/a.yml": [undefined, ...REQUESTS],
  "f/folder.yml": [undefined, ...LEVELS],
  "f/a.yml": [undefined, ...REQUESTS],
  "f/b.yml": [undefined, ...REQUESTS],
  "f/g/folder.yml": [undefined, ...LEVELS],
  "f/g/a.yml": [undefined, ...REQUESTS],
  "environments/one.yml": [undefined, ...ENVIRONMENTS],
  "environments/two.yml": [undefined, ...ENVIRONMENTS],
  "lib/a.js": [undefined, ...MODULES],
};

const edit = fc.constantFrom(...Object.keys(FILES)).chain((path) =>
  fc.tuple(fc.constant(path), fc.constantFrom(...FILES[path]))
);

/** All that an index knows, as data. */
function known(index: FileIndex): object {
  const { index: whole } = index;
  return {
    all: index.diagnostics(),
    files: Object.keys(FILES).map((path) => index.diagnosticsOf(path)),
    names: ["id", "base", "user", "own"].map((name) => [
      index.definitionsOf(name).map(({ variable: _, ...rest }) => ({
        ...rest,
      })),
      index.usesOf(name),
    ]),
    variables: whole?.order.places.map((place) =>
      listVariables(whole, { place }).map(({ name, definitions }) => [
        name,
        definitions.map(({ setting, ...rest }) => [rest, setting?.label]),
      ])
    ),
  };
}

function requestWith(code: string): string {
  return REQUESTS.find((one) => one.includes(code))!;
}

function placeOf({ code, location }: Diagnostic): string {
  return JSON.stringify([code, location?.yamlPath, location?.offset]);
}

describe("an index of files that change", () => {
  it("knows what one knows that is made from them as they are", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        const files = new Map([["opencollection.yml", MAINS[0]]]);
        const made = () =>
          indexCollection({ root: "", files: new Map(files) }, {
            readScript,
            readFile: (path) => files.get(path),
          });
        const index = made();
        index.diagnostics();
        for (const [path, text] of edits) {
          if (text === undefined) files.delete(path);
          else files.set(path, text);
          index.updateFile(path, text);
          // What is found at once is found in the end, too.
          const quick = Object.keys(FILES).map((path) =>
            index.diagnosticsOf(path, { quick: true }).map(placeOf)
          );
          assertEquals(known(index), known(made()));
          for (const [at, path] of Object.keys(FILES).entries()) {
            const all = index.diagnosticsOf(path).map(placeOf);
            assertEquals(quick[at].filter((one) => !all.includes(one)), []);
          }
        }
      }),
      {
        numRuns: runs(50),
        examples: [
          // A request behind it computes the name of what it sets.
          [[
            ["a.yml", requestWith("client.interpolate")],
            ["d/a.yml", requestWith("client.deleteEnvVar")],
            ["z.yml", requestWith("client.setEnvVar(name")],
          ]],
          // What sets a name moves in its script.
          [[["a.yml", REQUESTS[5]], ["f/a.yml", REQUESTS[1]], [
            "a.yml",
            REQUESTS[6],
          ]]],
          // A request comes before a folder that stays.
          [[["f/a.yml", REQUESTS[4]], ["f/b.yml", REQUESTS[1]], [
            "d/a.yml",
            REQUESTS[1],
          ]]],
        ],
      },
    );
  });
});
