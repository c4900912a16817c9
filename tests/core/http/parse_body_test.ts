import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseBody } from "../../../lib/core/http/parse_body.ts";
import type { Response } from "../../../lib/core/http/response.ts";
import { responseWith } from "../../support/response_with.ts";

const json = "application/json";
const CASES: [name: string, response: Response, value: unknown][] = [
  ["JSON by type", responseWith('{"a":[1]}', json), { a: [1] }],
  [
    "JSON by suffix",
    responseWith("[1]", "application/problem+json; charset=utf-8"),
    [1],
  ],
  ["a JSON scalar", responseWith("5", json), 5],
  ["JSON without a type", responseWith(' {"a":1}', ""), { a: 1 }],
  ["JSON called plain text", responseWith("[1]", "text/plain"), [1]],
  ["a number called plain text", responseWith("5", "text/plain"), "5"],
  ["another type", responseWith("{}", "text/csv"), "{}"],
  ["almost JSON without a type", responseWith("{a}", ""), "{a}"],
  ["nothing", responseWith("", json), ""],
  [
    "long digits",
    responseWith('{"id":9007199254740993,"n":-12345678901234567890}', json),
    {
      id: 9007199254740993n,
      n: -12345678901234567890n,
    },
  ],
  [
    "long digits in text and fractions",
    responseWith('{"id":"9007199254740993","f":0.12345678901234567}', json),
    {
      id: "9007199254740993",
      f: 0.12345678901234567,
    },
  ],
  [
    "latin-1",
    responseWith(
      new Uint8Array([0x22, 0xe4, 0x22]),
      "application/json; charset=iso-8859-1",
    ),
    "ä",
  ],
  [
    "UTF-8 mark",
    responseWith(new Uint8Array([0xef, 0xbb, 0xbf, 0x5b, 0x5d]), json),
    [],
  ],
  [
    "UTF-16 mark",
    responseWith(new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0]), json),
    [],
  ],
  ["unknown charset", responseWith("ä", "text/plain; charset=klingon"), "ä"],
];

describe("parseBody", () => {
  for (const [name, response, value] of CASES) {
    it(name, () => assertEquals(parseBody(response).value, value));
  }

  it("says why JSON is invalid and keeps the text", () => {
    const body = parseBody(responseWith("<html>", json));
    assertEquals(body.value, "<html>");
    assertEquals(typeof body.invalid, "string");
  });

  it("keeps own members named like inherited ones", () => {
    const { value } = parseBody(responseWith('{"__proto__":{"a":1}}', json));
    assertEquals(Object.keys(value as object), ["__proto__"]);
  });

  it("reads a response once", () => {
    const response = responseWith("[1]", json);
    assertEquals(
      parseBody(response) === parseBody(response),
      true,
    );
  });
});
