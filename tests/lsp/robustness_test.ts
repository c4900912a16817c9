import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Range } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, lspClient } from "../support/lsp_client.ts";

const MAIN = `info: { name: Shop 🎉 }
request:
  variables:
    - { name: baseUrl, value: http://localhost }
    - { name: user, value: { name: Ada } }
`;
const YAML = `info:
  name: Read 🎉
  type: http
  tags: [smoke]

http:
  method: GET
  url: "{{baseUrl}}/🎉/{{user.name}}"
  headers:
    - name: Content-Type
      value: application/json
  body: { type: json, data: '{"a": {{user.name}}}' }

runtime:
  scripts:
    - type: tests
      code: |-
        test("🎉 ok", () => expect(client.getVar("baseUrl")).to.be.a("string"));
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
`;
const BRU = `meta {
  name: Read 🎉
  type: http
  tags: [
    smoke
  ]
}

post {
  url: {{baseUrl}}/🎉
  body: json
}

headers {
  ~Accept: */*
}

body:json {
  {"a": "{{baseUrl}}"}
}

assert {
  res.status: eq 200
}

tests {
  test("🎉 ok", () => expect(bru.getVar("baseUrl")).to.be.a("string"));
}
`;
const TEXTS: Record<string, string> = {
  "shop/read.yml": YAML,
  "shop/crlf.yml": YAML.replaceAll("\n", "\r\n"),
  "shop/environments/local.yml":
    "name: local\nextends: a\nvariables:\n  - name: 🎉\n    value: {{x}}\n",
  "bru/read.bru": BRU,
  "bru/crlf.bru": BRU.replaceAll("\n", "\r\n"),
};
/** What people type, whole and in half. */
const TYPED = [
  ..."{{ }} { } [ ] \" ' : # | - , . $ ( ) 🎉 \ud83c ~ @ & * ! ? %".split(" "),
  ...'client. client.getVar(" expect(1). info: url auth: type: {{user.'.split(
    " ",
  ),
  "\n",
  "\r\n",
  "\n  ",
  "\n- ",
  " ",
  "\t",
  "\0",
  "{{$",
  "key: |\n",
  "tests {\n",
  "}\n",
  "---\n",
];
const ASKED = [
  "completion",
  "hover",
  "definition",
  "references",
  "prepareRename",
  "documentSymbol",
  "codeAction",
  "codeLens",
  "formatting",
];

/** One edit: where, in thousandths of the text, how much goes, and what comes. */
const EDIT = fc.record({
  at: fc.nat(1000),
  length: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(200)),
  typed: fc.oneof(
    fc.constantFrom(...TYPED),
    fc.array(fc.constantFrom(...TYPED), { maxLength: 4 }).map((all) =>
      all.join("")
    ),
  ),
});

/** All ranges that stand in an answer about a document. */
function* rangesIn(value: unknown): Generator<Range> {
  if (typeof value !== "object" || value === null) return;
  if ("start" in value && "end" in value) yield value as Range;
  for (const inner of Object.values(value)) yield* rangesIn(inner);
}

describe("brace lsp, whatever is typed", () => {
  let root: string;
  let client: LspClient;

  beforeAll(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
    const files = {
      ...TEXTS,
      "shop/opencollection.yml": MAIN,
      "ok/opencollection.yml": MAIN,
      "bru/bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
    };
    for (const [path, text] of Object.entries(files)) {
      const folder = `${root}/${path}`.replace(/\/[^/]*$/, "");
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    client = await lspClient(root);
  });
  afterAll(async () => {
    await client.stop();
    await Deno.remove(root, { recursive: true });
  });

  const MISSPELT: Record<string, string> = {
    "ok/emoji.yml":
      'info: { name: A }\r\nhttp: { url: "http://🎉/{{nope}}" }\r\n',
    "bru/emoji.bru": "get {\r\n  url: http://🎉🎉/{{nope}}\r\n}\r\n",
  };
  for (const [path, text] of Object.entries(MISSPELT)) {
    it(`counts as editors do, in UTF-16: ${path}`, async () => {
      await client.open(path, text);
      const problems = await client.problems(path, (it) => it.length > 0);
      const { range } = problems.find(({ code }) =>
        code === "UNDEFINED_VARIABLE"
      )!;
      const document = TextDocument.create("", "", 0, text);
      assertEquals(document.getText(range), "{{nope}}");
    });
  }

  for (const [path, before] of Object.entries(TEXTS)) {
    it(`answers with places in the document: ${path}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(EDIT, { minLength: 5, maxLength: 10 }),
          async (edits) => {
            await client.open(path, before);
            let text = before;
            for (const { at, length, typed } of edits) {
              const start = Math.floor(at / 1000 * text.length);
              const end = Math.min(text.length, start + length);
              text = await client.replace(path, start, end, typed);
              await check(
                path,
                text,
                Math.min(start + typed.length, text.length),
              );
            }
          },
        ),
        { numRuns: 6, endOnFailure: true },
      );
      assertEquals(client.process.exitCode, null);
    });
  }

  async function check(path: string, text: string, offset: number) {
    const document = TextDocument.create("", "", 0, text);
    const position = document.positionAt(offset);
    const textDocument = { uri: client.uri(path) };
    const range = { start: position, end: position };
    const answers = ASKED.map((method) =>
      client.connection.sendRequest<unknown>(`textDocument/${method}`, {
        textDocument,
        position,
        range,
        context: { diagnostics: [], includeDeclaration: true },
        options: { tabSize: 2, insertSpaces: true },
        newName: "other",
      })
    );
    const problems = await client.problems(path, () => true);
    const all: [string, unknown][] = [["problems", problems]];
    for (const [index, answer] of answers.entries()) {
      all.push([ASKED[index], await answer]);
    }
    for (const [method, answer] of all) {
      // Definitions and references may be in other files.
      const own = ["definition", "references"].includes(method)
        ? (answer as { uri: string }[] ?? []).filter(({ uri }) =>
          uri === textDocument.uri
        )
        : answer;
      for (const one of rangesIn(own)) isInside(document, one, method);
    }
    const items = all.find(([method]) => method === "completion")![1];
    for (
      const { textEdit, label } of (items ?? []) as {
        label: string;
        textEdit: { range: Range };
      }[]
    ) {
      const { start, end } = textEdit.range;
      const isWhole = document.offsetAt(start) === 0 &&
        document.offsetAt(end) === text.length;
      assert(
        isWhole || start.line === position.line && end.line === position.line &&
            start.character <= position.character &&
            position.character <= end.character,
        `${label}: ${JSON.stringify(textEdit)} at ${JSON.stringify(position)}`,
      );
    }
  }

  function isInside(document: TextDocument, range: Range, method: string) {
    for (const at of [range.start, range.end]) {
      const there = document.positionAt(document.offsetAt(at));
      assertEquals(there, at, `${method}: ${JSON.stringify(range)}`);
    }
    assert(
      document.offsetAt(range.start) <= document.offsetAt(range.end),
      `${method}: ${JSON.stringify(range)}`,
    );
  }
});
