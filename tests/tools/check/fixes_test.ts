import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inFolder } from "../../support/in_folder.ts";
import { fixFiles } from "../../../lib/host/check/fix_places.ts";
import { BLOCKS, BODY_MODES } from "../../../lib/core/collection/bru/blocks.ts";
import { AUTH_TYPES } from "../../../lib/core/collection/auth_types.ts";
import { OPERATOR_NAMES } from "../../../lib/core/collection/shape/operators.ts";
import { foundIn } from "./found_in.ts";

/** Names of the collection, names that a script sets, the misspelled one, and what it is changed to. */
const NAMES: [
  defined: string[],
  set: string[],
  written: string,
  fixed: string | undefined,
][] = [
  [["meterId"], [], "meterid", "meterId"],
  [["meterId"], ["meter"], "meterid", "meterId"],
  [["meter", "meterId"], [], "meterid", "meterId"],
  [[], ["meter", "meterId"], "meterid", "meterId"],
  [["token"], ["tokens"], "tokn", "token"],
  // As near as each other: the message names one, and nothing is changed.
  [["users", "user1"], [], "userx", undefined],
  [["token"], ["tokn1"], "tokn", undefined],
  [["other"], [], "meterid", undefined],
];

describe("the fix of a misspelled name", () => {
  for (const [defined, set, written, fixed] of NAMES) {
    it(`${written} of ${[...defined, ...set]}: ${fixed}`, async () => {
      const variables = defined.map((name) => `{name: ${name}, value: a}`);
      const code = set.map((name) => `client.setVar("${name}", 1)`).join("; ");
      await inFolder([
        [
          "opencollection.yml",
          `info: {name: C}\nrequest: {variables: [${variables.join(", ")}]}`,
        ],
        [
          "a.yml",
          `info: {name: a, type: http, seq: 1}
http: {url: "http://127.0.0.1/"}
runtime: {scripts: [{type: after-response, code: '${code}'}]}`,
        ],
        [
          "b.yml",
          `info: {name: b, type: http, seq: 2}\nhttp: {url: "http://127.0.0.1/{{${written}}}"}`,
        ],
      ], async (cwd) => {
        const found = (await foundIn(cwd))
          .filter(({ code }) => code === "UNDEFINED_VARIABLE");
        const fixes = found.map(({ fix }) => fix?.title);
        assertEquals(fixes, [fixed && `Change it to "${fixed}"`]);
        if (fixed) assertEquals(found[0].suggestion, fixed);
      });
    });
  }
});

/** Names of two environments, what a script does, and what is left of it. */
const IN_SCRIPTS: [
  ci: string[],
  other: string[],
  code: string,
  fixed: string,
][] = [
  [["base"], [], 'bru.getEnvVar("bas")', 'bru.getEnvVar("base")'],
  [["base"], ["base"], 'bru.getEnvVar("bas")', 'bru.getEnvVar("base")'],
  [
    [],
    [],
    'bru.setVar("orderId", 1); bru.getVar("ordrId")',
    'bru.setVar("orderId", 1); bru.getVar("orderId")',
  ],
  // A variable of its own, which may be absent.
  [
    [],
    [],
    'bru.setVar("user", 1); if (bru.getVar("users")) req.setHeader("a", bru.getVar("users"))',
    'bru.setVar("user", 1); if (bru.getVar("users")) req.setHeader("a", bru.getVar("users"))',
  ],
  // Another environment has another name that is as near, or this one.
  [["base1"], ["base2"], 'bru.getEnvVar("base")', 'bru.getEnvVar("base")'],
  [
    ["base"],
    ["bases"],
    'pm.variables.get("bases")',
    'pm.variables.get("bases")',
  ],
  [
    ["base"],
    [],
    'const k = "bas"; bru.getEnvVar(k)',
    'const k = "bas"; bru.getEnvVar(k)',
  ],
  [["base's"], [], "bru.getEnvVar('bases')", "bru.getEnvVar('bases')"],
  [
    ["base"],
    [],
    'bru.getEnvVar("b\\x61s")',
    'bru.getEnvVar("b\\x61s")',
  ],
];

describe("the fix of a misspelled name in a script", () => {
  for (const [ci, other, code, fixed] of IN_SCRIPTS) {
    it(`${code} of ${ci} and ${other}`, async () => {
      const environment = (name: string, all: string[]) =>
        JSON.stringify({
          name,
          variables: all.map((name) => ({ name, value: "a" })),
        });
      const request = (code: string) =>
        `meta {\n  name: a\n}\n\nget {\n  url: http://127.0.0.1/\n}\n\nscript:pre-request {\n  ${code}\n}\n`;
      const item = (code: string) =>
        `info: {name: a}\nhttp: {url: 'http://127.0.0.1/'}\nruntime:\n  scripts:\n  - type: before-request\n    code: |-\n      ${code}\n`;
      const bruOf = (name: string, all: string[]) =>
        [
          `environments/${name}.bru`,
          `vars {\n${all.map((it) => `  ${it}: a\n`).join("")}}\n`,
        ] as [string, string];
      const trees: [string, (code: string) => string, [string, string][]][] = [
        ["a.yml", item, [
          ["opencollection.yml", "info: {name: C}\n"],
          ["environments/ci.yml", environment("ci", ci)],
          ["environments/other.yml", environment("other", other)],
        ]],
        ["a.bru", request, [
          ["bruno.json", BRUNO],
          bruOf("ci", ci),
          bruOf("other", other),
        ]],
      ];
      for (const [file, text, files] of trees) {
        await inFolder([...files, [file, text(code)]], async (cwd) => {
          const [after] = await fixFiles(
            await foundIn(cwd),
            (path) => Deno.readTextFileSync(path),
          );
          assertEquals(after?.after ?? text(code), text(fixed));
        });
      }
    });
  }
});

const MAIN = "opencollection.yml";
const ENVIRONMENT = "environments/local.yml";
/** A collection in one file. */
const ONE = "one.yml";
const inOne = (item: string, more = "") =>
  `info: {name: One}\n${more}items:\n  - ${item}\n`;

/** A file with a misspelled key whose value is `VALUE`, and the values that fit the right key. */
const KEYS: [file: string, text: string, key: string, fits: string[]][] = [
  [
    "a.yml",
    "info: {name: a, type: http, tag: VALUE}\nhttp: {url: 'http://127.0.0.1/'}\n",
    "tags",
    ["[smoke]"],
  ],
  [
    "a.yml",
    "info: {name: a}\nhttp: {url: 'http://127.0.0.1/', header: VALUE}\n",
    "headers",
    ["[{name: a, value: b}]"],
  ],
  [
    "a.yml",
    "info: {name: a}\nhttp: {url: 'http://127.0.0.1/', metod: VALUE}\n",
    "method",
    ["smoke"],
  ],
  [
    "a.yml",
    "info: {name: a}\nhttp: {url: 'http://127.0.0.1/'}\nruntime: {variable: VALUE}\n",
    "variables",
    ["[{name: a, value: b}]"],
  ],
  [
    "a.yml",
    "info: {name: a}\nhttp: {url: 'http://127.0.0.1/'}\nsetings: VALUE\n",
    "settings",
    ["{timeout: 5}"],
  ],
  [
    "users/folder.yml",
    "info: {name: users, tag: VALUE}\n",
    "tags",
    ["[smoke]"],
  ],
  [
    "users/a.yml",
    "info: {name: a, tag: VALUE}\nhttp: {url: 'http://127.0.0.1/'}\n",
    "tags",
    ["[smoke]"],
  ],
  [
    MAIN,
    "info: {name: C}\nrequest: {header: VALUE}\n",
    "headers",
    ["[{name: a, value: b}]"],
  ],
  [
    ENVIRONMENT,
    "name: local\nvariable: VALUE\n",
    "variables",
    ["[{name: a, value: b}]"],
  ],
  [
    ONE,
    inOne("{info: {name: a, type: http, tag: VALUE}, http: {url: 'http://x'}}"),
    "tags",
    ["[smoke]"],
  ],
  [
    ONE,
    inOne(
      "{info: {name: a, type: http}, http: {url: 'http://x', header: VALUE}}",
    ),
    "headers",
    ["[{name: a, value: b}]"],
  ],
  [
    ONE,
    inOne(
      "{info: {name: a, type: http}, http: {url: 'http://x'}, runtime: {assertion: VALUE}}",
    ),
    "assertions",
    ["[{expression: res.status, operator: eq, value: '200'}]"],
  ],
  [
    ONE,
    inOne("{info: {name: f, type: folder, tag: VALUE}, items: []}"),
    "tags",
    ["[smoke]"],
  ],
  [
    ONE,
    inOne(
      "{info: {name: f, type: folder}, request: {header: VALUE}, items: []}",
    ),
    "headers",
    ["[{name: a, value: b}]"],
  ],
  [
    ONE,
    inOne(
      "{info: {name: a, type: http}, http: {url: 'http://x'}}",
      "request: {header: VALUE}\n",
    ),
    "headers",
    ["[{name: a, value: b}]"],
  ],
  [
    ONE,
    inOne(
      "{info: {name: a, type: http}, http: {url: 'http://x'}}",
      "config: {environments: [{name: local, variable: VALUE}]}\n",
    ),
    "variables",
    ["[{name: a, value: b}]"],
  ],
];
const VALUES = [
  "smoke",
  "5",
  "[smoke]",
  "{timeout: 5}",
  "[{name: a, value: b}]",
  "[{expression: res.status, operator: eq, value: '200'}]",
];

describe("the fix of a misspelled key", () => {
  for (const [file, text, key, fits] of KEYS) {
    it(`leaves ${file} as loadable as it was: ${key}`, async () => {
      for (const value of VALUES) {
        const files: [string, string][] = [[MAIN, "info: {name: C}\n"]];
        if (file === MAIN || file === ONE) files.pop();
        files.push([file, text.replace("VALUE", value)]);
        await inFolder(files, async (cwd) => {
          const path = file === ONE ? `${cwd}/${ONE}` : cwd;
          const errors = async () =>
            (await foundIn(path)).filter(({ severity }) => severity === "error")
              .length;
          const before = await errors();
          const [fixed] = await fixFiles(
            await foundIn(path),
            (path) => Deno.readTextFileSync(path),
          );
          if (fits.includes(value)) {
            assert(fixed?.after.includes(key), `${value}: not fixed`);
          }
          if (fixed === undefined) return;
          await Deno.writeTextFile(fixed.file, fixed.after);
          assert(await errors() <= before, `${value}: ${fixed.after}`);
        });
      }
    });
  }
});

const BRUNO = '{ "version": "1", "name": "b", "type": "collection" }';
const yaml = (
  { type = "http", body = "json", operator = "eq", auth = "basic" }: Partial<
    Record<"type" | "body" | "operator" | "auth", string>
  >,
) =>
  `info: { name: a, type: ${type} } # kept
http:
  url: "http://127.0.0.1/"
  method: POST
  body: { type: ${body}, data: "{}" }
  auth: { type: ${auth} }
runtime:
  assertions: [{ expression: res.status, operator: ${operator}, value: "1" }]
`;
const bru = (
  { type = "http", method = "post", body = "json", auth = "basic", more = "" }:
    Partial<Record<"type" | "method" | "body" | "auth" | "more", string>>,
) =>
  `meta {
  name: a
  type: ${type}
}

${method} {
  url: http://127.0.0.1/
  body: ${body}
  auth: ${auth}
}
${more}`;
const v3 = (kind: string) =>
  `$kind: ${kind}\nname: a\nmethod: GET\nurl: http://127.0.0.1/\n`;
const block = (name: string) => bru({ more: `\n${name} {\n  {}\n}\n` });

/** A file with misspelled words, and what it is with those corrected that are sure. */
const WORDS: [file: string, before: string, after: string | undefined][] = [
  ["a.yml", yaml({ type: "htpp" }), yaml({})],
  ["a.yml", yaml({ type: "htpp", body: '"jsn"' }), yaml({ body: '"json"' })],
  ["a.yml", yaml({ body: "'jsn'" }), yaml({ body: "'json'" })],
  ["a.yml", yaml({ auth: "baerer" }), yaml({ auth: "bearer" })],
  ["a.yml", yaml({ operator: "eqq" }), yaml({})],
  ["a.yml", yaml({ operator: "equals" }), yaml({})],
  ["a.yml", yaml({ operator: "contans" }), yaml({ operator: "contains" })],
  // As near to two.
  ["a.yml", yaml({ operator: "gtt" }), undefined],
  ["a.yml", yaml({ auth: "oauth" }), undefined],
  ["a.yml", yaml({ body: "yaml" }), undefined],
  ["a.bru", bru({ type: "htpp" }), bru({})],
  ["a.bru", bru({ body: "jsn" }), bru({})],
  ["a.bru", bru({ auth: "baerer" }), bru({ auth: "bearer" })],
  ["a.bru", bru({ method: "pst" }), undefined],
  ["a.bru", bru({ method: "delte" }), bru({ method: "delete" })],
  ["a.bru", bru({ body: "form" }), undefined],
  ["a.bru", block("body:jsn"), block("body:json")],
  ["a.bru", block("body:jsn {\n}\n\nbody:json"), undefined],
  // Credentials would go where none went.
  ...["none", "inherit", "bearer", "bsic"].map((
    auth,
  ): (typeof WORDS)[number] => [
    "a.bru",
    bru({ auth, more: "\nauth:basc {\n  username: a\n}\n" }),
    auth === "bsic"
      ? bru({ more: "\nauth:basic {\n  username: a\n}\n" })
      : undefined,
  ]),
  // Unless the file asks for this auth, and has it nowhere else.
  [
    "a.bru",
    bru({ more: "\nauth:basc {\n  username: a\n}\n" }),
    bru({ more: "\nauth:basic {\n  username: a\n}\n" }),
  ],
  [
    "a.bru",
    bru({ auth: "baerer", more: "\nauth:baerer {\n  token: a\n}\n" }),
    bru({ auth: "bearer", more: "\nauth:bearer {\n  token: a\n}\n" }),
  ],
  [
    "collection.bru",
    "meta {\n  name: f\n}\n\nauth {\n  mode: baerer\n}\n\nauth:baerer {\n  token: a\n}\n",
    "meta {\n  name: f\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: a\n}\n",
  ],
  ...["auth:basic", "auth:bsic"].map((name): (typeof WORDS)[number] => [
    "a.bru",
    block(`auth:basc {\n  username: a\n}\n\n${name}`),
    undefined,
  ]),
  // A text that a line may compare with.
  ["a.bru", bru({ more: "\nassert {\n  res.status: eqq 1\n}\n" }), undefined],
  [
    "a.bru",
    bru({ more: "\nassert {\n  res.body: watches on\n}\n" }),
    undefined,
  ],
  // What is nearest to another block is not the method's.
  [
    "a.bru",
    bru({ method: "psot", more: "\nheadrs {\n  a: b\n}\n" }),
    bru({ more: "\nheaders {\n  a: b\n}\n" }),
  ],
  ["a.request.yaml", v3("htpp-request"), v3("http-request")],
  ...([
    [
      "method: POST\nbody:\n  type: jsn\n  content: '{}'\n",
      "method: POST\nbody:\n  type: json\n  content: '{}'\n",
    ],
    [
      "auth:\n  type: baerer\n  credentials:\n    - { key: token, value: a }\n",
      "auth:\n  type: bearer\n  credentials:\n    - { key: token, value: a }\n",
    ],
    [
      "scripts:\n  - { type: afterRespons, code: pm.test }\n",
      "scripts:\n  - { type: afterResponse, code: pm.test }\n",
    ],
    [
      "scripts:\n  - { type: http:afterRespons, code: pm.test }\n",
      "scripts:\n  - { type: http:afterResponse, code: pm.test }\n",
    ],
  ] as const).map(([before, after]): (typeof WORDS)[number] => [
    "a.request.yaml",
    v3("http-request").replace("method: GET\n", "") + before,
    v3("http-request").replace("method: GET\n", "") + after,
  ]),
];

describe("the fix of a misspelled word", () => {
  const filesOf = (file: string, text: string): [string, string][] => [
    ...file.endsWith(".bru")
      ? [["bruno.json", BRUNO] as [string, string]]
      : file.endsWith(".yml")
      ? [["opencollection.yml", "info: {name: C}\n"] as [string, string]]
      : [[".resources/definition.yaml", "$kind: collection\nname: C\n"] as [
        string,
        string,
      ]],
    [file, text],
  ];

  /** The file as passes of `brace check --fix` leave it. */
  async function fixedBy(file: string, text: string): Promise<string> {
    let last = text;
    await inFolder(filesOf(file, text), async (cwd) => {
      for (let pass = 0; pass < 5; pass++) {
        const [fixed] = await fixFiles(
          await foundIn(cwd),
          (path) => Deno.readTextFileSync(path),
        );
        if (fixed === undefined) return;
        last = fixed.after;
        await Deno.writeTextFile(fixed.file, last);
      }
    });
    return last;
  }

  for (const [file, before, after] of WORDS) {
    it(`${file}: ${before.replaceAll(/\s+/g, " ")}`, async () => {
      assertEquals(await fixedBy(file, before), after ?? before);
    });
  }

  for (const name of ["auth", "auth:bsic"]) {
    it(`is the only way out for auth in a block "${name}"`, async () => {
      const fields = `\n${name} {\n  username: u\n  password: p\n}\n`;
      await inFolder(filesOf("a.bru", bru({ more: fields })), async (cwd) => {
        const found = (await foundIn(cwd)).filter(({ message }) =>
          message.includes("auth")
        );
        assertEquals(found.map(({ message }) => message), [
          `Cannot read "${name}": the block is unknown, and "auth: basic" asks for "auth:basic"`,
        ]);
      });
    });
  }

  it("changes no word that is known", async () => {
    const known = [
      ...OPERATOR_NAMES.map((operator) => ["a.yml", yaml({ operator })]),
      ...["json", "text", "xml", "sparql", "file", "graphql"]
        .map((body) => ["a.yml", yaml({ body })]),
      ...AUTH_TYPES.map((auth) => ["a.yml", yaml({ auth })]),
      ...["inherit", "none", ...AUTH_TYPES]
        .map((auth) => ["a.bru", bru({ auth })]),
      ...BODY_MODES.map((body) => ["a.bru", bru({ body })]),
      ...["get", "put", "patch", "options", "head", "trace"]
        .map((method) => ["a.bru", bru({ method })]),
      // A collection has "auth", an environment "vars": a request has them by mistake.
      ...[...BLOCKS.keys()].filter((name) => !/^(?:auth|vars)$/.test(name))
        .map((name) => ["a.bru", bru({ more: `\n${name} {\n}\n` })]),
    ];
    for (const [file, text] of known) {
      assertEquals(await fixedBy(file, text), text);
    }
  });
});
