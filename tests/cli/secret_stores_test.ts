import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { type Brace, braceRows } from "../support/brace_rows.ts";
import { certificatePath } from "../support/certificates.ts";
import { oneLine } from "../support/one_line.ts";
import { proxyServer } from "../support/proxy_server.ts";
import { recordingServer } from "../support/recording_server.ts";
import {
  secretStoreServer,
  STORE_ENV,
  type StoreMood,
} from "../support/secret_store_server.ts";

const TYPES = {
  vault: "hashicorp-vault-server",
  aws: "aws-secrets-manager",
  azure: "azure-key-vault",
  gcp: "gcp-secrets-manager",
};
type Store = keyof typeof TYPES;

const NAMES =
  "VAULT_ADDR,VAULT_TOKEN,AWS_REGION,AWS_ACCESS_KEY_ID,AWS_SECRET_ACCESS_KEY,AWS_SESSION_TOKEN,AZURE_TENANT_ID,AZURE_CLIENT_ID,AZURE_CLIENT_SECRET,GOOGLE_APPLICATION_CREDENTIALS";

const PAIR = "X-User: {{db.user}}, X-Password: '{{$secrets.db.password}}'";

interface Case {
  readonly store: Store;
  /** The row of `externalSecrets.variables`. */
  readonly row: string;
  /** Headers of the request. */
  readonly headers?: string;
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string>;
  /** What `--allow-env` names; default: all credentials. */
  readonly allow?: string | null;
  readonly args?: readonly string[];
  readonly mood?: StoreMood;
  readonly account?: Record<string, unknown>;
  readonly command?: string;
  /** A credential that the API's response contains. */
  readonly echo?: string;
  /** Without `--proxy`. */
  readonly direct?: boolean;
}

let brace: Brace;

async function run(one: Case) {
  await using stores = await secretStoreServer(one.mood);
  await using api = recordingServer(() => ({
    json: { ok: true, said: `>${one.echo ?? ""}<` },
  }));
  await using proxy = proxyServer({ kind: "http", secure: stores.port });
  const cwd = await Deno.makeTempDir();
  const headers = (one.headers ?? PAIR).split(", ").map((it) => it.split(": "))
    .map(([name, value]) =>
      `{name: ${name}, value: "${value.replaceAll("'", "")}"}`
    );
  const files: Record<string, string> = {
    "opencollection.yml": "info: {name: Stores}\n",
    "environments/dev.yml": `name: dev
variables: [{name: alias, value: "{{db.password}}"}]
externalSecrets:
  type: ${TYPES[one.store]}
  variables:
    - {name: db, ${one.row}}
    - {name: unused, path: no/such, secretName: none, vaultName: none, projectId: none}
`,
    "get.yml": `info: {name: Get, type: http}
http:
  method: GET
  url: "${api.url}/get"
  headers: [${headers.join(", ")}]
`,
    ...one.files,
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      if (text === "") continue;
      await Deno.mkdir(dirname(`${cwd}/${path}`), { recursive: true });
      await Deno.writeTextFile(
        `${cwd}/${path}`,
        text.replaceAll("API", api.url),
      );
    }
    const key = `${cwd}-key.json`;
    await Deno.writeTextFile(
      key,
      JSON.stringify({ ...stores.account, ...one.account }),
    );
    const allow = one.allow === undefined ? NAMES : one.allow;
    const outcome = await brace([
      ...(one.command ?? "run . --reporter json=report.json --verbose").split(
        " ",
      ),
      "--env=dev",
      ...one.direct ? [] : [`--proxy=http://127.0.0.1:${proxy.port}`],
      `--ca=${certificatePath("ca.crt")}`,
      ...allow === null ? [] : [`--allow-env=${allow}`],
      ...one.args ?? [],
    ], {
      cwd,
      env: {
        ...STORE_ENV,
        VAULT_ADDR: `https://localhost:${stores.port}`,
        GOOGLE_APPLICATION_CREDENTIALS: key,
        NO_PROXY: "127.0.0.1",
        ...one.env,
      },
    });
    await Deno.remove(key);
    const report = await Deno.readTextFile(`${cwd}/report.json`).catch(() =>
      ""
    );
    const printed = outcome.stdout + outcome.stderr + report;
    for (const secret of ["st0red", ...Object.values(STORE_ENV).slice(3)]) {
      if (secret.startsWith("1111") || secret === "azure-client") continue;
      assert(!printed.includes(secret), `${secret} in ${printed}`);
    }
    assert(!report.includes("secrets/user"), report);
    const { requests } = api;
    return {
      ...outcome,
      printed: oneLine(printed),
      asked: stores.asked,
      requests,
      proxied: proxy.asked,
    };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const VAULT = "GET localhost/v1/secret/data/app";
const AWS = "POST secretsmanager.eu-west-1.amazonaws.com/";
const AZURE =
  `POST login.microsoftonline.com/${STORE_ENV.AZURE_TENANT_ID}/oauth2/v2.0/token`;
const AZURE_VAULT = "GET shop-vault.vault.azure.net/secrets";
const GCP = "POST oauth2.googleapis.com/token";
const GCP_PROJECT =
  "GET secretmanager.googleapis.com/v1/projects/shop-1/secrets";

describe("secrets of a store", () => {
  brace = braceRows();
  const given: [name: string, one: Case, asked: string[], sent?: string[]][] = [
    ["Vault, version 2", { store: "vault", row: "path: secret/data/app" }, [
      VAULT,
    ]],
    ["Vault, version 1", { store: "vault", row: "path: kv/app" }, [
      "GET localhost/v1/kv/app",
    ]],
    ["AWS", { store: "aws", row: "secretName: prod/app" }, [AWS]],
    [
      "AWS, one text",
      { store: "aws", row: "secretName: prod/text", headers: "X-User: {{db}}" },
      [AWS],
      ["plain-st0red"],
    ],
    ["Azure", { store: "azure", row: "vaultName: shop-vault" }, [
      AZURE,
      `${AZURE_VAULT}?api-version=7.4`,
      `${AZURE_VAULT}?api-version=7.4&$skiptoken=2`,
      `${AZURE_VAULT}/user?api-version=7.4`,
      `${AZURE_VAULT}/password?api-version=7.4`,
    ]],
    [
      "Azure, one secret",
      {
        store: "azure",
        row: "vaultName: shop-vault, secretName: user",
        headers: "X-User: {{db}}",
      },
      [AZURE, `${AZURE_VAULT}/user?api-version=7.4`],
      ["ada"],
    ],
    ["GCP", { store: "gcp", row: "projectId: shop-1" }, [
      GCP,
      `${GCP_PROJECT}?pageSize=250`,
      `${GCP_PROJECT}?pageSize=250&pageToken=2`,
      `${GCP_PROJECT}/user/versions/latest:access`,
      `${GCP_PROJECT}/password/versions/latest:access`,
    ]],
    [
      "a variable that leads to it",
      {
        store: "vault",
        row: "path: secret/data/app",
        headers: "X-User: {{alias}}",
      },
      [VAULT],
      ["st0red-password"],
    ],
    [
      "scripts, asked for once",
      {
        store: "vault",
        row: "path: secret/data/app",
        headers: "X-User: {{fromScript}}, X-Password: '{{db.password}}'",
        files: {
          "a.yml": `info: {name: A, type: http}
http: {method: GET, url: "API/a", headers: [{name: X-User, value: "{{fromScript}}"}]}
runtime:
  scripts:
    - type: before-request
      code: |
        client.setVar("fromScript", bru.getSecretVar("db.user"));
        if (client.getEnvVar("alias") !== "st0red-password") throw new Error("alias");
        console.log(bru.getSecretVar("db.password"), bru.getSecretVar("db.nothing"));
`,
        },
      },
      [VAULT],
      ["ada", "st0red-password"],
    ],
    [
      "an assertion",
      {
        store: "vault",
        row: "path: secret/data/app",
        headers: "X-User: none",
        files: {
          "get.yml": `info: {name: Get, type: http}
http: {method: GET, url: "API/get"}
runtime:
  assertions: [{expression: '"ada"', operator: eq, value: "{{db.user}}"}]
`,
        },
      },
      [VAULT],
      [],
    ],
    [
      "BRACE_SECRET_ instead of the store",
      {
        store: "aws",
        row: "secretName: prod/app",
        headers: "X-User: {{db}}",
        env: { BRACE_SECRET_db: "st0red-by-manager" },
      },
      [],
      ["st0red-by-manager"],
    ],
    [
      "BRACE_SECRET_ instead of the store, for a script, too",
      {
        store: "aws",
        row: "secretName: prod/app",
        headers: "X-User: {{fromScript}}",
        env: { BRACE_SECRET_db: "st0red-by-manager" },
        files: {
          "a.yml": `info: {name: A, type: http}
http: {method: GET, url: "API/a", headers: [{name: X-User, value: "{{fromScript}}"}]}
runtime:
  scripts:
    - type: before-request
      code: client.setVar("fromScript", bru.getSecretVar("db"));
`,
        },
      },
      [],
      ["st0red-by-manager"],
    ],
    [
      "and the process's key stays hidden in a response",
      {
        store: "aws",
        row: "secretName: prod/app",
        echo: STORE_ENV.AWS_SECRET_ACCESS_KEY,
      },
      [AWS],
    ],
    [
      "nothing that is not used",
      { store: "vault", row: "path: no/such", headers: "X-User: none" },
      [],
      ["none"],
    ],
    [
      "a .bru environment",
      {
        store: "vault",
        row: "path: x",
        files: {
          "opencollection.yml": "",
          "environments/dev.yml": "",
          "get.yml": "",
          "bruno.json": '{"version":"1","name":"Bru","type":"collection"}',
          "environments/dev.bru":
            "vars {\n}\nvars:externalsecrets:hashicorp-vault-server {\n  db: secret/data/app\n  ~off: no/such\n}\n",
          "get.bru":
            "meta {\n  name: Get\n  type: http\n  seq: 1\n}\n\nget {\n  url: API/get\n  body: none\n  auth: none\n}\n\nheaders {\n  X-User: {{db.user}}\n  X-Password: {{$secrets.db.password}}\n}\n",
        },
      },
      [VAULT],
    ],
  ];
  for (const [name, one, asked, sent = ["ada", "st0red-password"]] of given) {
    it(`come from it: ${name}`, async () => {
      const { code, printed, requests, ...seen } = await run(one);
      assertEquals(code, 0, printed);
      assertEquals(seen.asked, asked);
      const last = requests.at(-1)!;
      assertEquals(
        [...last.headers("x-user"), ...last.headers("x-password")],
        sent,
      );
      const tunnels = seen.proxied.filter((it) => it.startsWith("CONNECT"));
      // Loopback needs no proxy; the others are reached by it alone.
      const far = asked.some((it) => !it.includes("localhost"));
      assertEquals(tunnels.length > 0, far, tunnels.join());
    });
  }

  const answer = (respond: () => Response): StoreMood => () => respond();
  const app = { store: "vault", row: "path: secret/data/app" } as const;
  const refused: [name: string, one: Case, code: number, says: string][] = [
    [
      "not permitted",
      { ...app, allow: null },
      6,
      "add --allow-env=VAULT_ADDR,VAULT_TOKEN",
    ],
    [
      "listed by the collection's .env",
      {
        ...app,
        allow: null,
        files: { ".env": "VAULT_ADDR=https://evil.example\nVAULT_TOKEN=x\n" },
      },
      6,
      "not permitted",
    ],
    [
      "no address",
      { ...app, env: { VAULT_ADDR: "" } },
      4,
      "the process has no VAULT_ADDR",
    ],
    [
      "an address with a user",
      { ...app, env: { VAULT_ADDR: "https://a:b@localhost" } },
      4,
      "VAULT_ADDR is not a URL",
    ],
    [
      "down",
      { ...app, env: { VAULT_ADDR: "https://localhost:1" } },
      4,
      "Cannot connect",
    ],
    [
      "sealed",
      {
        ...app,
        mood: answer(() =>
          Response.json({ errors: ["Vault is sealed"] }, { status: 503 })
        ),
      },
      4,
      "responded with 503: it is sealed",
    ],
    [
      "a wrong token",
      { ...app, env: { VAULT_TOKEN: "hvs.expired" } },
      4,
      "responded with 403: permission denied",
    ],
    [
      "a server that refuses, by its address",
      { ...app, env: { VAULT_TOKEN: "hvs.expired" } },
      4,
      '"secret/data/app": the server "localhost:',
    ],
    [
      "HTML",
      { ...app, mood: answer(() => new Response("<html>login</html>")) },
      4,
      "something else than JSON",
    ],
    [
      "10 MB",
      {
        ...app,
        mood: answer(() =>
          new Response(`{"data":"${"x".repeat(10_000_000)}"}`)
        ),
      },
      4,
      "more than 1 MiB",
    ],
    [
      "a redirect",
      {
        ...app,
        mood: answer(() =>
          new Response(null, {
            status: 307,
            headers: { Location: "https://localhost/v1/kv/app" },
          })
        ),
      },
      4,
      "307, a redirect",
    ],
    [
      "no such path",
      { ...app, row: "path: secret/data/none" },
      4,
      "404: there is no such secret",
    ],
    [
      "a path of version 1",
      { ...app, row: "path: secret/app" },
      4,
      'has "data" behind its name',
    ],
    [
      "a deleted version",
      { ...app, row: "path: secret/data/gone" },
      4,
      "is deleted",
    ],
    [
      "a member that is not there",
      { ...app, headers: "X-User: {{db.nobody}}" },
      3,
      "nobody",
    ],
    [
      "--deny-net",
      {
        store: "aws",
        row: "secretName: prod/app",
        args: ["--deny-net=secretsmanager.eu-west-1.amazonaws.com"],
      },
      6,
      "deny-net",
    ],
    ["another way up", { ...app, row: "path: ../sys/seal" }, 2, '"path"'],
    ["a path with a query", { ...app, row: 'path: "a?b"' }, 2, '"path"'],
    ["no path", { ...app, row: "vaultName: a" }, 2, '"path" is missing'],
    [
      "AWS: expired",
      { store: "aws", row: "secretName: prod/old" },
      4,
      "the credentials have expired",
    ],
    [
      "AWS: no such secret",
      { store: "aws", row: "secretName: none" },
      4,
      "no such secret in this region",
    ],
    [
      "AWS: a wrong key",
      {
        store: "aws",
        row: "secretName: prod/app",
        env: { AWS_SECRET_ACCESS_KEY: "another-key" },
      },
      4,
      "the credentials are refused",
    ],
    [
      "AWS: a region that is a host",
      {
        store: "aws",
        row: "secretName: prod/app",
        env: { AWS_REGION: "evil.example/" },
      },
      4,
      "AWS_REGION holds something else than letters",
    ],
    [
      "Azure: a vault that is a host",
      { store: "azure", row: 'vaultName: "evil.example/"' },
      2,
      '"vaultName": it holds something else',
    ],
    [
      "Azure: a wrong secret",
      {
        store: "azure",
        row: "vaultName: shop-vault",
        env: { AZURE_CLIENT_SECRET: "another-secret" },
      },
      4,
      '"login.microsoftonline.com" responded with 401',
    ],
    [
      "Azure: a list that goes on elsewhere",
      {
        store: "azure",
        row: "vaultName: shop-vault",
        mood: ({ url }) =>
          url.includes("/secrets?")
            ? Response.json({ value: [], nextLink: "https://evil.example/" })
            : undefined,
      },
      4,
      "goes on at another host",
    ],
    [
      "GCP: a project that is a path",
      { store: "gcp", row: "projectId: a/b" },
      2,
      '"projectId": it holds something else',
    ],
    [
      "GCP: a token_uri elsewhere",
      {
        store: "gcp",
        row: "projectId: shop-1",
        account: { token_uri: "https://evil.example/token" },
      },
      4,
      '"token_uri" in the file of GOOGLE_APPLICATION_CREDENTIALS is not https://oauth2.googleapis.com/token',
    ],
    [
      "GCP: a key that is none",
      {
        store: "gcp",
        row: "projectId: shop-1",
        account: { private_key: "key" },
      },
      4,
      '"private_key" of the service account is not a key',
    ],
    [
      "GCP: another kind of account",
      {
        store: "gcp",
        row: "projectId: shop-1",
        account: { type: "authorized_user" },
      },
      4,
      "holds no key of a service account",
    ],
    [
      "a store that Brace does not know",
      {
        ...app,
        files: {
          "environments/dev.yml":
            "name: dev\nexternalSecrets: {type: valt, variables: [{name: db}]}\n",
        },
      },
      2,
      '"valt" is unknown',
    ],
    [
      "the token in a request to another host",
      { ...app, headers: "X-User: '{{process.env.VAULT_TOKEN}}'" },
      6,
      'it holds the secret "VAULT_TOKEN", which may only go to "localhost:',
    ],
    [
      "the token by a script to another host",
      {
        ...app,
        headers: "X-User: none",
        files: {
          "a.yml": `info: {name: A, type: http}
http: {method: GET, url: "API/a"}
runtime:
  scripts:
    - {type: before-request, code: 'req.setHeader("X-T", btoa(client.getProcessEnv("AZURE_CLIENT_SECRET")))'}
`,
        },
      },
      6,
      'which may only go to "login.microsoftonline.com"',
    ],
    [
      "a name that only a module has",
      {
        ...app,
        headers: "X-User: none",
        files: {
          "a.yml": `info: {name: A, type: http}
http: {method: GET, url: "API/a"}
runtime:
  scripts: [{type: before-request, code: 'require("./lib.js")()'}]
`,
          "lib.js": 'module.exports = () => bru.getSecretVar("db.user");\n',
        },
      },
      5,
      "its store was not asked",
    ],
  ];
  for (const [name, one, code, says] of refused) {
    it(`fail: ${name}`, async () => {
      const outcome = await run(one);
      assertEquals(outcome.code, code, outcome.printed);
      assert(outcome.printed.includes(says), outcome.printed);
      const where = /environments\/dev\.yml|get\.yml|a\.yml|lib\.js/;
      assert(where.test(outcome.printed), outcome.printed);
      const hosts = outcome.asked.map((it) => it.split(" ")[1].split("/")[0]);
      assert(!hosts.includes("evil.example"));
      assert(
        !outcome.requests.some(({ target }) => target === "/a") || code !== 6,
      );
    });
  }

  it("names the service that has ended", async () => {
    const { code, printed } = await run({
      ...app,
      headers: "X-User: none",
      files: {
        "environments/dev.yml":
          "name: dev\nexternalSecrets: {type: hashicorp-vault-cloud, variables: [{name: db}]}\n",
      },
    });
    assertEquals(code, 0, printed);
    assert(printed.includes('the service "hashicorp-vault-cloud" has ended'));
  });

  it("does not send credentials through a proxy of the collection", async () => {
    await using evil = proxyServer({ kind: "http" });
    const { code, asked, printed } = await run({
      ...app,
      direct: true,
      files: {
        "opencollection.yml":
          `info: {name: Stores}\nconfig: {proxy: {config: {protocol: http, hostname: 127.0.0.1, port: ${evil.port}}}}\n`,
      },
    });
    assertEquals(code, 0, printed);
    assertEquals(asked, [VAULT]);
    assertEquals(evil.asked.length, 1);
    assert(evil.asked[0].includes("/get"), evil.asked[0]);
  });

  const known: [command: string, code: number, says: string][] = [
    ["check .", 0, "no problems"],
    ["vars .", 0, "in a store (hashicorp-vault-server)"],
    ["render get.yml", 0, "X-User: {{db.user}}"],
  ];
  for (const [command, code, says] of known) {
    it(`brace ${command} knows them and asks no store`, async () => {
      const outcome = await bare(command);
      assertEquals(outcome.code, code, outcome.printed);
      assert(outcome.printed.includes(says), outcome.printed);
    });
  }
});

/** A command that sends nothing. */
async function bare(command: string) {
  const cwd = await Deno.makeTempDir();
  await Deno.mkdir(`${cwd}/environments`);
  await Deno.writeTextFile(`${cwd}/opencollection.yml`, "info: {name: S}\n");
  await Deno.writeTextFile(
    `${cwd}/environments/dev.yml`,
    "name: dev\nexternalSecrets:\n  type: hashicorp-vault-server\n  variables: [{name: db, path: secret/data/app}]\n",
  );
  await Deno.writeTextFile(
    `${cwd}/get.yml`,
    'info: {name: Get, type: http}\nhttp: {method: POST, url: "http://127.0.0.1:1/", headers: [{name: X-User, value: "{{db.user}}"}], body: {type: json, data: \'{"a": {{db.list}}}\'}}\n',
  );
  const outcome = await brace([...command.split(" "), "--env=dev"], {
    cwd,
  });
  await Deno.remove(cwd, { recursive: true });
  return { ...outcome, printed: oneLine(outcome.stdout + outcome.stderr) };
}
