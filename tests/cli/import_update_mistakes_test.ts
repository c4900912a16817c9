import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { VERSION } from "../../lib/core/source/version.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const GOOD = `openapi: 3.0.3
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
paths:
  /a:
    get: { operationId: a, summary: A, responses: { "200": { description: ok } } }
`;

describe("brace import --update names", () => {
  const brace = braceRows();
  /** What of the document goes wrong, and what is said of it each time. */
  const rows: Record<string, [before: string, after: string, said: string]> = {
    "a misspelled key": [
      "paths:",
      "path:",
      'The document has an unknown key "path", which Brace ignores (did you mean "paths"?)',
    ],
    "a misspelled method": [
      "get:",
      "GET:",
      'The path "/a" of the document has an unknown key "GET"',
    ],
    "a path without a slash": [
      "/a:",
      "a:",
      'The path "a" of the document does not begin with "/"',
    ],
    "a security that is not a list": [
      "{ operationId",
      "{ security: { key: [] }, operationId",
      '"security" of the document is not a list of mappings',
    ],
    "an unknown scheme": [
      "{ operationId",
      "{ security: [{ key: [] }], operationId",
      'The document does not define the security scheme ("key")',
    ],
    "a parameter in an unknown place": [
      "{ operationId",
      "{ parameters: [{ name: q, in: qurey }], operationId",
      'its place "qurey" is unknown',
    ],
  };
  for (const [name, [before, after, said]] of Object.entries(rows)) {
    it(`${name} each time`, async () => {
      const cwd = await Deno.makeTempDir();
      const run = (...more: string[]) =>
        brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
      try {
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
        await run();
        const { stdout: good } = await run("--update");
        assert(!good.includes("Needs you"), good);
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD.replace(before, after));
        for (const _ of [1, 2]) {
          const { code, stdout, stderr } = await run("--update");
          // A document that is left without an operation is refused.
          const [, first] = code === 0
            ? oneLine(stdout).split(/Needs you \(\d+\): /)
            : oneLine(stderr).split("add --force)");
          assert(first?.includes(said), stdout + stderr);
        }
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  it("the tab that indents a path, and loses no request", async () => {
    const cwd = await Deno.makeTempDir();
    const run = (...more: string[]) =>
      brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
    const two = `${GOOD}  /b:\n    get: { responses: {} }\n`;
    await Deno.writeTextFile(`${cwd}/a.yaml`, two);
    await run();
    await Deno.writeTextFile(`${cwd}/a.yaml`, two.replace("  /b", "\t/b"));
    const { code, stdout, stderr } = await run("--update");
    assertEquals([code, stdout], [2, ""]);
    assert(
      oneLine(stderr).includes(
        'Cannot read "a.yaml": a tab indents a line, YAML wants spaces a.yaml:7:1',
      ),
      stderr,
    );
    await Deno.remove(cwd, { recursive: true });
  });

  const REQUEST = (url: string) =>
    `info: { name: A, type: http }\nhttp: { method: GET, url: "${url}" }\n`;
  const FOREIGN: Record<
    string,
    [files: Record<string, string>, isRefused: boolean]
  > = {
    "a folder whose files have another source": [{
      "opencollection.yml": "info: { name: Mine }\n",
      "A.yml": REQUEST("{{baseUrl}}/b"),
    }, true],
    "a collection without requests": [
      { "opencollection.yml": "info: { name: Mine }\n" },
      true,
    ],
    "nothing of a folder of an old import, which has no marks": [{
      "opencollection.yml": "info: { name: Api }\n",
      "A.yml": REQUEST("{{baseUrl}}/a"),
    }, false],
    "nothing of a folder without a collection": [
      { "notes.yml": "a: 1\n" },
      false,
    ],
  };
  for (const [name, [files, isRefused]] of Object.entries(FOREIGN)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        await Deno.mkdir(`${cwd}/api`);
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
        for (const [path, text] of Object.entries(files)) {
          await Deno.writeTextFile(`${cwd}/api/${path}`, text);
        }
        const { code, stdout, stderr } = await brace(
          ["import", "a.yaml", "-o", "api", "--update"],
          { cwd },
        );
        const present = [...Deno.readDirSync(`${cwd}/api`)].map((it) =>
          it.name
        );
        assertEquals(
          [code, oneLine(stderr).trim(), present.length > 2],
          isRefused
            ? [
              2,
              'error WRITE: Cannot write to "api": none of its files came from an OpenAPI document (choose a new folder with --output, and leave out --update) api/opencollection.yml',
              false,
            ]
            : [0, "", true],
          stdout,
        );
        for (const [path, text] of Object.entries(files)) {
          if (!isRefused && path === "opencollection.yml") continue;
          assertEquals(Deno.readTextFileSync(`${cwd}/api/${path}`), text);
        }
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  /** The folder that an update names, and what it says of it or writes. */
  const AROUND: Record<
    string,
    [folders: string[], output: string, said: string, added: string[]]
  > = {
    "the collection below the folder": [
      ["api"],
      ".",
      "(update that one with --output api)",
      [],
    ],
    "that collection from elsewhere": [
      ["w/api"],
      "w",
      "(update that one with --output w/api)",
      [],
    ],
    "several collections below the folder": [
      ["api", "b"],
      ".",
      "those below it came from OpenAPI documents: api, b (give the folder of one with --output)",
      [],
    ],
    "nothing of the collection below another one": [
      ["api", "api/old"],
      "api",
      "",
      ["api/B.yml"],
    ],
  };
  for (const [name, [folders, output, said, added]] of Object.entries(AROUND)) {
    it(name, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        for (const folder of folders) {
          await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
          await brace(["import", "a.yaml", "-o", folder], { cwd });
        }
        const before = filesBelow(cwd);
        await Deno.writeTextFile(
          `${cwd}/a.yaml`,
          GOOD + "  /new: { get: { operationId: B, responses: {} } }\n",
        );
        const { code, stdout, stderr } = await brace(
          ["import", "a.yaml", "-o", output, "--update"],
          { cwd },
        );
        assertEquals(code, said === "" ? 0 : 2, stdout + stderr);
        assertStringIncludes(oneLine(stderr), said);
        assertEquals(
          filesBelow(cwd).filter((path) => !before.includes(path)),
          added,
        );
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  /** The operations of the next document, and whether it is refused as another one. */
  const LATER: Record<string, [operations: string[], isRefused: boolean]> = {
    "all others": [["/b b", "/c c"], true],
    "the same at another path": [["/v2/a a"], false],
    "one of them and others": [["/a a", "/b b"], false],
    "one at the same path": [["/a b"], false],
    "no operation": [[], true],
    "one that cannot be made": [["a a", "/b b"], false],
  };
  for (const [name, [operations, isRefused]] of Object.entries(LATER)) {
    it(`another document: ${name}`, async () => {
      const cwd = await Deno.makeTempDir();
      const run = (...more: string[]) =>
        brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
      const texts = () =>
        [...Deno.readDirSync(`${cwd}/api`)].filter((it) => it.isFile)
          .map((
            it,
          ) => [it.name, Deno.readTextFileSync(`${cwd}/api/${it.name}`)])
          .sort();
      const [head] = GOOD.split("  /a:");
      try {
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
        await run();
        const before = texts();
        await Deno.writeTextFile(
          `${cwd}/a.yaml`,
          head.replace("title: Api", "title: Other") + operations.map((it) => {
            const [path, id] = it.split(" ");
            return `  ${path}: { get: { operationId: ${id}, responses: { "200": { description: ok } } } }\n`;
          }).join(""),
        );
        const { code, stdout, stderr } = await run("--update");
        assertEquals(
          [code, oneLine(stderr).trim(), texts().join() === before.join()],
          isRefused
            ? [
              2,
              `error WRITE: Cannot write to "api": the document has no ${
                operations.length === 0
                  ? "operations"
                  : "operation that its requests came from"
              } (if it is the right document, add --force) api/opencollection.yml`,
              true,
            ]
            : [0, "", false],
          stdout,
        );
        const forced = await run("--update", "--force");
        assertEquals([forced.code, forced.stderr], [0, ""]);
        const again = await run("--update");
        assertEquals(again.code, operations.length === 0 ? 2 : 0, again.stderr);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  it("an init, and writes nothing", async () => {
    const cwd = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
      await brace(["init", "api"], { cwd });
      const listed = () => [...Deno.readDirSync(`${cwd}/api`)].length;
      const before = listed();
      const { code } = await brace(
        ["import", "a.yaml", "-o", "api", "--update"],
        { cwd },
      );
      assertEquals([code, listed()], [2, before]);
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  });

  it("the file that is not UTF-8", async () => {
    const cwd = await Deno.makeTempDir();
    const run = (...more: string[]) =>
      brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
    try {
      await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
      await run();
      await Deno.writeFile(`${cwd}/api/A.yml`, Uint8Array.of(10, 0xff));
      const { code, stderr } = await run("--update");
      assertEquals(
        [code, oneLine(stderr).trim()],
        [
          2,
          'error INVALID_FIELD: Cannot read "api/A.yml": it is not UTF-8 text (line 2)',
        ],
      );
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  });

  for (const version of [VERSION, "2.1.0"]) {
    it(`a version that may write an edited file differently: ${version}`, async () => {
      const cwd = await Deno.makeTempDir();
      const run = (...more: string[]) =>
        brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
      try {
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
        await run();
        const file = `${cwd}/api/A.yml`;
        const text = await Deno.readTextFile(file);
        // What an older version wrote: the document is the same.
        const old = text.replace(/sha256-\w+/, `sha256-${"1".repeat(16)}`)
          .replace(`/${VERSION}/`, `/${version}/`);
        await Deno.writeTextFile(file, old.replace("name: A", "name: Mine"));
        const said = oneLine((await run("--update")).stdout);
        const other = version === VERSION
          ? ""
          : `, or Brace ${VERSION} writes it differently than ${version} did`;
        assert(
          said.includes(
            `was edited here and changed in the document${other}: it stays as it is`,
          ),
          said,
        );
        assert(said.includes("1 edited here, to compare with the document"));
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});

function filesBelow(root: string, prefix = ""): string[] {
  return [...Deno.readDirSync(`${root}/${prefix}`)].flatMap((
    { name, isDirectory },
  ) => isDirectory ? filesBelow(root, `${prefix}${name}/`) : `${prefix}${name}`)
    .sort();
}
