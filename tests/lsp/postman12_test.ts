import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import type {
  CompletionItem,
  Diagnostic,
  Hover,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { type LspClient, lspClient } from "../support/lsp_client.ts";

const READ = "postman/collections/Shop/Read.request.yaml";
const LOCAL = "postman/environments/Local.environment.yaml";
const FILES: Readonly<Record<string, string>> = {
  "postman/collections/Shop/.resources/definition.yaml": `$kind: collection
variables:
  region: eu
`,
  [READ]: `$kind: http-request
url: '{{base}}/items'
queryParams:
  - key: in
    value: '{{region}}'
  - key: page
    value: '{{pagee}}'

scripts:
  - type: afterResponse
    code: pm.environment.get("base");
`,
  [LOCAL]: `name: Local
values:
  - enabled: true
    key: base
    value: http://127.0.0.1:1
  - key: pages
    value: 3
`,
};

describe("brace lsp in a repository of Postman 12", () => {
  let root: string;
  let client: LspClient;

  beforeEach(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    client = await lspClient(root);
    await client.open(READ, FILES[READ]);
  });
  afterEach(async () => {
    await client.stop();
    await Deno.remove(root, { recursive: true });
  });

  const ask = <T>(
    method: string,
    path: string,
    behind: string,
    more: Record<string, unknown> = {},
  ): Promise<T> =>
    client.connection.sendRequest(`textDocument/${method}`, {
      textDocument: { uri: client.uri(path) },
      position: client.behind(path, behind),
      ...more,
    });

  it("points to what is wrong", async () => {
    const isFound = (found: Diagnostic[]) => found.length > 0;
    const [{ code, range }] = await client.problems(READ, isFound);
    assertEquals([code, range.start], [
      "UNDEFINED_VARIABLE",
      { line: 6, character: 12 },
    ]);
  });

  it("knows the packages of the repository", async () => {
    await Deno.mkdir(`${root}/node_modules/slug`, { recursive: true });
    await Deno.writeTextFile(`${root}/node_modules/slug/index.js`, "");
    await client.edit(
      READ,
      'pm.environment.get("base");',
      'require("slug"); require("slugg");',
    );
    const isFound = (found: Diagnostic[]) =>
      found.some(({ code }) => code === "MISSING_MODULE");
    const found = await client.problems(READ, isFound);
    assertEquals(
      found.filter(({ code }) => code === "MISSING_MODULE")
        .map(({ message }) => `${message}`.split(":")[0]),
      ['Cannot require "slugg"'],
    );
  });

  it("completes variables and keys", async () => {
    const labels = async (behind: string) =>
      (await ask<CompletionItem[]>("completion", READ, behind))
        .map(({ label }) => label);
    assertEquals((await labels("'{{re")).includes("region"), true);
    assertEquals((await labels("{{ba")).includes("base"), true);
    const keys = await labels("'{{pagee}}'\n");
    assertEquals(keys.includes("pathVariables"), true);
    assertEquals(keys.includes("methodPath"), false);
    assertEquals(keys.includes("http"), false);
  });

  it("tells where a variable comes from", async () => {
    const { contents } = await ask<Hover>("hover", READ, "{{ba");
    const { value } = contents as { value: string };
    assertStringIncludes(value, "http://127.0.0.1:1");
    assertStringIncludes(value, "Local.environment.yaml:5");
    // Keys of OpenCollection mean nothing here.
    assertEquals(await ask<Hover | null>("hover", READ, "ur"), null);
  });

  it("renames a variable in its files", async () => {
    const places = async (behind: string) => {
      const { changes = {} } = await ask<WorkspaceEdit>(
        "rename",
        READ,
        behind,
        { newName: "host" },
      );
      return Object.entries(changes).map(([uri, edits]) => [
        uri.slice(uri.lastIndexOf("/") + 1),
        ...edits.map(({ range: { start } }: TextEdit) =>
          `${start.line}:${start.character}`
        ),
      ]).sort();
    };
    assertEquals(await places("{{ba"), [
      ["Local.environment.yaml", "3:9"],
      ["Read.request.yaml", "1:8", "10:30"],
    ]);
    assertEquals(await places("'{{re"), [
      ["Read.request.yaml", "4:14"],
      ["definition.yaml", "2:2"],
    ]);
  });

  it("knows the environments beside it, and formats nothing", async () => {
    await client.open(LOCAL, FILES[LOCAL]);
    const { contents } = await ask<Hover>("hover", LOCAL, "   key: ba");
    assertStringIncludes((contents as { value: string }).value, "**base**");
    assertEquals(
      await ask("formatting", READ, "$kind", {
        options: { tabSize: 2, insertSpaces: true },
      }),
      [],
    );
  });
});
