import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type CollectionFiles,
  type Diagnostic,
  DiagnosticError,
  locateDiagnostics,
  openRequest,
  readCollection,
  renderRequest,
} from "../../../mod.ts";

/** A file beside the collection's own: what is wrong with it, where. */
const ROWS: {
  readonly what: string;
  readonly path: string;
  readonly text: string;
  readonly prefix?: string;
  readonly place: string;
}[] = [
  {
    what: "rendering",
    path: "get.yml",
    text: "info: {name: Get}\nhttp:\n  url: http://{{host}}/",
    place: "get.yml:3:15",
  },
  {
    what: "rendering, with a prefix",
    path: "get.yml",
    text: "info: {name: Get}\nhttp:\n  url: http://{{host}}/",
    prefix: "api/",
    place: "api/get.yml:3:15",
  },
  {
    what: "reading",
    path: "a/get.yml",
    text: "info: {name: Get}\nhttp:\n  url: http://h/\n  methd: PUT",
    place: "a/get.yml:4:3",
  },
];

describe("locateDiagnostics", () => {
  for (const { what, path, text, prefix, place } of ROWS) {
    it(`finds line and column of what ${what} found`, async () => {
      const texts: CollectionFiles = {
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: Shop}"],
          [path, text],
        ]),
        ...(prefix !== undefined && { filePrefix: prefix }),
      };
      const [located] = await locateDiagnostics(found(texts, path), texts);
      const { file, line, column } = located.location!;
      assertEquals(`${file}:${line}:${column}`, place);
    });
  }

  it("leaves what points elsewhere", async () => {
    const all: Diagnostic[] = [
      { code: "USAGE", severity: "error", message: "no place" },
      {
        code: "USAGE",
        severity: "error",
        message: "another file",
        location: { file: "other.yml", keys: ["a"], yamlPath: "a" },
      },
    ];
    const texts = { root: "", files: new Map([["shop.yml", "a: 1"]]) };
    assertEquals(await locateDiagnostics(all, texts), all);
    const prefixed = { ...texts, filePrefix: "api/" };
    const inside = {
      ...all[1],
      location: { file: "xyz/shop.yml", keys: ["a"] },
    };
    assertEquals(await locateDiagnostics([inside], prefixed), [inside]);
  });
});

/** What reading finds, or else what rendering does. */
function found(texts: CollectionFiles, path: string): readonly Diagnostic[] {
  const { value, diagnostics } = readCollection(texts);
  if (diagnostics.length > 0) return diagnostics;
  const { request, scopes, inherited } = openRequest(value!, path);
  return assertThrows(
    () => renderRequest(request, scopes, { inherited }),
    DiagnosticError,
  ).diagnostics;
}
