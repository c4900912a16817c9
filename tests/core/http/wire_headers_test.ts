import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  type WireHeaderOptions,
  wireHeaders,
  withJarCookies,
} from "../../../lib/core/http/wire_headers.ts";
import { splitUrl } from "../../../lib/core/http/wire_url.ts";

const OPTIONS: WireHeaderOptions = {
  url: splitUrl("http://h/")!,
  method: "GET",
  length: undefined,
  contentType: undefined,
  boundary: undefined,
  cookie: undefined,
  userAgent: "u",
};

/** The headers besides the ones that are always there. */
function extra(
  written: [string, string][],
  options: Partial<WireHeaderOptions>,
): Record<string, string> {
  const always = [
    "Host",
    "User-Agent",
    "Accept",
    "Accept-Encoding",
    "Connection",
  ];
  return Object.fromEntries(
    wireHeaders(written, { ...OPTIONS, ...options })
      .filter(([name]) => !always.includes(name)),
  );
}

function isCookie([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === "cookie";
}

describe("wireHeaders", () => {
  const ROWS: readonly [
    string,
    [string, string][],
    Partial<WireHeaderOptions>,
    Record<string, string>,
  ][] = [
    ["nothing for a GET", [], {}, {}],
    ["length of a body", [], { length: 3 }, { "Content-Length": "3" }],
    ["length 0 for a POST", [], { method: "POST" }, { "Content-Length": "0" }],
    ["no length for a DELETE", [], { method: "DELETE" }, {}],
    [
      "a written Transfer-Encoding instead of a length",
      [["transfer-encoding", "chunked"]],
      { length: 3 },
      { "transfer-encoding": "chunked" },
    ],
    [
      "a written length, right or wrong",
      [["content-length", "9"]],
      { length: 3 },
      { "content-length": "9" },
    ],
    ["the body's type", [], { contentType: "a/b" }, { "Content-Type": "a/b" }],
    [
      "a written type, even an empty one",
      [["CONTENT-type", ""]],
      { contentType: "a/b" },
      { "CONTENT-type": "" },
    ],
    [
      "a boundary in a written multipart type",
      [["content-type", "Multipart/Mixed; a=b"]],
      { contentType: "multipart/form-data; boundary=x", boundary: "x" },
      { "content-type": "Multipart/Mixed; a=b; boundary=x" },
    ],
    [
      "no second boundary",
      [["content-type", 'multipart/form-data; boundary="y"']],
      { boundary: "y" },
      { "content-type": 'multipart/form-data; boundary="y"' },
    ],
    ["the jar's cookies", [], { cookie: "a=1" }, { Cookie: "a=1" }],
    [
      "the jar's cookies after written ones, whose names win",
      [["cookie", "b=2; a=3"]],
      { cookie: "a=1; c=4" },
      { cookie: "b=2; a=3; c=4" },
    ],
    [
      "no cookies where none are to go out",
      [],
      { cookie: "a=1", omit: ["COOKIE"] },
      {},
    ],
  ];
  for (const [name, written, options, expected] of ROWS) {
    it(`sends ${name}`, () => {
      assertEquals(extra(written, options), expected);
      // What is shown before it is sent says the same.
      const { cookie, omit } = options;
      assertEquals(
        withJarCookies(written, cookie, { omit }).filter(isCookie),
        Object.entries(expected).filter(isCookie),
      );
    });
  }
});
