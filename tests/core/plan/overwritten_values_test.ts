import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";
import { overwrittenValues } from "../../../lib/core/plan/overwritten_values.ts";

const MAIN = "info: {name: Shop}\nextensions: {brace: {setup: [login]}}\n";

function request(path: string, code?: string, more = ""): string {
  return `info: {type: http}
http: {method: GET, url: "http://localhost/${path}"}
${more}
${
    code === undefined
      ? ""
      : `runtime: {scripts: [{type: after-response, code: ${
        JSON.stringify(code)
      }}]}`
  }
`;
}

const LOGIN = request("login", 'client.setVar("token", res.body)');
const READ = request("{{token}}");
/** A request with a variable of its own. */
const OWN = request(
  "{{kwh}}",
  undefined,
  "runtime: {variables: [{name: kwh, value: 1}]}",
);

const CASES: [
  name: string,
  files: Record<string, string>,
  given: { var?: string; envVar?: string },
  warned: string[],
][] = [
  ["of a login in setup, which replaces it", { login: LOGIN, read: READ }, {
    var: "token",
  }, ["token"]],
  [
    "of a value of the environment that a runtime variable hides",
    {
      login: LOGIN,
      read: READ,
    },
    { envVar: "token" },
    ["token"],
  ],
  [
    "of a value of the environment that setEnvVar replaces",
    {
      login: request("login", 'client.setEnvVar("token", 1)'),
      read: READ,
    },
    { envVar: "token" },
    ["token"],
  ],
  [
    "of a value that a script asks for later",
    {
      login: LOGIN,
      read: request("read", 'console.log(client.getVar("token"))'),
    },
    { var: "token" },
    ["token"],
  ],
  [
    "of a value that an action replaces",
    {
      login: `${request("login")}runtime:
  actions: [{type: set-variable, selector: {expression: res.body.token}, variable: {name: token}}]
`,
      read: READ,
    },
    { var: "token" },
    ["token"],
  ],
  [
    "not of a runtime variable that setEnvVar does not change",
    {
      login: request("login", 'client.setEnvVar("token", 1)'),
      read: READ,
    },
    { var: "token" },
    [],
  ],
  ["not of another name", { login: LOGIN, read: READ }, { var: "id" }, []],
  [
    "not of a value that nothing uses",
    {
      login: LOGIN,
      read: request("read"),
    },
    { var: "token" },
    [],
  ],
  [
    "not of a value that the request itself uses, as a page does",
    {
      login: request("{{token}}", 'client.setVar("token", res.body)'),
      read: READ,
    },
    { var: "token" },
    [],
  ],
  [
    "not of a script that asks whether there is one",
    {
      login: request(
        "login",
        "if (!client.hasVar('token')) client.setVar('token', res.body)",
      ),
      read: READ,
    },
    { var: "token" },
    [],
  ],
  [
    "not of a counter",
    {
      login: request(
        "login",
        'client.setVar("token", client.getVar("token") + 1)',
      ),
      read: READ,
    },
    { var: "token" },
    [],
  ],
  [
    "of a value that the request's own variable hides",
    { login: request("login"), read: OWN },
    { envVar: "kwh" },
    ["kwh"],
  ],
  [
    "of a value that a folder's variable hides",
    {
      login: request("login"),
      "a/folder": "request: {variables: [{name: kwh, value: 1}]}\n",
      "a/read": request("{{kwh}}"),
    },
    { envVar: "kwh" },
    ["kwh"],
  ],
  [
    "not of a value that another request uses",
    { login: request("{{kwh}}"), read: OWN },
    { envVar: "kwh" },
    [],
  ],
  [
    "not of a value that a disabled variable hides",
    {
      login: request("login"),
      read: OWN.replace("value: 1", "value: 1, disabled: true"),
    },
    { envVar: "kwh" },
    [],
  ],
  [
    "not of a runtime variable, which wins over the request's",
    { login: request("login"), read: OWN },
    { var: "kwh" },
    [],
  ],
  [
    "not of a value that is replaced after its last use",
    {
      login: request("login"),
      read: request("{{token}}", 'client.setVar("token", 1)'),
      "read again": READ,
    },
    { var: "token" },
    [],
  ],
];

describe("values that are given and then replaced", () => {
  for (const [name, files, given, warned] of CASES) {
    it(
      name.startsWith("not ")
        ? `does not warn ${name.slice(4)}`
        : `warns ${name}`,
      () => {
        const { value: collection } = readCollection({
          root: "",
          files: new Map([
            ["opencollection.yml", MAIN],
            ...Object.entries(files).map(([path, text]) =>
              [`${path}.yml`, text] as const
            ),
          ]),
        });
        const { value: plan } = makePlan(collection!, {
          paths: [],
          stages: true,
        });
        const pairs = (name?: string) => name ? [[name, "1"] as const] : [];
        const found = overwrittenValues(
          { runtime: pairs(given.var), environment: pairs(given.envVar) },
          collection!,
          plan,
        );
        assertEquals(
          found.map(({ message }) =>
            /(?:sets|given for) "(\w+)"/.exec(message)?.[1]
          ),
          warned,
        );
      },
    );
  }

  for (
    const [code, pointedAt] of [
      ['const a = 1;\nclient.setVar("token", a)', 'setVar("token"'],
      ["const name = 'token';\nclient.setVar(name, 1)", "setVar(name"],
    ] as const
  ) {
    it(`points to ${pointedAt}`, () => {
      const { value: collection } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", MAIN],
          ["login.yml", request("login", code)],
          ["read.yml", READ],
        ]),
      });
      const { value: plan } = makePlan(collection!, {
        paths: [],
        stages: true,
      });
      const [found] = overwrittenValues(
        { runtime: [["token", "1"]], environment: [] },
        collection!,
        plan,
      );
      const { offset = 0, length = 0 } = found.location ?? {};
      assertEquals(code.slice(offset, offset + length), pointedAt);
    });
  }
});
