import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { fromFileUrl } from "@std/path/from-file-url";
import { toFileUrl } from "@std/path/to-file-url";
import { Buffer } from "node:buffer";
import { build } from "../.ci/build.ts";
import { filesLoaded } from "../.ci/build/loaded_chunks.ts";
import { BRACE_FLAGS, LAZY, V8 } from "../.ci/flags.ts";
import { COMMAND_NAMES, type CommandName } from "../lib/cli/command.ts";
import { TOPIC_NAMES } from "../lib/cli/topic/topics.ts";
import { type DemoServer, serveDemo } from "../lib/host/demo/serve_demo.ts";
import { VERSION } from "../lib/core/source/version.ts";
import { BUILT } from "./support/brace.ts";
import { refusedRequiresOfScript } from "./support/refused_requires.ts";

const root = fromFileUrl(new URL("../", import.meta.url));
const IMPORTS = `${root}/fixtures/import`;

/** A command line of each command, in a folder with the built program's collection in it; `API` is the URL of the demo's. */
const COMMANDS: Readonly<Record<CommandName, readonly string[]>> = {
  run: [
    "run",
    "shop.yml",
    "--reporter",
    "html=run.html",
    "--reporter",
    "json=run.json",
  ],
  send: ["send", "API/users/1"],
  report: ["report", "run.json", "--reporter", "junit=run.xml"],
  render: ["render", "shop.yml", "Read"],
  list: ["list", "shop.yml"],
  check: ["check", "shop.yml"],
  explain: ["explain", "CYCLE"],
  import: [
    "import",
    `${IMPORTS}/openapi-3/source.yaml`,
    "--output",
    "imported",
  ],
  export: ["export", "bru", "shop.yml", "--output", "bru"],
  init: ["init", "new"],
  vars: ["vars", "--request", "shop.yml"],
  fmt: ["fmt", "--check", "new"],
  lsp: ["lsp"],
  mcp: ["mcp", "shop.yml"],
  open: ["open", "--help"],
  demo: ["demo"],
  completions: ["completions", "bash"],
  man: ["man"],
  licenses: ["licenses"],
};

let built: string;
let work: string;
let api: DemoServer;
function shop(url: string): string {
  return `info: { name: Shop }
items:
  - info: { name: Read, type: http }
    http: { method: GET, url: "${url}/users/1" }
    runtime:
      scripts:
        - type: tests
          code: |
            const moment = require("moment");
            test("has a name", () => expect(res.body.name).to.be.a("string"));
            test("loads modules", () => expect(moment).to.be.a("function"));
`;
}

/** A collection with scripts in TypeScript that use a file in TypeScript and a package. */
async function typedCollection(): Promise<string> {
  await Deno.mkdir(`${work}/node_modules/small`, { recursive: true });
  const files = {
    "node_modules/small/index.js": "export const small = 2;",
    "typed.ts":
      "import { small } from 'small'; export const add = (n: number): number => n + small;",
    "typed.yml": `info: { name: Typed }
items:
  - info: { name: Read, type: http }
    http: { method: GET, url: "${api.url}/users/1" }
    runtime:
      scripts:
        - type: tests
          language: typescript
          code: |
            const add: (n: number) => number = require("./typed").add;
            test("has types", () => expect(add(1)).to.equal(3 as number));
`,
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${work}/${path}`, text);
  }
  return "typed.yml";
}

async function deno(
  args: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<{ code: number; output: string; stdout: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: work,
    ...options,
    env: { NO_COLOR: "1", CI: "", GITHUB_ACTIONS: "", ...options.env },
  }).output();
  const text = new TextDecoder();
  const out = text.decode(stdout);
  return { code, stdout: out, output: out + text.decode(stderr) };
}

/** Reads the JSON value that starts at a marker in a binary's text. */
function readJson(text: string, marker: string): unknown {
  const start = text.indexOf(marker);
  assert(start >= 0, `the binary has no ${marker}`);
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === "\\") i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) {
      return JSON.parse(text.slice(start, i + 1));
    }
  }
  throw new Error(`${marker} has no end`);
}

/** A folder of the files embedded in the binary, as Deno writes it there. */
interface EmbeddedFolder {
  readonly Dir: {
    readonly n: string;
    readonly e: readonly (EmbeddedFolder | EmbeddedFile)[];
  };
}

interface EmbeddedFile {
  readonly File: {
    readonly n: string;
    /** Where its bytes are, behind those of the first. */
    readonly o: readonly [offset: number, length: number];
  };
}

function filesIn(
  folder: EmbeddedFolder,
): (readonly [path: string, ...EmbeddedFile["File"]["o"]])[] {
  const { n: name, e: entries } = folder.Dir;
  return entries.flatMap((entry) =>
    "Dir" in entry ? filesIn(entry) : [[entry.File.n, ...entry.File.o] as const]
  ).map(([path, ...place]) => [`${name}/${path}`, ...place] as const);
}

/** The files that a binary has inside, as they are there. */
function embeddedIn(
  text: string,
  cliText: string,
): ReadonlyMap<string, string> {
  const entry = '{"File":{"n":"cli.js"';
  const cli = readJson(text.slice(text.indexOf(entry)), entry) as EmbeddedFile;
  const folders = [...text.matchAll(/\{"Dir":\{"n":"parts"/g)].flatMap((
    { index },
  ) => filesIn(readJson(text.slice(index), '{"Dir":') as EmbeddedFolder));
  const start = text.indexOf(cliText) - cli.File.o[0];
  return new Map(
    [["cli.js", ...cli.File.o] as const, ...folders].map((
      [path, offset, length],
    ) => [path, text.slice(start + offset, start + offset + length)]),
  );
}

describe("what is published", () => {
  beforeAll(async () => {
    const folder = await Deno.makeTempDir();
    work = `${folder}/work`;
    await Deno.mkdir(work);
    // `deno task test` has built it already.
    built = BUILT === undefined ? `${folder}/built` : dirname(BUILT);
    if (BUILT === undefined) await build(built);
    api = serveDemo();
    await Deno.writeTextFile(`${work}/shop.yml`, shop(api.url));
  });
  afterAll(async () => {
    await api.stop();
    await Deno.remove(dirname(work), { recursive: true });
  });

  describe("deno task build", () => {
    for (const name of COMMAND_NAMES) {
      it(`builds a program whose "${name}" works`, async () => {
        const args = ["run", ...BRACE_FLAGS, `${built}/cli.js`];
        const { code, output } = await deno([
          ...args,
          ...COMMANDS[name].map((word) => word.replace("API", api.url)),
        ]);
        assertEquals(code, 0, output);
      });
    }

    it("builds one that runs TypeScript, and packages", async () => {
      const { code, output } = await deno([
        "run",
        ...BRACE_FLAGS,
        `${built}/cli.js`,
        "run",
        await typedCollection(),
      ]);
      assertEquals(code, 0, output);
      assert(output.includes("1 · 1 passed"), output);
    });

    for (const place of ["a folder", "a server"]) {
      it(`builds one that watches trusted scripts, from ${place}`, async () => {
        await using server = Deno.serve(
          { port: 0, hostname: "127.0.0.1", onListen() {} },
          async (request) => {
            const { pathname } = new URL(request.url);
            // The thread that watches looks around while it waits for this.
            if (pathname.endsWith("/followed_reports.js")) {
              await new Promise((resolve) => setTimeout(resolve, 300));
            }
            return new Response(await Deno.readFile(`${built}${pathname}`), {
              headers: { "content-type": "text/javascript" },
            });
          },
        );
        await Deno.writeTextFile(
          `${work}/endless.yml`,
          shop(api.url).replace(/const moment.*/, "for (;;);"),
        );
        await Deno.writeTextFile(
          `${work}/trusted.yml`,
          shop(api.url).replace(/const moment.*/, "const moment = () => {};"),
        );
        const isServer = place === "a server";
        const trusted = (file: string, limit: number) =>
          deno([
            "run",
            ...BRACE_FLAGS,
            "--allow-import=127.0.0.1",
            isServer
              ? `http://127.0.0.1:${server.addr.port}/cli.js`
              : `${built}/cli.js`,
            "run",
            file,
            "--trust-scripts",
            `--script-timeout=${limit}`,
          ], isServer ? { env: { DENO_DIR: `${work}/cache` } } : {});
        const fine = await trusted("trusted.yml", 60_000);
        assertEquals(fine.code, 0, fine.output);
        const { code, output } = await trusted(
          "endless.yml",
          // From a server, the thread that watches is there later.
          isServer ? 500 : 200,
        );
        assertEquals(code, Deno.build.os === "windows" ? 1 : 142, output);
        assert(output.includes("SCRIPT_TIMEOUT"), output);
      });
    }

    it("builds one that has the pages of docs inside", async () => {
      for (const [at, name] of TOPIC_NAMES.entries()) {
        // Deno needs permission to read a module where it loads it late, and
        // otherwise looks at all of them.
        const lazy = [LAZY, V8, `--allow-read=${built}/parts`];
        const { stdout, output } = await deno([
          "run",
          "--no-prompt",
          ...at === 0 ? [] : lazy,
          `${built}/cli.js`,
          "help",
          name,
        ]);
        const page = await Deno.readTextFile(`${root}/docs/${name}.md`);
        const [, title] = /^# (.*)/.exec(page)!;
        assertEquals(stdout.split("\n", 1), [title], output);
      }
    });

    it("builds one that needs no permission but those of its run", async () => {
      const { code, output } = await deno([
        "run",
        "--no-prompt",
        "--allow-net=127.0.0.1",
        `--allow-read=${work}`,
        `${built}/cli.js`,
        "run",
        "shop.yml",
      ]);
      assertEquals(code, 0, output);
    });

    it("keeps no bytes as literals, which V8 would copy", async () => {
      for (const name of ["quickjs_wasm", "snapshot", "snapshot_rest", "run"]) {
        const path = `${built}/parts/${name}.js`;
        const code = await Deno.readTextFile(path);
        assertEquals(code.match(/["'`][A-Za-z0-9+/=]{50000}/), null, name);
        assert(/\/\*[A-Za-z0-9+/=]{50000}/.test(code), name);
      }
    });

    it("loads no more than it needs", async () => {
      for (const flag of ["--version", "--help"]) {
        assertEquals(await filesLoaded(built, [flag]), ["cli.js"], flag);
      }
      const plain = ["cli.js", "parts/run.js"];
      const path = `${work}/plain.yml`;
      const write = (url: string) =>
        Deno.writeTextFile(path, shop(url).replace(/ +scripts:[^]*/, ""));
      await write(api.url);
      assertEquals(await filesLoaded(built, ["run", path]), plain);
      await write("http://127.0.0.1:1");
      assertEquals(
        (await filesLoaded(built, ["run", path], 4)).sort(),
        [...plain, "parts/failure.js", "parts/told.js"].sort(),
      );
      const sandbox = ["quickjs_wasm", "script", "snapshot", "snapshot_rest"];
      await Deno.writeTextFile(
        path,
        shop(api.url).replace(/ +const moment.*\n/, "")
          .replace(/ +test\("loads.*\n/, ""),
      );
      assertEquals(
        (await filesLoaded(built, ["run", path])).sort(),
        [...plain, ...sandbox.map((name) => `parts/${name}.js`)].sort(),
      );
    });

    it("builds one that JSR takes", async () => {
      const parts = [...Deno.readDirSync(`${built}/parts`)];
      for (const path of ["cli.js", ...parts.map((it) => `parts/${it.name}`)]) {
        const code = await Deno.readTextFile(`${built}/${path}`);
        assertEquals(refusedRequiresOfScript(code), [], path);
      }
    });

    it("lets Deno see all that may be loaded", async () => {
      const { stdout } = await deno(["info", "--json", `${built}/cli.js`]);
      const { modules }: { modules: { specifier: string; error?: string }[] } =
        JSON.parse(stdout);
      const known = modules.map(({ specifier, error }) => {
        assertEquals(error, undefined);
        return specifier;
      });
      const unknown = [...Deno.readDirSync(`${built}/parts`)].filter((
        { name },
      ) => !known.includes(toFileUrl(`${built}/parts/${name}`).href));
      assertEquals(unknown, []);
    });

    it("builds what `deno install` installs, with the README's flags", async () => {
      const readme = await Deno.readTextFile(`${root}/README.md`);
      const line = /deno (install .*) jsr:@brace\/brace\/cli/.exec(readme)![1];
      assertEquals(line.split(" ").slice(4), BRACE_FLAGS);
      const bin = `${work}/installed/bin`;
      const installed = await deno([
        ...line.split(" "),
        `--root=${work}/installed`,
        toFileUrl(`${built}/cli.js`).href,
      ]);
      assertEquals(installed.code, 0, installed.output);
      const program = Deno.build.os === "windows" ? "brace.cmd" : "brace";
      const { stdout } = await new Deno.Command(`${bin}/${program}`, {
        args: ["--version"],
        env: {
          PATH: `${Deno.execPath().replace(/[/\\][^/\\]*$/, "")}${
            Deno.build.os === "windows" ? ";" : ":"
          }${Deno.env.get("PATH")}`,
        },
      }).output();
      assertEquals(new TextDecoder().decode(stdout).trim(), `brace ${VERSION}`);
    });
  });

  describe("deno task compile", () => {
    let text: string;
    let metadata: {
      readonly argv: readonly string[];
      readonly entrypoint_key: string;
      readonly permissions: Record<string, unknown>;
      readonly v8_flags: readonly string[];
    };
    let embedded: ReadonlyMap<string, string>;
    const latin1 = async (path: string) =>
      new TextDecoder("latin1").decode(await Deno.readFile(path));

    beforeAll(async () => {
      const output = `${work}/binary`;
      // Without a runtime to append to, the file still has all that is ours.
      const env: Record<string, string> = Deno.build.os === "linux"
        ? { DENORT_BIN: "/bin/true" }
        : {};
      const compiled = await deno(
        ["task", "--quiet", "compile", "--built", built, "--output", output],
        { cwd: root, env },
      );
      assertEquals(compiled.code, 0, compiled.output);
      text = await latin1(output);
      metadata = readJson(text, '{"argv":') as typeof metadata;
      embedded = embeddedIn(text, await latin1(`${built}/cli.js`));
    });

    it("embeds the built program and nothing else, with least permissions", async () => {
      assertEquals(metadata.argv, []);
      assertEquals(metadata.entrypoint_key, "cli.js");
      const flags = BRACE_FLAGS[1].slice("--v8-flags=".length).split(",");
      assertEquals(metadata.v8_flags.slice(-flags.length), flags);
      const { allow_import: _, ...permissions } = metadata.permissions;
      assertEquals(
        Object.fromEntries(
          Object.entries(permissions).filter(([, value]) => value !== null),
        ),
        {
          allow_env: [],
          allow_net: [],
          allow_read: [],
          allow_write: [],
          prompt: false,
        },
      );

      const paths = [
        "cli.js",
        ...[...Deno.readDirSync(`${built}/parts`)].map(({ name }) =>
          `parts/${name}`
        ),
      ].sort();
      assertEquals([...embedded.keys()].sort(), paths);
      for (const path of paths) {
        const same = embedded.get(path) === await latin1(`${built}/${path}`);
        assert(same, `${path} is not as it was built`);
      }
      assert(!text.includes("/registry.npmjs.org/"), "a package is embedded");
    });

    it("embeds a program that runs TypeScript as the binary starts it", async () => {
      const folder = `${work}/unpacked`;
      await Deno.mkdir(`${folder}/parts`, { recursive: true });
      for (const [path, content] of embedded) {
        const bytes = Buffer.from(content, "latin1");
        await Deno.writeFile(`${folder}/${path}`, bytes);
      }
      const permissions = Object.entries(metadata.permissions).flatMap((
        [name, value],
      ) =>
        name === "allow_import" || !Array.isArray(value)
          ? []
          : [`--${name.replace("_", "-")}`]
      );
      const { code, output } = await deno([
        "run",
        "--no-prompt",
        ...permissions,
        `--v8-flags=${metadata.v8_flags.slice(1).join(",")}`,
        `${folder}/${metadata.entrypoint_key}`,
        "run",
        await typedCollection(),
      ]);
      assertEquals(code, 0, output);
      assert(output.includes("1 · 1 passed"), output);
    });

    it("says how to compile where Deno's runtime is out of reach", async () => {
      const { code, output } = await deno(
        ["task", "--quiet", "compile", "--built", built, "--output", "none"],
        { cwd: root, env: { DENORT_BIN: `${work}/none` } },
      );
      assertEquals(code, 1, output);
      assert(
        output.endsWith(
          "Cannot compile the command line: deno compile failed; it needs Deno's runtime, denort, from dl.deno.land (or set DENORT_BIN to a file that you have)\n",
        ),
        output,
      );
    });
  });
});
