import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "./support/brace.ts";
import {
  type RecordingServer,
  recordingServer,
} from "./support/recording_server.ts";

const page = Deno.readTextFileSync(
  new URL("../docs/migrate.md", import.meta.url),
)
  .replaceAll("\r\n", "\n");
const IMPORTS = fromFileUrl(new URL("../fixtures/import/", import.meta.url));

/** What the page's commands find in their folder. */
const FILES: Record<string, string> = {
  "exports/staging.postman_environment.json": "postman-environment/source.json",
  "openapi.yaml": "openapi-3/source.yaml",
  "parts.yaml": "openapi-3/parts.yaml",
  "insomnia.yaml": "insomnia-5/source.yaml",
  "requests/users.http": "http/source/users.http",
  "session.har": "har/source.har",
  "commands.sh": "curl/source.sh",
};

describe("docs/migrate.md", () => {
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({ json: { id: 7 } }));
    for (const [path, source] of Object.entries(FILES)) {
      await write(path, await Deno.readTextFile(IMPORTS + source));
    }
    const collection = JSON.stringify({
      info: { name: "Shop" },
      item: [{
        name: "Read",
        event: [{
          listen: "test",
          script: {
            exec: ['pm.test("ok", () => pm.response.to.have.status(200));'],
          },
        }],
        request: { method: "GET", url: `${server.url}/shop` },
      }],
    });
    await write("shop.postman_collection.json", collection);
    await write("exports/shop.postman_collection.json", collection);
    await write("old-api/bruno.json", '{ "version": "1", "name": "Old" }');
    await write(
      "old-api/environments/local.bru",
      `vars {\n  base: ${server.url}\n}\n`,
    );
    await write(
      "old-api/read.bru",
      "meta {\n  name: Read\n}\n\nget {\n  url: {{base}}/read\n}\n\nassert {\n  res.status: eq 200\n}\n",
    );
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  async function write(path: string, text: string) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/${path}`, text);
  }

  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  for (const line of blocks.flatMap(([, text]) => text.trim().split("\n"))) {
    it(line, async () => {
      const [program, ...args] = line.split(" ");
      assertEquals(program, "brace");
      const { code, stdout, stderr } = await brace(args, { cwd });
      assertEquals(code, 0, stdout + stderr);
    });
  }

  it("shows what a flag of another runner is answered with", async () => {
    const [, command, output] =
      /^```console\n\$ brace ([^\n]*)\n([\s\S]*?)^```$/m.exec(page) ?? [];
    assert(command && output);
    const { code, stderr } = await brace(command.split(" "), { cwd });
    assertEquals([code, stderr.trim()], [2, output.trim()]);
  });
});
