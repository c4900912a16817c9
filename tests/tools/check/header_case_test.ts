import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

const WRITE =
  'names in res.headers are in lower case (write res.getHeader("X-Id"))';

/** Code that reads a header, and what the check says that it cannot read. */
const ROWS: readonly [code: string, told?: string][] = [
  [
    'test("t", () => expect(res.headers["X-Id"]).to.equal("1"))',
    'res.headers["X-Id"]',
  ],
  [
    'const id = res.headers["X-Id"]; test("t", () => expect(id).to.include("1"))',
    'res.headers["X-Id"]',
  ],
  [
    'test("t", () => expect(res.getHeaders()["X-Id"]).to.equal("1"))',
    'res.getHeaders()["X-Id"]',
  ],
  [
    'const { headers } = res; client.setVar("a", headers["X-Id"].length)',
    'headers["X-Id"]',
  ],
  ['client.setVar("a", "v" + res.headers["X-Id"])', 'res.headers["X-Id"]'],
  // Where the value goes on, and none is of no use.
  ['client.setVar("a", res.headers["X-Id"])', 'res.headers["X-Id"]'],
  ["bru.setEnvVar('a', res.headers['X-Id'])", "res.headers['X-Id']"],
  [
    'const id = res.headers["X-Id"]; client.setVar("a", id)',
    'res.headers["X-Id"]',
  ],
  ['console.log("id", res.headers["X-Id"])', 'res.headers["X-Id"]'],
  [
    'const meta = JSON.parse(res.headers["X-Id"]); console.log(meta)',
    'res.headers["X-Id"]',
  ],
  [
    'if (res.headers["X-Id"] === "1") client.setVar("a", 1)',
    'res.headers["X-Id"]',
  ],
  [
    'const id = res.headers["X-Id"]; if (id !== "1") client.setVar("a", id)',
    'res.headers["X-Id"]',
  ],
  [
    'switch (res.headers["X-Id"]) { case "1": client.setVar("a", 1); break; default: }',
    'res.headers["X-Id"]',
  ],
  [
    'if (/^1/.test(res.headers["X-Id"])) client.setVar("a", 1)',
    'res.headers["X-Id"]',
  ],
  [
    'test("t", () => expect(res.headers["X-Id"]).to.exist)',
    'res.headers["X-Id"]',
  ],
  [
    'test("t", () => { expect(res.headers["X-Id"]).to.be.ok; expect(res.body.a).to.not.exist; })',
    'res.headers["X-Id"]',
  ],
  [
    'const { "X-Id": id } = res.headers; test("t", () => expect(id).to.equal("1"))',
    'res.headers["X-Id"]',
  ],
  [
    'const { "X-Id": id } = res.getHeaders(); client.setVar("a", id)',
    'res.headers["X-Id"]',
  ],
  ['const { "X-Id": id = "1" } = res.headers; client.setVar("a", id)'],
  ['const { "x-id": id } = res.headers; client.setVar("a", id)'],
  ['client.setVar("a", res.headers["X-Id"] ?? "")'],
  ['client.setVar("a", res.headers["X-Id"] ? "1" : "2")'],
  ['const id = res.headers["X-Id"]; if (id) client.setVar("a", id)'],
  ['let id = res.headers["X-Id"]; id ??= "1"; client.setVar("a", id)'],
  ['let id = res.headers["X-Id"]; id = "1"; client.setVar("a", id)'],
  ['const id = res.headers["X-Id"]; if (id === undefined) client.setVar("a", id)'],
  ['if (res.headers["X-Id"] === undefined) console.log(res.headers["X-Id"])'],
  ['if (res.headers["X-Id"] === "" || res.headers["X-Id"] == null) client.setVar("a", 1)'],
  ['if ("X-Id" in res.headers) client.setVar("a", res.headers["X-Id"])'],
  ['const or = (it) => it ?? "1"; client.setVar("a", or(res.headers["X-Id"]))'],
  ['const id = () => res.headers["X-Id"]; client.setVar("a", id() ?? "1")'],
  ['const id = res.headers["X-Id"]; client.setVar("a", [id, "1"].find(Boolean))'],
  ['res.headers["X-Id"] = "1"; client.setVar("a", res.headers["X-Id"])'],
  ['try { client.setVar("a", res.headers["X-Id"]) } catch {}'],
  ['switch (res.headers["X-Id"]) { case undefined: client.setVar("a", 1) }'],
  ['test("t", () => expect(res.headers["X-Id"]).to.equal(undefined))'],
  ['test("t", () => assert.isUndefined(res.headers["X-Id"]))'],
  ['test("t", () => assert.notExists(res.headers["X-Id"]))'],
  ['client.setVar("a", res.getHeader("X-Id"))'],
  ['test("t", () => expect(res.headers["x-id"]).to.equal("1"))'],
  ['test("t", () => expect(res.headers["X-Id"]).to.be.undefined)'],
  ['test("t", () => expect(res.headers["X-Id"]).to.not.exist)'],
  ['const id = res.headers["X-Id"] || res.headers["x-id"]; id.trim()'],
  ['const id = res.headers["X-Id"]; client.setVar("a", id ?? "")'],
  ['if (res.headers["X-Id"]) client.setVar("a", res.headers["X-Id"].length)'],
  ['client.setVar("a", res.headers["X-Id"]?.length ?? 0)'],
  ['try { res.headers["X-Id"].trim() } catch {}'],
  ['res.headers["X-Id"] = "1"; test("t", () => expect(res.headers["X-Id"]).to.equal("1"))'],
  ['res.headers.hasOwnProperty("X-Id"); console.log(res.headers["X-Id"])'],
  ['const res = { headers: {} }; client.setVar("a", res.headers["X-Id"].a)'],
];

describe("a header that a script reads by a name with capitals", () => {
  for (const [code, told] of ROWS) {
    it(`${code}: ${told === undefined ? "nothing" : "is told"}`, () => {
      const { problems } = readScript({ code });
      assertEquals(
        problems.map(({ severity, message }) => [severity, message]),
        told === undefined
          ? []
          : [["warning", `Cannot read "${told}": ${WRITE}`]],
      );
    });
  }

  for (
    const [expectation, isNoted] of [
      ['expect(res.headers["X-Id"]).to.equal("1")', true],
      ['expect(res.headers["X-Id"]).to.include("1")', true],
      ['expect(id).to.equal("1")', true],
      ['expect(res.body).to.equal("1")', false],
      ['expect(res.getHeader("X-No")).to.equal("1")', false],
    ] as const
  ) {
    it(`${isNoted ? "is noted" : "is not noted"} where a test fails: ${expectation}`, async () => {
      const { results: [{ tests }] } = await runCollection({
        "a.yml": request("GET /a", {
          runtime: scripts({
            tests:
              `const id = res.headers["X-Id"];\ntest("t", () => ${expectation});`,
          }),
        }),
      });
      assertEquals(
        tests.map(({ diagnostic }) => diagnostic?.notes),
        [
          isNoted
            ? [
              'names in res.headers are in lower case: write res.getHeader("X-Id")',
            ]
            : undefined,
        ],
      );
    });
  }
});
