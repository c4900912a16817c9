import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { selectFast } from "../../../lib/core/assertion/select_fast.ts";
import { withBody } from "../../../lib/core/http/parse_body.ts";
import type { Value } from "../../../lib/core/scope/value/value.ts";
import { responseWith } from "../../support/response_with.ts";

const at = { file: "a.yml", path: ["runtime", "assertions", 0, "expression"] };
const response = responseWith(
  '{"items":[{"id":7,"a b":null}],"name":"Zoë","length":"own"}',
  "application/json",
  {
    status: 201,
    statusText: "Created",
    url: "http://127.0.0.1/x",
    headers: [["Content-Type", "application/json"], ["X-Two", "1"], [
      "x-two",
      "2",
    ], ["Set-Cookie", "a=1"]],
  },
);

const VALUES: [expression: string, value: Value | undefined][] = [
  ["res.status", 201],
  [" res . status ", 201],
  ["res.statusText", "Created"],
  ["res.responseTime", 12],
  ["res.url", "http://127.0.0.1/x"],
  ["res.headers['content-type']", "application/json"],
  ['res.headers["Content-Type"]', "application/json"],
  ["res.headers.content-type", "application/json"],
  ["res.headers.x-two", "1, 2"],
  ["res.headers['set-cookie'][0]", "a=1"],
  ["res.headers.nothing", undefined],
  ["res.body.items[0].id", 7],
  ["res.body.items.length", 1],
  ["res.body['items'][0][\"a b\"]", null],
  ["res.body.name", "Zoë"],
  ["res.body.name.length", 3],
  ["res.body.length", "own"],
  ["res.body.missing", undefined],
  ["res.body.constructor", undefined],
  ["res.body.items[9]", undefined],
];

const FAILURES: [expression: string, message: string][] = [
  [
    "res.body.missing.deep",
    'Cannot evaluate "res.body.missing.deep": cannot read "deep" of undefined',
  ],
  [
    "res.body.items[0]['a b'].c",
    `Cannot evaluate "res.body.items[0]['a b'].c": cannot read "c" of null`,
  ],
];

const OTHERS = [
  "res.getStatus()",
  "res.body.items.map(i => i.id)",
  "res.status + 1",
  "res",
  "response.status",
  "resx.status",
  "res.body.items[i]",
  "res('items')",
  "res.body?.items",
  "req.url",
];

describe("selectFast", () => {
  for (const [text, value] of VALUES) {
    it(`reads ${text}`, () => {
      assertEquals(selectFast({ text, at }, response), { ok: true, value });
    });
  }

  for (const [text, message] of FAILURES) {
    it(`fails for ${text}`, () => {
      const selection = selectFast({ text, at }, response);
      assertEquals(selection?.ok, false);
      if (selection?.ok === false) {
        assertEquals(selection.diagnostic.message, message);
        assertEquals(
          selection.diagnostic.location?.yamlPath,
          "runtime.assertions[0].expression",
        );
      }
    });
  }

  for (const text of OTHERS) {
    it(`leaves ${text} to the sandbox`, () => {
      assertEquals(selectFast({ text, at }, response), undefined);
    });
  }

  it("takes content that is not JSON, whatever it calls itself, as text", () => {
    const invalid = responseWith("{oops", "application/json");
    for (const [text, value] of [["res.body", "{oops"], ["res.body.id"]]) {
      assertEquals(selectFast({ text, at }, invalid), { ok: true, value });
    }
  });

  it("reads what a script replaced the content by", () => {
    assertEquals(
      selectFast({ text: "res.body.a", at }, withBody(response, { a: 1 })),
      { ok: true, value: 1 },
    );
  });
});
