import { LAZY } from "../flags.ts";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import type { Group } from "./join_chunks.ts";

/** Whole files that are data: nothing is gained by joining them. */
const MAX_LENGTH = 500_000;

const GENERATED = new URL(
  "../../lib/host/sandbox/modules/generated/",
  import.meta.url,
);

/**
 * The chunks that belong together, seen by running the program: those that
 * `--version` and `--help` load, those that a run adds, those that a script
 * adds, those that many scripts add, those that tell of a problem, those that
 * a run adds which fails, and those of three more commands.
 */
export async function loadedChunks(folder: string): Promise<Group[]> {
  const files = await Deno.makeTempDir();
  const api = serveDemo();
  try {
    await Deno.writeTextFile(`${files}/plain.yml`, collection(api.url, ""));
    await Deno.writeTextFile(
      `${files}/scripted.yml`,
      collection(api.url, SCRIPTS),
    );
    await Deno.writeTextFile(
      `${files}/failing.yml`,
      collection(api.url, "").replace('value: "200"', 'value: "201"') + REFUSED,
    );
    const plain = `${files}/plain.yml`;
    const scripted = `${files}/scripted.yml`;
    const [cli, run, script, scripts, failure, list, explain, check] =
      await Promise.all([
        filesLoaded(folder, ["--help"]),
        filesLoaded(folder, ["run", plain]),
        filesLoaded(folder, ["run", scripted]),
        filesLoaded(folder, ["run", scripted, "--iterations=20"]),
        filesLoaded(folder, ["run", `${files}/failing.yml`], 1),
        filesLoaded(folder, ["list", scripted]),
        filesLoaded(folder, ["explain", "CYCLE"]),
        filesLoaded(folder, ["check", scripted]),
      ]);
    const told = failure.filter((file) => check.includes(file));
    const seen = new Set<string>();
    const groups: Group[] = [];
    const loaded = { cli, run, script, scripts, told, failure, list, explain };
    for (const [name, all] of Object.entries({ ...loaded, check })) {
      const more = all.filter((file) =>
        !seen.has(file) &&
        Deno.statSync(`${folder}/${file}`).size < MAX_LENGTH
      );
      for (const file of more) seen.add(file);
      groups.push({ name, files: new Set(more) });
    }
    return groups;
  } finally {
    await api.stop();
    await Deno.remove(files, { recursive: true });
  }
}

/** The chunks of what is generated for the sandbox, each for itself, but for those that a group has. */
export function generatedChunks(
  folder: string,
  groups: readonly Group[],
): Group[] {
  const chunks = [...Deno.readDirSync(folder)].map(({ name }) => name);
  return [...Deno.readDirSync(GENERATED)].flatMap(({ name: path }) => {
    const name = path.replace(/\.[jt]s$/, "");
    const files = chunks.filter((file) =>
      file.replace(/-[0-9A-Z]{8}\.js$/, "") === name &&
      !groups.some((group) => group.files.has(file))
    );
    return files.length === 0 ? [] : [{ name, files: new Set(files) }];
  });
}

/** The files of a folder that the program in it loads until it ends with a code, as seen by a server that it comes from. */
export async function filesLoaded(
  folder: string,
  args: readonly string[],
  exitCode = 0,
): Promise<string[]> {
  const cache = await Deno.makeTempDir();
  const loaded: string[] = [];
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const file = new URL(request.url).pathname.slice(1);
      loaded.push(file);
      return new Response(await Deno.readFile(`${folder}/${file}`), {
        headers: { "content-type": "text/javascript" },
      });
    },
  );
  try {
    const { code, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [
          "run",
          "--quiet",
          "--no-config",
          "--no-prompt",
          "--allow-import=127.0.0.1",
          "--allow-net=127.0.0.1",
          "--allow-read",
          "--allow-write",
          LAZY,
          `http://127.0.0.1:${server.addr.port}/cli.js`,
          ...args,
        ],
        env: { DENO_DIR: cache, NO_COLOR: "1" },
      },
    ).output();
    if (code === exitCode) return loaded;
    const text = new TextDecoder();
    throw new Error(text.decode(stdout) + text.decode(stderr));
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

const SCRIPTS = `
    scripts:
      - { type: before-request, code: 'client.setVar("id", "user-1")' }
      - { type: after-response, code: 'client.setVar("seen", res.status)' }
      - { type: tests, code: 'test("a list", () => expect(res.body).to.be.an("array"))' }`;

/** One more request: nothing answers there. */
const REFUSED = `- info: { name: Refused, type: http }
  http: { method: GET, url: "http://127.0.0.1:1/" }
`;

function collection(url: string, scripts: string): string {
  return `info: { name: Build }
items:
- info: { name: Users, type: http }
  http: { method: GET, url: "${url}/users" }
  runtime:
    assertions: [{ expression: res.status, operator: eq, value: "200" }]${scripts}
- info: { name: What most collections have, type: http }
  http:
    method: POST
    url: "${url}/users"
    body: { type: json, data: '{ "name": "Ada" }' }
    auth: { type: bearer, token: secret }
  runtime:
    actions:
      - type: set-variable
        phase: after-response
        selector: { expression: res.status, method: jsonq }
        variable: { name: seen, scope: runtime }
`;
}
