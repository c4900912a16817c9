import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isEnvironmentFile } from "../lib/core/collection/read/read_environments.ts";
import {
  formatOf,
  hasExtension,
  withoutExtension,
  YAML_FORMAT,
} from "../lib/core/collection/format.ts";
import { readCollection } from "../lib/core/collection/read_collection.ts";
import { readEnvFile } from "../lib/core/collection/read_env_file.ts";
import { detectKind } from "../lib/tools/convert/detect_kind.ts";
import { fileName } from "../lib/tools/convert/file_name.ts";
import { importOpenapi } from "../lib/tools/convert/openapi/import_openapi.ts";
import { withSlashes } from "../lib/host/files/load/shown_path.ts";
import { isWanted } from "../lib/host/files/read_tree.ts";
import { fileContentType } from "../lib/host/http/content/composed_source.ts";
import { partHead } from "../lib/core/http/multipart.ts";
import { makePlan } from "../lib/core/plan/make_plan.ts";
import { isCalled, requestsOf } from "../lib/core/plan/find_request.ts";
import {
  candidatePaths,
  folderOf,
  isFilePath,
} from "../lib/core/collection/required/module_path.ts";
import { FILE_PREFIX, findPosition } from "../lib/core/script/position.ts";
import { formatDiagnostic } from "../lib/core/source/format_diagnostic.ts";

/** The forms that a path has on Windows. */
const DRIVE = "C:\\api\\users\\one.yml";
const SLASHES = "C:/api/users/one.yml";
const SHARE = "\\\\server\\share\\users\\one.yml";

// Paths inside a collection have slashes on every system: the host makes them
// so (`withSlashes`). What takes other paths must take those of Windows.
const ROWS: [what: string, given: unknown, expected: unknown][] = [
  ["withSlashes", withSlashes(DRIVE, "windows"), SLASHES],
  [
    "withSlashes",
    withSlashes(SHARE, "windows"),
    "//server/share/users/one.yml",
  ],
  ["withSlashes elsewhere", withSlashes("a\\b.yml", "linux"), "a\\b.yml"],

  ["withoutExtension", withoutExtension(DRIVE), "C:\\api\\users\\one"],
  ["hasExtension", hasExtension(DRIVE, YAML_FORMAT), true],
  ["formatOf", formatOf("bruno.json").extensions, [".bru"]],
  [
    "isEnvironmentFile",
    isEnvironmentFile("environments/a.yml", YAML_FORMAT),
    true,
  ],
  [
    "isWanted",
    isWanted("users/one.yml", {
      paths: ["users/one.yml"],
      format: YAML_FORMAT,
      isDirectory: false,
    }),
    true,
  ],

  ["readEnvFile", envNames("C:\\secrets\\.env", "A=1"), ["A"]],
  ["readEnvFile", envNames("C:\\my.env\\vars.yml", "a: 1"), ["a"]],
  ["readEnvFile", envNames("\\\\server\\share\\local.env", "A=1"), ["A"]],

  ["detectKind", detectKind(source("C:\\old\\Read.BRU", "meta {")), "bru"],
  [
    "detectKind",
    detectKind(source("D:\\a\\users.http", "GET http://h")),
    "http",
  ],
  ["fileName", fileName("C:\\Users\\me", new Set()), "C-Users-me"],
  ["fileName of a device", fileName("con", new Set()), "con request"],
  ["fileName of a device", fileName("LPT1.txt", new Set()), "LPT1 request"],
  ["fileName at its end", fileName("What? ... ", new Set()), "What"],
  ["fileName in any case", fileName("USERS", new Set(["users"])), "USERS 2"],

  [
    "fileContentType",
    await fileContentType("C:\\my.png\\file"),
    "application/octet-stream",
  ],
  [
    "fileContentType",
    await fileContentType("C:\\pictures\\Logo.PNG"),
    "image/png",
  ],
  ["partHead", fileNameOf(DRIVE), "one.yml"],
  ["partHead", fileNameOf(SLASHES), "one.yml"],
  ["partHead", fileNameOf(SHARE), "one.yml"],

  ["isFilePath", [DRIVE, SLASHES, SHARE, "c:x", "chai"].map(isFilePath), [
    true,
    true,
    true,
    false,
    false,
  ]],
  ["candidatePaths", required("C:\\api\\lib\\a.js", "C:\\api"), ["lib/a.js"]],
  ["candidatePaths", required("c:/api/lib/a.js", "C:\\api"), ["lib/a.js"]],
  [
    "candidatePaths",
    required("\\\\server\\share\\lib\\a.json", "\\\\server\\share"),
    ["lib/a.json"],
  ],
  ["folderOf", folderOf("users/one.js"), "users"],
  [
    "findPosition",
    findPosition(`at f (${FILE_PREFIX}lib/a.js:3:7)`, 1),
    { file: "lib/a.js", line: 2, column: 7 },
  ],
  ["formatDiagnostic", shown(DRIVE), true],
  ["formatDiagnostic", shown(SHARE), true],
];

describe("paths of Windows", () => {
  for (const [what, given, expected] of ROWS) {
    it(`${what}: ${JSON.stringify(expected)}`, () =>
      assertEquals(given, expected));
  }

  it("of another drive or share are outside of the collection", () => {
    for (const name of ["D:\\api\\a.js", "\\\\other\\share\\a.js"]) {
      assertThrows(() => required(name, "C:\\api"), TypeError, name);
    }
  });

  it("lead from a document to what it refers to", async () => {
    const rows = [
      ["C:\\api\\openapi.yaml", "C:/api/parts/x.yaml"],
      ["api\\openapi.yaml", "api/parts/x.yaml"],
      ["\\\\server\\share\\openapi.yaml", "//server/share/parts/x.yaml"],
    ];
    for (const [document, expected] of rows) {
      const read: string[] = [];
      const text = 'openapi: 3.0.3\npaths: { /a: { $ref: "parts/x.yaml#/a" } }';
      await importOpenapi({
        name: withSlashes(document, "windows"),
        main: "openapi.yaml",
        files: new Map([["openapi.yaml", text]]),
        readReference(reference) {
          read.push(reference);
          return Promise.resolve({ text: "a: { get: {} }" });
        },
      }, {});
      assertEquals(read, [expected]);
    }
  });

  it("select requests and are called by scripts in the form that collections have", () => {
    const { value } = readCollection({
      root: "C:/api",
      files: new Map([
        ["opencollection.yml", "info: {}"],
        ["users/one.yml", 'http: { method: GET, url: "http://h" }'],
      ]),
    });
    const [found] = [...requestsOf(value!.items)];
    assertEquals(value!.name, "api");
    assertEquals(isCalled(found, "users/one"), true);
    const path = withSlashes("users\\one.yml", "windows");
    assertEquals(makePlan(value!, { paths: [path] }).value.steps.length, 1);
  });
});

function envNames(file: string, text: string): string[] | undefined {
  return readEnvFile(file, text).value?.variables.map(({ name }) => name);
}

function source(main: string, text: string) {
  return { name: main, main, files: new Map([[main, text]]) };
}

function fileNameOf(path: string): string | undefined {
  const head = partHead(
    { type: "file", name: "f", path, at: { file: "a.yml", path: [] } } as never,
    { boundary: "b" },
  );
  return /filename="([^"]*)"/.exec(head)?.[1];
}

function required(name: string, root: string): string[] {
  return candidatePaths({ root: () => root, folder: "" }, name);
}

/** Whether a diagnostic shows the file and its line. */
function shown(file: string): boolean {
  const text = formatDiagnostic({
    code: "UNDEFINED_VARIABLE",
    severity: "error",
    message: "m",
    location: { file, line: 3, column: 5 },
  });
  return text.includes(`${file}:3:5`);
}
