import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";
import { envRefusal } from "../../../lib/core/policy/env_refusal.ts";
import { PermissionError } from "../../../lib/core/source/errors.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const collection = (variable: string) =>
  `info: {name: Missing}\nrequest: {variables: [${variable}]}`;
const SECRET = "{name: token, secret: true}";
const PROCESS =
  '{name: token, secret: true, value: "{{process.env.API_TOKEN}}"}';
const LOGIN = request("POST /login", {
  seq: 2,
  runtime: scripts({ "after-response": 'client.setVar("token", "t-1")' }),
});
const USE = request("GET /{{token}}", { seq: 1 });
const BY =
  '"token" is set by the after-response script of login.yml, which has not run: run it first with --with-needed';
const STAGED = (stages: string) =>
  `info: {name: Missing}\nextensions: {brace: {${stages}}}`;
const SET = '"token" is set by the after-response script of login.yml';
/** More requests than are named set it, and do not run. */
const OTHERS = Object.fromEntries(
  ["a", "b", "c"].map((folder) => [`${folder}/login.yml`, LOGIN]),
);
const BY_OTHERS = [
  ...["a", "b"].map((folder) =>
    `${
      BY.replace("login", `${folder}/login`)
    }, or send the placeholder as written with --undefined keep`
  ),
  "and by 1 more",
];
const FIRST =
  'run it first with extensions: { brace: { setup: ["login.yml"] } } in opencollection.yml, or send the placeholder as written with --undefined keep';
const FIRST_BESIDE =
  'run it first with setup: ["login.yml"] in extensions.brace of opencollection.yml, or send the placeholder as written with --undefined keep';
const FIRST_OF_SETUP = FIRST_BESIDE.replace("]", ', "a.yml"]');
const NONE = 'Cannot resolve "{{token}}": the secret "token" has no value';
const REFUSED = 'Cannot read "process.env.API_TOKEN": not permitted';
/** As a run without permissions does. */
const refuse = (_: unknown, name: string): never => {
  throw new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    ...envRefusal(name, { dotenv: new Map(), allow: [] })!,
  }]);
};

/** Messages and notes of what is wrong, in the words of the command line, and what a person was asked. */
async function said(
  files: Record<string, string>,
  setup: RunSetup = {},
): Promise<{ lines: string[]; asked: string[] }> {
  const asked: string[] = [];
  const { results } = await runCollection(files, {
    paths: ["a.yml"],
    ...setup,
    ports: {
      askSecret: (name, { isSet }) => {
        if (!isSet) asked.push(name);
        return undefined;
      },
      ...setup.ports,
    },
  });
  const lines = results.flatMap(({ diagnostics }) => diagnostics).map(inFlags)
    .flatMap(({ message, notes = [] }) => [message, ...notes]);
  return { lines, asked };
}

type Row = [
  name: string,
  files: Record<string, string>,
  expected: { lines: string[]; asked?: string[] },
  setup?: RunSetup,
];

/** A request whose script only Postman's API or Brace's own runs. */
const withTests = (code: string, dialect?: "postman") =>
  request("GET /{{token}}", {
    runtime: scripts({ tests: code }) +
      (dialect ? `\n    extensions: {brace: {dialect: ${dialect}}}` : ""),
  });

describe("a value that is missing", () => {
  const rows: Row[] = [
    [
      "a secret that another request sets: nobody is asked for it",
      {
        "opencollection.yml": collection(SECRET),
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE} (set the environment variable BRACE_SECRET_token, or give --secrets-file FILE)`,
          BY,
        ],
      },
    ],
    [
      "a secret that the request which sets it uses, too: a person knows it",
      {
        "opencollection.yml": collection(SECRET),
        "login.yml": request("POST /login/{{token}}", {
          seq: 2,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE} (set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it)`,
          BY,
        ],
        asked: ["token"],
      },
    ],
    [
      "a secret whose entry may not be read, and that another request sets",
      {
        "opencollection.yml": collection(PROCESS),
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          REFUSED,
          'used by "{{token}}" in a.yml',
          BY,
          'it is the value of the secret "token": set the environment variable BRACE_SECRET_token, or give --secrets-file FILE',
        ],
      },
      { ports: { processEnv: refuse } },
    ],
    [
      "a secret whose entry may not be read",
      { "opencollection.yml": collection(PROCESS), "a.yml": USE },
      {
        lines: [
          `${REFUSED} (add --allow-env=API_TOKEN, or list it in .env)`,
          'used by "{{token}}" in a.yml',
          'it is the value of the secret "token": set the environment variable BRACE_SECRET_token, or give --secrets-file FILE',
        ],
      },
      { ports: { processEnv: refuse } },
    ],
    [
      "a secret whose entry is not there",
      { "opencollection.yml": collection(PROCESS), "a.yml": USE },
      {
        lines: [
          'Cannot resolve "{{process.env.API_TOKEN}}": the process\'s environment has no "API_TOKEN"',
          'used by "{{token}}" in a.yml',
          'it is the value of the secret "token": set the environment variable BRACE_SECRET_token, or give --secrets-file FILE',
        ],
      },
      { ports: { processEnv: () => undefined } },
    ],
    ...([
      [`${REFUSED} (add --allow-env=API_TOKEN, or list it in .env)`, refuse],
      [
        'Cannot resolve "{{process.env.API_TOKEN}}": the process\'s environment has no "API_TOKEN"',
        () => undefined,
      ],
    ] as const).map(([line, processEnv]): Row => [
      `a secret that the process has empty, behind: ${line}`,
      { "opencollection.yml": collection(PROCESS), "a.yml": USE },
      {
        lines: [
          line,
          'used by "{{token}}" in a.yml',
          '"BRACE_SECRET_token" is set, but empty',
          'it is the value of the secret "token": set the environment variable BRACE_SECRET_token, or give --secrets-file FILE',
        ],
      },
      { ports: { processEnv, isEmptySecret: (name) => name === "token" } },
    ]),
    [
      "a secret whose entry is empty: the file is named",
      {
        "opencollection.yml": collection(PROCESS),
        ".env": "API_TOKEN=\n",
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE}, as "process.env.API_TOKEN" is empty (write its value into ".env", set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it)`,
        ],
        asked: ["token"],
      },
      { ports: { processEnv: () => "" } },
    ],
    [
      "a secret under the name that only the process gives it by",
      {
        "opencollection.yml": collection(SECRET),
        ".env": "BRACE_SECRET_token=t\n",
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE} (set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it)`,
          `"BRACE_SECRET_token" is an entry of the collection's .env, which gives no secrets: set it in the environment of the process`,
        ],
        asked: ["token"],
      },
    ],
    ...([
      ["token=t-5d20\n", true],
      ["token=\n", false],
      ["TOKEN=t-5d20\n", false],
    ] as const).map(([env, isNamed]): Row => [
      `a secret beside a .env that has ${env.trim()}`,
      {
        "opencollection.yml": collection(SECRET),
        ".env": env,
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE} (set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it)`,
          ...isNamed
            ? [
              '"token" is in .env: give the secret the value "{{process.env.token}}"',
            ]
            : [],
        ],
        asked: ["token"],
      },
    ]),
    [
      "a name that another request defines for itself",
      {
        "b.yml": request("GET /b", {
          seq: 2,
          runtime: "variables: [{name: token, value: t}]",
        }),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is a variable of b.yml alone, not of a folder or the collection: define it, or give it with --var token=VALUE',
        ],
      },
    ],
    [
      "a name that another folder and a request define, beside a name much like it",
      {
        "opencollection.yml": collection("{name: tokens, value: t}"),
        "users/folder.yml":
          "info: {name: users, type: folder}\nrequest: {variables: [{name: token, value: t}]}",
        "users/b.yml": request("GET /b", {
          runtime: "variables: [{name: token, value: t}]",
        }),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token" (did you mean "tokens"?)',
          '"token" is a variable of the folder users alone, not of the collection (and 1 more): define it, or give it with --var token=VALUE',
        ],
      },
    ],
    [
      "a name that another request has switched off, or left without a value",
      {
        "b.yml": request("GET /b", {
          seq: 2,
          runtime: "variables: [{name: token, value: t, disabled: true}]",
        }),
        "c.yml": request("GET /c", {
          seq: 3,
          runtime: "variables: [{name: token, secret: true}]",
        }),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          "define it, or give it with --var token=VALUE",
        ],
      },
    ],
    [
      "a name that a script of the request took from its own variables",
      {
        "a.yml": request("GET /{{token}}", {
          runtime: "variables: [{name: token, value: t}]\n" +
            scripts({ "before-request": 'client.deleteRequestVar("token")' }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          "define it, or give it with --var token=VALUE",
        ],
      },
    ],
    [
      "a name that is an entry of the .env",
      { ".env": "TOKEN=t\n", "a.yml": USE },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"TOKEN" is in .env: write {{process.env.TOKEN}}',
        ],
      },
    ],
    [
      "a name that is an entry of the .env, where an environment has it",
      {
        ".env": "TOKEN=t\n",
        "environments/Local.yml":
          'name: Local\nvariables: [{name: token, value: "{{process.env.TOKEN}}"}]\n',
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is defined by the environment "Local", which is not selected: --env Local',
        ],
      },
    ],
    [
      "a name that is an entry of the .env, where a script sets it",
      { ".env": "TOKEN=t\n", "a.yml": USE, "login.yml": LOGIN },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${BY}, or send the placeholder as written with --undefined keep`,
        ],
      },
    ],
    [
      "a name that a script reads from the rows of data",
      {
        "a.yml": request("GET /{{token}}", {
          runtime: scripts({
            "tests": 'client.runner.iterationData.get("token")',
          }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          'give --data FILE with a column "token"',
        ],
      },
    ],
    [
      "a name that a script sets to a field of the rows",
      {
        "a.yml": request("GET /{{token}}", {
          runtime: scripts({
            "before-request":
              'const t = pm.iterationData.get("t");\npm.variables.set("token", t);',
          }) + "\n    extensions: {brace: {dialect: postman}}",
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the before-request script of a.yml, which ran without setting it: give --data FILE with a column "t"',
        ],
      },
    ],
    [
      "a name that a script reads from the rows, and sets one much like it to",
      {
        "a.yml": withTests(
          'client.setVar("token2", client.runner.iterationData.get("token"))',
        ),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          'give --data FILE with a column "token"',
        ],
      },
    ],
    ...([
      ["client.runner.iterationData.token.trim()"],
      ["client.runner.iterationData?.['token']"],
      ["data.token.trim()", "postman"],
      ['if (data["token"]) { pm.test("data.other"); }', "postman"],
    ] as const).map(([code, dialect]): Row => [
      `a field that a script reads from the rows: ${code}`,
      { "a.yml": withTests(code, dialect) },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          'give --data FILE with a column "token"',
        ],
      },
    ]),
    ...([
      ["data.token"],
      ["const data = pm.response.json(); data.token;", "postman"],
      ["let a, data; data.token;", "postman"],
      ["pm.sendRequest('x', (error, data) => data.token);", "postman"],
      ["const { data } = pm.response.json(); data.token;", "postman"],
      ["pm.response.json().data.token; 'data.token';", "postman"],
    ] as const).map(([code, dialect]): Row => [
      `no field of the rows: ${code}`,
      { "a.yml": withTests(code, dialect) },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          dialect
            ? "define it, give it with --var token=VALUE, or send the placeholder as written with --undefined keep"
            : "define it, or give it with --var token=VALUE",
        ],
      },
    ]),
    [
      "another name where scripts read rows",
      {
        "a.yml": request("GET /{{token}}", {
          runtime: scripts({
            "tests": 'client.runner.iterationData.get("other")',
          }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          'define it, give it with --var token=VALUE, or give --data FILE with a column "token"',
        ],
      },
    ],
    [
      "a name that a later request sets, where extensions.brace.order decides",
      {
        "opencollection.yml":
          "info: {name: Missing}\nextensions: {brace: {order: [a, login]}}",
        "login.yml": LOGIN,
        "a.yml": request("GET /{{token}}", { seq: 3 }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which runs later: ${FIRST_BESIDE}`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that a later request sets, by its name",
      {
        "login.yml": LOGIN.replace("seq: 2", "tags: []"),
        "a.yml": request("GET /a/{{token}}"),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which runs later, as requests run by seq, then by name: give "login.yml" a lower seq, ${FIRST}`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that a later item of a bundled file sets: the file's order counts",
      {
        "opencollection.yml": `info: {name: Missing}
extensions: {bruno: {}}
items:
  - info: {name: a, type: http}
    http: {method: GET, url: "{{server}}/{{token}}"}
  - info: {name: login, type: http}
    http: {method: GET, url: "{{server}}/login"}
    runtime: {scripts: [{type: after-response, code: "client.setVar('token', 1)"}]}
`,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the after-response script of login, which runs later: run it first with brace: { setup: ["login"] } in extensions of opencollection.yml, or send the placeholder as written with --undefined keep',
        ],
      },
      { paths: [] },
    ],
    [
      "a secret that a login sets, which does without the collection's auth",
      {
        "opencollection.yml":
          `info: {name: Missing}\nrequest: {auth: {type: bearer, token: "{{token}}"}, variables: [${SECRET}]}`,
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          `${NONE} (set the environment variable BRACE_SECRET_token, or give --secrets-file FILE)`,
          BY,
        ],
      },
    ],
    [
      "an entry that may not be read, and is no secret's",
      {
        "opencollection.yml": collection(PROCESS.replace("secret: true, ", "")),
        "a.yml": USE,
      },
      {
        lines: [
          `${REFUSED} (add --allow-env=API_TOKEN, or list it in .env)`,
          'used by "{{token}}" in a.yml',
        ],
      },
      { ports: { processEnv: refuse } },
    ],
    [
      "a value that is not empty, and cannot be written all the same",
      {
        "opencollection.yml": collection('{name: token, value: ".."}'),
        "a.yml":
          'info: {name: a}\nhttp: {method: GET, url: "{{server}}/:id", params: [{name: id, value: "{{token}}", type: path}]}',
      },
      {
        lines: [
          'Cannot write the path parameter "id": its value is "..", which servers take as a step in the path (write the path that you mean into the URL)',
        ],
      },
    ],
    [
      "a name nearly like one that a script sets",
      {
        "a.yml": request("GET /a/{{itme.id}}", {
          runtime: scripts({
            "after-response": 'client.setVar("item", { id: 1 })',
          }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{itme.id}}": no scope defines "itme" (did you mean "item"?)',
        ],
      },
    ],
    [
      "an empty value of a JSON body",
      {
        "environments/dev.yml": 'name: dev\nvariables: [{name: id, value: ""}]',
        "a.yml": `info: {name: A}
http: {method: POST, url: "{{server}}/a", body: {type: json, data: '{"id": {{id}}}'}}
`,
      },
      {
        lines: [
          'Cannot insert "{{id}}" into the JSON body: its value is empty (for an empty text, put quotes around it)',
          '"id" is empty in environments/dev.yml',
        ],
      },
      { env: ["dev"] },
    ],
    [
      "an empty value of a JSON body that a flag gives",
      {
        "a.yml": `info: {name: A}
http: {method: POST, url: "{{server}}/a", body: {type: json, data: '{"id": {{id}}}'}}
`,
      },
      {
        lines: [
          'Cannot insert "{{id}}" into the JSON body: its value is empty (for an empty text, put quotes around it)',
          'a flag gives "id" an empty value',
        ],
      },
      { vars: [["id", ""]] },
    ],
    [
      "an empty text in a body, whose value another request sets",
      {
        "environments/dev.yml":
          'name: dev\nvariables: [{name: id, value: ""}, {name: note, value: ""}, {name: own, value: ""}]',
        "a.yml": `info: {name: A, seq: 1}
http: {method: POST, url: "{{server}}/a", body: {type: json, data: '{"id": "{{id}}", "n": "{{note}}{{own}}", "again": "{{id}}"}'}}
runtime: {scripts: [{type: after-response, code: 'client.setVar("own", 1)'}]}
`,
        "b.yml": request("GET /b", {
          seq: 2,
          runtime: scripts({ "after-response": 'client.setVar("id", 1)' }),
        }),
      },
      {
        lines: [
          'Sent the body with "{{id}}", whose value is empty',
          '"id" is empty in environments/dev.yml',
          '"id" is set by the after-response script of b.yml, which has not run: run it first with --with-needed',
        ],
      },
      { env: ["dev"], paths: ["a.yml"] },
    ],
    [
      "a variable that requests set before and after the selected one",
      {
        "login.yml": request("GET /login", {
          seq: 1,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
        "switch.yml": request("GET /switch", {
          seq: 2,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
        "a.yml": request("GET /{{token}}", { seq: 3 }),
        "refresh.yml": request("GET /refresh", {
          seq: 4,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the after-response script of login.yml, which has not run: run it first with --with-needed, or send the placeholder as written with --undefined keep',
          '"token" is set by the after-response script of switch.yml, which has not run: run it first with --with-needed, or send the placeholder as written with --undefined keep',
        ],
      },
      { paths: ["a.yml"] },
    ],
    [
      "a variable that only requests after the selected one set",
      {
        "a.yml": request("GET /{{token}}", { seq: 1 }),
        "login.yml": request("GET /login", {
          seq: 2,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
        "refresh.yml": request("GET /refresh", {
          seq: 3,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the after-response script of login.yml, which has not run: run it first with --with-needed, or send the placeholder as written with --undefined keep',
          '"token" is set by the after-response script of refresh.yml, which has not run: run it first with --with-needed, or send the placeholder as written with --undefined keep',
        ],
      },
      { paths: ["a.yml"] },
    ],
    [
      "an empty text in a body, after the request that sets it, or where a test looks at the response",
      {
        "environments/dev.yml":
          'name: dev\nvariables: [{name: id, value: ""}, {name: late, value: ""}]',
        "a.yml": `info: {name: A, seq: 2}
http: {method: POST, url: "{{server}}/a", body: {type: form-urlencoded, data: [{name: id, value: "{{id}}"}]}}
`,
        "b.yml": request("GET /b", {
          seq: 1,
          runtime: scripts({ "after-response": 'client.setVar("id", "")' }),
        }),
        "c.yml": `info: {name: C, seq: 3}
http: {method: POST, url: "{{server}}/c", body: {type: text, data: "{{late}}"}}
runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}
`,
        "d.yml": request("GET /d", {
          seq: 4,
          runtime: scripts({ "after-response": 'client.setVar("late", 1)' }),
        }),
        "e.yml": `info: {name: E, seq: 2}
http: {method: POST, url: "{{server}}/e", body: {type: text, data: "{{late}}"}}
runtime: {scripts: [{type: before-request, code: 'req.setBody("new")'}]}
`,
      },
      { lines: [] },
      { env: ["dev"], paths: [] },
    ],
    [
      "a name that a script took out of the environment",
      {
        "environments/dev.yml":
          "name: dev\nvariables: [{name: token, value: x}]",
        "a.yml": request("GET /{{token}}", {
          runtime: scripts({
            "before-request": 'client.deleteEnvVar("token")',
          }),
        }),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          'environments/dev.yml declares "token", but a script has set it to undefined or deleted it',
        ],
      },
      { env: ["dev"] },
    ],
    [
      "a name that a request sets which setup's failure skips, in teardown",
      {
        "opencollection.yml": STAGED("setup: [fails], teardown: [a]"),
        "fails.yml": request("GET /{{none}}"),
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{none}}": no scope defines "none"',
          "define it, or give it with --var none=VALUE",
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which has not run, as that request failed or was skipped`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that setup's failed request sets, in teardown",
      {
        "opencollection.yml": STAGED("setup: [login], teardown: [a]"),
        "login.yml": LOGIN.replace("/login", "/{{none}}"),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{none}}": no scope defines "none"',
          "define it, or give it with --var none=VALUE",
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which has not run, as that request failed or was skipped`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that a script sets which failed before that",
      {
        "login.yml": LOGIN.replace("client.", "throw 1; client."),
        "a.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          "Cannot finish the after-response script: 1",
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which failed`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that others set, too, of which one ran and failed",
      {
        ...OTHERS,
        "z/login.yml": LOGIN.replace("client.", "throw 1; client."),
        "z/use.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          "Cannot finish the after-response script: 1",
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET.replace("login", "z/login")}, which failed`,
          ...BY_OTHERS,
        ],
      },
      { paths: ["z"] },
    ],
    [
      "a name that others set, too, of which one was not sent",
      {
        ...OTHERS,
        "z/login.yml": LOGIN.replace("/login", "/{{none}}"),
        "z/use.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          'Cannot resolve "{{none}}": no scope defines "none"',
          "define it, or give it with --var none=VALUE",
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${
            SET.replace("login", "z/login")
          }, which has not run, as that request failed or was skipped`,
          ...BY_OTHERS,
        ],
      },
      { paths: ["z"] },
    ],
    [
      "a name that others set, too, of which one ran without setting it",
      {
        ...OTHERS,
        "z/login.yml": LOGIN.replace("client.", "if (!res) client."),
        "z/use.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET.replace("login", "z/login")}, which ran without setting it`,
          ...BY_OTHERS,
        ],
      },
      { paths: ["z"] },
    ],
    [
      "a name that an action sets which failed",
      {
        "login.yml":
          'info: {name: l, type: http, seq: 1}\nhttp: {method: GET, url: "{{server}}/"}\nruntime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.none}, variable: {name: token, scope: runtime}}]}\n',
        "a.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          'Cannot set the variable "token": its selector "res.body.none" is undefined (if it may be absent, write "res.body.none ?? null")',
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the action of login.yml, which failed',
        ],
      },
      { paths: [] },
    ],
    [
      "a name that an action sets to null, as the message about it says",
      {
        "login.yml":
          'info: {name: l, type: http, seq: 1}\nhttp: {method: GET, url: "{{server}}/"}\nruntime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.none ?? null}, variable: {name: token, scope: runtime}}]}\n',
        "a.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          'Cannot write "{{token}}" into the URL: its value is null',
          '"token" is set by the action of login.yml, which ran',
        ],
      },
      { paths: [] },
    ],
    [
      "a name that an action sets whose selector cannot be read",
      {
        "login.yml":
          'info: {name: l, type: http, seq: 1}\nhttp: {method: GET, url: "{{server}}/"}\nruntime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.no.id}, variable: {name: token, scope: runtime}}]}\n',
        "a.yml": USE.replace("seq: 1", "seq: 3"),
      },
      {
        lines: [
          'Cannot set the variable "token" from "res.body.no.id": cannot read "id" of undefined (if it may be absent, write "res.body.no?.id ?? null")',
          'Cannot resolve "{{token}}": no scope defines "token"',
          '"token" is set by the action of login.yml, which failed',
        ],
      },
      { paths: [] },
    ],
    [
      "a name that a later stage sets, in setup, which seq does not decide",
      {
        "opencollection.yml": STAGED("setup: [a]"),
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which runs later: ${FIRST_OF_SETUP}`,
        ],
      },
      { paths: [] },
    ],
    [
      "a name that no selected request sets, in teardown",
      {
        "opencollection.yml": STAGED("teardown: [a]"),
        "login.yml": LOGIN,
        "other.yml": request("GET /"),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which has not run, as it is not selected: call client.runner.skipRequest() in a before-request script of this request if "token" has no value, or run "login.yml" in setup`,
        ],
      },
      { paths: ["other.yml"] },
    ],
    [
      "a name that a request of an iteration sets, in teardown",
      {
        "opencollection.yml": STAGED("teardown: [a]"),
        "login.yml": LOGIN,
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which runs in iterations, whose values teardown does not see: take this request out of teardown to run it in each iteration`,
        ],
      },
      { paths: [], rows: [{ name: "ada" }] },
    ],
    [
      "a name that no selected request sets, in setup",
      {
        "opencollection.yml": STAGED("setup: [a]"),
        "login.yml": LOGIN,
        "other.yml": request("GET /"),
        "a.yml": USE,
      },
      {
        lines: [
          'Cannot resolve "{{token}}": no scope defines "token"',
          `${SET}, which has not run: ${FIRST_OF_SETUP}`,
        ],
      },
      { paths: ["other.yml"] },
    ],
  ];
  for (const [name, files, { lines, asked = [] }, setup] of rows) {
    it(name, async () => {
      assertEquals(await said(files, setup), { lines, asked });
    });
  }
});

const READ = 'client.getVar("token")';
const HEADER = `req.setHeader("Authorization", "Bearer " + ${READ})`;
const FAILED = "Cannot finish the before-request script: ";
const READ_EARLY =
  'Cannot read "token" with getVar, which reads runtime variables: it has no value';

const ENV_READ = 'client.getEnvVar("token")';
const NO_ENV =
  'this run has no environment variable "token", which the script reads with getEnvVar';
const ENV_FAILED =
  `${FAILED}TypeError: cannot read property 'trim' of undefined: client.getEnvVar(…) is undefined`;
const LATER =
  `${SET}, which runs later, as requests run by seq, then by name: give "login.yml" a lower seq, or ${
    FIRST.split(", or ")[0]
  }`;

/** A request with a before-request script. */
const reading = (code: string, seq = 1) =>
  request("GET /use", { seq, runtime: scripts({ "before-request": code }) });

/** A request with a tests script. */
const testing = (code: string) =>
  request("GET /use", { seq: 1, runtime: scripts({ tests: code }) });

/** A request that sets the token in a phase. */
const setting = (code: string, seq = 2, phase = "after-response") =>
  request("POST /login", { seq, runtime: scripts({ [phase]: code }) });

/** A request whose script fails over what another one gives the environment. */
const ENV = {
  "login.yml": setting('client.setEnvVar("token", 1)'),
  "a.yml": reading(`req.setHeader("A", ${ENV_READ}.trim())`),
};

describe("a value that a script reads before another request sets it", () => {
  const both = { paths: [] };
  const rows: [
    name: string,
    files: Record<string, string>,
    lines: string[],
    setup?: RunSetup,
  ][] = [
    [
      "the request is not selected",
      { "login.yml": LOGIN, "a.yml": reading(HEADER) },
      [READ_EARLY, BY],
    ],
    [
      "the environment has one of this name to choose, which the call does not ask",
      {
        "environments/dev.yml": "variables: [{name: token, value: t}]",
        "login.yml": LOGIN,
        "a.yml": reading(HEADER),
      },
      [READ_EARLY, BY],
    ],
    [
      "an environment is what both ask",
      {
        "environments/dev.yml": "variables: [{name: other, value: 1}]",
        "login.yml": setting('client.setEnvVar("token", 1)'),
        "a.yml": reading(
          'req.setHeader("A", "T " + client.getEnvVar("token"))',
        ),
      },
      [
        'Cannot read "token" with getEnvVar, which reads environment variables: it has no value',
        BY,
      ],
      { env: ["dev"] },
    ],
    [
      "the script fails over the value",
      {
        "login.yml": LOGIN,
        "a.yml": reading(`req.setHeader("A", ${READ}.trim())`),
      },
      [
        READ_EARLY,
        BY,
        `${FAILED}TypeError: cannot read property 'trim' of undefined: client.getVar(…) is undefined`,
      ],
    ],
    [
      "the script fails later",
      {
        "login.yml": LOGIN,
        "a.yml": reading(`${HEADER}; throw new Error("late")`),
      },
      [READ_EARLY, BY, `${FAILED}late`],
    ],
    [
      "the script tests the value and fails",
      {
        "login.yml": LOGIN,
        "a.yml": reading(`if (!${READ}) throw new Error("log in first")`),
      },
      [`${FAILED}log in first`],
    ],
    [
      "the script fails over one of an environment, of which the failure tells",
      ENV,
      [ENV_FAILED, NO_ENV, BY],
    ],
    [
      "the same, and the request comes later",
      ENV,
      [ENV_FAILED, NO_ENV, LATER],
      both,
    ],
    [
      "the script stops since the environment lacks it",
      {
        ...ENV,
        "a.yml": reading(`if (!${ENV_READ}) throw new Error("no token")`),
      },
      [`${FAILED}no token`, NO_ENV, BY],
    ],
    [
      "the collection has one of this name, which the call does not read",
      {
        ...ENV,
        "opencollection.yml":
          'info: {name: C}\nrequest: {variables: [{name: token, value: ""}]}',
      },
      [
        ENV_FAILED,
        '"token" is a collection variable, which getEnvVar does not read',
        BY,
      ],
    ],
    [
      "another environment than the selected one has it",
      {
        ...ENV,
        "environments/dev.yml": "variables: [{name: token, value: t}]",
        "environments/prod.yml": "variables: [{name: other, value: 1}]",
      },
      [ENV_FAILED, NO_ENV, BY],
      { env: ["prod"] },
    ],
    [
      "an environment to choose has it",
      {
        ...ENV,
        "environments/dev.yml": "variables: [{name: token, value: t}]",
      },
      [ENV_FAILED, `${NO_ENV}: --env dev`],
    ],
    [
      "the other request sets it elsewhere",
      { ...ENV, "login.yml": LOGIN },
      [
        ENV_FAILED,
        `${NO_ENV}: define it in an environment, or give it with --env-var token=VALUE`,
      ],
    ],
    [
      "a tests script fails over the value",
      { "login.yml": LOGIN, "a.yml": testing(`${READ}.split("-")`) },
      [
        READ_EARLY,
        BY,
        "Cannot finish the tests script: TypeError: cannot read property 'split' of undefined: client.getVar(…) is undefined",
      ],
    ],
    [
      "a test fails over the value",
      {
        "login.yml": LOGIN,
        "a.yml": testing(
          `test("t", () => expect(${READ}.length).to.equal(3))`,
        ),
      },
      [READ_EARLY, BY],
    ],
    ...[
      `expect(${READ}).to.equal("t-1")`,
      `expect({ id: 1 }).to.eql({ id: ${READ} })`,
      `const token = ${READ}; expect("t-1").to.equal(token)`,
      `expect(1).to.equal(Number(${READ}))`,
      `assert.strictEqual(${READ}, "t-1")`,
      `JSON.parse(${READ})`,
    ].map((code): typeof rows[number] => [
      `a test fails in ${code}`,
      { "login.yml": LOGIN, "a.yml": testing(`test("t", () => { ${code} })`) },
      [READ_EARLY, BY],
    ]),
    ...["", "client.setEnvVar('x', 1); "].map((first): typeof rows[number] => [
      `the script fails over the text of a value after "${first}"`,
      { "login.yml": LOGIN, "a.yml": reading(`${first}JSON.parse(${READ})`) },
      [
        READ_EARLY,
        BY,
        `${FAILED}SyntaxError: "undefined" is not valid JSON`,
      ],
    ]),
    ...[
      `expect(${READ} ?? "none").to.equal("t-1")`,
      `if (${READ}) expect(1).to.equal(undefined); else expect(undefined).to.equal(1)`,
      `try { JSON.parse(${READ}) } catch {} expect(undefined).to.equal(1)`,
      `console.log(${READ}); expect(undefined).to.equal(1)`,
      // The values are there.
      `expect("a").to.equal("b"); JSON.stringify(${READ})`,
    ].map((code): typeof rows[number] => [
      `a test fails over something else in ${code}`,
      { "login.yml": LOGIN, "a.yml": testing(`test("t", () => { ${code} })`) },
      [],
    ]),
    [
      "a test fails over a value that is given",
      {
        "login.yml": LOGIN,
        "a.yml": testing(
          `test("t", () => { expect(${READ}).to.equal("t"); expect(undefined).to.equal(1) })`,
        ),
      },
      [],
      { vars: [["token", "t"]] },
    ],
    [
      "a test fails over one that nothing sets",
      {
        "login.yml": request("POST /login"),
        "a.yml": testing(`test("t", () => expect(${READ}).to.equal("t"))`),
      },
      [],
    ],
    [
      "a test fails over one of an environment",
      {
        ...ENV,
        "a.yml": testing(`test("t", () => expect(${ENV_READ}).to.equal("t"))`),
      },
      [
        'Cannot read "token" with getEnvVar, which reads environment variables: it has no value',
        BY,
      ],
    ],
    [
      "a test that fails has a note of its own",
      {
        "opencollection.yml":
          "info: {name: C}\nrequest: {variables: [{name: token, value: t}]}",
        "a.yml": testing(
          `test("t", () => expect(${READ}).to.equal("t")); test("l", () => expect("a-" + ${READ}).to.equal("a-t"))`,
        ),
      },
      [],
    ],
    [
      "tests pass",
      {
        "login.yml": LOGIN,
        "a.yml": testing(
          `test("t", () => expect("a-" + ${READ}).to.be.a("string"))`,
        ),
      },
      [],
    ],
    [
      "the request comes later",
      { "login.yml": LOGIN, "a.yml": reading(HEADER) },
      [
        READ_EARLY,
        LATER,
      ],
      both,
    ],
    [
      "its script failed",
      {
        "login.yml": setting('null.x; client.setVar("token", 1)', 0),
        "a.yml": reading(HEADER),
      },
      [READ_EARLY, `${SET}, which failed`],
      both,
    ],
    [
      "it was not sent",
      {
        "login.yml": request("POST /{{none}}", {
          seq: 0,
          runtime: scripts({ "after-response": 'client.setVar("token", 1)' }),
        }),
        "a.yml": reading(HEADER),
      },
      [
        READ_EARLY,
        `${SET}, which has not run, as that request failed or was skipped`,
      ],
      both,
    ],
    [
      "it ran",
      {
        "login.yml": setting('client.setVar("token", 1)', 0),
        "a.yml": reading(HEADER),
      },
      [],
      both,
    ],
    [
      "it ran without setting it",
      {
        "login.yml": setting('if (res.body.no) client.setVar("token", 1)', 0),
        "a.yml": reading(HEADER),
      },
      [],
      both,
    ],
    ["the script tests the value", {
      "login.yml": LOGIN,
      "a.yml": reading(`if (${READ}) ${HEADER}`),
    }, []],
    ["the script has another value", {
      "login.yml": LOGIN,
      "a.yml": reading(`req.setHeader("A", "Bearer " + (${READ} ?? "none"))`),
    }, []],
    ["the script sets it itself", {
      "login.yml": LOGIN,
      "a.yml": reading(`client.setVar("token", 1); ${HEADER}`),
    }, []],
    ["the script may set it itself", {
      "login.yml": LOGIN,
      "a.yml": reading(
        `if (client.getVar("never")) client.setVar("token", 1); ${HEADER}`,
      ),
    }, []],
    ["the script runs the request", {
      "login.yml": LOGIN,
      "a.yml": reading(`await client.runRequest("login.yml"); ${HEADER}`),
    }, []],
    [
      "the value is given",
      { "login.yml": LOGIN, "a.yml": reading(HEADER) },
      [],
      {
        vars: [["token", "t-1"]],
      },
    ],
    ["the other request sets it for itself", {
      "login.yml": setting('client.setRequestVar("token", 1)'),
      "a.yml": reading(
        'req.setHeader("A", "T " + client.getRequestVar("token"))',
      ),
    }, []],
    ["the request sets the next one itself, as for pages", {
      "login.yml": LOGIN,
      "a.yml": request("GET /use", {
        runtime: scripts({
          "before-request": HEADER,
          "after-response": 'client.setVar("token", 1)',
        }),
      }),
    }, []],
  ];
  for (const [name, files, expected, setup] of rows) {
    it(name, async () => {
      const { results } = await runCollection(files, {
        paths: ["a.yml"],
        ...setup,
      });
      const { diagnostics } = results.find(({ step }) =>
        step.item.path === "a.yml"
      )!;
      assertEquals(
        diagnostics.map(inFlags).flatMap(({ message, notes = [] }) => [
          message,
          ...notes,
        ]),
        expected,
      );
    });
  }
});

describe("what to write for a selector that finds nothing", () => {
  /** The messages of an action with a selector. */
  async function told(selector: string, trustScripts: boolean) {
    const { results } = await runCollection({
      "a.yml": `${
        request("GET /a")
      }runtime: {actions: [{type: set-variable, ${`phase: after-response, selector: {expression: ${
        JSON.stringify(selector)
      }}, variable: {name: token, scope: runtime}`}}]}`,
    }, {
      trustScripts,
      handler: () => ({ json: { items: [{ id: 1 }], ok: true, key: "none" } }),
    });
    return results.flatMap(({ diagnostics }) => diagnostics)
      .map(({ message }) => message);
  }

  const FIND = "res.body.items.find((it) => it.id === 3)";
  for (
    const [selector, written] of [
      ["res.headers['x-next']", "res.headers['x-next'] ?? null"],
      ["res.getHeader('x-next')", "res.getHeader('x-next') ?? null"],
      ['res("next")', 'res("next") ?? null'],
      ["res.getBody().next", "res.getBody().next ?? null"],
      ["res.body.none.id?.name", "res.body.none?.id?.name ?? null"],
      ["res.getBody().next.id", "res.getBody().next?.id ?? null"],
      ['res.body["next"].id', 'res.body["next"]?.id ?? null'],
      ["res.body['a b'][0].c", "res.body['a b']?.[0]?.c ?? null"],
      [FIND, `${FIND} ?? null`],
      [`${FIND}.id`, `${FIND}?.id ?? null`],
      [`${FIND}.id.at(0).x`, `${FIND}?.id?.at(0)?.x ?? null`],
      [
        "res.body.none.find((it) => it.id === 3).id",
        "res.body.none?.find((it) => it.id === 3)?.id ?? null",
      ],
      ["res.body[res.body.key].id", "res.body[res.body.key]?.id ?? null"],
      ["res.body.none ?? res.body.no", "res.body.none ?? res.body.no ?? null"],
      ["(res.body.none)", "(res.body.none) ?? null"],
      // Here it would be no code, other code, or part of a comment.
      ["$.none", undefined],
      ["res.headers.x-next", undefined],
      ["res.body.items.0.x", undefined],
      ["res.body.none || res.body.no", undefined],
      ["res.body.ok ? res.body.none : 1", undefined],
      ["res.body.none // note", undefined],
      // The path of the selector is not what ends early.
      ["res.body.items.find((it) => it.x.id === 3).id", undefined],
      ["res.body.items.map((it) => it.x.id)", undefined],
      ["res.body.none()", undefined],
    ] as const
  ) {
    for (const trustScripts of [false, true]) {
      it(`${selector}${trustScripts ? ", trusted" : ""}`, async () => {
        const [message, ...others] = await told(selector, trustScripts);
        assertEquals(others, []);
        const [, found] =
          / \(if it may be absent, write "(.*)"\)$/.exec(message) ?? [];
        assertEquals(found, written, message);
        if (written === undefined) return;
        assertEquals(await told(written, trustScripts), []);
      });
    }
  }
});
