import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import type { CompletionItem, TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createClient, loadFakeData } from "../../mod.ts";
import { checkAuth } from "../../lib/core/auth/check_auth.ts";
import {
  AUTH_KEYS,
  type AuthType,
} from "../../lib/core/collection/auth_types.ts";
import { FILE_KINDS, type FileKind } from "../../lib/core/collection/format.ts";
import {
  OPERATOR_NAMES,
  OPERATOR_ROWS,
} from "../../lib/core/collection/shape/operators.ts";
import type { Shape } from "../../lib/core/collection/shape/types.ts";
import { EXPECT_DOCS } from "../../lib/lsp/complete/expect_docs.ts";
import { GENERATOR_DOCS } from "../../lib/lsp/complete/complete_placeholder.ts";
import { POSTMAN_DOCS } from "../../lib/lsp/complete/postman_docs.ts";
import {
  type DocRow,
  GLOBAL_DOCS,
  SCRIPT_DOCS,
} from "../../lib/lsp/complete/script_docs.ts";
import { apiOf } from "../../lib/tools/check/explain/api_members.ts";
import { indexCollection } from "../../lib/tools/check/index_collection.ts";
import { styleOf } from "../../lib/tools/convert/format/format_yaml.ts";
import { brace } from "../support/brace.ts";
import { type LspClient, lspClient } from "../support/lsp_client.ts";
import { renderedAuth } from "../support/rendered_auth.ts";

const CURSOR = "¦";
const PATHS: Record<FileKind, string> = {
  collection: "opencollection.yml",
  folder: "a/folder.yml",
  request: "a/new.yml",
  environment: "environments/new.yml",
};
const MAIN = "info: { name: C }\n";

/** A text with a cursor, and what has to be offered there. */
interface Place {
  readonly text: string;
  readonly wanted: readonly string[];
}

/** What stands in a slot: in its line, or in lines below it. */
type Inner = string | readonly string[];
type Write = (inner: Inner) => string;

/** Every mapping that files can have, and every text with words. */
function* placesIn(shape: Shape, write: Write): Generator<Place> {
  switch (shape.kind) {
    case "mapping":
      yield {
        text: write([CURSOR]),
        wanted: Object.entries(shape.keys).filter(([, it]) => !it.isForeign)
          .map(([key]) => key),
      };
      for (const [key, inner] of Object.entries(shape.keys)) {
        if (!inner.isForeign) yield* placesIn(inner, under(write, key));
      }
      return;
    case "list":
      return yield* placesIn(shape.of, element(write));
    case "cases":
      for (const [word, one] of Object.entries(shape.cases)) {
        const beside = (inner: Inner) =>
          typeof inner === "string"
            ? write(inner)
            : write([`${shape.by}: ${word}`, ...inner]);
        for (const place of placesIn(one, beside)) {
          const wanted = place.wanted.filter((key) => key !== shape.by);
          if (wanted.length > 0) yield { ...place, wanted };
        }
      }
      return;
    case "either":
      for (const one of shape.of) yield* placesIn(one, write);
      return;
    case "text":
      if (shape.offers !== undefined) {
        yield { text: write(CURSOR), wanted: Object.keys(shape.offers) };
      }
      return;
    default:
      return;
  }
}

function under(write: Write, key: string): Write {
  return (inner) =>
    typeof inner === "string"
      ? write([`${key}: ${inner}`])
      : write([`${key}:`, ...inner.map((line) => `  ${line}`)]);
}

function element(write: Write): Write {
  return (inner) => {
    const lines = typeof inner === "string" ? [inner] : inner;
    return write(lines.map((line, at) => `${at === 0 ? "- " : "  "}${line}`));
  };
}

const whole: Write = (inner) =>
  typeof inner === "string" ? inner : `${inner.join("\n")}\n`;

/** What is wrong with a key or a word, whatever else is missing. */
function complaints(kind: FileKind, text: string): string[] {
  const path = PATHS[kind];
  const files = new Map([[PATHS.collection, MAIN], [path, text]]);
  return indexCollection({ root: "/c", files, main: PATHS.collection })
    .diagnosticsOf(path)
    .filter(({ message }) => !message.includes("a request needs"))
    .filter(({ code, message }) =>
      ["UNKNOWN_KEY", "UNKNOWN_OPERATOR", "UNSUPPORTED"].includes(code) ||
      /is unknown|use one of|expected (?:one of|true)/.test(message)
    ).map(({ message }) => message);
}

const page = (name: string) =>
  Deno.readTextFile(new URL(`../../docs/${name}.md`, import.meta.url));

/** The rows of a page's tables, one blank between words. */
async function tableRows(name: string): Promise<Set<string>> {
  const lines = (await page(name)).split("\n");
  return new Set(
    lines.filter((line) => line.startsWith("|")).map((line) =>
      line.replace(/\s+/g, " ").trim()
    ),
  );
}

function missing(
  rows: readonly DocRow[],
  there: ReadonlySet<string>,
  by = " ",
) {
  return rows.map(({ members, about }) =>
    `| ${members.map((one) => `\`${one}\``).join(by)} | ${about} |`
  ).filter((row) => !there.has(row));
}

const nameOf = (member: string) => /^\$?\w+/.exec(member)![0];

describe("what an editor is offered", () => {
  let root: string;
  let client: LspClient;

  beforeAll(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
    for (const folder of ["a", "environments"]) {
      await Deno.mkdir(`${root}/${folder}`);
    }
    await Deno.writeTextFile(`${root}/${PATHS.collection}`, MAIN);
    client = await lspClient(root, { snippets: true });
  });
  afterAll(async () => {
    await client.stop();
    await Deno.remove(root, { recursive: true });
  });

  async function offered(path: string, text: string) {
    const offset = text.indexOf(CURSOR);
    const document = TextDocument.create("", "", 0, text.replace(CURSOR, ""));
    await client.open(path, document.getText());
    const items = await client.connection.sendRequest<CompletionItem[] | null>(
      "textDocument/completion",
      {
        textDocument: { uri: client.uri(path) },
        position: document.positionAt(offset),
      },
    );
    return (items ?? []).map((item) => {
      const { range, newText } = item.textEdit as TextEdit;
      // A snippet's stop is not written.
      const edit = { range, newText: newText.replace("\n  $0\n", "\n  \n") };
      return { ...item, then: TextDocument.applyEdits(document, [edit]) };
    });
  }

  for (const kind of FILE_KINDS) {
    it(`is read without a complaint in a ${kind}, and documented`, async () => {
      const places = [...placesIn(styleOf(kind).shape, whole)];
      assert(places.length > 1, `${places.length} places`);
      for (const { text, wanted } of places) {
        const items = await offered(PATHS[kind], text);
        const labels = items.map(({ label }) => label);
        const isOfType = text.includes(`type: ${CURSOR}`) &&
          text.includes("info:");
        if (!isOfType) {
          assertEquals(wanted.filter((one) => !labels.includes(one)), [], text);
        }
        for (const { label, then, documentation, detail } of items) {
          assert(documentation, `${label} in ${text}`);
          if (detail !== "file") {
            assertEquals(complaints(kind, then), [], then);
            continue;
          }
          const path = PATHS[kind];
          const files = new Map([[PATHS.collection, MAIN], [path, then]]);
          const main = PATHS.collection;
          const found = indexCollection({ root: "/c", files, main })
            .diagnosticsOf(path).filter(({ severity }) => severity !== "hint");
          assertEquals(found.map(({ message }) => message), [], then);
        }
      }
    });
  }

  it("is supported where a request's auth has words of its own", async () => {
    let words = 0;
    for (const [type, keys] of Object.entries(AUTH_KEYS)) {
      for (const key of keys.filter((key) => !key.includes("."))) {
        const before = `http:\n  auth:\n    type: ${type}\n    ${key}: `;
        for (
          const { label } of await offered(PATHS.request, before + CURSOR)
        ) {
          words++;
          const auth = renderedAuth(type as AuthType, { [key]: label });
          const refused = checkAuth(auth).filter(({ code, message }) =>
            code === "UNSUPPORTED" || message.includes(`"${label}"`)
          );
          assertEquals(refused, [], before + label);
        }
      }
    }
    assert(words > 15, `${words} words`);
  });

  it("is read without a complaint in .bru files, and documented", async () => {
    const main = "bruno.json";
    const config = '{"version": "1", "name": "B", "type": "collection"}';
    const folder = `${root}/bru`;
    await Deno.mkdir(`${folder}/environments`, { recursive: true });
    await Deno.mkdir(`${folder}/a`);
    await Deno.writeTextFile(`${folder}/${main}`, config);
    const wrong = (path: string, text: string) =>
      indexCollection({
        root: "/c",
        files: new Map([[main, config], [path, text]]),
        main,
      }).diagnosticsOf(path).filter(({ code, message }) =>
        ["UNKNOWN_KEY", "UNKNOWN_OPERATOR", "UNSUPPORTED", "BRU_SYNTAX"]
          .includes(code) ||
        /is unknown|use one of|expected (?:one of|true)/.test(
          message,
        )
      ).map(({ message }) => message);
    let words = 0;
    /** Takes all that is offered, and what is offered inside. */
    const take = async (path: string, before: string, inner: string) => {
      for (
        const { label, then, documentation, detail } of await offered(
          `bru/${path}`,
          `${before}${inner}`,
        )
      ) {
        words++;
        assert(documentation, `${label} in ${before}${inner}`);
        const isHalf = detail === "file" ||
          /\b(?:get|http|post) \{/.test(then) ||
          path !== "new.bru";
        const send = /type: (ws|websocket|grpc)\b/.exec(then)?.[1] ?? "get";
        const block = send === "websocket" ? "ws" : send;
        const text = isHalf
          ? then
          : `${then}\n${block} {\n  url: http://a\n}\n`;
        // An expression goes on behind it.
        const isWhole = label !== "res";
        if (isWhole) assertEquals(wrong(path, text), [], text);
        if (detail === "file") continue;
        if (inner === CURSOR) {
          await take(path, before, `${label} {\n  ${CURSOR}\n}\n`);
        } else if (inner.includes(`\n  ${CURSOR}`)) {
          const line = `${isWhole ? label : "res.status"}: ${CURSOR}`;
          await take(path, before, inner.replace(CURSOR, line));
        }
      }
    };
    for (
      const path of [
        "new.bru",
        "a/folder.bru",
        "collection.bru",
        "environments/new.bru",
      ]
    ) await take(path, "", CURSOR);
    assert(words > 200, `${words}`);
  });

  it("makes values, as far as generators go", async () => {
    const items = await offered(
      PATHS.request,
      `http:\n  url: "{{${CURSOR}}}"\n`,
    );
    const labels = items.map(({ label }) => label);
    assert(labels.length > 100, `${labels.length}`);
    const renderer = createClient({ generators: await loadFakeData() });
    for (const { label, then, documentation } of items) {
      assert(documentation, label);
      assert(renderer.render(`{{${label}}}`) !== "", label);
      assertEquals(complaints("request", then), []);
    }
    const known = GENERATOR_DOCS.flatMap(({ members }) => members);
    for (const member of known) {
      assert(labels.includes(nameOf(member)), member);
      // The examples of the docs work, too.
      assert(renderer.render(`{{${member}}}`) !== "", member);
    }
  });

  it("is known to scripts, and documented", async () => {
    const owners = {
      ...SCRIPT_DOCS,
      "expect(1)": EXPECT_DOCS,
      "": GLOBAL_DOCS,
    };
    const tests: string[] = [];
    for (const [owner, rows] of Object.entries(owners)) {
      const text =
        `http:\n  url: a\nruntime:\n  scripts:\n    - type: tests\n      code: |-\n        ${owner}${
          owner === "" ? "c" : "."
        }${CURSOR}\n`;
      const items = await offered(PATHS.request, text);
      const names = rows.flatMap(({ members }) => members).map(nameOf);
      assertEquals(items.map(({ label }) => label), names, owner);
      for (const { members } of rows) {
        for (const member of members) {
          const name = nameOf(member);
          const isFunction = member.endsWith(")");
          tests.push(
            owner === ""
              ? `check("${member}", typeof ${name}, ${isFunction});`
              : owner === "expect(1)"
              ? `check("${member}", "${name}" in chain ? "function" : "", true);`
              : `check("${owner}.${member}", "${name}" in ${owner} ? typeof ${owner}.${name} : "undefined", ${isFunction});`,
          );
        }
      }
    }
    const code = [
      "const chain = Object.getPrototypeOf(expect(1));",
      "const wrong = [];",
      "let seen = 0;",
      "const check = (what, type, isFunction) => {",
      "  seen++;",
      "  if (isFunction ? type !== 'function' : type === '') wrong.push(what + ' is ' + type);",
      "};",
      ...tests,
      'test("all are there", () => { expect(wrong).to.eql([]); expect(seen).to.equal(' +
      `${tests.length}); });`,
    ];
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response("{}"),
    );
    const file = `${root}/all.yml`;
    const request = {
      info: { name: "All", type: "http" },
      http: { method: "GET", url: `http://127.0.0.1:${server.addr.port}/` },
      runtime: { scripts: [{ type: "tests", code: code.join("\n") }] },
    };
    await Deno.writeTextFile(file, JSON.stringify(request));
    const checked = await brace(["check", root]);
    assertEquals([checked.code, checked.stderr], [0, ""], checked.stdout);
    const ran = await brace(["run", file]);
    await Deno.remove(file);
    await server.shutdown();
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assert(/1 passed/.test(ran.stdout), ran.stdout);
  });

  it("is in scripts for Postman all that pm has, documented", async () => {
    const api = (apiOf("postman") as Record<string, object>).pm;
    for (const [owner, rows] of Object.entries(POSTMAN_DOCS)) {
      const text =
        `http:\n  url: a\nruntime:\n  scripts:\n    - type: tests\n      code: |-\n        ${owner}.${CURSOR}\n`;
      const items = await offered(PATHS.request, text);
      const names = rows.flatMap(({ members }) => members).map(nameOf);
      assertEquals(items.map(({ label }) => label), names, owner);
    }
    const documentedAt = (owner: string) =>
      POSTMAN_DOCS[owner].flatMap(({ members }) => members).map(nameOf);
    // pm.mock is there to say that it is not.
    const known = Object.keys(api).filter((name) => name !== "mock");
    assertEquals(documentedAt("pm").sort(), known.sort());
    const tests = Object.entries(POSTMAN_DOCS).flatMap(([owner, rows]) =>
      owner === "pm.response.to.be"
        ? []
        : rows.flatMap(({ members }) =>
          members.map((member) => {
            const name = nameOf(member);
            return `check("${owner}.${member}", "${name}" in ${owner} && (${
              member.endsWith(")")
                ? `typeof ${owner}.${name} === "function"`
                : true
            }));`;
          })
        )
    );
    const code = [
      "const wrong = [];",
      "let seen = 0;",
      "const check = (what, fits) => { seen++; if (!fits) wrong.push(what); };",
      ...tests,
      `for (const name of ${
        JSON.stringify(documentedAt("pm.response.to.be"))
      }) if (!(name in pm.response.to.be)) wrong.push(name);`,
      'pm.test("all", () => pm.expect(wrong).to.eql([]));',
      `pm.test("seen", () => pm.expect(seen).to.equal(${tests.length}));`,
    ];
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response("{}"),
    );
    const file = `${root}/pm.yml`;
    await Deno.writeTextFile(
      file,
      JSON.stringify({
        info: { name: "All", type: "http" },
        http: { method: "GET", url: `http://127.0.0.1:${server.addr.port}/` },
        runtime: {
          scripts: [{
            type: "tests",
            code: code.join("\n"),
            extensions: { brace: { dialect: "postman" } },
          }],
        },
      }),
    );
    const ran = await brace(["run", file]);
    await Deno.remove(file);
    await server.shutdown();
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assert(/2 passed/.test(ran.stdout), ran.stdout);
  });

  it("is all that client, req and res have", () => {
    const api = apiOf(undefined) as Record<string, Record<string, unknown>>;
    const jar = (api.client.cookies as { jar(): object }).jar();
    for (
      const [owner, value] of Object.entries({
        client: api.client,
        "client.runner": api.client.runner,
        "client.cookies": api.client.cookies,
        "client.cookies.jar()": jar,
        req: api.req,
        "req.headerList": api.req.headerList,
        res: api.res,
      })
    ) {
      const known = SCRIPT_DOCS[owner].flatMap(({ members }) => members)
        .map(nameOf).toSorted();
      const there = Object.getOwnPropertyNames(value).filter((name) =>
        owner !== "res" || !["length", "name"].includes(name)
      ).toSorted();
      assertEquals(known, there, owner);
    }
  });

  it("is what the docs say", async () => {
    const scripts = await tableRows("scripts");
    for (
      const owner of Object.keys(SCRIPT_DOCS).filter((it) => it !== "console")
    ) assertEquals(missing(SCRIPT_DOCS[owner], scripts), [], owner);
    assertEquals(
      missing(GENERATOR_DOCS, await tableRows("placeholders"), ", "),
      [],
    );
    const operators = OPERATOR_NAMES.map((name) => ({
      members: [name],
      about: OPERATOR_ROWS[name].about,
    }));
    assertEquals(missing(operators, await tableRows("format")), []);
  });
});
