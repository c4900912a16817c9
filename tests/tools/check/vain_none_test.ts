import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCollection, readCollection } from "../../../mod.ts";
import { indexCollection } from "../../../lib/tools/check/index_collection.ts";
import { brace } from "../../support/brace.ts";
import { inFolder } from "../../support/in_folder.ts";
import { oneLine } from "../../support/one_line.ts";

const level = (mode: string) => `auth {\n  mode: ${mode}\n}\n`;
const BEARER = `${level("bearer")}\nauth:bearer {\n  token: {{t}}\n}\n`;
const request = (auth: string) =>
  `get {\n  url: http://h\n  auth: ${auth}\n}\n`;
const files = (all: Readonly<Record<string, string>>) =>
  new Map(Object.entries({ "bruno.json": "{}", ...all }));
const message = (path: string) =>
  `Ignored "mode: none" of the auth of the folder "${path}": its requests inherit auth, as they do in Bruno (write "auth: none" in a request that sends none)`;

/** The collection's auth, that of an outer and an inner folder and of the request inside → the folders that are named. */
const ROWS: [levels: string[], auth: string, named: string[]][] = [
  [[BEARER, level("none"), ""], "inherit", ["o"]],
  [[BEARER, "", level("none")], "inherit", ["o/i"]],
  [[BEARER, level("none"), level("none")], "inherit", ["o", "o/i"]],
  [["", BEARER, level("none")], "inherit", ["o/i"]],
  // Nothing is there to inherit, nothing inherits it, or the folder inside has its own.
  [["", level("none"), level("none")], "inherit", []],
  [[level("none"), level("none"), ""], "inherit", []],
  [[BEARER, level("none"), ""], "none", []],
  [[BEARER, level("none"), BEARER], "inherit", []],
  [[BEARER, level("inherit"), ""], "inherit", []],
];

describe('"mode: none" of a folder that keeps no auth away', () => {
  for (const [[above, outer, inner], auth, named] of ROWS) {
    it(`is named in ${named.join(", ") || "no folder"}`, () => {
      const { value } = readCollection({
        root: "",
        files: files({
          "collection.bru": above,
          "o/folder.bru": outer,
          "o/i/folder.bru": inner,
          "o/i/a.bru": request(auth),
          "o/i/b.bru": request(auth),
        }),
      });
      const found = checkCollection(value!)
        .filter(({ code }) => code === "INVALID_FIELD");
      assertEquals(
        found.map(({ severity, message, location }) => [
          severity,
          message,
          location?.file,
        ]),
        named.map((path) => ["hint", message(path), `${path}/folder.bru`]),
      );
    });
  }

  it("is shown in the editor as long as it is there", () => {
    const index = indexCollection({
      root: "",
      files: files({
        "collection.bru": BEARER,
        "o/folder.bru": "meta {\n  name: O\n}\n",
        "o/a.bru": request("inherit"),
      }),
    });
    const shown = () =>
      index.diagnosticsOf("o/folder.bru", { quick: true })
        .map(({ message }) => message);
    assertEquals(shown(), []);
    index.updateFile("o/folder.bru", level("none"));
    assertEquals(shown(), [message("o")]);
    index.updateFile("o/a.bru", request("none"));
    assertEquals(shown(), []);
  });

  it("stands where the file says it, and empty auth is left out in the request", async () => {
    const all = files({
      "environments/E.bru": "vars {\n  t:\n}\n",
      "collection.bru": BEARER,
      "o/folder.bru": level("none"),
      "o/a.bru": request("inherit"),
    });
    let text = "";
    await inFolder(all, async (cwd) => {
      text = oneLine((await brace(["check"], { cwd })).stdout);
    });
    assertStringIncludes(text, `hint INVALID_FIELD: ${message("o")}`);
    assertStringIncludes(text, "o/folder.bru:2:9 request.auth");
    assertStringIncludes(
      text,
      '(give a value, or write "auth: none" in a request that sends none) collection.bru:6:10',
    );
  });
});
