import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace as braceProcess } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";

const TIDY = `info:
  name: List
  type: http

http:
  method: GET
  url: "{{baseUrl}}/users"
`;
const UNTIDY = `# Lists users
http: { url: "{{baseUrl}}/users", method: GET }
info: # what it is
  type: http
  name: List
`;
const FORMATTED = `# Lists users

info: # what it is
  name: List
  type: http

http:
  method: GET
  url: "{{baseUrl}}/users"
`;

describe("brace fmt", () => {
  const brace = braceRows();
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await write("api/opencollection.yml", "opencollection: 1.0.0\n");
    await write("api/users/list.yml", UNTIDY);
    await write("api/users/tidy.yml", TIDY);
    await write("api/compose.yml", "services: {a:   {image: b}}\n");
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  async function write(path: string, text: string): Promise<void> {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/${path}`, text);
  }
  const read = (path: string) => Deno.readTextFile(`${cwd}/${path}`);

  it("formats what the collection reads, and nothing else", async () => {
    const before = await Deno.stat(`${cwd}/api/users/tidy.yml`);
    assertEquals(await brace(["fmt", "api"], { cwd }), {
      code: 0,
      stdout: "Formatted api/users/list.yml\nFormatted 1 of 3 files\n",
      stderr: "",
    });
    assertEquals(await read("api/users/list.yml"), FORMATTED);
    assertEquals(
      await read("api/compose.yml"),
      "services: {a:   {image: b}}\n",
    );
    const after = await Deno.stat(`${cwd}/api/users/tidy.yml`);
    assertEquals(
      after.ino,
      before.ino,
      "what is as it should be is not written",
    );
    assertEquals(await brace(["fmt"], { cwd: `${cwd}/api` }), {
      code: 0,
      stdout: "3 files, nothing to format\n",
      stderr: "",
    });
  });

  it("--check lists what would change, fails and writes nothing", async () => {
    const check = ["fmt", "--check", "users"];
    assertEquals(await brace(check, { cwd: `${cwd}/api` }), {
      code: 1,
      stdout: "Would format users/list.yml\nWould format 1 of 2 files\n",
      stderr: "",
    });
    assertEquals(await read("api/users/list.yml"), UNTIDY);
    const one = await brace(["fmt", "--check", "api/users/tidy"], { cwd });
    assertEquals([one.code, one.stdout], [0, "1 file, nothing to format\n"]);
  });

  it("tells what cannot be read, with 2, and formats the others", async () => {
    await write("api/broken.yml", "http:\n  url: {{host}}/x\n");
    const { code, stdout, stderr } = await brace(["fmt", "api"], { cwd });
    assertEquals([code, stdout], [
      2,
      "Formatted api/users/list.yml\nFormatted 1 of 3 files, 1 unreadable\n",
    ]);
    assertStringIncludes(stderr, "error YAML_SYNTAX: Cannot read");
    assertStringIncludes(stderr, "api/broken.yml:2:8");
    assertEquals(await read("api/broken.yml"), "http:\n  url: {{host}}/x\n");
    const check = await brace(["fmt", "--check", "api"], { cwd });
    assertEquals([check.code, check.stdout], [
      2,
      "3 files, nothing to format, 1 unreadable\n",
    ]);
    const one = await brace(["fmt", "api/broken.yml"], { cwd });
    assertEquals([one.code, one.stdout], [2, "1 unreadable\n"]);
    await write("api/also.yml", "http:\n  url: {{host}}/x\n");
    const both = await brace(["fmt", "api"], { cwd });
    assertEquals(both.stderr.match(/api\/\w+\.yml(?=:\d)/g), [
      "api/also.yml",
      "api/broken.yml",
    ]);
  });

  it("leaves alone what it cannot keep, and says why", async () => {
    const odd = "http:\n  ? url\n  : http://localhost\n";
    await write("api/odd.yml", odd);
    const { code, stderr } = await brace(["fmt", "api/odd.yml"], { cwd });
    assertEquals(code, 0);
    assertStringIncludes(
      stderr,
      'warning UNSUPPORTED: Left "api/odd.yml" as it',
    );
    assertEquals(await read("api/odd.yml"), odd);
  });

  it("leaves collections of .bru files alone, and says so", async () => {
    await write("bru/bruno.json", '{"version": "1", "name": "x"}');
    await write("bru/a.bru", "get {\n  url: x\n}\n");
    const { code, stdout, stderr } = await brace(["fmt", "bru"], { cwd });
    assertEquals([code, stdout], [0, ""]);
    assertStringIncludes(stderr, 'Left "bru" as it is');
    assertEquals(await read("bru/a.bru"), "get {\n  url: x\n}\n");
  });

  it("fails with 2 where there is no collection, with 6 without the permission", async () => {
    const none = await brace(["fmt", "nothing"], { cwd });
    assertEquals([none.code, none.stdout], [2, ""]);
    assertStringIncludes(none.stderr, 'Cannot find "nothing"');
    const refused = await braceProcess(["fmt", "api"], {
      cwd,
      permissions: ["--allow-read", "--allow-env", "--no-prompt"],
    });
    assertEquals(refused.code, 6);
    assertStringIncludes(refused.stderr, "--allow-write");
    assertEquals(await read("api/users/list.yml"), UNTIDY);
  });

  it("needs no permission but to read and write", async () => {
    const { code, stderr } = await braceProcess(["fmt", "api"], {
      cwd,
      permissions: ["--allow-read", "--allow-write", "--no-prompt"],
    });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(await read("api/users/list.yml"), FORMATTED);
  });

  it("finds nothing to do in what brace init writes, and in the example", async () => {
    await brace(["init", "new"], { cwd });
    for (
      const path of [
        "new",
        new URL("../../fixtures/example", import.meta.url).pathname,
      ]
    ) {
      const { code, stdout, stderr } = await brace(["fmt", "--check", path], {
        cwd,
      });
      assertEquals([code, stderr], [0, ""], stdout);
    }
  });
});
