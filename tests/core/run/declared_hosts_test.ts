import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveEnvironment } from "../../../lib/core/collection/environment.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";
import { declaredHosts } from "../../../lib/core/run/hosts/declared_hosts.ts";
import { declaredProxy } from "../../../lib/core/run/hosts/declared_hosts.ts";
import type { ScopeSettings } from "../../../lib/core/run/iteration_scopes.ts";
import { PermissionError } from "../../../lib/core/source/errors.ts";

interface Setup {
  readonly vars?: readonly (readonly [string, string])[];
  readonly envVars?: readonly (readonly [string, string])[];
  readonly env?: Record<string, string>;
  readonly rows?: readonly Record<string, string>[];
  readonly paths?: readonly string[];
}

/** The hosts of a collection whose files say this. */
function hosts(files: Record<string, string>, setup: Setup = {}): string[] {
  const { plan, settings } = declaring(files, setup);
  return declaredHosts(plan, settings);
}

/** Its proxy. */
function proxy(config: string, setup: Setup = {}): string | undefined {
  const { plan, settings } = declaring({
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: {name: Hosts}\nconfig: {proxy: ${config}}`,
    "environments/local.yml":
      "name: local\nvariables: [{name: where, value: env.example}]",
    ...one("http://a/"),
  }, setup);
  return declaredProxy(plan.steps[0].collection, settings);
}

function declaring(files: Record<string, string>, setup: Setup) {
  const collection = readCollection({
    root: "",
    files: new Map(Object.entries({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Hosts}",
      ...files,
    })),
  }).value!;
  const { paths = [], rows = [] } = setup;
  const environment = resolveEnvironment(collection, "local").value ?? [];
  const settings: ScopeSettings = {
    ...setup,
    environments: new Map([[collection, environment]]),
    ports: {
      prompt: () => "asked.example",
      processEnv(_collection, name) {
        const value = setup.env?.[name];
        if (value !== undefined) return value;
        throw new PermissionError([{
          code: "PERMISSION",
          severity: "error",
          message: name,
        }]);
      },
    },
  };
  return { plan: makePlan(collection, { paths, rows }).value, settings };
}

const get = (url: string, more = "") =>
  `info: {name: get}\nhttp: {method: GET, url: ${
    JSON.stringify(url)
  }}\n${more}`;
const one = (url: string, more = "") => ({ "get.yml": get(url, more) });

const URLS: [url: string, hosts: string[]][] = [
  ["https://api.example.com/users", ["api.example.com"]],
  ["http://api.example.com:8080/x", ["api.example.com:8080"]],
  ["https://api.example.com:443/x", ["api.example.com:443"]],
  ["api.example.com/x", ["api.example.com"]],
  ["localhost:3000", ["localhost:3000"]],
  ["http://user:p%40ss@api.example.com:81/", ["api.example.com:81"]],
  ["http://[::1]:80/", ["[::1]:80"]],
  ["http://[::1]/", ["[::1]"]],
  ["http://127.1:81/", ["127.1:81"]],
  ["  http://api.example.com ", ["api.example.com"]],
  ["http:/api.example.com", []],
  ["http://API.Example.COM", ["api.example.com"]],
  ["http://bücher.example/", ["xn--bcher-kva.example"]],
  ["http+unix://%2Frun%2Fx.sock/a", ["unix:/run/x.sock"]],
  ["http://api.example.com?x=http://other.example", ["api.example.com"]],
  ["http://api.example.com#@other.example", ["api.example.com"]],
  ["http://api.example.com/{{unknown}}/{{?Code}}/{{$uuid}}", [
    "api.example.com",
  ]],
  ["http://{{unknown}}.example.com/", []],
  ["http://{{?Host}}/", []],
  ["{{process.env.SECRET}}/x", []],
  ["", []],
];

describe("declaredHosts", () => {
  for (const [url, expected] of URLS) {
    it(`of ${url === "" ? "nothing" : url}`, () => {
      assertEquals(hosts(one(url)), expected);
    });
  }

  it("tell of a request whose host is not known once, whatever the rows", () => {
    const unknown: string[] = [];
    const files = {
      "1.yml": get("http://{{nobody}}/"),
      "2.yml": get("http://a/"),
    };
    const { plan, settings } = declaring(files, {
      rows: [{ nobody: "a" }, {}, {}],
    });
    const found = declaredHosts(plan, settings, {
      onUnknown: ({ item }) => unknown.push(item.path),
    });
    assertEquals([found, unknown], [["a"], ["1.yml"]]);
  });

  it("come from files, environment and command line", () => {
    const files = {
      "environments/local.yml": `name: local
variables:
  - {name: base, value: "https://{{host}}/v1/{{tenant}}"}
  - {name: host, value: api.example.com}
  - {name: other, value: b.example}`,
      "1.yml": get("{{base}}/x"),
      "2.yml": get("http://{{other}}/"),
      "3.yml": get("{{process.env.BRACE_HOST}}/"),
      "4.yml": get("http://{{given}}/"),
    };
    assertEquals(
      hosts(files, {
        vars: [["given", "c.example:1"]],
        envVars: [["other", "d.example"]],
        env: { BRACE_HOST: "e.example" },
      }),
      ["api.example.com", "d.example", "e.example", "c.example:1"],
    );
  });

  it("do not come from data rows, actions or scripts", () => {
    assertEquals(
      hosts(one("http://{{host}}/"), { rows: [{ host: "evil.example" }] }),
      [],
    );
  });

  it("are those of the planned requests", () => {
    const files = {
      "a/1.yml": get("http://a.example"),
      "b/2.yml": get("http://b.example"),
    };
    assertEquals(hosts(files, { paths: ["b"] }), ["b.example"]);
  });

  it("are those that the collection adds", () => {
    const files = {
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Hosts}
extensions: {brace: {hosts: [cdn.example, "*.example.org", "10.0.0.0/8", "https://x.example/y"]}}`,
      ...one("http://a.example"),
    };
    assertEquals(hosts(files), [
      "a.example",
      "cdn.example",
      "*.example.org",
      "10.0.0.0/8",
      "x.example",
    ]);
  });

  it("has nothing of the collection's file that is empty, or has a placeholder left", () => {
    const files = {
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Hosts}
request: {variables: [{name: none, value: ""}]}
extensions: {brace: {hosts: ["{{none}}", " {{none}} ", "{{'{{'}}a}}"]}}`,
      ...one("http://a.example"),
    };
    assertEquals(hosts(files), ["a.example"]);
  });

  it("are those where tokens come from", () => {
    assertEquals(
      hosts({
        "get.yml": `info: {name: get}
http:
  method: GET
  url: http://a.example
  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: https://login.example/token`,
      }),
      ["a.example", "login.example"],
    );
  });
});

describe("declaredProxy", () => {
  const ROWS: readonly [config: string, proxy: string | undefined][] = [
    ["{config: {hostname: p.example, port: 3128}}", "p.example:3128"],
    ["{config: {hostname: P.Example, protocol: https}}", "p.example:443"],
    ['{config: {hostname: "::1", port: 1}}', undefined],
    ['{config: {hostname: "[::1]", port: 1}}', "[::1]:1"],
    ['{config: {hostname: "{{where}}", port: "{{port}}"}}', "env.example:8"],
    ["{disabled: true, config: {hostname: p.example}}", undefined],
    ["{inherit: true, config: {hostname: p.example}}", undefined],
    ["{config: {hostname: p.example, protocol: ftp}}", undefined],
    ['{config: {hostname: "{{?Proxy}}"}}', undefined],
    ['{config: {hostname: "{{unknown}}"}}', undefined],
    ['{config: {hostname: "{{process.env.SECRET}}"}}', undefined],
    ["{config: {}}", undefined],
  ];
  for (const [config, expected] of ROWS) {
    it(`of ${config}`, () => {
      assertEquals(proxy(config, { vars: [["port", "8"]] }), expected);
    });
  }
});
