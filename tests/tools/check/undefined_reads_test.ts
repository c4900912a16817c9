import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";
import { inFolder } from "../../support/in_folder.ts";
import { runCollection } from "../../support/run_collection.ts";
import { foundIn } from "./found_in.ts";

/** A folder with a script of its own, and a request with the script that is looked at. */
const files = (code: string, { folder = "", data = false } = {}) => ({
  "opencollection.yml": "info: {name: C}",
  "environments/dev.yml": "variables: [{name: region, value: eu}]",
  "environments/prod.yml": "variables: [{name: elsewhere, value: 1}]",
  "f/folder.yml": `info: {name: f}
request: {scripts: [${script(folder)}]}`,
  "f/a.yml": request("a", code),
  "f/b.yml": request("b", ""),
  ...data && { "rows.csv": "orderId\n7\n" },
});

const request = (name: string, code: string) =>
  `info: {name: ${name}, type: http}
http: {url: "{{server}}/{{region}}"}
runtime: {scripts: [${script(code)}]}`;

function script(code: string): string {
  if (code === "") return "";
  const dialect = /\bpm\b|\bpostman\b/.test(code)
    ? ", extensions: {brace: {dialect: postman}}"
    : "";
  return `{type: before-request, code: ${JSON.stringify(code)}${dialect}}`;
}

const ENVIRONMENT =
  'which reads environment variables: no environment has "orderId" (define it in an environment, or give it with --env-var orderId=VALUE)';
const nowhere = (scope: string, way = "") =>
  `which reads ${scope}variables: nothing defines or sets it${way}`;
const LACKS = ", so the body lacks its field";
const OMITTED = ENVIRONMENT.replace(" (", `${LACKS} (`);
const DEFINE = " (define it, or give it with --var orderId=VALUE)";

/** Code that sends a value which nobody gives, and what is said of it. */
const USED: [code: string, call: string, why: string][] = [
  [
    'req.setHeader("X", "o-" + client.getEnvVar("orderId"))',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'const id = bru.getEnvVar("orderId"); req.setHeader("X", `o-${id}`)',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'let id; id = client.getVar("orderId"); req.setHeader("X", `o-${id}`)',
    "getVar",
    nowhere("runtime "),
  ],
  [
    'req.setHeader("X", "o-" + bru.getCollectionVar("orderId"))',
    "getCollectionVar",
    nowhere("collection "),
  ],
  [
    'pm.request.url = pm.request.url + "/" + pm.environment.get("orderId")',
    "pm.environment.get",
    ENVIRONMENT,
  ],
  [
    'const { environment: env } = pm; pm.environment.set("y", { id: "o-" + env.get("orderId") })',
    "pm.environment.get",
    ENVIRONMENT,
  ],
  [
    'pm.environment.set("y", "o-" + postman.getEnvironmentVariable("orderId"))',
    "postman.getEnvironmentVariable",
    ENVIRONMENT,
  ],
  [
    'pm.variables.set("y", "o-" + pm.variables.get("orderId"))',
    "pm.variables.get",
    nowhere("", DEFINE),
  ],
  [
    'pm.request.headers.add({ key: "X", value: `${pm.collectionVariables.get("orderId")}` })',
    "pm.collectionVariables.get",
    nowhere("collection "),
  ],
  [
    'const { a1 } = { a1: client.getEnvVar("orderId") }; req.setHeader("X", "o-" + a1)',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'const id = String(client.getEnvVar("orderId")); let url = `/o/${id}`; url += "/x"; req.setUrl(url)',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'req.setHeader("X", client.getEnvVar("orderId"))',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'pm.sendRequest({ url: "http://127.0.0.1:9/", method: "POST", body: { mode: "raw", raw: JSON.stringify({ id: pm.environment.get("orderId") }) } }, () => {})',
    "pm.environment.get",
    OMITTED,
  ],
  [
    'req.setBody({ id: client.getEnvVar("orderId"), n: 1 })',
    "getEnvVar",
    OMITTED,
  ],
  [
    'req.body = { a: { id: client.getEnvVar("orderId") } }',
    "getEnvVar",
    OMITTED,
  ],
  [
    'const body = JSON.stringify({ id: client.getEnvVar("orderId") }); req.setBody(body)',
    "getEnvVar",
    OMITTED,
  ],
  [
    'pm.request.body = { mode: "raw", raw: JSON.stringify({ id: pm.variables.get("orderId") }) }',
    "pm.variables.get",
    nowhere("", `${LACKS}${DEFINE}`),
  ],
  [
    'req.setHeader("X", JSON.stringify({ id: client.getEnvVar("orderId") }))',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'req.setBody(JSON.stringify([client.getEnvVar("orderId")]))',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'pm.sendRequest({ url: "x", body: { mode: "urlencoded", urlencoded: [{ key: "id", value: pm.environment.get("orderId") }] } }, () => {})',
    "pm.environment.get",
    ENVIRONMENT,
  ],
  [
    'req.setBody(JSON.stringify({ n: Number(client.getEnvVar("orderId")) }))',
    "getEnvVar",
    ENVIRONMENT,
  ],
  [
    'req.setBody({ n: JSON.stringify(client.getEnvVar("orderId")) })',
    "getEnvVar",
    OMITTED,
  ],
  [
    'const body = { id: client.getEnvVar("orderId"), n: 1 }; req.setBody(body)',
    "getEnvVar",
    OMITTED,
  ],
  [
    'const user = { id: client.getEnvVar("orderId") }; const body = { user }; req.setBody(JSON.stringify(body))',
    "getEnvVar",
    OMITTED,
  ],
  [
    'const options = { url: "http://127.0.0.1:9/", method: "POST", body: { mode: "raw", raw: JSON.stringify({ id: pm.environment.get("orderId") }) } }; pm.sendRequest(options, () => {})',
    "pm.environment.get",
    OMITTED,
  ],
  [
    'const body = { id: client.getEnvVar("orderId") }; await client.sendRequest({ url: "http://127.0.0.1:9/", method: "POST", headers: {}, body: JSON.stringify(body) }).catch(() => {})',
    "getEnvVar",
    OMITTED,
  ],
  [
    'const headers = { X: client.getEnvVar("orderId") }; req.setHeaders(headers)',
    "getEnvVar",
    ENVIRONMENT,
  ],
  // Twice is once.
  [
    'req.setHeader("X", "o-" + client.getEnvVar("orderId")); req.setHeader("Y", "o-" + client.getEnvVar("orderId"))',
    "getEnvVar",
    ENVIRONMENT,
  ],
];

const READ = 'client.getEnvVar("orderId")';

/** Code of which nothing is said, and what gives the value. */
const SILENT: [
  code: string,
  given?: {
    readonly folder?: string;
    readonly vars?: [string, string][];
    readonly envVars?: [string, string][];
  },
][] = [
  [`if (!${READ}) console.log(1); else req.setHeader("X", "o-" + ${READ})`],
  [`const id = ${READ}; if (id) req.setHeader("X", "o-" + id)`],
  [`const id = ${READ}; if (id !== undefined) req.setHeader("X", "o-" + id)`],
  [`const id = ${READ}; req.setHeader("X", "o-" + (id ?? 1))`],
  [`const id = ${READ}; req.setHeader("X", id ? "o-" + id : "none")`],
  [
    `const id = ${READ}; if (typeof id === "string") req.setHeader("X", "o-" + id)`,
  ],
  [`let id = ${READ}; id = id || 7; req.setHeader("X", "o-" + id)`],
  [`let id = ${READ}; id ||= 7; req.setHeader("X", "o-" + id)`],
  [`expect(${READ}).to.equal(undefined); console.log("o-" + ${READ})`],
  [`const n = Number(${READ}) || 3; req.setHeader("X", "o-" + n)`],
  [`const own = { id: ${READ} }; if (own.id) req.setHeader("X", "o-" + own.id)`],
  [`const asks = (it) => it ?? 1; req.setHeader("X", "o-" + asks(${READ}))`],
  [`const read = () => ${READ}; req.setHeader("X", "o-" + (read() ?? 1))`],
  [`try { client.setVar("x", ${READ}.length) } catch { console.log("none") }`],
  [`console.log("id", ${READ}); const unused = ${READ}`],
  // What has a use for no value, too.
  [`if (String(${READ}) === "true") req.setHeader("X", "1")`],
  [`const text = String(${READ}); if (text.trim() === "true") console.log(1)`],
  [`if (\`\${${READ}}\` === "true") req.setHeader("X", "1")`],
  [`const key = "o-" + ${READ}; if (key === "o-1") req.setHeader("X", key)`],
  [`const { a1 } = { a1: ${READ} }; if (a1) req.setHeader("X", "o-" + a1)`],
  [`const { a1 = 7 } = { a1: ${READ} }; req.setHeader("X", "o-" + a1)`],
  [
    `const p = { q: ${READ} }; console.log(Object.entries(p).filter(([, v]) => v !== undefined), p.q)`,
  ],
  [`const o = Object.assign({}, ${READ}); new Set(${READ}); console.log(o)`],
  [`console.log("x", JSON.stringify(${READ}))`],
  [`client.setVar("copy", ${READ}); client.setVar("o", { id: ${READ} })`],
  [`const id = ${READ}; req.setBody(id ? { id } : {})`],
  [`const o = { id: ${READ} }; if (!o.id) delete o.id; req.setBody(o)`],
  [`const o = { id: ${READ}, o: () => o }; console.log(1)`],
  [`var o = { id: ${READ}, o }; var p = o`],
  [`var o = { id: ${READ}, o }`],
  // Who else has the object may give it the value.
  [`const o = { id: ${READ} }; o.id = 7; req.setBody(o)`],
  [`const o = { id: ${READ} }; Object.assign(o, { id: 7 }); req.setBody(o)`],
  [`const fill = (it) => it.id ??= 7; const o = { id: ${READ} }; fill(o); req.setBody(o)`],
  [`const o = { id: ${READ} }; req.setBody({ ...o, id: 7 })`],
  [`let o = { id: ${READ} }; o = { id: 7 }; req.setBody(o)`],
  [`const o = { id: ${READ} }; console.log(o)`],
  [`req.setBody({ ids: [${READ}, 1].filter(Boolean) })`],
  [`console.log(JSON.stringify({ id: ${READ} }))`],
  [`const label = "o-" + ${READ}; console.log(label)`],
  [`if (["o-1"].includes("o-" + ${READ})) console.log(1)`],
  [`console.log({ ...${READ} }, [${READ}])`],
  [
    `if (client.hasEnvVar("orderId")) req.setHeader("X", "o-" + ${READ})`,
  ],
  [
    'if (pm.environment.has("orderId")) pm.environment.set("y", "o-" + pm.environment.get("orderId"))',
  ],
  ['pm.environment.set("y", "o-" + pm.globals.get("orderId"))'],
  [`req.setHeader("X", "o-" + client.getEnvVar("elsewhere"))`],
  [`req.setHeader("X", "o-" + ${READ})`, { envVars: [["orderId", "7"]] }],
  ['req.setHeader("X", "o-" + client.getVar("orderId"))', {
    vars: [["orderId", "7"]],
  }],
  // What a script sets, and what one may set whose names it computes.
  [
    `client.setEnvVar("orderId", 7); req.setHeader("X", "o-" + ${READ})`,
  ],
  [`req.setHeader("X", "o-" + ${READ})`, {
    folder: 'if (client.getVar("never")) client.setEnvVar("orderId", 7)',
  }],
  [`req.setHeader("X", "o-" + ${READ})`, {
    folder: 'for (const it of ["other"]) client.setEnvVar(it, 7)',
  }],
];

describe("a variable that a script uses and nobody gives", () => {
  const checked = async (
    code: string,
    { folder = "", vars, envVars }: NonNullable<typeof SILENT[number][1]> = {},
  ) => {
    let found: string[] = [];
    await inFolder(Object.entries(files(code, { folder })), async (cwd) => {
      found = told(
        await foundIn(cwd, {
          environments: ["dev"],
          ...vars && { vars },
          ...envVars && { envVars },
        }),
      );
    });
    return found;
  };
  const told = (found: Awaited<ReturnType<typeof foundIn>>) =>
    found.map(inFlags).map(({ message }) => message)
      .filter((message) => message.startsWith("Cannot read"));
  const run = async (
    code: string,
    { folder = "", vars = [], envVars = [] }: NonNullable<
      typeof SILENT[number][1]
    > = {},
  ) => {
    const { results } = await runCollection(files(code, { folder }), {
      env: ["dev"],
      vars,
      envVars,
    });
    return told(results.flatMap(({ diagnostics }) => diagnostics));
  };

  for (const [code, call, why] of USED) {
    it(code, async () => {
      const expected = [`Cannot read "orderId" with ${call}, ${why}`];
      assertEquals(await checked(code), expected);
      assertEquals(await run(code), expected);
    });
  }

  for (const [code, given] of SILENT) {
    it(`nothing of ${code} ${JSON.stringify(given ?? {})}`, async () => {
      assertEquals(await checked(code, given), []);
      assertEquals(await run(code, given), []);
    });
  }

  for (const value of ["Number(id)", "parseInt(id, 10)", "+id", "id * 2"]) {
    it(`is NaN, which a run refuses, and no absent field: ${value}`, async () => {
      const code = `const id = ${READ}; req.setBody({ n: ${value}, m: 1 })`;
      assertEquals(await checked(code), [
        `Cannot read "orderId" with getEnvVar, ${ENVIRONMENT}`,
      ]);
    });
  }

  it("is told once of a folder's script", async () => {
    const folder = `req.setHeader("X", "o-" + ${READ})`;
    const expected = [`Cannot read "orderId" with getEnvVar, ${ENVIRONMENT}`];
    assertEquals(await checked("", { folder }), expected);
    assertEquals(await run("", { folder }), expected);
  });

  it("is a column of the data", async () => {
    const code = 'pm.environment.set("y", "o-" + pm.variables.get("orderId"))';
    await inFolder(Object.entries(files(code, { data: true })), async (cwd) => {
      const found = await foundIn(cwd, { data: `${cwd}/rows.csv` });
      assertEquals(told(found), []);
    });
  });
});

describe("a secret without a value that a script reads", () => {
  const GIVE =
    "(set the environment variable BRACE_SECRET_apiKey, or give --secrets-file FILE)";
  const UNSET =
    `which reads environment variables: this secret has no value ${GIVE}`;
  const GIVEN =
    `which reads environment variables: "apiKey" is given as a runtime variable, which reaches {{apiKey}}, but not this call ${GIVE}`;
  const FORGOTTEN =
    "which reads environment variables: no environment is selected (--env dev)";
  const read = (call: string) =>
    `req.setHeader("X", \`k \${${call}("apiKey")}\`)`;
  const rows: [
    code: string,
    expected: string[],
    setup?: {
      vars?: [string, string][];
      envVars?: [string, string][];
      env?: string[];
    },
  ][] = [
    [read("client.getSecretVar"), [`getSecretVar, ${UNSET}`]],
    [read("bru.getSecretVar"), [`getSecretVar, ${UNSET}`]],
    [read("client.getEnvVar"), [`getEnvVar, ${UNSET}`]],
    [read("pm.environment.get"), [`pm.environment.get, ${UNSET}`]],
    [
      read("pm.variables.get"),
      [`pm.variables.get, ${UNSET.replace("environment ", "")}`],
    ],
    [
      read("client.getVar"),
      ['getVar, which reads runtime variables: "apiKey" is an environment variable (write client.getEnvVar("apiKey"))'],
    ],
    [
      read("client.getSecretVar"),
      [
        `getSecretVar, which reads environment variables: "apiKey" is given as a runtime variable, which reaches {{apiKey}}, but not this call ${GIVE}`,
      ],
      { vars: [["apiKey", "k-1"]] },
    ],
    [read("client.getSecretVar"), [], { envVars: [["apiKey", "k-1"]] }],
    [
      'const key = client.getSecretVar("apiKey"); if (key) req.setHeader("X", key)',
      [],
    ],
    // Where only a look into the script shows that the value goes out.
    [
      'req.setHeader("X", client.getSecretVar("apiKey"))',
      [`getSecretVar, ${GIVEN}`],
      { vars: [["apiKey", "k-1"]] },
    ],
    [
      'req.setHeader("X", pm.environment.get("apiKey"))',
      [`pm.environment.get, ${GIVEN}`],
      { vars: [["apiKey", "k-1"]] },
    ],
    [
      'if (client.hasEnvVar("apiKey")) req.setHeader("X", client.getSecretVar("apiKey"))',
      [],
      {
        vars: [["apiKey", "k-1"]],
      },
    ],
    [
      'client.setEnvVar("apiKey", 1); req.setHeader("X", client.getSecretVar("apiKey"))',
      [],
      { vars: [["apiKey", "k-1"]] },
    ],
    [read("client.getSecretVar"), [`getSecretVar, ${FORGOTTEN}`], { env: [] }],
    [
      'req.setHeader("X", client.getSecretVar("apiKey"))',
      [`getSecretVar, ${FORGOTTEN}`],
      { env: [] },
    ],
    [read("bru.getEnvVar"), [`getEnvVar, ${FORGOTTEN}`], { env: [] }],
    [
      read("pm.variables.get"),
      [`pm.variables.get, ${FORGOTTEN.replace("environment ", "")}`],
      { env: [] },
    ],
    [
      'req.setHeader("X", client.getSecretVar("apiKey") ?? "none")',
      [],
      { env: [] },
    ],
    [
      'const key = client.getSecretVar("apiKey"); if (key) req.setHeader("X", key)',
      [],
      { env: [] },
    ],
    [
      read("client.getSecretVar"),
      [],
      { env: [], envVars: [["apiKey", "k-1"]] },
    ],
    [read("client.getSecretVar"), [], { env: ["prod"] }],
    ['req.setHeader("X", client.getSecretVar("apiKey") ?? "none")', []],
  ];
  for (const [code, expected, setup = {}] of rows) {
    it(`${code} ${JSON.stringify(setup)}`, async () => {
      const { results } = await runCollection({
        ...files(code),
        "environments/dev.yml":
          "variables: [{name: region, value: eu}, {name: apiKey, secret: true}]",
      }, {
        env: ["dev"],
        ...setup,
        vars: [...setup.vars ?? [], ["region", "eu"]],
        envVars: setup.envVars ?? [],
      });
      assertEquals(
        results.flatMap(({ diagnostics }) => diagnostics).map(inFlags)
          .map(({ message }) => message)
          .filter((message) => message.includes("apiKey")),
        expected.map((it) => `Cannot read "apiKey" with ${it}`),
      );
    });
  }
});
