import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { readCollection } from "../../lib/collection/read_collection.ts";
import type { Item } from "../../lib/collection/types.ts";
import { exportBru } from "../../lib/convert/export/export_bru.ts";
import { exportPostman } from "../../lib/convert/export/export_postman.ts";
import { readForExport } from "../../lib/convert/export/read_for_export.ts";
import { importPostman } from "../../lib/convert/postman/import_postman.ts";
import { toFiles } from "../../lib/convert/to_files.ts";
import { brace } from "../support/brace.ts";

const FIXTURES = fromFileUrl(new URL("../../fixtures/", import.meta.url));

/** Collections of every construct, as files. */
const SOURCES: Record<string, { root: string; main: string }> = {
  ".bru": { root: "collections/bru/collection", main: "bruno.json" },
  "YAML": { root: "example", main: "opencollection.yml" },
};

describe("exporting", () => {
  for (const [name, { root, main }] of Object.entries(SOURCES)) {
    const files = filesIn(`${FIXTURES}${root}`);

    it(`${name} to .bru files and back gives the same requests`, () => {
      const { value, diagnostics } = readForExport(files, main);
      assert(value, JSON.stringify(diagnostics));
      const { files: again } = exportBru(value, { withSecrets: true });
      assertEquals(
        requests(readCollection({ root: "", files: again }).value?.items),
        requests(readCollection({ root: "", files, main }).value?.items),
      );
    });

    it(`${name} to Postman and back gives the same requests`, () => {
      const { value } = readForExport(files, main);
      assert(value);
      const { collection } = exportPostman(value, { withSecrets: true });
      const imported = importPostman({
        name: "x.json",
        main: "x.json",
        files: new Map([["x.json", collection]]),
      });
      assert(imported.value, JSON.stringify(imported.diagnostics));
      const { files: again } = toFiles(imported.value);
      assertEquals(
        wire(readCollection({ root: "", files: again }).value?.items),
        wire(readCollection({ root: "", files, main }).value?.items),
      );
    });
  }
});

describe("brace export", () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  const EXAMPLE = `${FIXTURES}example`;

  it("prints a single file, or writes it", async () => {
    const printed = await brace(["export", "postman", EXAMPLE], { cwd });
    assertEquals(printed.code, 0, printed.stderr);
    assert(JSON.parse(printed.stdout).item.length > 0);
    const written = await brace(
      ["export", "postman", EXAMPLE, "-o", "example.json"],
      { cwd },
    );
    assertEquals(written.code, 0, written.stderr);
    const again = await brace(
      ["import", "example.json", "-o", "from-postman"],
      { cwd },
    );
    assertEquals(again.code, 0, again.stderr);
  });

  it("writes a folder of .bru files that loads without errors", async () => {
    const { code, stderr } = await brace(
      ["export", "bru", EXAMPLE, "-o", "old"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    const listed = await brace(["run", "old", "--print-hosts"], { cwd });
    assert(!listed.stderr.includes("BRU_SYNTAX"), listed.stderr);
    const again = await brace(["export", "bru", EXAMPLE, "-o", "old"], { cwd });
    assertEquals(again.code, 2);
    assert(again.stderr.includes("--force"), again.stderr);
  });

  const WRONG: [args: string[], says: string][] = [
    [[], "name the format"],
    [["word"], "known are"],
    [["bru", EXAMPLE], "--output DIR"],
    [["postman", "nowhere"], "nowhere"],
  ];
  for (const [args, says] of WRONG) {
    it(`refuses ${args.map((arg) => arg.replace(EXAMPLE, "example")).join(" ") || "nothing"}`, async () => {
      const { code, stderr } = await brace(["export", ...args], { cwd });
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    });
  }
});

function filesIn(root: string, prefix = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${prefix}`)) {
    const path = prefix + name;
    if (isDirectory) {
      for (const [inner, text] of filesIn(root, `${path}/`)) {
        files.set(inner, text);
      }
    } else if (/\.(?:ya?ml|bru|json)$/.test(name)) {
      files.set(path, Deno.readTextFileSync(`${root}/${path}`));
    }
  }
  return files;
}

/** All that is read of requests, places and notes of people left out. */
function requests(items: readonly Item[] | undefined): unknown[] {
  return (items ?? []).flatMap((item): unknown[] => {
    if (item.kind === "folder") {
      return [
        { folder: item.name, ...plain(item.defaults) as object },
        ...requests(item.items),
      ];
    }
    if (item.kind !== "request") return [];
    const { path: _path, at: _at, seq: _seq, docs: _docs, ...rest } = item;
    // No auth is the same, said or not.
    const { auth, ...others } = rest;
    return [plain(auth?.type === "none" ? others : rest)];
  });
}

/** What goes on the wire, and what runs before. */
function wire(items: readonly Item[] | undefined): unknown[] {
  return (items ?? []).flatMap((item): unknown[] => {
    if (item.kind === "folder") return wire(item.items);
    if (item.kind !== "request") return [];
    const { name, method, body, type } = item;
    const sent = body?.type === "file" ? { ...body, contentType: "" } : body;
    return [plain({ name, type, method, body: sent })];
  });
}

/** Without places; blanks at the ends of scripts and texts are nobody's. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) =>
      key !== "at" && member !== undefined
    ).map(([key, member]) => [key, plain(member)]),
  );
}
