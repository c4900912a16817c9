import { assertEquals } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { loadCollection } from "../../../lib/host/files/load_collection.ts";
import type { Item } from "../../../lib/collection/types.ts";

const GET = "http:\n  url: http://localhost\n";
const FILES: Record<string, string> = {
  "pets/opencollection.yml": "info: { name: Pets }",
  "pets/list.yml": GET,
  "pets/users/folder.yml": "info: { name: Users }",
  "pets/users/create.yml": GET,
  "pets/users/admin/remove.yaml": GET,
  "pets/node_modules/a/a.yml": GET,
  "pets/.git/a.yml": GET,
  "pets/._list.yml": "\0\x05\x16\x07",
  "pets/users/.create.yml": GET,
  "pets/data/rows.json": "[]",
  "broken/opencollection.yml": "",
  "broken/good.yml": GET,
  "broken/bad.yml": "http: [",
  "broken/folder/folder.yml": "info: [",
  "broken/folder/inside.yml": GET,
  "broken/environments/dev.yml": "variables: {",
  "bundles/api.yml":
    "opencollection: 1.0.0\nitems:\n  - info: { name: A, type: http }\n    http: { url: http://localhost }\n",
  "bundles/.env": "A=1",
  "bundles/list.yml": GET,
  "orders/opencollection.yaml": "",
  "orders/list.yml": GET,
  "outside.yml": GET,
};

function paths(items: readonly Item[] = []): string[] {
  return items.flatMap((item) =>
    item.kind === "folder" ? paths(item.items) : [item.path]
  );
}

describe("loadCollection", () => {
  let cwd: string;

  beforeAll(() => {
    cwd = Deno.makeTempDirSync();
    for (const [path, text] of Object.entries(FILES)) {
      Deno.mkdirSync(dirname(join(cwd, path)), { recursive: true });
      Deno.writeTextFileSync(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.removeSync(cwd, { recursive: true }));

  const FOUND: [
    name: string,
    from: string,
    given: string[],
    file: string,
    selected: string[],
  ][] = [
    ["the current folder", "pets", [], "opencollection.yml", []],
    [
      "a folder above the current one",
      "pets/users/admin",
      [],
      "../../opencollection.yml",
      [
        "users/admin",
      ],
    ],
    ["a collection's folder", "", ["pets"], "pets/opencollection.yml", []],
    [
      "a collection's own file",
      "",
      ["pets/opencollection.yml"],
      "pets/opencollection.yml",
      [],
    ],
    ["a folder inside", "", ["pets/users/"], "pets/opencollection.yml", [
      "users",
    ]],
    ["a request", "pets/users", ["create.yml"], "../opencollection.yml", [
      "users/create.yml",
    ]],
    [
      "a request without its extension",
      "",
      ["pets/users/admin/remove"],
      "pets/opencollection.yml",
      [
        "users/admin/remove.yaml",
      ],
    ],
    ["several", "pets", ["list.yml", "users"], "opencollection.yml", [
      "list.yml",
      "users",
    ]],
    [
      "everything, when that is among them",
      "pets",
      ["list.yml", "."],
      "opencollection.yml",
      [],
    ],
    ["opencollection.yaml", "", ["orders"], "orders/opencollection.yaml", []],
    ["a bundled file", "", ["bundles/api.yml"], "bundles/api.yml", []],
  ];
  for (const [name, from, given, file, selected] of FOUND) {
    it(`finds the collection of ${name}`, () => {
      const loaded = loadCollection(given, { cwd: join(cwd, from) });
      assertEquals(loaded.diagnostics, []);
      assertEquals(loaded.collection?.file, file);
      assertEquals(
        loaded.collection?.root,
        join(
          cwd,
          file === "bundles/api.yml"
            ? "bundles"
            : given[0]?.startsWith("orders")
            ? "orders"
            : "pets",
        ),
      );
      assertEquals(loaded.paths, selected);
    });
  }

  it("reads the requests of all folders, but nothing hidden and no node_modules", () => {
    const { collection } = loadCollection(["pets"], { cwd });
    assertEquals(paths(collection?.items), [
      "users/admin/remove.yaml",
      "users/create.yml",
      "list.yml",
    ]);
  });

  it("reads the .env beside a bundled file", () => {
    const { collection } = loadCollection(["bundles/api.yml"], { cwd });
    assertEquals([...collection?.dotenv ?? []], [["A", "1"]]);
    assertEquals(paths(collection?.items), ["A"]);
  });

  it("refuses a file in another encoding, whose characters would be lost", () => {
    const file = join(cwd, "pets/latin.yml");
    Deno.writeFileSync(file, Uint8Array.of(0x0a, 0x6e, 0x3a, 0x20, 0xe9, 0x0a));
    const { diagnostics } = loadCollection(["pets"], { cwd });
    const other = loadCollection(["pets/list.yml"], { cwd });
    Deno.writeTextFileSync(file, `${GET}docs: "\ufffd"\n`);
    const utf8 = loadCollection(["pets"], { cwd });
    Deno.removeSync(file);
    assertEquals(
      diagnostics.map(({ message }) => message),
      ['Cannot read "pets/latin.yml": it is not UTF-8 text (line 2)'],
    );
    assertEquals(
      [diagnostics, other.diagnostics].map(([one]) => one.severity),
      ["error", "warning"],
    );
    assertEquals(utf8.diagnostics, []);
  });

  const REFUSED: [
    name: string,
    given: string[],
    code: string,
    message: string,
  ][] = [
    [
      "a missing path",
      ["nowhere"],
      "MISSING_PATH",
      `Cannot find "nowhere": no such file or folder`,
    ],
    [
      "a mistyped path",
      ["pets/users/craete.yml"],
      "MISSING_PATH",
      `Cannot find "pets/users/craete.yml": no such file or folder (did you mean "pets/users/create.yml"?)`,
    ],
    [
      "a folder without a collection",
      ["bundles"],
      "NOT_A_COLLECTION",
      `Cannot load "bundles": neither it nor a folder above has an opencollection.yml`,
    ],
    [
      "a request without a collection",
      ["outside.yml"],
      "NOT_A_COLLECTION",
      `Cannot load "outside.yml": it is no collection, and no folder above has an opencollection.yml`,
    ],
    [
      "requests of two collections",
      ["pets/list.yml", "orders/list.yml"],
      "USAGE",
      `Cannot run "pets/list.yml" and "orders/list.yml" together: they belong to different collections`,
    ],
    [
      "a path through a file",
      ["pets/list.yml/x"],
      "MISSING_PATH",
      `Cannot read "pets/list.yml/x": a part of the path is no folder`,
    ],
  ];
  for (const [name, given, code, message] of REFUSED) {
    it(`refuses ${name}`, () => {
      const { collection, diagnostics } = loadCollection(given, { cwd });
      assertEquals(collection, undefined);
      assertEquals(diagnostics.map((one) => [one.code, one.message]), [[
        code,
        message,
      ]]);
    });
  }

  const SEVERITIES: [given: string, errors: string[]][] = [
    ["broken", ["bad.yml", "environments/dev.yml", "folder/folder.yml"]],
    ["broken/good.yml", ["environments/dev.yml"]],
    ["broken/bad.yml", ["bad.yml", "environments/dev.yml"]],
    ["broken/folder", ["environments/dev.yml", "folder/folder.yml"]],
    ["broken/folder/inside.yml", ["environments/dev.yml", "folder/folder.yml"]],
  ];
  for (const [given, expected] of SEVERITIES) {
    it(`takes as errors of ${given} what concerns it`, () => {
      const { diagnostics } = loadCollection([given], { cwd });
      const files = diagnostics.filter((one) => one.severity === "error")
        .map((one) => one.location?.file?.slice("broken/".length)).sort();
      assertEquals(diagnostics.length, 3);
      assertEquals(files, expected);
    });
  }

  it("follows links that stay inside, and no circles", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      Deno.mkdirSync(join(root, "a/b"), { recursive: true });
      Deno.writeTextFileSync(join(root, "a/r.yml"), GET);
      Deno.symlinkSync(join(cwd, "pets"), join(root, "outside"));
      Deno.symlinkSync(join(cwd, "outside.yml"), join(root, "outside.yml"));
      Deno.symlinkSync(join(root, "nowhere"), join(root, "dangling.yml"));
      Deno.symlinkSync(join(root, "nowhere"), join(root, "notes.txt"));
      Deno.symlinkSync("../..", join(root, "a/b/up"));
      Deno.symlinkSync("a", join(root, "link"));
      Deno.symlinkSync("a/r.yml", join(root, "r.yml"));
      const { collection, diagnostics } = loadCollection([root]);
      assertEquals(
        diagnostics.map(({ severity, message }) =>
          `${severity} ${message.replace(/(?<=").*\//, "")}`
        ).sort(),
        [
          'warning Ignored "dangling.yml": the link leads nowhere',
          `warning Ignored "outside": the link leads out of the collection's folder`,
          `warning Ignored "outside.yml": the link leads out of the collection's folder`,
        ],
      );
      assertEquals(paths(collection?.items), [
        "a/r.yml",
        "link/r.yml",
        "r.yml",
      ]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  const PERMITTED: [permitted: string[], missing: string][] = [
    [[], "pets/list.yml"],
    [["pets/list.yml"], "pets"],
  ];
  for (const [permitted, missing] of PERMITTED) {
    it(`names the flag when Deno permits to read ${permitted.join() || "nothing"}`, async () => {
      const script = `
        import { loadCollection } from "${new URL(
        "../../../lib/host/files/load_collection.ts",
        import.meta.url,
      )}";
        console.log(JSON.stringify(
          loadCollection(["pets/list.yml"], { cwd: ${JSON.stringify(cwd)} })
        ));
      `;
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-check",
          "--no-prompt",
          ...permitted.map((path) => `--allow-read=${join(cwd, path)}`),
          "--config",
          fromFileUrl(new URL("../../../deno.json", import.meta.url)),
          "--ext=ts",
          "-",
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      await new Blob([script]).stream().pipeTo(child.stdin);
      const { stdout } = await child.output();
      const { diagnostics } = JSON.parse(new TextDecoder().decode(stdout));
      assertEquals(diagnostics, [{
        code: "PERMISSION",
        severity: "error",
        message:
          `Cannot read "${missing}": permission is missing, allow it with --allow-read=${missing}`,
        suggestion: `--allow-read=${missing}`,
      }]);
    });
  }
});
