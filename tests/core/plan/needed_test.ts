import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";
import { withNeeded } from "../../../lib/core/plan/needed.ts";

/** Requests in their order: what each uses, and what it sets. */
type Row = readonly [name: string, uses: string, sets: string];

const CASES: [name: string, rows: Row[], selected: string[], order: string][] =
  [
    [
      "a login that comes later goes first",
      [
        ["list", "token", ""],
        ["login", "", "token"],
      ],
      ["list"],
      "login list",
    ],
    [
      "what a login needs goes before it",
      [
        ["list", "token", ""],
        ["login", "client", "token"],
        ["register", "", "client"],
      ],
      ["list"],
      "register login list",
    ],
    [
      "the first of those that need it decides",
      [
        ["read", "id", ""],
        ["create", "token", "id"],
        ["delete", "token", ""],
        ["login", "", "token"],
      ],
      ["read", "delete"],
      "login create read delete",
    ],
    [
      "one that comes earlier is enough",
      [
        ["create", "", "id"],
        ["read", "id", ""],
        ["clean up", "", "id"],
      ],
      ["read"],
      "create read",
    ],
    [
      "all that come earlier run, none that comes later",
      [
        ["login", "", "token"],
        ["switch", "", "token"],
        ["read", "token", ""],
        ["refresh", "", "token"],
      ],
      ["read"],
      "login switch read",
    ],
    [
      "what comes later for one may be earlier for another",
      [
        ["login", "", "token"],
        ["read", "token", ""],
        ["refresh", "", "token"],
        ["list", "token", ""],
      ],
      ["read", "list"],
      "login read refresh list",
    ],
    [
      "what a login needs goes before it, also from between",
      [
        ["list", "token", ""],
        ["register", "", "client"],
        ["login", "client", "token"],
        ["change", "", "client"],
      ],
      ["list"],
      "register login list",
    ],
    [
      "of those that come later the first one goes before",
      [
        ["read", "id", ""],
        ["create", "", "id"],
        ["clean up", "", "id"],
      ],
      ["read"],
      "create read",
    ],
    [
      "what is selected keeps its order",
      [
        ["list", "token", ""],
        ["login", "", "token"],
      ],
      ["list", "login"],
      "list login",
    ],
    [
      "requests may need each other",
      [
        ["a", "b", "a"],
        ["b", "a", "b"],
      ],
      ["a"],
      "b a",
    ],
    [
      "one may set what it uses",
      [
        ["next", "cursor", "cursor"],
        ["other", "", "cursor"],
      ],
      ["next"],
      "next",
    ],
  ];

/** The same in a collection with stages. */
const STAGES: [
  name: string,
  rows: Row[],
  stages: string,
  order: string,
][] = [
  [
    "setup comes first, wherever it stands",
    [
      ["read", "token", ""],
      ["refresh", "", "token"],
      ["login", "", "token"],
    ],
    "setup: [login]",
    "login read",
  ],
  [
    "nothing is added for setup",
    [
      ["register", "", "client"],
      ["login", "client", "token"],
      ["read", "token", ""],
    ],
    "setup: [login]",
    "login read",
  ],
  [
    "teardown sets nothing for others",
    [
      ["read", "token", ""],
      ["logout", "", "token"],
      ["login", "", "token"],
    ],
    "teardown: [logout]",
    "login read logout",
  ],
];

function planned(
  rows: readonly Row[],
  selected: readonly string[],
  stages?: string,
): string {
  const { value } = readCollection({
    root: "",
    files: new Map([
      [
        "opencollection.yml",
        stages === undefined ? "" : `extensions: {brace: {${stages}}}`,
      ],
      ...rows.map(([name, uses, sets], at) =>
        [
          `${name}.yml`,
          `info: {type: http, seq: ${at + 1}}
http: {url: "http://localhost/${uses && `{{${uses}}}`}"}
${
            sets &&
            `runtime: {scripts: [{type: tests, code: "client.setVar('${sets}', 1)"}]}`
          }
`,
        ] as const
      ),
    ]),
  });
  const { value: { steps } } = makePlan(value!, {
    paths: selected,
    stages: stages !== undefined,
    needed: withNeeded(() => undefined),
  });
  return steps.map(({ item }) => item.path.replace(".yml", "")).join(" ");
}

describe("requests with what they need", () => {
  for (const [name, rows, selected, order] of CASES) {
    it(`${name}`, () => assertEquals(planned(rows, selected), order));
  }

  for (const [name, rows, stages, order] of STAGES) {
    it(`with stages: ${name}`, () => {
      assertEquals(planned(rows, ["read"], stages), order);
    });
  }

  const token = "client.setVar('token', 1)";
  const NESTED: [what: string, before: string, order: string][] = [
    ["it sets its variable", "client.runRequest('helper')", "main"],
    [
      "it needs others itself",
      "client.runRequest('login')",
      "key main",
    ],
    [
      "the one that runs it sets what it needs",
      "client.setVar('key', 1); client.runRequest('login')",
      "main",
    ],
    [
      "another one that is run sets what it needs",
      "client.runRequest('key'); client.runRequest('login')",
      "main",
    ],
    ["it is no literal", "client.runRequest(name)", "helper main"],
    ["a comment in place of a call", "// runRequest", "helper main"],
  ];
  for (const [what, before, order] of NESTED) {
    it(`which a script runs itself: ${what}`, () => {
      const files = {
        main: `http: {url: "http://localhost/{{token}}"}
runtime: {scripts: [{type: before-request, code: "${before}"}]}`,
        helper: `http: {url: "http://localhost/{{which}}"}
runtime: {scripts: [{type: tests, code: "${token}"}]}`,
        login: `http: {url: "http://localhost/{{key}}"}
runtime: {scripts: [{type: tests, code: "${token}"}]}`,
        key: `http: {url: "http://localhost/"}
runtime: {scripts: [{type: tests, code: "client.setVar('key', 1)"}]}`,
      };
      const wanted = before.includes("login") ? "helper" : "login";
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", ""],
          ...Object.entries(files).filter(([name]) => name !== wanted)
            .map(([name, text]) => [`${name}.yml`, text] as const),
        ]),
      });
      const { value: { steps } } = makePlan(value!, {
        paths: ["main"],
        needed: withNeeded(() => undefined),
      });
      assertEquals(
        steps.map(({ item }) => item.path.replace(".yml", "")).join(" "),
        order,
      );
    });
  }

  const SET_BY: [code: string, isSet: boolean][] = [
    ["// client.setVar('token', 1)", false],
    ["const a = 1; // client.setVar('token', a)", false],
    ["/*\n client.setVar('token', 1)\n*/", false],
    ["const quoted = /'/; // client.setVar('token', 1)", false],
    ["// it's old\n// client.setVar('token', 1)", false],
    ["/* old */ client.setVar('token', 1)", true],
    ["const a = 'http://a/*'; client.setVar('token', a)", true],
    [
      "const a = `${b ? `http://a` : ''}`; client.setVar('token', a)",
      true,
    ],
    ["const a = /[/]/; client.setVar('token', a) // client", true],
  ];
  for (const [code, isSet] of SET_BY) {
    it(`${isSet ? "set" : "not set"} by ${code}`, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", ""],
          ["main.yml", 'http: {url: "http://localhost/{{token}}"}'],
          [
            "login.yml",
            `http: {url: "http://localhost/"}
runtime: {scripts: [{type: tests, code: ${JSON.stringify(code)}}]}`,
          ],
        ]),
      });
      const { value: { steps } } = makePlan(value!, {
        paths: ["main"],
        needed: withNeeded(() => undefined),
      });
      assertEquals(steps.length, isSet ? 2 : 1);
    });
  }

  describe("of Postman's", () => {
    const LOGIN = "pm.environment.set('token', pm.response.json().token)";
    const rows: [
      name: string,
      scripts: Record<string, string>,
      order: string,
    ][] = [
      ["get them by a call", {
        read: "pm.expect(pm.environment.get('token')).to.be.ok",
        login: LOGIN,
      }, "login read"],
      ["get them by an old call", {
        read: "console.log(postman.getEnvironmentVariable('token'))",
        login: LOGIN,
      }, "login read"],
      ["set them in the script before they get them", {
        read: "pm.environment.set('token', 1); pm.environment.get('token')",
        login: LOGIN,
      }, "read"],
      ["set them in a script before the one that gets them", {
        read: "pm.variables.get('reference')",
        login: "pm.variables.set('reference', 1)",
      }, "read"],
      ["set them for the run", {
        read: "pm.variables.get('token')",
        login: "pm.variables.set('token', 1)",
      }, "login read"],
      ["set them in the vault", {
        read: "pm.vault.get('token')",
        login: "pm.vault.set('token', '1')",
      }, "login read"],
    ];
    for (const [name, scripts, order] of rows) {
      it(`${name}`, () => {
        const { value } = readCollection({
          root: "",
          files: new Map([
            ["opencollection.yml", ""],
            ...Object.entries(scripts).map(([name, code], at) =>
              [
                `${name}.yml`,
                `info: {type: http, seq: ${at + 1}}
http: {url: "http://localhost"}
runtime:
  scripts:
    - type: before-request
      code: pm.variables.set("reference", 1)
      extensions: { brace: { dialect: postman } }
    - type: tests
      code: ${JSON.stringify(code)}
      extensions: { brace: { dialect: postman } }
`,
              ] as const
            ),
          ]),
        });
        const { value: { steps } } = makePlan(value!, {
          paths: ["read"],
          needed: withNeeded(() => undefined),
        });
        assertEquals(
          steps.map(({ item }) => item.path.replace(".yml", "")).join(" "),
          order,
        );
      });
    }
  });

  it("are found in linear time, 5,000 that set and use one name", () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at): Row => [`r${at}`, "token", "token"],
    );
    assertEquals(planned(rows, ["r2"]), "r0 r1 r2");
  });

  it("are put in order in linear time, a chain of 5,000 from its end", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `r${at}`);
    const rows = names.map((name, at): Row => [
      name,
      at + 1 < names.length ? `v${at + 1}` : "",
      `v${at}`,
    ]);
    assertEquals(planned(rows, ["r0"]), names.toReversed().join(" "));
  });
});
