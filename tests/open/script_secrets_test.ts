import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ItemView, Json } from "../../lib/embedded/page/workbench/api.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";

/** Lines of scripts, and how they are shown where they are not shown as they are. */
const ROWS: readonly [line: string, shown?: string][] = [
  ['const one = { Authorization: "Bearer " + t };'],
  ["const two = { Authorization: `Bearer ${t}` };"],
  ['send({ "X-Api-Key": "k-" + t });', 'send({ "X-Api-Key": "•" + t });'],
  ['h["Authorization"] = "Bearer " + t;'],
  ["send({ token: login(), z: 1 });"],
  ['const t = client.getVar("token");'],
  ['const token = "tok-ada";', 'const token = "•";'],
  ["client.setVar('token', 'abcdef');", "client.setVar('token', '•');"],
  [
    'send({ Authorization: "Bearer abcdef123456" });',
    'send({ Authorization: "Bearer •" });',
  ],
  [
    "send({ token: `abc`, n: 1 }); // token: abc",
    "send({ token: `•`, n: 1 }); // token: •",
  ],
  ["send(`/?token=abc${t}`);", "send(`/?token=•${t}`);"],
  ["send('kn0wn-s3cret' + t);", "send('•' + t);"],
];

const CODE = ROWS.map(([line]) => line);

/** Collections with a request whose script has these lines. */
const FORMATS: Readonly<
  Record<string, readonly [path: string, files: Files]>
> = {
  "YAML": ["get.yml", {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: a, secret: true, value: kn0wn-s3cret}]}\n",
    "get.yml":
      `info: {name: Get, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/"}\nruntime:\n  scripts:\n    - type: tests\n      code: |-\n${
        CODE.map((line) => `        ${line}\n`).join("")
      }docs: omega\n`,
  }],
  ".bru": ["get.bru", {
    "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
    "collection.bru": "vars:pre-request {\n  a_token: kn0wn-s3cret\n}\n",
    "get.bru":
      `meta {\n  name: Get\n}\n\nget {\n  url: http://127.0.0.1:9/\n}\n\ntests {\n${
        CODE.map((line) => `  ${line}\n`).join("")
      }}\n\ndocs {\n  omega\n}\n`,
  }],
};

const SPAN = /⟪secret \d+⟫/g;

/** What of a text the page shows, line by line. */
function shown(text: string): string[] {
  return text.replaceAll(SPAN, "•").split("\n").map((line) => line.trim());
}

function scriptOf({ document }: ItemView): { code: string } {
  const { runtime } = document as unknown as {
    runtime: { scripts: readonly { code: string }[] };
  };
  return runtime.scripts[0];
}

async function opened(page: OpenPage, path: string): Promise<ItemView> {
  return await page.ask("open", { id: await page.id(path) });
}

describe("secrets in a script of the page", () => {
  for (const [format, [path, files]] of Object.entries(FORMATS)) {
    it(`${format}: hide no code, in Scripts and in Source alike`, async () => {
      await using page = await openPage(files);
      const item = await opened(page, path);
      const expected = ROWS.map(([line, shown = line]) => shown);
      assertEquals(shown(scriptOf(item).code), expected);
      const lines = shown(item.source);
      const at = lines.indexOf(expected[0]);
      assertEquals(lines.slice(at, at + expected.length), expected);
    });

    it(`${format}: are hidden by the same rule in what a search finds`, async () => {
      await using page = await openPage(files);
      for (
        const [text, shown] of [
          ["const one", ROWS[0][0]],
          ["const token", 'const token = "***";'],
        ]
      ) {
        const { hits: [hit] } = await page.ask("search", { text });
        assertEquals(hit.line?.text, shown);
      }
    });

    it(`${format}: stay where what is around them is saved`, async () => {
      await using page = await openPage(files);
      const { id, revision, source } = await opened(page, path);
      const draft = { revision, source: source.replace("omega", "OMEGA") };
      const first = await page.ask("save", { id, draft });
      assertEquals(first.type, "saved");
      const saved = files[path].replace("omega", "OMEGA");
      assertEquals(await page.read(path), saved);
      const item = await opened(page, path);
      const document = structuredClone(item.document) as Json;
      const script = scriptOf({ ...item, document });
      script.code = script.code.replace("const one", "const first");
      const second = await page.ask("save", {
        id,
        draft: { revision: item.revision, base: item.document!, document },
      });
      assertEquals(second.type, "saved");
      assertEquals(
        await page.read(path),
        saved.replace("const one", "const first"),
      );
    });
  }

  it("are hidden by the same rule where two have edited the file", async () => {
    const [path, files] = FORMATS.YAML;
    await using page = await openPage(files);
    const { id, revision, source } = await opened(page, path);
    await page.write(path, files[path].replace("omega", "theirs"));
    const draft = { revision, source: source.replace("omega", "mine") };
    const answer = await page.ask("save", { id, draft });
    assert(answer.type === "conflict");
    const expected = (word: string) =>
      shown(source.replace("docs: omega", `docs: ${word}`));
    assertEquals(shown(answer.mine), expected("mine"));
    assertEquals(shown(answer.theirs), expected("theirs"));
  });

  it("are hidden by the same rule in one that a folder hands down", async () => {
    const { "get.yml": request, ...files } = FORMATS.YAML[1];
    const script = request.slice(
      request.indexOf("  scripts:"),
      request.indexOf("docs:"),
    );
    await using page = await openPage({
      ...files,
      "f/folder.yml": `info: {name: F, type: folder}\nrequest:\n${script}`,
      "f/get.yml":
        'info: {name: Get, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/"}\n',
    });
    const { inherited } = await opened(page, "f/get.yml");
    assertEquals(
      shown(inherited!.scripts[0].code),
      ROWS.map(([line, shown = line]) => shown),
    );
  });
});
