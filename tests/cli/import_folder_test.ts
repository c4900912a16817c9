import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { join } from "@std/path/join";
import { dirname } from "@std/path/dirname";
import { braceRows } from "../support/brace_rows.ts";

const SETTINGS = `{ // of the workspace
  "rest-client.environmentVariables": { "local": { "host": "http://h" } }
}`;
const HTTP = "GET {{host}}/\n";
const JETBRAINS = '{"dev": {"host": "http://h"}}';

/** A workspace, from where it is imported, and the environments of the collection. */
const ABOVE: readonly {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly cwd?: string;
  readonly source: string;
  readonly environments: readonly string[];
  readonly said?: string;
}[] = [
  {
    name: "a file below the working folder",
    files: { ".vscode/settings.json": SETTINGS, "api/a.http": HTTP },
    source: "api/a.http",
    environments: ["local.yml"],
  },
  {
    name: "a folder below the working folder",
    files: { ".vscode/settings.json": SETTINGS, "api/a.http": HTTP },
    source: "api",
    environments: ["local.yml"],
  },
  {
    name: "a file below the root of the repository",
    files: {
      ".git/HEAD": "",
      ".vscode/settings.json": SETTINGS,
      "api/a.http": HTTP,
    },
    cwd: "api",
    source: "a.http",
    environments: ["local.yml"],
  },
  {
    name: "settings above the repository",
    files: {
      ".vscode/settings.json": SETTINGS,
      "api/.git/HEAD": "",
      "api/a.http": HTTP,
    },
    cwd: "api",
    source: "a.http",
    environments: [],
    said: "brace import api/a.http",
  },
  {
    name: "settings above the working folder, without a repository",
    files: { ".vscode/settings.json": SETTINGS, "api/a.http": HTTP },
    cwd: "api",
    source: ".",
    environments: [],
    said: "brace import api",
  },
  {
    name: "the nearest of several settings",
    files: {
      ".vscode/settings.json": SETTINGS.replace("local", "far"),
      "api/.vscode/settings.json": SETTINGS,
      "api/v1/a.http": HTTP,
    },
    source: "api/v1/a.http",
    environments: ["local.yml"],
  },
  {
    name: "settings without environments on the way",
    files: {
      ".vscode/settings.json": SETTINGS,
      "api/.vscode/settings.json": "{}",
      "api/a.http": HTTP,
    },
    source: "api",
    environments: ["local.yml"],
  },
  {
    name: "the files of JetBrains' client beside a file, and above it",
    files: {
      "http-client.env.json": JETBRAINS,
      "http-client.private.env.json": '{"dev": {"user": "u"}}',
      "api/a.http": HTTP,
    },
    source: "api/a.http",
    environments: ["dev.yml"],
  },
];

/** What a folder of each format is called, however it is named. */
const FORMATS: Readonly<Record<string, Record<string, string>>> = {
  http: { "a.http": "GET http://h/\n" },
  bru: {
    "a.bru": "meta {\n  name: a\n  type: http\n}\nget {\n  url: http://h\n}\n",
  },
  insomnia: {
    "a.yaml":
      "type: environment.insomnia.rest/5.0\nname: globals\nenvironments: {name: Base, data: {a: b}}\n",
  },
  postman: {
    "a.request.yaml":
      "$kind: http-request\nname: a\nurl: http://h/\nmethod: GET\n",
  },
};

describe("brace import of a folder", () => {
  const brace = braceRows();

  for (const { name, files, cwd = ".", source, environments, said } of ABOVE) {
    it(`takes environments of ${name}`, async () => {
      const root = await Deno.makeTempDir();
      write(root, files);
      const { code, stdout, stderr } = await brace(
        ["import", source, "-o", join(root, "made"), "--format", "json"],
        { cwd: join(root, cwd) },
      );
      assertEquals(code, 0, stderr);
      assertEquals(entries(join(root, "made/environments")), environments);
      const notes = JSON.stringify(JSON.parse(stdout).notes);
      if (said !== undefined) assertStringIncludes(notes, said);
      else assertEquals(notes.includes("Left out"), false, notes);
    });
  }

  it("takes the script in a file beside a .http file", async () => {
    const root = await Deno.makeTempDir();
    write(root, {
      "api/a.http":
        "GET http://127.0.0.1:9/\n\n> ./scripts/my check.js\n> ../far.js\n",
      "api/scripts/my check.js":
        'client.test("a", () => client.assert(response.status === 200));\n',
      "far.js": "client.test('b', () => {});\n",
    });
    // From another folder: the path is that of the file.
    const { code, stdout, stderr } = await brace(
      ["import", "api/a.http", "-o", "made", "--format", "json"],
      { cwd: root },
    );
    assertEquals(code, 0, stderr);
    const [file] = entries(join(root, "made")).filter((one) =>
      one.startsWith("GET")
    );
    const text = Deno.readTextFileSync(join(root, "made", file));
    assertStringIncludes(text, 'test("a", () => assert(res.status === 200));');
    assertStringIncludes(
      stdout,
      "it is outside of the folder of the import (write its text into the .http file as > {% … %}, and import again)",
    );
    const { code: checked } = await brace(["check", "made", "--strict"], {
      cwd: root,
    });
    assertEquals(checked, 0);
  });

  for (const [format, files] of Object.entries(FORMATS)) {
    for (
      const [cwd, source] of [
        ["v1.2", "."],
        ["v1.2", "./"],
        ["v1.2/inner", ".."],
        [".", "v1.2/inner/.."],
        [".", "v1.2/"],
      ]
    ) {
      it(`names a collection after the folder: ${format}, ${source}`, async () => {
        const root = await Deno.makeTempDir();
        write(join(root, "v1.2"), { ...files, "inner/note.txt": "" });
        const { code, stdout, stderr } = await brace(
          ["import", source, "-o", join(root, "made"), "--format", "json"],
          { cwd: join(root, cwd) },
        );
        assertEquals(code, 0, stderr);
        assertEquals(JSON.parse(stdout).name, "v1.2");
      });
    }
  }

  it("makes a folder of this name", async () => {
    const root = await Deno.makeTempDir();
    write(join(root, "shop"), FORMATS.http);
    const { code, stderr } = await brace(["import", "."], {
      cwd: join(root, "shop"),
    });
    assertEquals(code, 0, stderr);
    assertEquals(entries(join(root, "shop")), ["a.http", "shop"]);
  });
});

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
}

function entries(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();
  } catch {
    return [];
  }
}
