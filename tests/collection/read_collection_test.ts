import { assertEquals, assertExists } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { readCollection } from "../../lib/collection/read_collection.ts";
import type { Item, Request } from "../../lib/collection/types.ts";

function read(files: Record<string, string>, main?: string) {
  return readCollection({
    root: "/here/pets",
    files: new Map(Object.entries(files)),
    ...(main !== undefined && { main }),
  });
}

function paths(items: readonly Item[]): unknown[] {
  return items.map((item) =>
    item.kind === "folder" ? [item.path, ...paths(item.items)] : item.path
  );
}

const GET = "http: { url: http://localhost }\n";
const named = (name: string, seq?: number) =>
  `info: { name: ${name}, type: http${
    seq === undefined ? "" : `, seq: ${seq}`
  } }\n${GET}`;

describe("readCollection", () => {
  it("names a collection without a name after its folder", () => {
    assertEquals(read({ "opencollection.yml": "" }).value?.name, "pets");
    assertEquals(
      read({ "opencollection.yaml": "info: {}" }).value?.file,
      "opencollection.yaml",
    );
  });

  it("takes the only file as the collection's own", () => {
    const { value } = read({
      "api.yml": `items: [{ info: { name: A, type: http }, ${GET.trim()} }]`,
    });
    assertEquals(paths(value?.items ?? []), ["A"]);
  });

  for (
    const [name, files, code] of [
      ["no file", {}, "NOT_A_COLLECTION"],
      [
        "two files, none named so",
        { "a.yml": "", "b.yml": "" },
        "NOT_A_COLLECTION",
      ],
      ["a list", { "opencollection.yml": "- a" }, "INVALID_FIELD"],
      ["malformed", { "opencollection.yml": "info: [" }, "YAML_SYNTAX"],
      [
        "nested too deeply",
        { "opencollection.yml": "[".repeat(50_000) },
        "LIMIT",
      ],
      [
        "too large",
        { "opencollection.yml": "#".repeat(10 * 1024 * 1024 + 1) },
        "LIMIT",
      ],
    ] as const
  ) {
    it(`has no value for ${name}`, () => {
      const { value, diagnostics } = read(files);
      assertEquals(value, undefined);
      assertEquals(diagnostics.map((one) => one.code), [code]);
      assertEquals(diagnostics[0].severity, "error");
    });
  }

  it("keeps the rest when one file is malformed", () => {
    const { value, diagnostics } = read({
      "opencollection.yml": "",
      "bad.yml": "http: [",
      "good.yml": GET,
    });
    assertEquals(paths(value?.items ?? []), ["good.yml"]);
    assertEquals(diagnostics.length, 1);
  });

  it("orders folders before requests, each by seq and then by name", () => {
    const { value } = read({
      "opencollection.yml": "",
      "c.yml": named("c", 1),
      "a.yml": named("a"),
      "B.yml": named("B"),
      "b2.yml": named("b"),
      "last.yml": named("last", 10),
      "first.yml": named("first", 0),
      "zoo/r.yml": GET,
      "ant/r.yml": GET,
      "two/folder.yml": "info: { seq: 2 }",
      "two/r.yml": GET,
      "one/folder.yml": "info: { seq: 1, name: Zebra }",
      "one/b/r.yml": GET,
      "one/a.yml": GET,
    });
    assertEquals(paths(value?.items ?? []), [
      ["one", ["one/b", "one/b/r.yml"], "one/a.yml"],
      ["two", "two/r.yml"],
      ["ant", "ant/r.yml"],
      ["zoo", "zoo/r.yml"],
      "first.yml",
      "c.yml",
      "last.yml",
      "a.yml",
      "B.yml",
      "b2.yml",
    ]);
  });

  it("reads files with a byte order mark and CRLF line ends", () => {
    const crlf = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const { value, diagnostics } = read({
      "opencollection.yml": crlf("info:\n  name: Pets\n"),
      "a.yml": crlf(
        "http:\n  url: http://localhost\n  body:\n    type: text\n    data: |\n      a\n      b\n",
      ),
      ".env": crlf("A=1\nB=2\n"),
    });
    assertEquals(diagnostics, []);
    const request = value?.items[0] as Request;
    assertEquals(
      request.body?.type === "text" && request.body.data.text,
      "a\nb\n",
    );
    assertEquals([...value?.dotenv ?? []], [["A", "1"], ["B", "2"]]);
  });

  it("reports the first fifty errors of a file", () => {
    const rows = "      - text\n".repeat(1000);
    const { diagnostics } = read({
      "opencollection.yml": "",
      "a.yml": `http:\n  url: http://localhost\n  headers:\n${rows}`,
    });
    assertEquals(diagnostics.length, 50);
  });
});

describe("origins", () => {
  const cases = new URL("../../fixtures/collections/", import.meta.url);
  for (const name of ["folder", "bodies", "auth"]) {
    it(`of each text in ${name} lead to that text`, () => {
      const files = new Map<string, string>();
      collectFiles(new URL(`${name}/collection/`, cases), "", files);
      const { value } = readCollection({ root: "", files });
      assertExists(value);
      let count = 0;
      visit(value, (text, file, path) => {
        const written = follow(
          parse(files.get(file) ?? "", { schema: "failsafe" }),
          path,
        );
        // A default, such as the method GET, stands where it would be written.
        if (written === undefined) return;
        assertEquals(text, written ?? "", `${file} ${path}`);
        count++;
      });
      assertEquals(count > 10, true);
    });
  }
});

function collectFiles(
  folder: URL,
  prefix: string,
  files: Map<string, string>,
): void {
  for (const entry of Deno.readDirSync(folder)) {
    const url = new URL(`${entry.name}${entry.isDirectory ? "/" : ""}`, folder);
    if (entry.isDirectory) collectFiles(url, `${prefix}${entry.name}/`, files);
    else files.set(prefix + entry.name, Deno.readTextFileSync(url));
  }
}

type Visitor = (
  text: string,
  file: string,
  path: readonly (string | number)[],
) => void;

function visit(value: unknown, visitor: Visitor): void {
  if (value instanceof Map) return visit([...value.values()], visitor);
  if (typeof value !== "object" || value === null) return;
  const { text, code, at } = value as Record<string, unknown>;
  const written = text ?? code;
  if (typeof written === "string" && typeof at === "object" && at !== null) {
    const { file, path } = at as { file: string; path: (string | number)[] };
    visitor(written, file, path);
  }
  for (const member of Object.values(value)) visit(member, visitor);
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      (node as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}
