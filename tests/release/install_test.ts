import { assert, assertEquals, assertMatch } from "@std/assert";
import { afterAll, beforeAll, describe } from "@std/testing/bdd";
import { archive } from "../../.ci/release/archive.ts";
import { installers } from "../../.ci/release/installers.ts";
import { archiveName, binaryName, TARGETS } from "../../.ci/release/targets.ts";
import { itNeeds } from "../support/needs.ts";

const VERSION = "9.8.7";
/** In place of the binary: the archive has to hold it, and it has to run. */
const PROGRAM = '#!/bin/sh\necho "brace 9.8.7 $*"\n';

describe("install.sh", () => {
  let folder: string;
  let server: Deno.HttpServer<Deno.NetAddr>;
  let asked: string[];
  const unix = TARGETS.filter(({ os }) => os !== "win32");
  const itInstalls = itNeeds("sh", "tar", "gzip", "curl", "sha256sum");

  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    asked = [];
    server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request) => {
        const file = new URL(request.url).pathname.slice(1);
        asked.push(file);
        try {
          return new Response(await Deno.readFile(`${folder}/${file}`));
        } catch {
          return new Response("", { status: 404 });
        }
      },
    );
  });
  afterAll(async () => {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  });

  /** Makes the archives and the installer that knows their sums. */
  async function release(): Promise<void> {
    const sums = new Map<string, string>();
    for (const target of unix) {
      const binaries = `${folder}/binaries`;
      await Deno.mkdir(`${binaries}/${target.name}`, { recursive: true });
      await Deno.writeTextFile(
        `${binaries}/${target.name}/${binaryName(target)}`,
        PROGRAM,
      );
      const name = archiveName(target, VERSION);
      await archive(`${folder}/${name}`, { target, binaries });
      const bytes = await Deno.readFile(`${folder}/${name}`);
      const hash = await crypto.subtle.digest("SHA-256", bytes);
      sums.set(name, new Uint8Array(hash).toHex());
    }
    const url = `http://127.0.0.1:${server.addr.port}`;
    const texts = await installers({ url, version: VERSION, sums });
    for (const [name, text] of texts) {
      assertEquals(/@[a-z]+@/.exec(text), null, name);
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
  }

  async function install(
    ...args: string[]
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: [`${folder}/install.sh`, ...args],
      env: { HOME: `${folder}/home` },
    }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  itInstalls(
    "installs the binary for this system into a folder of the user, and again",
    async () => {
      await release();
      for (const args of [[], [], [`${folder}/other place`]]) {
        const { code, stdout, stderr } = await install(...args);
        assertEquals([code, stderr], [0, ""], stdout);
        const program = `${args[0] ?? `${folder}/home/.local/bin`}/brace`;
        assert(stdout.startsWith(`Brace 9.8.7 is installed: ${program}\n`));
        assert(stdout.includes("to your PATH"), stdout);
        const { stdout: printed } = await new Deno.Command(program, {
          args: ["run"],
        }).output();
        assertEquals(new TextDecoder().decode(printed), "brace 9.8.7 run\n");
        const files = [...Deno.readDirSync(program.replace(/\/brace$/, ""))];
        assertEquals(files.map(({ name }) => name), ["brace"]);
      }
      const system = unix.find(({ os, cpu }) =>
        os === Deno.build.os &&
        cpu === (Deno.build.arch === "x86_64" ? "x64" : "arm64")
      )!;
      assertEquals(new Set(asked), new Set([archiveName(system, VERSION)]));
    },
  );

  itInstalls("installs nothing whose sum is another", async () => {
    await release();
    for (const target of unix) {
      const file = `${folder}/${archiveName(target, VERSION)}`;
      await Deno.writeTextFile(file, "more", { append: true });
    }
    const { code, stderr } = await install(`${folder}/refused`);
    assertEquals(code, 1);
    assertMatch(
      stderr,
      /^error: Cannot install Brace: brace-9\.8\.7-\S+ has the SHA-256 [0-9a-f]{64}, expected is [0-9a-f]{64}\n$/,
    );
    assertEquals(await exists(`${folder}/refused`), false);
  });

  itInstalls("says what cannot be downloaded", async () => {
    await release();
    for (const target of unix) {
      await Deno.remove(`${folder}/${archiveName(target, VERSION)}`);
    }
    const { code, stderr } = await install(`${folder}/missing`);
    assertEquals(code, 1);
    assertMatch(
      stderr,
      /^error: Cannot install Brace: http:\/\/127.* cannot be downloaded$/m,
    );
    assertEquals(await exists(`${folder}/missing`), false);
  });

  itInstalls(
    "packs licences, the manual page and completions with it",
    async () => {
      await release();
      const { stdout } = await new Deno.Command("tar", {
        args: ["-tzf", `${folder}/${archiveName(unix[0], VERSION)}`],
      }).output();
      const name = archiveName(unix[0], VERSION).replace(".tar.gz", "");
      assertEquals(
        new TextDecoder().decode(stdout).trim().split("\n")
          .filter((path) => !path.endsWith("/")),
        [
          "CHANGELOG.md",
          "LICENSE",
          "LICENSES.txt",
          "README.md",
          "brace",
          "completions/_brace",
          "completions/brace.bash",
          "completions/brace.fish",
          "completions/brace.ps1",
          "man/man1/brace.1",
        ].map((path) => `${name}/${path}`),
      );
    },
  );
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
