import { assert, assertEquals } from "@std/assert";
import { LAZY } from "../.ci/flags.ts";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { type DemoServer, serveDemo } from "../lib/host/demo/serve_demo.ts";

const here = import.meta.url;
const root = new URL("../", here);

/** The own modules that an entry loads, those that it may load later included; types are erased. */
async function modulesOf(entry: string): Promise<string[]> {
  return (await allModulesOf(entry)).filter((it) => it.startsWith(root.href))
    .map((it) => it.slice(root.href.length)).sort();
}

/** The same with modules of packages, as URLs. */
async function allModulesOf(entry: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", fromFileUrl(new URL(entry, root))],
    cwd: new URL(".", new URL(entry, root)),
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    roots: string[];
    modules: {
      specifier: string;
      dependencies?: {
        isDynamic?: boolean;
        code?: { specifier?: string };
      }[];
    }[];
  };
  const bySpecifier = new Map(modules.map((it) => [it.specifier, it]));
  const seen = new Set<string>(roots);
  for (const specifier of seen) {
    for (const { code } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code?.specifier) seen.add(code.specifier);
    }
  }
  return [...seen];
}

describe("the module graph", () => {
  it("of @brace/brace holds nothing of the runner, the engine, the sandbox or scripts", async () => {
    const modules = await modulesOf("mod.ts");
    assert(
      modules.includes("lib/core/run/open_request.ts"),
      "the graph is read",
    );
    const unwanted = modules.filter((path) =>
      path === "lib/core/run/run.ts" ||
      path === "lib/core/run/execute_request.ts" ||
      /^lib\/(?:script|cli|report)\//.test(path) ||
      /^lib\/host\/(?:run|http|sandbox|network|terminal|files)\//.test(path)
    );
    assertEquals(unwanted, []);
  });

  it("of @brace/brace holds nothing that a browser lacks", async () => {
    const modules = await allModulesOf("mod.ts");
    assert(modules.includes(new URL("lib/host/locate/locate.ts", root).href));
    assertEquals(modules.filter((it) => it.startsWith("node:")), []);
  });

  it("of @brace/brace/run holds the runner, and nothing of the command line", async () => {
    const modules = await modulesOf("run.ts");
    assert(modules.includes("lib/core/run/run.ts"));
    const cli = modules.filter((path) => path.startsWith("lib/cli/"));
    assertEquals(cli, []);
  });

  // Their names are minified all together.
  for (
    const entry of [
      "lib/embedded/page/main.tsx",
      "lib/embedded/page/workbench/main.tsx",
      "lib/embedded/page/workbench/editor/main.ts",
      "lib/embedded/sandbox/install.ts",
      "lib/embedded/sandbox/postman/create.ts",
      "lib/embedded/sandbox/chai.ts",
      "lib/embedded/sandbox/schema.ts",
      "lib/embedded/sandbox/http/axios.ts",
      "lib/embedded/sandbox/node/install.ts",
      "lib/embedded/sandbox/web/install.ts",
    ]
  ) {
    it(`of ${entry}, which is generated from it, holds nothing of the standard library`, async () => {
      const modules = await allModulesOf(entry);
      assert(modules.includes(new URL(entry, root).href), "the graph is read");
      const standard = modules.filter((it) =>
        /@std\/|\/\.links\/|deno-std/.test(it)
      );
      assertEquals(standard, []);
    });
  }
});

/** The own modules that a command line of the sources loads: V8 counts what each does. */
async function loadedBy(
  args: readonly string[],
  folder: string,
): Promise<string[]> {
  return (await loading(args, folder)).modules;
}

/** The same, with the globals that Deno loads when they are first asked for, and were. */
async function loading(
  args: readonly string[],
  folder: string,
): Promise<{ modules: string[]; globals: string[] }> {
  const profiles = await Deno.makeTempDir({ dir: folder });
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      LAZY,
      `--coverage=${profiles}`,
      `--preload=${fromFileUrl(new URL("support/loaded_globals.ts", here))}`,
      "-A",
      fromFileUrl(new URL("cli.ts", root)),
      ...args,
    ],
    cwd: folder,
    env: { NO_COLOR: "1", CI: "", GITHUB_ACTIONS: "" },
  }).output();
  const text = new TextDecoder();
  assert(success, text.decode(stdout) + text.decode(stderr));
  const urls = [...Deno.readDirSync(profiles)].map(({ name }) =>
    JSON.parse(Deno.readTextFileSync(`${profiles}/${name}`)).url as string
  );
  const modules = [...new Set(urls)].filter((url) => url.startsWith(root.href))
    .map((url) => url.slice(root.href.length))
    .filter((path) => !path.startsWith("tests/")).sort();
  const asked = /^asked for: (.*)$/m.exec(text.decode(stderr))![1];
  return { modules, globals: asked.split(",").filter((it) => it !== "") };
}

/** What a run loads only where it needs that. */
const UNNEEDED: readonly RegExp[] = [
  /^lib\/(?:tools\/check|lsp)\//,
  /^lib\/core\/collection\/bru\//,
  // Auth that signs, or takes tokens.
  /^lib\/core\/auth\/(?:aws|digest|oauth1|oauth2)\//,
  /^lib\/core\/auth\/create_signer\.ts$/,
  // Cookies, proxies, certificates, files.
  /^lib\/core\/http\/cookies\//,
  /^lib\/host\/http\/content\/(?:composed_source|decode_sink|file_sink)\.ts$/,
  /^lib\/host\/files\/write\/(?!locked_error)/,
  // Protocols other than HTTP.
  /^lib\/(?:core\/http|host)\/grpc\//,
  // Streams, and their libraries with them.
  /^lib\/host\/http\/stream\//,
  /^lib\/core\/run\/stream\/(?!streamed_response)/,
  /^lib\/core\/request\/render_message\.ts$/,
  // Scripts, actions, and what becomes of several requests.
  /^lib\/(?:core\/script\/(?!on_fail_script)|embedded\/sandbox\/)/,
  /^lib\/core\/run\/script\/script_(?!variables)/,
  /^lib\/core\/plan\/needed\.ts$/,
  // The flags and options of other commands, and what those do.
  /^lib\/cli\/(?!flags\/|config\/|run\/|topic\/topics)\w+\//,
  /\/specs\/(?!run_spec)\w+_spec\.ts$/,
];

describe("what a command loads", () => {
  let folder: string;
  let api: DemoServer;
  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    api = serveDemo();
  });
  afterAll(async () => {
    await api.stop();
    await Deno.remove(folder, { recursive: true });
  });

  it("is next to nothing for --version", async () => {
    assertEquals(await loadedBy(["--version"], folder), [
      "cli.ts",
      "lib/cli/main.ts",
      "lib/core/source/version.ts",
    ]);
  });

  it("is the list of commands for --help, and no command's flags", async () => {
    const modules = await loadedBy(["--help"], folder);
    const unneeded = modules.filter((path) =>
      !/^(?:cli\.ts|lib\/(?:cli|core\/source|host\/terminal)\/|\.links\/)/.test(
        path,
      ) ||
      path.startsWith("lib/cli/flags/specs/")
    );
    assertEquals(unneeded, []);
  });

  it("is the help of one command for its --help, and nothing that runs", async () => {
    const modules = await loadedBy(["run", "--help"], folder);
    assert(modules.includes("lib/cli/flags/specs/run_spec.ts"));
    const unneeded = modules.filter((path) =>
      /^lib\/core\/(?:collection|run|render|plan|secrets)\//.test(path) ||
      /^lib\/cli\/(?!flags\/|run\/options|topic\/topics)\w+\//.test(path) ||
      /\/specs\/(?!run_spec)\w+_spec\.ts$/.test(path)
    );
    assertEquals(unneeded, []);
  });

  it("is for a run what that run needs", async () => {
    await Deno.writeTextFile(
      `${folder}/plain.yml`,
      `info: { name: Plain }
items:
  - info: { name: Users, type: http }
    http: { method: GET, url: "${api.url}/users" }
    runtime:
      assertions: [{ expression: res.status, operator: eq, value: "200" }]
`,
    );
    const { modules, globals } = await loading(
      ["run", `${folder}/plain.yml`],
      folder,
    );
    assert(modules.includes("lib/core/run/execute_request.ts"), "it runs");
    // Each takes longer than sending the request.
    assertEquals(globals, []);
    const ofNode: string[] = [];
    for (const path of modules.filter((path) => path.endsWith(".ts"))) {
      const code = await Deno.readTextFile(new URL(path, root));
      const found = /^(?:import|export) (?!type )[^;]*"node:[^"]*";$/m.exec(
        code,
      );
      if (found) ofNode.push(path);
    }
    assertEquals(ofNode, []);
    const unneeded = modules.filter((path) =>
      UNNEEDED.some((one) => one.test(path))
    );
    assertEquals(unneeded, []);
  });

  it("is what reads .proto files for a check of a request that names one, else nothing of gRPC", async () => {
    const isGrpc = (path: string) => /^lib\/\w+\/(?:http\/)?grpc\//.test(path);
    const call = (more: string) =>
      `info: { name: Calls }
items:
  - info: { name: Users, type: http }
    http: { method: GET, url: "${api.url}/users" }
  - info: { name: Find, type: grpc }
    grpc: { url: "grpc://a.example", method: /S/M${more} }
`;
    await Deno.writeTextFile(`${folder}/calls.yml`, call(""));
    const without = await loadedBy(["check", `${folder}/calls.yml`], folder);
    assert(without.includes("lib/tools/check/collection_index.ts"));
    assertEquals(without.filter(isGrpc), []);
    await Deno.writeTextFile(
      `${folder}/s.proto`,
      'syntax = "proto3"; message A {} service S { rpc M(A) returns (A); }',
    );
    await Deno.writeTextFile(
      `${folder}/calls.yml`,
      call(", protoFilePath: s.proto, message: '{}'"),
    );
    const some = await loadedBy(["check", `${folder}/calls.yml`], folder);
    assert(some.includes("lib/core/http/grpc/load_protos.ts"));
  });
});
