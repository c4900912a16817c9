import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { CodeAction } from "vscode-languageserver/node";
import { inFolder } from "../support/in_folder.ts";
import { lspClient } from "../support/lsp_client.ts";

const READ = "meta {\n  name: Read\n  seq: 2\n}\n\nget {\n  url: http://a/";
const FILES: Record<string, string> = {
  "bruno.json": '{ "version": "1", "name": "Mini", "type": "collection" }',
  "environments/Local.bru":
    "vars {\n  user: grace\n  page1: a\n  page2: b\n}\n",
  "Login.bru":
    'meta {\n  name: Login\n  seq: 1\n}\n\nget {\n  url: http://a\n}\n\nscript:post-response {\n  bru.setEnvVar("userId", 7);\n}\n',
  "Read.bru": `${READ}\n}\n`,
};

/** What an editor offers at a placeholder. */
const OFFERS: Record<string, [name: string, title: string]> = {
  "a name that a script sets": ["userID", 'Change it to "userId"'],
  "one of two that are as near": ["page3", 'Change it to "page1"'],
  "a row for another name": ["region", "Define it in environments/Local.bru"],
};

describe("a name that nothing defines, in an editor", () => {
  for (const [what, [name, title]] of Object.entries(OFFERS)) {
    it(`is offered ${what}`, async () => {
      await inFolder(Object.entries(FILES), async (folder) => {
        const root = await Deno.realPath(folder);
        const client = await lspClient(root, { environment: "Local" });
        await client.open("Read.bru", `${READ}{{${name}}}\n}\n`);
        const [problem] = await client.problems(
          "Read.bru",
          ({ length }) => length > 0,
        );
        const actions = await client.connection.sendRequest<CodeAction[]>(
          "textDocument/codeAction",
          {
            textDocument: { uri: client.uri("Read.bru") },
            range: problem.range,
            context: { diagnostics: [problem] },
          },
        );
        assertEquals(actions.map((it) => it.title), [title]);
        await client.stop();
      });
    });
  }
});
