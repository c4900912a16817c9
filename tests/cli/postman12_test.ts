import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { brace as braceAlone } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";
import { protobuf } from "../../lib/core/http/grpc/protobuf.ts";
import { writeFiles } from "../../lib/core/http/grpc/reflection_types.ts";
import { rawGrpcServer } from "../support/raw_grpc_server.ts";
import { socketServer } from "../support/socket_server.ts";

const SHOP = "postman/collections/Shop";

interface Problem {
  readonly code: string;
  readonly location?: { readonly file: string; readonly line: number };
}

/** What a `.proto` file says, compiled, as Postman keeps it. */
function descriptorSet(proto: string): string {
  const { root } = protobuf.parse(proto);
  root.resolveAll();
  const file = Uint8Array.from(writeFiles(root)[0]);
  // A FileDescriptorSet is a list of files, field 1.
  return Uint8Array.of(0x0a, file.length, ...file).toBase64();
}

/** A repository as Postman 12 writes it. */
const REPOSITORY: Readonly<Record<string, string>> = {
  ".postman/resources.yaml": "workspace:\n  id: 5b0c\n",
  [`${SHOP}/.resources/definition.yaml`]: `$kind: collection
name: The shop
auth:
  type: bearer
  credentials:
    - key: token
      value: '{{vault:token}}'
scripts:
  - type: http:afterResponse
    code: pm.test("answered", () => pm.response.to.have.status(200));
`,
  [`${SHOP}/Log in.request.yaml`]: `$kind: http-request
url: '{{base}}/login'
method: POST
order: 1000
queryParams:
  region: '{{region}}'
body:
  type: json
  content: '{"user": "{{user}}"}'
scripts:
  - type: afterResponse
    code: pm.environment.set("session", pm.response.json().target);
`,
  [`${SHOP}/Orders/.resources/definition.yaml`]: "order: 2000\n",
  [`${SHOP}/Orders/List.request.yaml`]: `$kind: http-request
url: '{{base}}/orders/:id'
pathVariables:
  - key: id
    value: '7'
auth:
  type: noauth
`,
  "postman/environments/Local.environment.yaml": `name: Local
values:
  - key: user
    value: ada
    enabled: true
  - key: session
    value: ''
    enabled: true
    type: default
color: null
`,
  "postman/globals/workspace.globals.yaml":
    "name: Globals\nvalues:\n  - key: region\n    value: eu\n",
};

describe("a repository that Postman 12 writes", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-postman12-" });
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  async function write(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(`${cwd}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
  }

  /** Runs against a server that tells what arrived. */
  async function run(
    files: Readonly<Record<string, string>>,
    ...args: string[]
  ) {
    await write(files);
    await using server = recordingServer(({ method, target, headers }) => ({
      json: { method, target, authorization: headers("authorization") },
    }));
    const outcome = await brace([
      "run",
      ...args,
      ...["--env-var", `base=${server.url}`, "--var", "token=t0"],
    ], { cwd });
    return { ...outcome, requests: server.requests };
  }

  const SECRETS: readonly (readonly [value: string, said: RegExp])[] = [
    [
      "''",
      /^warning WRITE: Did not save "session" in .* leaves its value out \(write any value there to save it\)$/,
    ],
    ["old", /^$/],
  ];
  for (const [value, said] of SECRETS) {
    it(`--save-env says what keeps a secret with the value ${value} out`, async () => {
      const path = "postman/environments/Local.environment.yaml";
      const { code, stderr } = await run(
        {
          ...REPOSITORY,
          [path]:
            `name: Local\nvalues:\n  - {key: user, value: ada}\n  - {key: session, value: ${value}, type: secret}\n`,
        },
        ...["--env", "Local", "--save-env"],
      );
      assertEquals(code, 0, stderr);
      assertMatch(stderr.replace(/\s+/g, " ").trim(), said);
    });
  }

  it("advises no key that its files cannot have for a host of a script", async () => {
    await write({
      [`${SHOP}/.resources/definition.yaml`]: "$kind: collection\nname: Shop\n",
      [`${SHOP}/Get.request.yaml`]: `$kind: http-request
method: GET
url: '{{base}}/x'
scripts:
  - type: beforeRequest
    code: pm.variables.set("base", "https://h.example");
`,
    });
    const { stdout } = await brace(["check", SHOP], { cwd });
    assertStringIncludes(
      stdout.replaceAll(/\s+/g, " "),
      "the hosts that files name (allow it with --allow-net=HOST)",
    );
  });

  it("is exported with its saved examples", async () => {
    await write({
      ...REPOSITORY,
      [`${SHOP}/Orders/.resources/List.resources/examples/One.example.yaml`]:
        "$kind: http-example\nname: One\nrequest: {url: 'http://h/', method: GET}\nresponse: {statusCode: 200}\n",
    });
    const { code, stdout, stderr } = await brace(
      ["export", "postman", ".", "-o", "shop.json"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    assertMatch(stdout + stderr, /2 requests .* · 1 example · 2 scripts/);
    const { item } = JSON.parse(await Deno.readTextFile(`${cwd}/shop.json`));
    const [{ name, originalRequest }] = item[1].item[0].response;
    assertEquals([name, originalRequest.url.raw], ["One", "http://h/"]);
  });

  it("is run with one command, from its folder", async () => {
    const { code, stderr, stdout, requests } = await run(
      REPOSITORY,
      "--env",
      "Local",
    );
    assertEquals([code, stderr], [0, ""], stdout);
    assertMatch(stdout, /^The shop · environment Local · 2 requests/);
    assertMatch(stdout, /tests +2 · 2 passed/);
    assertEquals(
      requests.map(({ method, target, headers, text }) => [
        method,
        target,
        headers("authorization"),
        text,
      ]),
      [
        ["POST", "/login?region=eu", ["Bearer t0"], '{"user": "ada"}'],
        ["GET", "/orders/7", [], ""],
      ],
    );
  });

  it("sends gRPC requests with the types that they bring along, or name", async () => {
    // A server without reflection.
    await using server = await rawGrpcServer((call) => {
      call.headers([[":status", "200"], ["content-type", "application/grpc"]]);
      call.data(call.body);
      call.headers([["grpc-status", "0"]], { end: true });
    });
    const proto = `syntax = "proto3";
package shop.v1;
message Item { string id = 1; }
service Shop { rpc Find(Item) returns (Item); }
`;
    const request = (more: string) =>
      `$kind: grpc-request
url: grpc://${server.host}
methodPath: shop.v1.Shop.Find
message:
  content: '{"id": "a"}'
scripts:
  - type: afterResponse
    code: pm.test("echoes", () => pm.expect(pm.response.messages.idx(0).data.id).to.equal("a"));
${more}
`;
    await write({
      [`${SHOP}/.resources/definition.yaml`]: "$kind: collection\nname: Shop\n",
      [`${SHOP}/shop.proto`]: proto,
      "schemas/shop.proto": proto,
      [`${SHOP}/1 set.request.yaml`]: request(
        `methodDescriptor: ${descriptorSet(proto)}`,
      ),
      [`${SHOP}/2 file.request.yaml`]: request(
        "schema: {source: file, location: shop.proto}",
      ),
      [`${SHOP}/3 outside.request.yaml`]: request(
        "schema: {source: file, location: ../../../schemas/shop.proto}",
      ),
      [`${SHOP}/4 broken.request.yaml`]: request("methodDescriptor: '%%%'"),
      [`${SHOP}/5 empty.request.yaml`]: request("methodDescriptor: CgA="),
    });
    const args = ["run", "--reporter=json=report.json"];
    const refused = await brace(args, { cwd });
    const text = refused.stdout + refused.stderr;
    assertEquals(refused.code, 6, text);
    const problemsOf = async () => {
      const { requests } = JSON.parse(
        await Deno.readTextFile(`${cwd}/report.json`),
      ) as { requests: { name: string; diagnostics: Problem[] }[] };
      return requests.map(({ name, diagnostics }) => [
        name,
        ...diagnostics.map(({ code, location }) =>
          `${code} ${location?.file}:${location?.line}`
        ),
      ]);
    };
    const broken = [
      ["4 broken", `INVALID_FIELD ${SHOP}/4 broken.request.yaml:3`],
      ["5 empty", `INVALID_URL ${SHOP}/5 empty.request.yaml:3`],
    ];
    assertEquals(await problemsOf(), [
      ["1 set"],
      ["2 file"],
      ["3 outside", `PERMISSION ${SHOP}/3 outside.request.yaml:3`],
      ...broken,
    ]);
    await brace([...args, "--allow-read=schemas"], { cwd });
    assertEquals(await problemsOf(), [
      ["1 set"],
      ["2 file"],
      ["3 outside"],
      ...broken,
    ]);
  });

  const SELECTIONS: [name: string, args: string[], targets: string[]][] = [
    ["its collection", [SHOP], ["/login?region=eu", "/orders/7"]],
    ["the folder of its collections", ["postman/collections"], [
      "/login?region=eu",
      "/orders/7",
    ]],
    ["a folder", [`${SHOP}/Orders`], ["/orders/7"]],
    ["the definition of a folder", [
      `${SHOP}/Orders/.resources/definition.yaml`,
    ], ["/orders/7"]],
    ["a request", [`${SHOP}/Log in`], ["/login?region=eu"]],
    ["a request by its name", ["List"], ["/orders/7"]],
  ];
  for (const [name, args, targets] of SELECTIONS) {
    it(`gives ${name}`, async () => {
      const { requests, code, stderr } = await run(
        REPOSITORY,
        "--env",
        "Local",
        ...args,
      );
      assertEquals([code, stderr], [0, ""]);
      assertEquals(requests.map(({ target }) => target), targets);
    });
  }

  it("takes the values of --global-env in place of its globals", async () => {
    const { requests } = await run(
      { ...REPOSITORY, "globals.env": "region=us\n" },
      ...["--env", "Local", "--global-env", "globals.env"],
      `${SHOP}/Log in.request.yaml`,
    );
    assertEquals(requests.map(({ target }) => target), ["/login?region=us"]);
  });

  const SPELLINGS: [name: string, before: string, after: string][] = [
    [
      "a list",
      "values:\n  - key: session # kept\n    value: '' # here\n    enabled: true\n",
      "values:\n  - key: session # kept\n    value: '/login?region=eu' # here\n    enabled: true\n",
    ],
    [
      "a list without it",
      "values:\n  - key: user\n    value: ada\n",
      "values:\n  - key: user\n    value: ada\n  - key: session\n    value: /login?region=eu\n    enabled: true\n",
    ],
    [
      "a mapping",
      "values:\n  user: ada # who\n",
      "values:\n  user: ada # who\n  session: /login?region=eu\n",
    ],
  ];
  for (const [name, before, after] of SPELLINGS) {
    it(`saves the environment: ${name}`, async () => {
      const file = "postman/environments/Local.environment.yaml";
      const { code, stdout } = await run(
        { ...REPOSITORY, [file]: before },
        ...["--env", "Local", "--save-env", "--env-var", "user=x"],
      );
      assertEquals(code, 0, stdout);
      assertEquals(await Deno.readTextFile(`${cwd}/${file}`), after);
    });
  }

  const OTHERS: [
    name: string,
    files: Record<string, string>,
    said: string,
  ][] = [
    [
      "several collections",
      {
        ...REPOSITORY,
        "postman/collections/B c/.resources/definition.yaml": "",
      },
      `error NOT_A_COLLECTION: Cannot load ".": it has 2 collections, run one of them
    by its path
  try: brace run "postman/collections/B c"
  its collections are postman/collections/B c, postman/collections/Shop
`,
    ],
    [
      "a collection elsewhere in the repository",
      {
        ...REPOSITORY,
        ".postman/resources.yaml":
          "localResources:\n  collections:\n    - ../tests/E2E/\n    - ../../out\n",
        "tests/E2E/.resources/definition.yaml": "$kind: collection\n",
      },
      `error NOT_A_COLLECTION: Cannot load ".": it has 2 collections, run one of them
    by its path
  try: brace run postman/collections/Shop
  its collections are postman/collections/Shop, tests/E2E
`,
    ],
    [
      "a link to a workspace alone",
      { ".postman/resources.yaml": "workspace:\n  id: 5b0c\n" },
      `error NOT_A_COLLECTION: Cannot load ".": .postman/resources.yaml links it to a
    Postman workspace, whose collections are not in the folder (pull them in
    Postman's Local view, or export one and run brace import)
`,
    ],
  ];
  it("says what a part of it lacks", async () => {
    await write({ "Part/One.request.yaml": "$kind: http-request\n" });
    for (const path of ["Part", "Part/One.request.yaml"]) {
      const { code, stderr } = await brace(["run", path], { cwd });
      assertEquals(code, 2);
      assertMatch(stderr, /no folder above\s+has the/);
    }
  });

  for (const [name, files, said] of OTHERS) {
    it(`says what to do with ${name}`, async () => {
      await write(files);
      const { code, stderr } = await brace(["run"], { cwd });
      assertEquals([code, stderr], [2, said]);
    });
  }

  it("has other definitions than that of its collection", async () => {
    await write({
      "E2E/.resources/definition.yaml": "name: Outer\n",
      "E2E/In/.resources/definition.yaml": "name: Inner\n",
      "E2E/In/One.request.yaml": "$kind: http-request\nurl: http://127.0.0.1\n",
    });
    const { stdout } = await brace(["list"], {
      cwd: `${cwd}/E2E/In`,
    });
    assertStringIncludes(stdout, "In/One.request.yaml");
  });

  it("is left alone by fmt", async () => {
    await write(REPOSITORY);
    const { stderr, stdout } = await brace(["fmt"], { cwd });
    assertEquals(stdout, "");
    assertStringIncludes(stderr, 'Left "." as it is: its files have the form');
    for (const [path, text] of Object.entries(REPOSITORY)) {
      assertEquals(await Deno.readTextFile(`${cwd}/${path}`), text);
    }
  });

  it("points into its files", async () => {
    await write({
      ...REPOSITORY,
      [`${SHOP}/Log in.request.yaml`]: `$kind: http-request
url: '{{base}}/login'
queryParams:
  - key: first
    value: 1
  - key: page
    value: 'a {{pagee}}'
`,
    });
    const { stderr, stdout } = await brace(
      ["check", "--env", "Local", "--env-file", "v.env"],
      { cwd, env: {} },
    );
    assertStringIncludes(stdout + stderr, "v.env");
    const checked = await brace(["check", "--env", "Local"], { cwd });
    assertStringIncludes(
      checked.stdout + checked.stderr,
      `Log in.request.yaml:7:15  url
  7 |     value: 'a {{pagee}}'
    |               ^^^^^^^^^`,
    );
  });

  it("sends the list of the query, and names what only the URL has", async () => {
    const { requests, code, stdout } = await run(
      {
        ...REPOSITORY,
        [`${SHOP}/Orders/List.request.yaml`]: `$kind: http-request
url: '{{base}}/orders?in%20url=1&a=2&off=3#f'
queryParams:
  - key: a
    value: 1
  - key: off
    value: 1
    disabled: true
auth:
  type: noauth
`,
      },
      ...["--env", "Local", "List"],
    );
    assertEquals(code, 0, stdout);
    assertEquals(requests.map(({ target }) => target), ["/orders?a=1"]);
    const checked = await brace(["check", "--env", "Local", "List"], { cwd });
    assertMatch(
      checked.stdout + checked.stderr,
      /warning INVALID_FIELD: Ignored "in%20url" in the query of "url": "queryParams"\s+does not have it/,
    );
  });

  it("sends no header without a name, and says so", async () => {
    const { requests, code, stdout } = await run(
      {
        ...REPOSITORY,
        [`${SHOP}/Orders/List.request.yaml`]: `$kind: http-request
url: '{{base}}/orders'
headers:
  - key: ''
    value: lost
  - key: X-Kept
    value: a
auth:
  type: noauth
`,
      },
      ...["--env", "Local", "List"],
    );
    assertEquals(code, 0, stdout);
    assertEquals(requests.map(({ headers }) => headers("x-kept")), [["a"]]);
    const checked = await brace(["check", "--env", "Local", "List"], { cwd });
    assertMatch(
      checked.stdout + checked.stderr,
      /warning INVALID_FIELD: Ignored "headers\[0\]": its "key" is missing/,
    );
  });

  it("names what is not sent, and skips it", async () => {
    const { stdout, code } = await run(
      {
        ...REPOSITORY,
        [`${SHOP}/Feed.request.yaml`]: "$kind: mqtt-request\nurl: mqtt://h\n",
      },
      ...["--env", "Local", "--verbose"],
    );
    assertEquals(code, 0, stdout);
    assertMatch(stdout, /mqtt/);
    assertMatch(stdout, /1 skipped/);
  });

  it("gives its scripts what Postman gives them", async () => {
    const { code, stdout, stderr, requests } = await run(
      {
        ...REPOSITORY,
        [`${SHOP}/Scripts.request.yaml`]: `$kind: http-request
url: '{{base}}/scripts'
auth:
  type: noauth
scripts:
  - type: beforeRequest
    code: |-
      pm.test("the vault", async () => {
        pm.expect(await pm.vault.get("token")).to.equal("t0");
        await pm.vault.set("other", "o");
        pm.expect(await pm.vault.get("other")).to.equal("o");
        await pm.vault.unset("other");
        pm.expect(await pm.vault.get("other")).to.equal(undefined);
        await pm.vault.set("empty", "");
        pm.expect(await pm.vault.get("empty")).to.equal("");
      });
      pm.collectionVariables.set("c", "1");
      pm.test("replaceIn", () =>
        pm.expect(pm.collectionVariables.replaceIn("{{c}}/{{none}}"))
          .to.equal("1/{{none}}"));
      const uuid = pm.require("npm:uuid@9.0.0");
      pm.test("npm", () => pm.expect(uuid.v4()).to.have.lengthOf(36));
      pm.test("no package", () => pm.expect(() => pm.require("npm:left-pad"))
        .to.throw(/left-pad/));
      pm.test("mock", () => pm.expect(() => pm.mock).to.throw(/mock servers/));
      pm.test("no message", () => pm.expect(pm.message).to.equal(undefined));
      pm.visualizer.set("<p>", {});
  - type: afterResponse
    code: |-
      const response = await pm.execution.runRequest("Orders/List", {
        variables: { base: pm.variables.get("base") + "/inner", own: 1 },
      });
      pm.test("another request", () => {
        pm.response.to.have.status(200);
        pm.expect(response.code).to.equal(200);
        pm.expect(response.json().target).to.equal("/inner/orders/7");
        pm.expect(pm.variables.has("own")).to.equal(false);
      });
`,
      },
      "--env",
      "Local",
      `${SHOP}/Scripts`,
    );
    assertEquals([code, stderr], [0, ""], stdout);
    assertMatch(stdout, /tests +9 · 9 passed/);
    assertEquals(
      requests.map(({ target }) => target),
      ["/scripts", "/inner/orders/7"],
    );
  });

  /** With packages where npm puts them. */
  const WITH_PACKAGES = {
    ...REPOSITORY,
    "package.json": "{}",
    "node_modules/slug/package.json": '{"main": "lib/slug.js"}',
    "node_modules/slug/lib/slug.js":
      "module.exports = (text) => require('lower')(text).replace(/ /g, '-');",
    "node_modules/lower/index.js":
      "module.exports = (text) => text.toLowerCase();",
    [`${SHOP}/Log in.request.yaml`]: `$kind: http-request
url: '{{base}}/login'
scripts:
  - type: afterResponse
    code: |-
      const slug = pm.require("npm:slug@1.2.3");
      pm.test("a package", () => pm.expect(slug("A B")).to.equal("a-b"));
      pm.test("the same", () => pm.expect(require("slug")).to.equal(slug));
`,
  };

  it("has the packages of its root for scripts", async () => {
    const { code, stdout } = await run(WITH_PACKAGES, "--env", "Local");
    assertEquals(code, 0, stdout);
    assertMatch(stdout, /tests +4 · 4 passed/);
    const checked = await brace(["check", "--env", "Local"], { cwd });
    assertEquals(checked.stdout.includes("MISSING_MODULE"), false);
  });

  it("shows where a package or a file beside it fails", async () => {
    for (
      const [path, text, named] of [
        ["node_modules/lower/index.js", "null.x;", undefined],
        [`${SHOP}/own.js`, "null.x;", "./own.js"],
      ] as const
    ) {
      const { stdout } = await run(
        {
          ...WITH_PACKAGES,
          [path]: text,
          ...named && {
            [`${SHOP}/Log in.request.yaml`]: `$kind: http-request
url: '{{base}}/login'
scripts:
  - type: afterResponse
    code: require("${named}")
`,
          },
        },
        "--env",
        "Local",
      );
      assertStringIncludes(stdout, ` ${path}:1:5`);
    }
  });

  it("has no packages of a folder that Deno does not permit to read", async () => {
    await write({
      ...WITH_PACKAGES,
      [`${SHOP}/Log in.request.yaml`]: `$kind: http-request
url: http://127.0.0.1:1/
scripts:
  - type: beforeRequest
    code: pm.require("npm:slug@1.2.3")
`,
    });
    const { code, stdout } = await braceAlone(["run", `${SHOP}/Log in`], {
      cwd,
      permissions: [
        "--allow-net",
        `--allow-read=${cwd}/postman`,
        "--no-prompt",
      ],
    });
    assertEquals(code === 0, false);
    assertStringIncludes(stdout, 'require "slug"');
    assertEquals(stdout.includes("NotCapable"), false);
  });

  it("connects a WebSocket, and runs scripts for messages", async () => {
    await using server = await socketServer((socket) => {
      socket.send('{"n": 1}');
      socket.send('{"n": 2}');
      socket.close(1000);
    });
    const { code, stdout } = await run(
      {
        ...REPOSITORY,
        [`${SHOP}/Socket.request.yaml`]: `$kind: websocket-request
url: ${server.url}/feed
queryParams:
  room: '1'
settings:
  handshakeTimeout: 60000
auth:
  type: noauth
scripts:
  - type: onIncomingMessage
    code: pm.test("message " + pm.message.data.n, () => pm.expect(pm.message.data.n).to.be.above(0));
  - type: afterResponse
    code: |-
      pm.test("all", () => {
        pm.expect(pm.response.messages.count()).to.equal(2);
        pm.expect(pm.response.messages.idx(1).data.n).to.equal(2);
      });
`,
      },
      "--env",
      "Local",
      `${SHOP}/Socket`,
    );
    assertEquals(code, 0, stdout);
    assertMatch(stdout, /tests +3 · 3 passed/);
  });

  it("becomes OpenCollection, which sends the same", async () => {
    await write(REPOSITORY);
    const { code, stderr } = await brace(["import", SHOP, "-o", "api"], {
      cwd,
    });
    assertEquals([code, stderr], [0, ""]);
    const { requests } = await run(
      {},
      ...[
        "api",
        "--env",
        "Local",
        "--global-env",
        "api/environments/Globals.yml",
      ],
    );
    assertEquals(
      requests.map(({ method, target, headers }) => [
        method,
        target,
        headers("authorization"),
      ]),
      [["POST", "/login?region=eu", ["Bearer t0"]], ["GET", "/orders/7", []]],
    );
  });
});
