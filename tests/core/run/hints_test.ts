import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const BEARER = "auth: { type: bearer, token: t-12345 }";
const collection = (request: string) =>
  `info: {name: Hints}\nrequest: { ${request} }`;
const get = (more = "") =>
  `info: {name: get}\nhttp: {method: GET, url: "{{server}}/x"${more}}\n`;
const asserts = (value: string) =>
  `${get()}runtime: {assertions: [{expression: res.status, operator: eq, value: "${value}"}]}`;
const folder = (auth: string) => `info: {name: In}\nrequest: { ${auth} }`;

/** Messages of the warnings about a 401, and the key that each points to. */
async function hints(
  files: Record<string, string>,
  status = 401,
): Promise<[message: string, place: string][]> {
  const { results } = await runCollection(files, {
    handler: () => ({ status }),
  });
  return results.flatMap(({ diagnostics }) => diagnostics)
    .filter(({ code }) => code === "UNAUTHORIZED")
    .map(({ message, location }) => [
      message,
      `${location?.file} ${location?.yamlPath}`,
    ]);
}

const says = (owner: string, file = "a.yml", type = "http") => [[
  `Got 401 without auth: a request only takes the "bearer" auth of the ${owner} if it asks for it (write "auth: inherit" below "${type}:")`,
  `${file} ${type}`,
]];

describe("a 401 without auth", () => {
  const main = { "opencollection.yml": collection(BEARER) };
  const rows: [
    name: string,
    files: Record<string, string>,
    expected: string[][],
    status?: number,
  ][] = [
    [
      "where the collection has some",
      { ...main, "a.yml": get() },
      says(
        "collection",
      ),
    ],
    ["where a folder has some", {
      "in/folder.yml": folder(BEARER),
      "in/a.yml": get(),
    }, says('folder "In"', "in/a.yml")],
    ["where a folder hands on the collection's", {
      ...main,
      "in/folder.yml": folder("auth: inherit"),
      "in/a.yml": get(),
    }, says("collection", "in/a.yml")],
    ["where a folder has none", {
      ...main,
      "in/folder.yml": folder("auth: { type: none }"),
      "in/a.yml": get(),
    }, []],
    ["where nobody has some", { "a.yml": get() }, []],
    ["where the request inherits it", {
      ...main,
      "a.yml": get(", auth: inherit"),
    }, []],
    ["where the request wants none", {
      ...main,
      "a.yml": get(", auth: { type: none }"),
    }, []],
    ["where the request has a header for it", {
      ...main,
      "a.yml": get(", headers: [{name: authorization, value: x}]"),
    }, []],
    ["where the request sets what it needs", {
      "opencollection.yml": collection(
        'auth: { type: bearer, token: "{{token}}" }',
      ),
      "a.yml": `${get()}runtime:
  scripts: [{type: after-response, code: 'client.setVar("token", "t-1")'}]`,
    }, []],
    ["that is not a 401", { ...main, "a.yml": get() }, [], 403],
    ["that is expected", { ...main, "a.yml": asserts("401") }, []],
    [
      "that fails a check",
      { ...main, "a.yml": asserts("200") },
      says(
        "collection",
      ),
    ],
    ["of a GraphQL request", {
      ...main,
      "a.yml":
        'info: {name: get, type: graphql}\ngraphql: {url: "{{server}}/x", body: {query: "{ a }"}}',
    }, says("collection", "a.yml", "graphql")],
  ];
  for (const [name, files, expected, status] of rows) {
    it(`${expected.length > 0 ? "says how to inherit" : "says nothing"} ${name}`, async () => {
      assertEquals(await hints(files, status), expected as [string, string][]);
    });
  }
});

const LOGIN = request("POST /login", {
  seq: 2,
  runtime: scripts({ "after-response": 'client.setVar("token", "t-1")' }),
});

/** The notes of the errors of a run, and of the warnings about its auth. */
async function notes(
  files: Record<string, string>,
  setup: RunSetup = {},
): Promise<string[][]> {
  const { results } = await runCollection(files, setup);
  return results.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity, code }) =>
      severity === "error" || code === "INVALID_FIELD"
    )
      .map((it) => [...inFlags(it).notes ?? []])
  );
}

describe("errors about a value that a script of Postman's would set", () => {
  const calls: [call: string, isSet: boolean][] = [
    ["pm.environment.set('token', 1)", true],
    ['pm.collectionVariables.set("token", 1)', true],
    ["pm.globals.set(`token`, 1)", true],
    ["pm.variables.set( 'token', 1)", true],
    ["postman.setEnvironmentVariable('token', 1)", true],
    ["postman.setGlobalVariable('token', 1)", true],
    ["pm.environment.get('token')", false],
    ["client.setVar('token', 1)", false],
  ];
  for (const [call, isSet] of calls) {
    it(call, async () => {
      const code = scripts({ "tests": call });
      const dialect = code + "\n    extensions: {brace: {dialect: postman}}";
      const files = {
        "login.yml": request("POST /login", { seq: 2, runtime: dialect }),
        "a.yml": request("GET /{{token}}", { seq: 1 }),
      };
      assertEquals(
        await notes(files),
        isSet
          ? [[
            '"token" is set by the tests script of login.yml, which runs later, as requests run by seq, then by name: give "login.yml" a lower seq, run it first with extensions: { brace: { setup: ["login.yml"] } } in opencollection.yml, or send the placeholder as written with --undefined keep',
          ]]
          : [[
            `${
              call.includes("environment.get")
                ? "define it in an environment, give it with --env-var"
                : "define it, give it with --var"
            } token=VALUE, or send the placeholder as written with --undefined keep`,
          ]],
      );
    });
  }
});

describe("errors of a script that sends to a placeholder", () => {
  const NONE = 'no scope defines "base"';
  const WAY =
    '"base" is defined by the environment "Dev", which is not selected: --env Dev';
  const rows: [
    code: string,
    expected: string,
    dialect?: "postman",
    undefinedMode?: "keep",
  ][] = [
    [
      'pm.sendRequest(pm.variables.replaceIn("{{base}}/x"), () => {})',
      `Cannot resolve "{{base}}": ${NONE}`,
      "postman",
    ],
    [
      'pm.sendRequest({ url: "http://a.example", header: { a: "{{base}}" } }, () => {})',
      `TypeError: Cannot send the header "a": placeholders such as "{{base}}" are not resolved here (write pm.variables.replaceIn(text)), and this one has no value: ${NONE}`,
      "postman",
    ],
    [
      'await client.sendRequest(client.interpolate("{{base}}/x"))',
      `Cannot resolve "{{base}}": ${NONE}`,
    ],
    [
      'await fetch("{{base}}/x")',
      `TypeError: Cannot send to this URL: placeholders such as "{{base}}" are not resolved here (write client.interpolate(text)), and this one has no value: ${NONE}`,
    ],
    [
      'await client.sendRequest(client.interpolate("{{base}}/x"))',
      `TypeError: Cannot send to this URL: ${NONE}`,
      undefined,
      "keep",
    ],
  ];
  for (const [code, expected, dialect, undefinedMode] of rows) {
    it(`name the environment: ${expected}, ${code}`, async () => {
      const before = scripts({ "before-request": code });
      const { results: [{ diagnostics }] } = await runCollection({
        "environments/Dev.yml":
          "name: Dev\nvariables: [{name: base, value: http://a.example}]",
        "a.yml": request("GET /a", {
          runtime: dialect
            ? `${before}\n    extensions: {brace: {dialect: ${dialect}}}`
            : before,
        }),
      }, { ...undefinedMode && { undefined: undefinedMode } });
      assertEquals(
        diagnostics.map(inFlags).map(({ message, notes }) => [message, notes]),
        [[`Cannot finish the before-request script: ${expected}`, [WAY]]],
      );
    });
  }

  it("name the way to each of several values", async () => {
    const { results } = await runCollection({
      "environments/Dev.yml":
        "name: Dev\nvariables: [{name: base, value: http://a.example}]",
      "a.yml": request("GET /{{base}}/{{token}}/{{none}}", {
        runtime: scripts({ "before-request": "req.resolved.url" }),
      }),
      "b.yml": request("GET /b", {
        runtime: scripts({ "after-response": 'client.setVar("token", "t")' }),
      }),
    }, { paths: ["a.yml"] });
    const [diagnostic] = results.flatMap(({ diagnostics }) => diagnostics);
    const { message, notes } = inFlags(diagnostic);
    const none = (name: string) =>
      `Cannot resolve "{{${name}}}": no scope defines "${name}"`;
    assertEquals(
      message,
      `Cannot finish the before-request script: ${none("base")}; ${
        none("token")
      }; ${none("none")}`,
    );
    assertEquals(notes, [
      WAY,
      '"token" is set by the after-response script of b.yml, which has not run: run it first with --with-needed',
      '"none": define it, or give it with --var none=VALUE',
    ]);
  });

  it("name the call where there is a value", async () => {
    const { results: [{ diagnostics }] } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({
          "before-request": 'await client.sendRequest("{{server}}/x")',
        }),
      }),
    });
    assertEquals(diagnostics.map(({ message, notes }) => [message, notes]), [[
      'Cannot finish the before-request script: TypeError: Cannot send to this URL: placeholders such as "{{server}}" are not resolved here; write client.interpolate(text)',
      undefined,
    ]]);
  });
});

describe("errors of a script that sends to a value which it does not have", () => {
  const CHECK = "check the names of the variables that the script reads";
  const rows: [url: string, hint: string][] = [
    ['client.getVar("base") + "/x"', ` (a value is undefined, ${CHECK})`],
    ["`${client.getVar('base')}`", ` (a value is undefined, ${CHECK})`],
    ['JSON.parse("null") + "?q=1"', ` (a value is null, ${CHECK})`],
    ['"undefinedly/x"', ""],
  ];
  for (const [url, hint] of rows) {
    it(`${url}: ${hint || "no hint"}`, async () => {
      const { results: [{ diagnostics }] } = await runCollection({
        "a.yml": request("GET /a", {
          runtime: scripts({
            "before-request": `await client.sendRequest(${url})`,
          }),
        }),
      });
      // A warning before it names a variable that is not there.
      const { message } = diagnostics.find((it) => it.severity === "error")!;
      assertEquals(message.split("https: URL")[1], hint, message);
    });
  }
});

describe("errors of a script that sends to what its environment lacks", () => {
  const GIVE =
    "define it in an environment, or give it with --env-var base=VALUE";
  const rows: [
    name: string,
    files: Record<string, string>,
    setup: RunSetup,
    note: string | undefined,
  ][] = [
    [
      "nothing gives it",
      {},
      {},
      `this run has no environment variable "base", which the script reads with pm.environment.get: ${GIVE}`,
    ],
    [
      "a flag gives a runtime variable",
      {},
      { vars: [["base", "http://127.0.0.1"]] },
      `"base" is given as a runtime variable, which reaches {{base}}, but not pm.environment.get: ${GIVE}`,
    ],
    [
      "the collection has it",
      {
        "opencollection.yml":
          "info: {name: C}\nrequest: {variables: [{name: base, value: http://127.0.0.1}]}",
      },
      {},
      `"base" is a collection variable, which pm.environment.get does not read: ${GIVE}`,
    ],
    [
      "another environment has it",
      {
        "environments/Dev.yml":
          "name: Dev\nvariables: [{name: base, value: http://127.0.0.1}]",
      },
      {},
      'this run has no environment variable "base", which the script reads with pm.environment.get: --env Dev',
    ],
    [
      "several other environments have it",
      {
        "environments/Dev.yml":
          "name: Dev\nvariables: [{name: base, value: http://127.0.0.1}]",
        "environments/Live.yml":
          "name: Live\nvariables: [{name: base, value: http://127.0.0.2}]",
        "environments/Off.yml": "name: Off\nvariables: []",
      },
      {},
      'this run has no environment variable "base", which the script reads with pm.environment.get: --env Dev or --env Live',
    ],
    [
      "the environment has it",
      {
        "environments/Dev.yml":
          "name: Dev\nvariables: [{name: base, value: undefined}]",
      },
      { env: ["Dev"] },
      undefined,
    ],
    [
      "another environment than the selected one has it",
      {
        "environments/Dev.yml":
          "name: Dev\nvariables: [{name: base, value: http://127.0.0.1}]",
        "environments/Local.yml": "name: Local\nvariables: []",
      },
      { env: ["Local"] },
      'this run has no environment variable "base", which the script reads with pm.environment.get: define it in environments/Local.yml, or give it with --env-var base=VALUE',
    ],
  ];
  for (const [name, files, setup, note] of rows) {
    it(name, async () => {
      const { results: [{ diagnostics: [diagnostic] }] } = await runCollection({
        ...files,
        "a.yml": request("GET /a", {
          runtime: `${
            scripts({
              "before-request":
                "await pm.sendRequest(pm.environment.get('base') + '/x')",
            })
          }
    extensions: {brace: {dialect: postman}}`,
        }),
      }, setup);
      assertEquals(
        inFlags(diagnostic).notes,
        note === undefined ? undefined : [note],
      );
    });
  }
});

describe("errors of a script that stops since its environment lacks a value", () => {
  const given =
    '"base" is given as a runtime variable, which reaches {{base}}, but not pm.environment.get';
  const none =
    'this run has no environment variable "base", which the script reads with pm.environment.get';
  const rows: [code: string, lacking: boolean][] = [
    ["pm.environment.get('base').toUpperCase()", true],
    ["const r = {}[pm.environment.get('base')]; r.json", true],
    ["pm.request.url = pm.environment.get('base')", true],
    ["if (!pm.environment.get('base')) throw Error('no base')", true],
    ["if (!pm.environment.get('base')) throw Error('stop')", false],
  ];
  const cases = rows.flatMap(([code, lacking]) => [
    [code, [["base", "x"]], given] as const,
    [code, [], lacking ? none : undefined] as const,
  ]);
  for (const [code, vars, note] of cases) {
    it(`${code}, ${note ?? "no note"}`, async () => {
      const { results: [{ diagnostics: [diagnostic] }] } = await runCollection({
        "a.yml": request("GET /a", {
          runtime: `${
            scripts({ "before-request": code })
          }\n    extensions: {brace: {dialect: postman}}`,
        }),
      }, { vars });
      const way =
        ": define it in an environment, or give it with --env-var base=VALUE";
      assertEquals(
        inFlags(diagnostic).notes,
        note === undefined ? undefined : [note + way],
      );
    });
  }
});

describe("errors of a script that stops at one of the values that it lacks", () => {
  const BASE = "const base = pm.environment.get('base'); console.log(base);\n";
  const LACKS = (name: string) =>
    `this run has no environment variable "${name}", which the script reads with pm.environment.get: define it in an environment, or give it with --env-var ${name}=VALUE`;
  const NOWHERE =
    'Cannot read "users" with pm.variables.get, which reads variables: nothing defines or sets it';
  const rows: [code: string, told: string][] = [
    [`${BASE}JSON.parse(pm.variables.get('users'))`, NOWHERE],
    [
      `${BASE}const users = pm.variables.get('users');\nJSON.parse(users)`,
      NOWHERE,
    ],
    [
      `${BASE}pm.collectionVariables.get('users').length`,
      'Cannot read "users" with pm.collectionVariables.get, which reads collection variables: nothing defines or sets it',
    ],
    [`${BASE}JSON.parse(pm.environment.get('users'))`, LACKS("users")],
    [`${BASE}const u = pm.variables.get('users');\nbase.x`, LACKS("base")],
  ];
  for (const [code, told] of rows) {
    it(code.replace(BASE, ""), async () => {
      const { results: [{ diagnostics }] } = await runCollection({
        "a.yml": request("GET /a", {
          runtime: `${
            scripts({ "before-request": code })
          }\n    extensions: {brace: {dialect: postman}}`,
        }),
      });
      const said = diagnostics.map(inFlags).flatMap((one) =>
        one.severity === "warning" ? [one.message] : one.notes ?? []
      );
      assertEquals(said.map((it) => it.replace(/ \(define.*/, "")), [told]);
    });
  }
});

describe("errors about a value that a script would set", () => {
  const BY = '"token" is set by the after-response script of login.yml, which';
  const FIRST =
    'run it first with extensions: { brace: { setup: ["login.yml"] } } in opencollection.yml';
  const LATER =
    `${BY} runs later, as requests run by seq, then by name: give "login.yml" a lower seq, or ${FIRST}`;
  const KEEP = ", or send the placeholder as written with --undefined keep";
  const empty = (more: string) => ({
    "opencollection.yml":
      `info: {name: Hints}\nrequest: {variables: [{name: token, value: ""}]}`,
    "login.yml": LOGIN,
    "a.yml":
      `info: {name: first, seq: 1}\nhttp: {method: POST, url: "{{server}}/x", ${more}}`,
  });
  const rows: [
    name: string,
    files: Record<string, string>,
    expected: string[],
  ][] = [
    ["auth that is empty", empty('auth: {type: bearer, token: "{{token}}"}'), [
      '"token" is empty in opencollection.yml',
      LATER,
    ]],
    [
      "auth that is empty, as the script sets a name much like it",
      {
        ...empty('auth: {type: bearer, token: "{{token}}"}'),
        "login.yml": LOGIN.replace("token", "tokn"),
      },
      [
        '"token" is empty in opencollection.yml',
        `"tokn" is set by the after-response script of login.yml, which does not set "token"`,
      ],
    ],
    [
      "a path parameter that is empty",
      {
        ...empty(""),
        "a.yml":
          'info: {name: first, seq: 1}\nhttp: {method: GET, url: "{{server}}/:id", params: [{name: id, value: "{{token}}", type: path}]}',
      },
      ['"token" is empty in opencollection.yml', LATER],
    ],
    [
      "auth that is empty as it is written",
      empty(
        'auth: {type: bearer, token: ""}',
      ),
      [],
    ],
    [
      "a field of auth of several placeholders",
      empty(
        'auth: {type: basic, username: "{{token}}{{token}}", password: ""}',
      ),
      [],
    ],
    [
      "a body that wants quotes",
      empty(
        `body: {type: json, data: '{"id": {{token}}}'}`,
      ),
      ['"token" is empty in opencollection.yml', LATER],
    ],
    [
      "a member of a text",
      empty(
        `body: {type: json, data: '{"id": {{token.id}}}'}`,
      ),
      ['"token" is defined in opencollection.yml', LATER],
    ],
    ...["setEnvVar", "setVar"].map((call): typeof rows[number] => [
      `a value of the request, which ${call} ${
        call === "setVar" ? "replaces" : "does not replace"
      }`,
      {
        ...empty(""),
        "login.yml": LOGIN.replace("setVar", call),
        "a.yml":
          `info: {name: first, seq: 1}\nhttp: {method: POST, url: "{{server}}/x", body: {type: json, data: '{"id": {{token}}}'}}\nruntime: {variables: [{name: token, value: none}]}`,
      },
      call === "setVar" ? [LATER] : [],
    ]),
  ];
  for (const [name, files, expected] of rows) {
    it(`name the script: ${name}`, async () => {
      assertEquals((await notes(files))[0], expected);
    });
  }

  it("say that it ran", async () => {
    const wrong = (value: string) => ({
      "a.yml": request("GET /a", {
        seq: 1,
        runtime: scripts({ "after-response": value }),
      }),
      "b.yml":
        `info: {name: b, seq: 2}\nhttp: {method: POST, url: "{{server}}/x", body: {type: json, data: '{"id": {{token}}}'}}`,
    });
    assertEquals(await notes(wrong('client.setVar("token", "text")')), [[
      '"token" is set by the after-response script of a.yml, which ran',
    ]]);
    assertEquals(
      await notes(wrong('if (false) client.setVar("token", "text")')),
      [[
        '"token" is set by the after-response script of a.yml, which ran without setting it',
      ]],
    );
  });

  it("say once how a collection of another client sends it", async () => {
    const pm = (dialect: string) => scripts({ tests: "1" }) + dialect;
    const files = (dialect: string) => ({
      "a.yml": request("GET /{{one}}/{{two}}", {
        seq: 1,
        runtime: pm(dialect),
      }),
      "b.yml": request("GET /{{one}}", { seq: 2 }),
    });
    const define = (name: string) =>
      `define it, or give it with --var ${name}=VALUE`;
    for (
      const [dialect, first] of [
        ["", define("one")],
        [
          "\n    extensions: {brace: {dialect: postman}}",
          "define it, give it with --var one=VALUE, or send the placeholder as written with --undefined keep",
        ],
      ]
    ) {
      assertEquals(await notes(files(dialect)), [
        [first],
        [define("two")],
        [define("one")],
      ]);
    }
  });

  it("say who deleted it", async () => {
    const set = 'client.setVar("token", "text")';
    const rows: [create: string, remove: string, said: string][] = [
      [
        set,
        'client.deleteVar("token")',
        "set it; the after-response script of b.yml deleted it",
      ],
      [
        `${set}; client.deleteVar("token")`,
        "1",
        "set it and deleted it again",
      ],
      [
        "if (false) " + set,
        'client.deleteVar("token")',
        "ran without setting it",
      ],
    ];
    for (const [create, remove, said] of rows) {
      assertEquals(
        await notes({
          "a.yml": request("GET /a", {
            seq: 1,
            runtime: scripts({ "after-response": create }),
          }),
          "b.yml": request("GET /b", {
            seq: 2,
            runtime: scripts({ "after-response": remove }),
          }),
          "c.yml": request("GET /c/{{token}}", { seq: 3 }),
        }),
        [[
          `"token" is set by the after-response script of a.yml, which ${said}`,
        ]],
      );
    }
  });

  it("say that the request itself sets it too late", async () => {
    const [[note, ...more]] = await notes({
      "a.yml": request("GET /a/{{token}}", {
        seq: 1,
        runtime: scripts({ "after-response": 'client.setVar("token", "b")' }),
      }),
    });
    assertEquals([note, more], [
      '"token" is set by the after-response script of a.yml, which runs after this request, so "token" needs a first value: define it, or give it with --var token=VALUE',
      [],
    ]);
  });

  it("ask for a first value in the scope that the request sets, as a higher one hides it", async () => {
    const ways = {
      setCollectionVar: "define it in the collection's variables",
      setEnvVar:
        "define it in an environment, or give it with --env-var page=VALUE",
      setGlobalEnvVar: "--global-env FILE",
      setVar: "define it, or give it with --var page=VALUE",
    };
    for (const [call, way] of Object.entries(ways)) {
      assertEquals(
        await notes({
          "a.yml": request("GET /a/{{page}}", {
            seq: 1,
            runtime: scripts({
              "after-response": `client.${call}("page", "2")`,
            }),
          }),
        }),
        [[
          `"page" is set by the after-response script of a.yml, which runs after this request, so "page" needs a first value: ${way}`,
        ]],
        call,
      );
    }
  });

  it("say that the script of an empty token's own request runs after it", async () => {
    const sending = (name: string, seq: number, more = "") =>
      `info: {name: ${name}, seq: ${seq}}\nhttp: {method: GET, url: "{{server}}/x", auth: {type: bearer, token: "{{token}}"}}\n${more}`;
    const sets = scripts({ "after-response": 'client.setVar("token", "")' });
    assertEquals(
      await notes({
        "opencollection.yml":
          'info: {name: T}\nrequest: {variables: [{name: token, value: ""}]}',
        "a.yml": sending(
          "a",
          1,
          `runtime:\n  ${sets.replaceAll("\n", "\n  ")}`,
        ),
        "b.yml": sending("b", 2),
      }),
      ["runs after this request", "ran"].map((state) => [
        `"token" is set by the after-response script of a.yml, which ${state}`,
      ]),
    );
  });

  it("suggest no request to itself for an empty token, where it is not sent", async () => {
    const [, said] = await notes({
      "opencollection.yml":
        'info: {name: T}\nrequest: {variables: [{name: token, value: ""}], auth: {type: bearer, token: "{{token}}"}}',
      "a.yml": `info: {name: a}
http: {method: GET, url: "{{server}}/{{none}}", auth: inherit}
runtime:
${
        scripts({ "after-response": 'client.setVar("token", "t")' })
          .replace(/^/gm, "  ")
      }`,
    });
    assertEquals(said, [
      '"token" is empty in opencollection.yml',
      '"token" is set by the after-response script of a.yml, which runs after this request',
    ]);
  });

  it("give one cause where the script that sets it runs the request before", async () => {
    assertEquals(
      await notes({
        "a.yml": request("GET /a", {
          seq: 1,
          runtime: scripts({
            "after-response":
              'await client.runRequest("b"); client.setVar("token", 1)',
          }),
        }),
        "b.yml": request("GET /{{token}}", { seq: 2 }),
      }),
      [
        ["had not set it yet"],
        ["had not set it yet"],
        ["failed"],
      ].map(([state]) => [
        `"token" is set by the after-response script of a.yml, which ${state}`,
      ]),
    );
  });

  it("say that the scope does not reach the request", async () => {
    const unseen = (label: string, how: string, who: string) => [[
      `"token" is set by the ${label}, which ${how}, so only ${who} it: write ${
        how.startsWith("calls") ? "client.setVar" : 'scope: "runtime"'
      } for other requests`,
    ]];
    const one = "the request that it runs for sees";
    const sets = (code: string) => scripts({ "after-response": code });
    const rows: [files: Record<string, string>, expected: string[][]][] = [
      [
        {
          "a.yml": request("GET /a", {
            seq: 1,
            runtime: sets('client.setRequestVar("token", 1)'),
          }),
        },
        unseen(
          "after-response script of a.yml",
          "calls client.setRequestVar",
          one,
        ),
      ],
      [
        {
          "in/a.yml": request("GET /a", {
            seq: 1,
            runtime: sets('client.setFolderVar("token", 1)'),
          }),
        },
        unseen(
          "after-response script of in/a.yml",
          "calls client.setFolderVar",
          "the requests of the folder in see",
        ),
      ],
      [
        {
          "a.yml":
            `${get()}runtime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.status, method: jsonq}, variable: {name: token, scope: request}}]}`,
        },
        unseen("action of a.yml", 'sets it in the scope "request"', one),
      ],
      [
        {
          "a.yml": request("GET /a", { seq: 1 }),
          "opencollection.yml":
            "info: {name: Hints}\nrequest: {scripts: [{type: after-response, code: 'client.setRequestVar(\"token\", 1)'}]}",
        },
        unseen(
          "after-response script of opencollection.yml",
          "calls client.setRequestVar",
          one,
        ),
      ],
      // A folder's variable that a condition did not set.
      [
        {
          "in/a.yml": request("GET /a", {
            seq: 1,
            runtime: sets('if (0) client.setFolderVar("token", 1)'),
          }),
          "in/z.yml": request("GET /{{token}}", { seq: 9 }),
        },
        [
          [
            '"token" is set by the after-response script of in/a.yml, which ran without setting it',
          ],
          ...unseen(
            "after-response script of in/a.yml",
            "calls client.setFolderVar",
            "the requests of the folder in see",
          ),
        ],
      ],
    ];
    for (const [files, expected] of rows) {
      assertEquals(
        await notes({
          ...files,
          "z.yml": request("GET /{{token}}", { seq: 9 }),
        }),
        expected,
      );
    }
  });

  it("say how it would run, where it was not selected", async () => {
    const files = {
      "login.yml": LOGIN,
      "a.yml": request("GET /{{token}}", { seq: 1 }),
    };
    assertEquals(await notes(files, { paths: ["a.yml"] }), [[
      `${BY} has not run: run it first with --with-needed${KEEP}`,
    ]]);
    assertEquals(await notes(files), [[
      LATER.replace("seq, or", "seq,") + KEEP,
    ]]);
  });

  it("are errors: a warning names no script", async () => {
    const { results } = await runCollection({
      "a.yml": request("GET /a", {
        seq: 1,
        runtime: scripts({
          "after-response": 'client.setVar("token", "{{server}}")',
        }),
      }),
      "b.yml": request("GET /{{token}}", { seq: 2 }),
    });
    assertEquals(
      results[1].diagnostics.map(({ severity, expression, notes }) => [
        severity,
        expression,
        notes,
      ]),
      [["warning", "token", undefined]],
    );
  });

  it("name the one that came first and failed, not one that comes later", async () => {
    const sets = { "after-response": 'throw 1; client.setVar("token", 1)' };
    const files = {
      "first.yml": request("GET /a", { seq: 0, runtime: scripts(sets) }),
      "login.yml": LOGIN,
      "a.yml": request("GET /{{token}}", { seq: 1 }),
    };
    const FIRST_OF = BY.replace("login.yml", "first.yml");
    assertEquals((await notes(files)).at(-1), [`${FIRST_OF} failed`]);
    const unsent = { ...files, "first.yml": files["first.yml"] };
    unsent["first.yml"] = unsent["first.yml"].replace("/a", "/{{none}}");
    assertEquals((await notes(unsent)).at(-1), [
      `${FIRST_OF} has not run, as that request failed or was skipped`,
    ]);
  });

  it("name the one that ran before one that was passed over", async () => {
    const sets = (code: string) =>
      scripts({ "after-response": `${code}; client.setVar("token", 1)` });
    const files = {
      "first.yml": request("GET /a", {
        seq: 1,
        runtime: scripts({ "after-response": 'client.setNextRequest("ran")' }),
      }),
      "over.yml": request("GET /a", { seq: 2, runtime: sets("") }),
      "ran.yml": request("GET /a", { seq: 3, runtime: sets("throw 1") }),
      "a.yml": request("GET /{{token}}", { seq: 4 }),
    };
    assertEquals((await notes(files)).at(-1), [
      `${BY.replace("login.yml", "ran.yml")} failed`,
      `${
        BY.replace("login.yml", "over.yml")
      } has not run, as that request failed or was skipped`,
    ]);
  });

  it("name no more than three", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`s${at}.yml`, LOGIN]),
    );
    const [first] = await notes({
      ...files,
      "a.yml":
        `info: {name: first, seq: 1}\nhttp: {method: GET, url: "{{server}}/{{token}}"}`,
    });
    assertEquals(first.length, 4);
    assertEquals(first[3], "and by 6 more");
  });
});

describe("a segment of the URL that is empty", () => {
  const SENT = 'Sent the URL without "{{id}}": its value is empty';
  const main = {
    "opencollection.yml":
      'info: {name: Hints}\nrequest: {variables: [{name: id, value: ""}]}',
    "create.yml": request("POST /orders", {
      seq: 1,
      runtime: scripts({ "tests": 'client.setCollectionVar("id", 7)' }),
    }),
  };
  const status = (expected: string) =>
    `assertions: [{expression: res.status, operator: eq, value: "${expected}"}]`;
  const read = (path: string, runtime = status("200")) =>
    request(`GET ${path}`, { seq: 2, runtime });
  const withScripts = (phases: Record<string, string>) =>
    read("/orders/{{id}}", `${status("200")}\n${scripts(phases)}`);
  const fill = { "before-request": 'client.setVar("id", 1)' };
  const rows: [name: string, request: string, expected: string[]][] = [
    ["fails a check", read("/orders/{{id}}"), [SENT]],
    ["is followed by others", read("/orders/{{id}}/pay?a=b"), [SENT]],
    ["is refused, unchecked", request("GET /orders/{{id}}"), [SENT]],
    ["passes", read("/orders/{{id}}", status("404")), []],
    ["begins a segment", read("/orders/{{id}}o"), []],
    ["ends a segment", read("/{{$randomInt}}/o{{id}}"), []],
    ["is beside another", read("/{{id}}{{$randomInt}}"), []],
    ["is in the query", read("/orders?a=/{{id}}"), []],
    ["gets a value before that", withScripts(fill), []],
    [
      "is empty after that only",
      withScripts({ ...fill, "tests": 'client.setVar("id", "")' }),
      [],
    ],
    [
      "is no longer in the URL",
      withScripts({
        "before-request": 'req.setUrl(req.getUrl().replace("{{id}}", 7))',
      }),
      [],
    ],
  ];
  for (const [name, a, expected] of rows) {
    it(`${expected.length > 0 ? "is named" : "is not named"} where it ${name}`, async () => {
      const { results } = await runCollection({ ...main, "a.yml": a }, {
        paths: ["a.yml"],
        handler: () => ({ status: 404 }),
      });
      const [{ diagnostics }] = results;
      assertEquals(diagnostics.map(({ message }) => message), expected);
    });
  }

  it("is told with what would set it", async () => {
    const files = { ...main, "a.yml": request("GET /orders/{{id}}") };
    const setup: RunSetup = {
      paths: ["a.yml"],
      handler: () => ({ status: 404 }),
    };
    assertEquals(await notes(files, setup), [[
      '"id" is empty in opencollection.yml',
      '"id" is set by the tests script of create.yml, which has not run: run it first with --with-needed',
    ]]);
  });
});

describe("an unresolved name in a header of the collection", () => {
  const KEEP =
    "every request inherits this header, which Bruno and Postman send as it is written: send the placeholder as written with --undefined keep";

  const define = (name: string) =>
    `define it, or give it with --var ${name}=VALUE`;

  it("mentions --undefined keep, once a request", async () => {
    assertEquals(
      await notes({
        "opencollection.yml": collection(
          'headers: [{name: X-A, value: "{{a}}"}, {name: "{{b}}", value: c}]',
        ),
        "a.yml": get(),
      }),
      [[define("a"), KEEP], [define("b")]],
    );
    assertEquals(
      await notes({
        "opencollection.yml": collection(
          'headers: [{name: "{{b}}", value: c}]',
        ),
        "a.yml": get(),
      }),
      [[define("b"), KEEP]],
    );
  });

  it("that a script sets does not", async () => {
    const note =
      '"token" is set by the after-response script of login.yml, which';
    assertEquals(
      await notes({
        "opencollection.yml": collection(
          'headers: [{name: X-A, value: "{{token}}"}]',
        ),
        "login.yml": LOGIN,
        "a.yml": get(),
      }),
      [
        [
          `${note} runs after this request, so "token" needs a first value: define it, or give it with --var token=VALUE`,
        ],
        [`${note} has not run, as that request failed or was skipped`],
      ],
    );
  });

  it("of a folder or request does not", async () => {
    const headers = 'headers: [{name: X-A, value: "{{a}}"}]';
    assertEquals(
      await notes({
        "in/folder.yml": folder(headers),
        "in/a.yml": get(),
        "b.yml": get(`, ${headers}`),
      }),
      [[define("a")], [define("a")]],
    );
  });
});

describe("environments that know an undefined name", () => {
  it("are named, with what is the matter", async () => {
    const environment = (name: string, variable: string) =>
      `name: ${name}\nvariables: [${variable}]`;
    const [found] = await notes({
      "environments/a.yml": environment("a", "{name: id, value: 1}"),
      "environments/b.yml": environment(
        "b",
        "{name: id, value: 1, disabled: true}",
      ),
      "environments/c.yml": environment("c", "{name: id, secret: true}"),
      "environments/d.yml": environment("d", "{name: other, value: 1}"),
      "a.yml": request("GET /{{id}}"),
    });
    assertEquals(found, [
      '"id" is disabled in environments/b.yml',
      '"id" is a secret of the environment "c", which is not selected and whose value environments/c.yml leaves out: --env c',
      '"id" is defined by the environment "a", which is not selected: --env a',
    ]);
    const [several] = await notes({
      "environments/a.yml": environment("a", "{name: id, value: 1}"),
      "environments/b.yml": environment(
        "b",
        "{name: id, disabled: true}, {name: id, value: 1}",
      ),
      "environments/c.yml": environment(
        "c",
        "{name: id, value: 1}, {name: id, value: 2, disabled: true}",
      ),
      "a.yml": request("GET /{{id}}"),
    });
    assertEquals(several, [
      '"id" is defined by 3 environments, none of which is selected: --env a or --env b or --env c',
    ]);
  });

  it("are not advised where another one is selected, which lacks it", async () => {
    const files = (more = "") => ({
      "environments/a.yml": "name: a\nvariables: [{name: id, value: 1}]",
      "environments/b.yml": "name: b\nvariables: [{name: other, value: 1}]",
      "a.yml": request("GET /{{id}}"),
      ...more !== "" && { "environments/c.yml": more },
    });
    const way =
      "define it in environments/b.yml, or give it with --env-var id=VALUE";
    assertEquals(await notes(files(), { env: ["b"] }), [[
      `"id" is defined by the environment "a", not by "b", which is selected: ${way}`,
    ]]);
    const c = "name: c\nvariables: [{name: id, value: 1}]";
    assertEquals(await notes(files(c), { env: ["b"] }), [[
      `"id" is defined by 2 environments, not by "b", which is selected: ${way}`,
    ]]);
    // The value of a secret is given as the message says.
    const [[secret]] = await notes({
      ...files(),
      "opencollection.yml": collection("variables: [{name: id, secret: true}]"),
    }, { env: ["b"] });
    assertEquals(
      secret,
      '"id" is defined by the environment "a", not by "b", which is selected',
    );
  });

  it("are not advised where the other one has it as a secret", async () => {
    const files = (variable: string) => ({
      "environments/a.yml": `name: a\nvariables: [${variable}]`,
      "environments/b.yml": "name: b\nvariables: [{name: other, value: 1}]",
      "environments/c.yml": "name: c\nvariables: [{name: id, secret: true}]",
      "a.yml": request("GET /{{id.part}}"),
    });
    const way =
      "declare it as a secret in environments/b.yml and set the environment variable BRACE_SECRET_id or give --secrets-file FILE";
    for (
      const [variable, note] of [
        [
          "{name: id, secret: true, value: s3cr3t}",
          '"id" is defined by the environment "a", not by "b", which is selected',
        ],
        [
          "{name: id, value: 1}",
          '"id" is defined by the environment "a", not by "b", which is selected',
        ],
        [
          "{name: x, value: 1}",
          '"id" is a secret of the environment "c", not of "b", which is selected',
        ],
        [
          "{name: id, secret: true}",
          '"id" is a secret of the environment "a", not of "b", which is selected',
        ],
      ]
    ) {
      assertEquals(await notes(files(variable), { env: ["b"] }), [[
        `${note}: ${way}`,
      ]]);
    }
  });

  it("are not said to lack what they declare and leave out", async () => {
    const files = (variable: string) => ({
      "environments/a.yml": `name: a\nvariables: [${variable}]`,
      "environments/b.yml": "name: b\nvariables: [{name: id, secret: true}]",
      "a.yml": request("GET /{{id}}"),
    });
    for (
      const variable of ["{name: id, value: 1}", "{name: id, secret: true}"]
    ) {
      assertEquals(await notes(files(variable), { env: ["b"] }), [[
        '"id" is a secret of the environment "b", whose value environments/b.yml leaves out',
      ]]);
    }
  });

  it("are given as what they are: globals", async () => {
    const globals = "name: Globals\nvariables: [{name: id, value: 1}]";
    const files = {
      "environments/Globals.yml": globals,
      "a.yml": request("GET /{{id}}"),
    };
    const note =
      '"id" is one of the globals in environments/Globals.yml: --global-env environments/Globals.yml';
    assertEquals(await notes(files), [[note]]);
    const [both] = await notes({
      ...files,
      "environments/a.yml": globals.replace("Globals", "a"),
    });
    assertEquals(both, [
      note,
      '"id" is defined by the environment "a", which is not selected: --env a',
    ]);
  });

  for (const name of ["My Globals", "globals", "Globalsearch", "Nonglobals"]) {
    it(`count as globals by their name: ${name}`, async () => {
      const variables = "variables: [{name: id, value: 1}]";
      const file = `environments/${name}.yml`;
      const isGlobal = !/search|Non/.test(name);
      const way = `--global-env "${file}"`.replace(
        /"(\S+)"/,
        "$1",
      );
      const other =
        `"id" is defined by the environment "${name}", not by "a", which is selected: define it in environments/a.yml, or give it with --env-var id=VALUE`;
      const files = (script: string, url = "/a") => ({
        [file]: `name: ${name}\n${variables}`,
        "environments/a.yml": "name: a\nvariables: []",
        "a.yml": request(`GET ${url}`, {
          runtime: scripts({ "before-request": script }),
        }),
      });
      const env = { env: ["a"] };
      const note = `"id" is one of the globals in ${file}`;
      assertEquals(await notes(files("", "/{{id}}"), env), [[
        isGlobal ? `${note}: ${way}` : other,
      ]]);
      const stops = 'client.getGlobalEnvVar("id").trim()';
      assertEquals(
        await notes(files(stops), env),
        [isGlobal ? [`${note}: ${way}`] : []],
      );
      for (
        const goesOn of [
          'req.setHeader("a", "x" + client.getGlobalEnvVar("id"))',
          'test("t", () => expect(client.getGlobalEnvVar("id")).to.equal("1"))',
        ]
      ) {
        const { results: [{ diagnostics }] } = await runCollection(
          files(goesOn),
          env,
        );
        assertEquals(
          diagnostics.filter(({ code }) => code === "UNDEFINED_VARIABLE")
            .map((it) => inFlags(it).message),
          isGlobal
            ? [
              `Cannot read "id" with getGlobalEnvVar, which reads global variables: ${note} (${way})`,
            ]
            : [],
        );
      }
    });
  }

  it("are not globals that are disabled or have no value", async () => {
    const variable = "{name: id, value: 1}";
    const files = (own: string, code: string) => ({
      "environments/Globals.yml": `name: Globals\nvariables: [${own}]`,
      "a.yml": request("GET /a", {
        runtime: scripts({
          "before-request": `${code}; client.getGlobalEnvVar("id").trim()`,
        }),
      }),
    });
    const note =
      '"id" is one of the globals in environments/Globals.yml: --global-env environments/Globals.yml';
    const said = (...args: Parameters<typeof files>) => notes(files(...args));
    assertEquals(await said(variable, ""), [[note]]);
    for (const state of ["disabled: true", "secret: true"]) {
      const own = variable.replace("value: 1", state);
      assertEquals(await said(own, ""), [[]], state);
    }
  });

  it("are not named where they are selected, and a script removed the value", async () => {
    const files = {
      "environments/a.yml": "name: a\nvariables: [{name: id, value: 1}]",
      "environments/b.yml": "name: b\nextends: a\nvariables: []",
      "a.yml": request("GET /{{id}}", {
        runtime: scripts({ "before-request": 'client.deleteEnvVar("id")' }),
      }),
    };
    for (const env of ["a", "b"]) {
      const [found] = await notes(files, { env: [env] });
      assertEquals(found.filter((note) => note.includes("selected")), []);
    }
    const [found] = await notes(files);
    assertEquals(found.filter((note) => note.includes("selected")), [
      '"id" is defined by the environment "a", which is not selected: --env a',
    ]);
  });

  it("are not where a folder has a secret without a value", async () => {
    assertEquals(
      await notes({
        "in/folder.yml": folder("variables: [{name: id, secret: true}]"),
        "in/a.yml": request("GET /{{id}}"),
      }),
      [[]],
    );
  });
});
