import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe } from "@std/testing/bdd";
import {
  braceProgram,
  type Load,
  type LoadResult,
  runLoad,
  shellProgram,
} from "../support/artillery.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const inNode = itNeeds("node", "sh", "signals");

describe("artillery-engine-brace", () => {
  let folder: string;
  let server: RecordingServer;
  let answer = (): Promise<void> | void => {};

  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    server = recordingServer(async () => {
      await answer();
      return { json: { ok: true } };
    });
    await Deno.mkdir(`${folder}/api`);
    await Deno.writeTextFile(
      `${folder}/api/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: Load}\n",
    );
    await Deno.writeTextFile(
      `${folder}/api/get.yml`,
      `info: {name: Get, type: http}
http: {method: GET, url: "${server.url}/users/{{id}}"}
runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}
`,
    );
    await Deno.writeTextFile(
      `${folder}/api/secret.yml`,
      `info: {name: Secret, type: http}
http: {method: GET, url: "${server.url}/{{token}}"}
`,
    );
    await Deno.mkdir(`${folder}/api/environments`);
    await Deno.writeTextFile(
      `${folder}/api/environments/staging.yml`,
      "name: staging\nvariables: [{name: token, secret: true}]\n",
    );
    await Deno.mkdir(`${folder}/bin`);
    await braceProgram(`${folder}/bin/brace`);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  });

  const program = (name: string, text: string) =>
    shellProgram(`${folder}/bin/${name}`, text);

  const load = (
    {
      brace = { collection: "api" },
      flow = [{ run: "get.yml" }],
      others = [],
      ...more
    }:
      & Partial<Omit<Load, "script">>
      & {
        readonly brace?: object;
        readonly flow?: unknown;
        readonly others?: readonly object[];
      },
    env: Record<string, string> = { BRACE_BIN: `${folder}/bin/brace` },
  ) =>
    runLoad({
      users: 3,
      ...more,
      script: {
        config: { engines: { brace } },
        scenarios: [{ engine: "brace", flow }, ...others],
        _scriptPath: `${folder}/load.yml`,
      },
    }, env);

  inNode(
    "reports what the server counted, for each user's own values",
    async () => {
      const from = server.requests.length;
      const { counters, histograms, rates, completed, failed, stderr } =
        await load({
          users: 200,
          flow: [{
            run: { paths: ["get.yml"], vars: { id: "{{ index }}" } },
          }, { think: 0 }],
        });
      const targets = server.requests.slice(from).map(({ target }) => target);
      assertEquals(
        targets.toSorted(),
        Array.from({ length: 200 }, (_, id) => `/users/${id}`).toSorted(),
      );
      const { "brace.bytes": bytes, "brace.late": _, ...others } = counters;
      assertEquals([stderr, completed, failed, bytes > 0], ["", 200, {}, true]);
      assertEquals(others, {
        "brace.requests": 200,
        "brace.codes.200": 200,
        "brace.assertions.passed": 200,
        "brace.assertions.failed": 0,
        "brace.tests.passed": 0,
        "brace.tests.failed": 0,
      });
      assertEquals(histograms, {
        "brace.response_time": 200,
        "brace.response_time.Get": 200,
        "brace.setup_time": 1,
      });
      assertEquals(rates, { "brace.request_rate": 200 });
    },
  );

  inNode("fails users whose requests fail, and says why once", async () => {
    const { counters, completed, failed, stderr } = await load({});
    const name = "get.yml: UNDEFINED_VARIABLE";
    assertEquals([completed, failed], [0, { [name]: 3 }]);
    assertEquals(counters[`errors.${name}`], 3);
    assertEquals(counters["brace.errors.render"], 3);
    // The path is relative where that is shorter, as it is beside the repository.
    assertMatch(stderr, /^brace: \S+\/api\/get\.yml:2:/);
    assertEquals(stderr.split("\n").length, 2);
  });

  inNode("says which secret is missing", async () => {
    const { failed, stderr } = await load({
      brace: { collection: "api", env: "staging" },
      flow: [{ run: "secret.yml" }],
    });
    assertEquals(failed, { "secret.yml: UNSET_SECRET": 3 });
    assertStringIncludes(stderr, '"token"');
  });

  inNode("stops the thread while Artillery only waits for users", async () => {
    const flow = [{ run: { paths: ["get.yml"], vars: { id: 1 } } }];
    const spinning = { users: 5, every: 40, flow, spin: true };
    const { completed, failed, pauses } = await load(spinning);
    assertEquals([completed, failed, pauses > 20], [5, {}, true]);
  });

  inNode(
    "leaves the thread alone where another engine measures in it",
    async () => {
      const flow = [{ run: { paths: ["get.yml"], vars: { id: 1 } } }];
      const spinning = { users: 5, every: 40, flow, spin: true };
      const others = [{ engine: "http", flow }];
      const { completed, pauses } = await load({ ...spinning, others });
      assertEquals([completed, pauses], [10, 0]);
    },
  );

  const PROBLEMS: [
    what: string,
    given: Parameters<typeof load>[0],
    message: string,
  ][] = [
    [
      "an unknown environment",
      { brace: { collection: "api", env: ["stagin"] } },
      'Cannot select the environment "stagin": it does not exist (did you mean "staging"?)',
    ],
    [
      "an unknown selection",
      { flow: [{ run: { paths: ["gett"] } }] },
      'Cannot select "gett": the collection has no such request or folder',
    ],
    [
      "no collection",
      { brace: { collection: "nowhere" } },
      'nowhere": no such file or folder',
    ],
    [
      "no name of a collection",
      { brace: {} },
      '"config.engines.brace.collection" names no collection',
    ],
    [
      "an unknown setting",
      { brace: { collection: "api", environment: "x" } },
      'Cannot use "config.engines.brace.environment": use one of collection, env,',
    ],
    [
      "an unknown step",
      { flow: [{ get: { url: "/" } }] },
      'Cannot use the step "get": the engine "brace" has "run" and "think"',
    ],
    ["no flow", { flow: [] }, "Cannot use the flow"],
    [
      "a wrong pause",
      { flow: [{ run: {} }, { think: "long" }] },
      'Cannot use "think": give seconds',
    ],
    [
      "an unknown key of a step",
      { flow: [{ run: { path: "get.yml" } }] },
      'Cannot use "path": a step has paths, tags, data and vars',
    ],
  ];
  for (const [what, given, message] of PROBLEMS) {
    inNode(`fails every user with the message for ${what}`, async () => {
      failsWith(await load(given), message);
    });
  }

  function failsWith(
    { failed, counters, completed, exitCode, stderr }: LoadResult,
    message: string,
  ) {
    const [[said, count], ...others] = Object.entries(failed);
    assertEquals([completed, others, exitCode], [0, [], 1]);
    assertStringIncludes(said, message);
    assertEquals(counters[`errors.${said}`], count);
    assertEquals(stderr, `brace: ${said}\n`);
  }

  inNode("says that Brace is not installed", async () => {
    const node = new TextDecoder().decode(
      (await new Deno.Command("sh", { args: ["-c", "command -v node"] })
        .output()).stdout,
    ).trim();
    await Deno.mkdir(`${folder}/only`, { recursive: true });
    await Deno.symlink(node, `${folder}/only/node`);
    failsWith(
      await load({}, { PATH: `${folder}/only` }),
      "Cannot start Brace: it is not installed (npm install @brace/cli, or set BRACE_BIN to the program)",
    );
  });

  inNode("finds Brace in the project's packages, and on the PATH", async () => {
    const flow = [{ run: { paths: ["get.yml"], vars: { id: 1 } } }];
    const path = `${folder}/bin:${Deno.env.get("PATH")}`;
    assertEquals((await load({ flow }, { PATH: path })).completed, 3);
    const { os, arch } = Deno.build;
    const cpu = arch === "x86_64" ? "x64" : "arm64";
    const modules = `${folder}/node_modules/@brace`;
    const name = `cli-${os}-${cpu}`;
    await Deno.mkdir(`${modules}/cli`, { recursive: true });
    await Deno.mkdir(`${modules}/${name}`);
    await Deno.writeTextFile(`${modules}/cli/package.json`, "{}");
    await Deno.writeTextFile(`${modules}/${name}/package.json`, "{}");
    const words = "echo words of the package >&2; exit 3";
    await Deno.rename(await program("own", words), `${modules}/${name}/brace`);
    const { stderr } = await load({ flow }, { PATH: path });
    await Deno.remove(`${folder}/node_modules`, { recursive: true });
    assertStringIncludes(stderr, "words of the package");
  });

  const PROGRAMS: [what: string, text: string, message: string][] = [
    [
      "of another version",
      `echo '{"type":"ready","version":2}'; cat > /dev/null`,
      "no message of a worker",
    ],
    [
      "without this command",
      `echo 'error USAGE: Cannot use "worker": not a command' >&2; exit 2`,
      '(exit code 2) at BIN: error USAGE: Cannot use "worker": not a command (this package needs @brace/cli of its own version)',
    ],
    [
      "that crashes",
      "read line; echo first >&2; echo 'its last words' >&2; kill -SEGV $$",
      "its last words",
    ],
    ["that ends at once", "exit 0", "(exit code 0) at BIN: it said nothing"],
  ];
  for (const [what, text, message] of PROGRAMS) {
    inNode(`fails every user with the words of a Brace ${what}`, async () => {
      const file = await program("other", text);
      failsWith(
        await load({}, { BRACE_BIN: file }),
        message.replace("BIN", file),
      );
    });
  }

  inNode("fails every user where BRACE_BIN names no program", async () => {
    const file = `${folder}/bin/nothing`;
    failsWith(
      await load({}, { BRACE_BIN: file }),
      `spawn ${file} ENOENT`,
    );
  });

  inNode(
    "fails the users of a Brace that is killed in the middle, and later ones",
    async () => {
      const never = Promise.withResolvers<void>();
      answer = () => never.promise;
      const result = await load({
        users: 6,
        every: 100,
        kill: 3,
        flow: [{ run: { paths: ["get.yml"], vars: { id: 1 } } }],
      });
      never.resolve();
      answer = () => {};
      failsWith(result, "Brace ended (SIGKILL) at ");
      assertEquals(Object.values(result.failed), [6]);
    },
  );
});
