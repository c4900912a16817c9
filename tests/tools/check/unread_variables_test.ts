import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";
import { inFolder } from "../../support/in_folder.ts";
import { runCollection, scripts } from "../../support/run_collection.ts";
import { foundIn } from "./found_in.ts";

const FILES = (code: string, more = "") => ({
  "opencollection.yml": `info: {name: C}
request: {variables: [{name: region, value: eu}, {name: waits, value: ""}, {name: twice, value: a}, {name: twice, value: b}]}`,
  "environments/dev.yml": `variables:
  - {name: tariff, value: 0.30}
  - {name: key, secret: true}`,
  "environments/prod.yml": `variables:
  - {name: tariff, value: 0.40}
  - {name: tarifs, value: 1}
  - {name: key, secret: true}`,
  "first.yml": `info: {name: first, type: http, seq: 1}
http: {url: "{{server}}/"}
runtime:
  variables: [{name: kwh, value: 12}]
  scripts: [{type: after-response, code: 'client.setVar("meter", 1); client.setCollectionVar("zone", 1)'}]`,
  "second.yml": `info: {name: second, type: http, seq: 2}
http: {url: "{{server}}/"}
runtime:
  variables: [{name: own, value: 1}]
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}
${more}`,
});

const POSTMAN = "dialect: postman";
const GET_REGION =
  'Cannot read "region" with getVar, which reads runtime variables: "region" is a collection variable (write client.getCollectionVar("region"))';
const BOTH = {
  get: GET_REGION.replace(/\)$/, " for both calls)"),
  has:
    'Cannot read "region" with hasVar, which reads runtime variables: "region" is a collection variable (write client.hasCollectionVar("region") and client.getCollectionVar("region"))',
};
const HAS_REGION =
  'Cannot read "region" with hasVar, which reads runtime variables: "region" is a collection variable (write client.hasCollectionVar("region"))';

/** Code, and what `brace check` says of it with the environment `dev`. */
const READS: [code: string, message: string | undefined, dialect?: string][] = [
  [
    'const t = client.getEnvVar("tarif"); console.log(t)',
    'Cannot read "tarif" with getEnvVar, which reads environment variables: none of them has this name (did you mean "tariff"?)',
  ],
  [
    'const t = bru.getCollectionVar("Region"); console.log(t)',
    'Cannot read "Region" with getCollectionVar, which reads collection variables: none of them has this name (did you mean "region"?)',
  ],
  [
    'const t = client.getCollectionVar("zon"); console.log(t)',
    'Cannot read "zon" with getCollectionVar, which reads collection variables: none of them has this name (did you mean "zone"?)',
  ],
  [
    'const t = client.getRequestVar("kwh"); console.log(t)',
    'Cannot read "kwh" with getRequestVar, which reads request variables: "kwh" is a variable of the request "first" alone',
  ],
  [
    'const t = client.getVar("kwh"); console.log(t)',
    'Cannot read "kwh" with getVar, which reads runtime variables: "kwh" is a variable of the request "first" alone',
  ],
  [
    'const t = client.getVar("metre"); console.log(t)',
    'Cannot read "metre" with getVar, which reads runtime variables: none of them has this name (did you mean "meter"?)',
  ],
  [
    'const t = client.getEnvVar("region"); console.log(t)',
    'Cannot read "region" with getEnvVar, which reads environment variables: "region" is a collection variable (write client.getCollectionVar("region"))',
  ],
  [
    'const t = pm.environment.get("tarif"); console.log(t)',
    'Cannot read "tarif" with pm.environment.get, which reads environment variables: none of them has this name (did you mean "tariff"?)',
    POSTMAN,
  ],
  [
    'const t = pm.environment.get("region"); console.log(t)',
    'Cannot read "region" with pm.environment.get, which reads environment variables: "region" is a collection variable (write pm.variables.get("region"))',
    POSTMAN,
  ],
  [
    'const t = pm.variables.get("tarif"); console.log(t)',
    'Cannot read "tarif" with pm.variables.get, which reads variables: none of them has this name (did you mean "tariff"?)',
    POSTMAN,
  ],
  // What is there, what another environment has, what a run may be given, and what is asked for.
  ['const t = client.getEnvVar("tariff"); console.log(t)', undefined],
  ['const t = client.getEnvVar("key"); console.log(t)', undefined],
  ['const t = client.getEnvVar("tarifs"); console.log(t)', undefined],
  ['const t = client.getVar("given"); console.log(t)', undefined],
  ['const t = client.getGlobalEnvVar("tarif"); console.log(t)', undefined],
  ['const t = client.getGlobalEnvVar("region"); console.log(t)', undefined],
  ['const t = client.getEnvVar("tarif") ?? 1; console.log(t)', undefined],
  [
    'if (client.getVar("metre")) req.setHeader("a", client.getVar("metre"))',
    undefined,
  ],
  [
    'const t = client.getVar("metre"); if (t !== undefined) req.setHeader("a", t)',
    undefined,
  ],
  [
    'client.setEnvVar("tarif", 1); const t = client.getEnvVar("tarif"); console.log(t)',
    undefined,
  ],
  [
    'client.setVar("tar" + "if", 1); const t = client.getEnvVar("tarif"); console.log(t)',
    undefined,
  ],
  ['const t = pm.variables.get("own"); console.log(t)', undefined, POSTMAN],
  [
    'const t = client.getSecretVar("region"); console.log(t)',
    'Cannot read "region" with getSecretVar, which reads environment variables: "region" is a collection variable (write client.getCollectionVar("region"))',
  ],
  ['const t = client.getSecretVar("key"); console.log(t)', undefined],
  // A key of a secret in a store.
  ['const t = client.getSecretVar("tariff.x"); console.log(t + 1)', undefined],
  // A default hides what another scope has.
  ['if (!client.hasVar("region")) client.setVar("region", "x")', HAS_REGION],
  ['if (!client.getVar("region")) client.setVar("region", "x")', GET_REGION],
  [
    'const r = bru.getVar("region"); if (r === undefined) { bru.setVar("region", "x"); }',
    GET_REGION,
  ],
  [
    'if (client.hasVar("region")) console.log(1); else client.setVar("region", "x")',
    HAS_REGION,
  ],
  ['client.hasVar("region") || client.setVar("region", "x")', HAS_REGION],
  [
    'if (client.hasVar("region") === false) client.setVar("region", "x")',
    HAS_REGION,
  ],
  [
    'if (typeof client.getVar("region") === "undefined") client.setVar("region", "x")',
    GET_REGION,
  ],
  [
    'if (client.getVar("region") != null) console.log(1); else client.setVar("region", "x")',
    GET_REGION,
  ],
  [
    'client.setVar("region", client.getVar("region") ?? "x")',
    GET_REGION,
  ],
  [
    'const r = client.getVar("region") || "x"; client.setVar("region", r)',
    GET_REGION,
  ],
  [
    'if (!client.hasVar("tariff")) client.setVar("tariff", 0.5)',
    'Cannot read "tariff" with hasVar, which reads runtime variables: "tariff" is an environment variable (write client.hasEnvVar("tariff"))',
  ],
  [
    'client.setVar("region", client.hasVar("region") ? client.getVar("region") : "x")',
    BOTH.has,
  ],
  [
    'client.setVar("region", !bru.hasVar("region") ? "x" : bru.getVar("region"))',
    BOTH.has,
  ],
  [
    'const r = client.hasVar("region") ? client.getVar("region") : "x"; client.setVar("region", r)',
    BOTH.has,
  ],
  [
    'client.setVar("region", client.getVar("region") !== undefined ? client.getVar("region") : "x")',
    BOTH.get,
  ],
  [
    'const r = !client.getVar("region") ? "x" : client.getVar("region"); client.setVar("region", r)',
    BOTH.get,
  ],
  [
    'client.setVar("region", client.hasVar("region") ? client.getVar("region") : "eu")',
    undefined,
  ],
  [
    'client.setVar("region", client.hasVar("region") ? "y" : "x")',
    undefined,
  ],
  [
    'client.setVar("region", client.hasVar("region") ? client.getVar("region") : client.getCollectionVar("region"))',
    undefined,
  ],
  // The same value, none yet, a value to keep, another scope that is asked, another condition.
  ['if (!client.hasVar("region")) client.setVar("region", "eu")', undefined],
  ['if (!client.hasVar("twice")) client.setVar("twice", "b")', undefined],
  ['if (!client.hasVar("waits")) client.setVar("waits", "x")', undefined],
  ['if (!client.hasVar("key")) client.setVar("key", "x")', undefined],
  ['if (!client.hasVar("meter")) client.setVar("meter", 2)', undefined],
  ['if (!client.hasVar("given")) client.setVar("given", 2)', undefined],
  [
    'if (!client.getVar("region")) client.setVar("region", res.body.region)',
    undefined,
  ],
  [
    'if (!client.hasVar("region") && !client.hasCollectionVar("region")) client.setVar("region", "x")',
    undefined,
  ],
  [
    'const r = client.getVar("region") || client.getCollectionVar("region") || "x"; client.setVar("region", r)',
    undefined,
  ],
  [
    'console.log(client.hasVar("region") ? client.getVar("region") : client.getCollectionVar("region"))',
    undefined,
  ],
  [
    'console.log(client.hasEnvVar("region") ? client.getVar("region") : "")',
    'Cannot read "region" with getVar, which reads runtime variables: "region" is a collection variable (write client.getCollectionVar("region"))',
  ],
  [
    'if (client.getEnvName() === "prod") if (!client.hasVar("region")) client.setVar("region", "us")',
    undefined,
  ],
  [
    'if (client.getEnvName() !== "prod") return; if (!client.hasVar("region")) client.setVar("region", "us")',
    undefined,
  ],
  [
    'if (req.url === "") client.setVar("region", client.getVar("region") ?? "x")',
    undefined,
  ],
  [
    'if (!client.hasVar("region")) client.setVar("region", "x"); if (req.url === "") client.setVar("region", "y")',
    undefined,
  ],
  ['if (client.hasVar("region")) client.setVar("region", "x")', undefined],
  [
    'if (!pm.variables.has("region")) pm.variables.set("region", "x")',
    undefined,
    POSTMAN,
  ],
];

describe("a variable that a script reads and nothing gives", () => {
  for (const [code, message, dialect] of READS) {
    it(code, async () => {
      const files = Object.entries(FILES(code)).map(([path, text]) =>
        [
          path,
          dialect && path === "second.yml"
            ? text.replace(
              "type: before-request",
              `type: before-request\n      extensions: {brace: {${dialect}}}`,
            )
            : text,
        ] as [string, string]
      );
      await inFolder(files, async (cwd) => {
        const found = await foundIn(cwd, { environments: ["dev"] });
        const said = found.filter(({ code, message }) =>
          code === "UNDEFINED_VARIABLE" && message.startsWith("Cannot read")
        );
        assertEquals(
          said.map(({ message }) => message),
          message === undefined ? [] : [message],
        );
        // What was meant is not to be removed.
        const [, meant] = /did you mean "(\w+)"/.exec(message ?? "") ?? [];
        assertEquals(
          found.filter(({ code, expression }) =>
            code === "UNUSED_VARIABLE" && expression === meant
          ),
          [],
        );
      });
    });
  }

  it("is one of the environment where there is none", async () => {
    const NONE = 'no environment has "user"';
    const GIVEN =
      '"user" is given as a runtime variable, which reaches {{user}}, but not this call';
    const rows: [
      code: string,
      expected: string | undefined,
      options?: {
        readonly vars?: [string, string][];
        readonly envVars?: [string, string][];
      },
    ][] = [
      ['send("u-" + pm.environment.get("user"))', NONE],
      ['send(pm.environment.get("user"))', undefined],
      [
        'const p = pm.environment.get("user"); if (p !== undefined) send("u-" + p)',
        undefined,
      ],
      ['send("u-" + postman.getEnvironmentVariable("user"))', NONE],
      ['send(pm.environment.get("user"))', GIVEN, { vars: [["user", "u"]] }],
      ['send(pm.environment.get("user"))', undefined, {
        envVars: [["user", "u"]],
      }],
      ['send(pm.environment.get("user") || "u")', undefined],
      ['if (pm.environment.has("user")) send()', undefined],
      ['send(pm.variables.get("user"))', undefined],
      [
        'pm.environment.set("user", "u"); send(pm.environment.get("user"))',
        undefined,
      ],
    ];
    for (const [code, expected, options] of rows) {
      await inFolder([
        ["opencollection.yml", "info: {name: C}"],
        [
          "a.yml",
          `info: {name: a, type: http}
http: {url: "http://127.0.0.1/{{user}}"}
runtime:
  scripts: [{type: before-request, code: 'const send = () => {}; ${code}', extensions: {brace: {${POSTMAN}}}}]`,
        ],
      ], async (cwd) => {
        const found = (await foundIn(cwd, options)).map(inFlags);
        const said = found.filter(({ message }) =>
          message.startsWith("Cannot read")
        );
        assertEquals(
          said.map(({ message }) => message.split(": ").slice(1).join(": ")),
          expected === undefined ? [] : [
            `${expected} (define it in an environment, or give it with --env-var user=VALUE)`,
          ],
          code,
        );
        // A flag that would not reach the script is no advice.
        const notes = found.flatMap(({ notes = [] }) => notes).join();
        const isAlone = code.includes("pm.variables") || code.includes(".has");
        if (!isAlone) assertEquals(notes.includes("--var"), false, notes);
      });
    }
  });

  it("is no default where a run gives the runtime variable", async () => {
    const code = 'if (!client.hasVar("region")) client.setVar("region", "x")';
    const files = { ...FILES(code), "rows.csv": "region\nus\n" };
    await inFolder(Object.entries(files), async (cwd) => {
      const said = async (options: Parameters<typeof foundIn>[1]) =>
        (await foundIn(cwd, options)).map(({ message }) => message)
          .filter((it) => it.startsWith("Cannot read"));
      assertEquals(await said({}), [HAS_REGION]);
      assertEquals(await said({ vars: [["region", "us"]] }), []);
      assertEquals(await said({ data: `${cwd}/rows.csv` }), []);
    });
  });

  it("is no default beside the same value of the innermost folder", async () => {
    const folder = (region: string) =>
      `info: {name: f}\nrequest: {variables: [{name: region, value: ${region}}]}`;
    const code = 'if (!client.hasVar("region")) client.setVar("region", "us")';
    const { "opencollection.yml": main, "second.yml": request } = FILES(code);
    await inFolder([
      ["opencollection.yml", main],
      ["f/folder.yml", folder("eu")],
      ["f/g/folder.yml", folder("us")],
      ["f/g/a.yml", request],
    ], async (cwd) => {
      const messages = (await foundIn(cwd)).map(({ message }) => message);
      assertEquals(messages.filter((it) => /^Cannot read/.test(it)), []);
    });
  });

  it("is no default in a file of Bruno's", async () => {
    await inFolder([
      ["bruno.json", '{"version": "1", "name": "C", "type": "collection"}'],
      ["collection.bru", "vars:pre-request {\n  region: eu\n}\n"],
      [
        "a.bru",
        `meta {
  name: a
  type: http
}

get {
  url: http://127.0.0.1/{{region}}
}

script:pre-request {
  if (!bru.hasVar("region")) bru.setVar("region", "x");
}
`,
      ],
    ], async (cwd) => assertEquals(await foundIn(cwd), []));
  });

  /** Bruno, which reads the file, too, knows no `client`. */
  const IN_BRU: [code: string, write: string][] = [
    [
      'const r = bru.getVar("region"); req.setHeader("r", r);',
      'bru.getCollectionVar("region")',
    ],
    [
      'req.setHeader("r", "r" + bru.getVar("region"));',
      'bru.getCollectionVar("region")',
    ],
    [
      'req.setHeader("r", bru.getEnvVar("region"));',
      'bru.getCollectionVar("region")',
    ],
    ['bru.setVar("r", {{region}});', 'bru.getVar("region")'],
    ['bru.setVar("r", {{process.env.REGION}});', 'bru.getProcessEnv("REGION")'],
    [
      'req.setHeader("r", client.getVar("region"));',
      'client.getCollectionVar("region")',
    ],
  ];
  for (const [code, write] of IN_BRU) {
    it(`has a call of Bruno's in a file of Bruno's: ${code}`, async () => {
      const files = {
        "bruno.json": '{"version": "1", "name": "C", "type": "collection"}',
        "collection.bru": "vars:pre-request {\n  region: eu\n}\n",
        "a.bru": `meta {
  name: a
  type: http
}

get {
  url: http://127.0.0.1:1/
}

script:pre-request {
  ${code}
}
`,
      };
      await inFolder(Object.entries(files), async (cwd) => {
        const [{ message }] = await foundIn(cwd);
        assertStringIncludes(message, `write ${write})`);
      });
      const { results } = await runCollection(files);
      const [said = `write ${write})`] = results.flatMap(({ diagnostics }) =>
        diagnostics.map(({ message }) => message)
          .filter((it) => it.includes("write "))
      );
      assertStringIncludes(said, `write ${write})`);
    });
  }

  it("is warned of by the run, too", async () => {
    const warnings = async (code: string) => {
      const { results } = await runCollection(FILES(code), { env: ["dev"] });
      return results.flatMap(({ diagnostics }) =>
        diagnostics.map(({ message }) => message)
      );
    };
    assertEquals(
      await warnings('client.setVar("t", "T-" + client.getEnvVar("tarif"))'),
      [
        'Cannot read "tarif" with getEnvVar, which reads environment variables: none of them has this name (did you mean "tariff"?)',
      ],
    );
    assertEquals(
      await warnings(
        'const s = client.getSecretVar("region"); req.setHeader("a", s + "b")',
      ),
      [
        'Cannot read "region" with getSecretVar, which reads environment variables: "region" is a collection variable (write client.getCollectionVar("region"))',
      ],
    );
    for (
      const code of [
        'const s = client.getSecretVar("tariff.x"); console.log(s)',
        'client.setVar("t", "T-" + client.getEnvVar("tariff"))',
        'if (client.getEnvVar("tarif")) console.log(1)',
        'const t = client.getVar("x") ?? client.getEnvVar("tarif"); console.log(t)',
        'if (client.getEnvVar("tarif")) client.setVar("t", "T-" + client.getEnvVar("tarif"))',
      ]
    ) assertEquals(await warnings(code), []);
  });
});
