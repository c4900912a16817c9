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
