import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const UNREADABLE = "info: [\n";

describe("a script that runs a request beside broken files", () => {
  const brace = braceRows();
  let folder: string;
  let server: RecordingServer;

  beforeAll(async () => {
    server = recordingServer(() => ({ json: {} }));
    folder = await Deno.makeTempDir();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  });

  const request = (name: string, more = "") =>
    `info: {name: ${name}, type: http}
http: {method: GET, url: "${server.url}/${name}"}
${more}`;

  /** Writes a collection in which `a.yml` runs `b/c/x.yml`. */
  async function write(
    root: string,
    files: Readonly<Record<string, string>>,
  ): Promise<void> {
    const code = 'await client.runRequest("b/c/x")';
    const all = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: T}\n",
      "a.yml": request(
        "a",
        `runtime: {scripts: [{type: after-response, code: '${code}'}]}\n`,
      ),
      "b/c/x.yml": request("x"),
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      const file = `${root}/${path}`;
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(file, text);
    }
  }

  const BROKEN: [what: string, file: string, text: () => string][] = [
    ["its folder's file", "b/c/folder.yml", () => UNREADABLE],
    ["an outer folder's file", "b/folder.yml", () => UNREADABLE],
    ["a value of its own", "b/c/x.yml", () => request("x", "docs: [7]\n")],
    [
      "a value of its folder's file",
      "b/c/folder.yml",
      () => "info: {name: C, type: folder}\nrequest: {headers: 7}\n",
    ],
  ];
  for (const [at, [what, file, text]] of BROKEN.entries()) {
    it(`does not send it where ${what} is broken`, async () => {
      const root = `${folder}/broken-${at}`;
      await write(root, { [file]: text() });
      const from = server.requests.length;
      const { code, stdout } = await brace(["run", "a.yml"], { cwd: root });
      assertEquals(
        server.requests.slice(from).map(({ target }) => target),
        ["/a"],
      );
      assertEquals(code, 5, stdout);
      assertStringIncludes(
        stdout.replace(/\s+/g, " "),
        `Cannot run the request "b/c/x": "${file}" has an error (correct that file first)`,
      );
    });
  }

  const ELSEWHERE: [what: string, file: string][] = [
    ["another request", "b/c/y.yml"],
    ["another folder's file", "b/d/folder.yml"],
    ["an environment", "environments/e.yml"],
  ];
  for (const [at, [what, file]] of ELSEWHERE.entries()) {
    it(`sends it where ${what} is broken`, async () => {
      const root = `${folder}/elsewhere-${at}`;
      await write(root, { [file]: UNREADABLE });
      const from = server.requests.length;
      const { code, stdout } = await brace(["run", "a.yml"], { cwd: root });
      assertEquals(
        server.requests.slice(from).map(({ target }) => target),
        ["/a", "/x"],
      );
      assertEquals(code, 0, stdout);
    });
  }
});

const BRU = (name: string, more: string) =>
  `meta {\n  name: ${name}\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1/${more}\n}\n`;
const SETS: [format: string, files: Record<string, string>][] = [
  ["yml", {
    "opencollection.yml": "info: {name: T}\n",
    "d/a.yml":
      `info: [\nruntime: {scripts: [{type: after-response, code: 'client.setVar("user", 1)'}]}\n`,
    "d/other.yml": "info: [\ndocs: other users\n",
    "d/b.yml":
      'info: {name: b, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:1/{{user}}"}\n',
  }],
  ["bru", {
    "bruno.json": '{"version": "1", "name": "T", "type": "collection"}',
    "d/a.bru": `${
      BRU("a", "")
    }\nscript:post-response {\n  bru.setVar("user", 1)\n`,
    "d/b.bru": BRU("b", "{{user}}"),
  }],
];

describe("a variable that a broken file names", () => {
  const brace = braceRows();
  for (const [format, files] of SETS) {
    for (const command of ["run", "render"]) {
      it(`is told by ${command} of a .${format} file beside it`, async () => {
        await inFolder(Object.entries(files), async (cwd) => {
          const { code, stdout, stderr } = await brace(
            [command, `d/b.${format}`],
            { cwd },
          );
          const text = (stdout + stderr).replace(/\s+/g, " ");
          assertEquals(code, 3, text);
          assertStringIncludes(text, "give it with --var user=VALUE");
          assertStringIncludes(
            text,
            `d/a.${format} names "user", but cannot be read (correct that file first)`,
          );
          assertEquals(text.includes("d/other.yml"), false, text);
        });
      });
    }
  }
});
