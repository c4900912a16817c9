import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { CollectedSent } from "../../../lib/tools/report/collect/types.ts";
import type { Insertion } from "../../../lib/core/http/insertion.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import type { Response } from "../../../lib/core/http/response.ts";
import { responseWith } from "../../support/response_with.ts";
import { reported } from "./reported.ts";
import { result, sampleRun, sent, step } from "./sample_run.ts";

/** An insertion of a variable of the collection's file. */
function insertion(
  place: Insertion["place"],
  [start, end]: [number, number],
  more: Partial<Insertion> = {},
): Insertion {
  return {
    place,
    start,
    end,
    expression: "x",
    scope: "collection",
    origin: { kind: "file", at: { file: "opencollection.yml", path: ["x"] } },
    via: [],
    secret: false,
    ...more,
  };
}

function collected(
  request: Partial<RenderedRequest>,
  options: { bodyLimit?: number; sentHeaders?: Response["sentHeaders"] } = {},
): CollectedSent {
  const { bodyLimit, sentHeaders } = options;
  const [start, ...others] = sampleRun();
  const response = responseWith("", "", { ...sentHeaders && { sentHeaders } });
  const run = reported([start, {
    type: "request-end" as const,
    result: result(step("GET", "a.yml"), {
      sent: sent("GET", "http://h/", request),
      response,
    }),
  }, others.at(-1)!], bodyLimit === undefined ? {} : { bodyLimit });
  return run.read(0).request!;
}

/** What an insertion covers in the text of the report. */
function covered(request: CollectedSent): string[] {
  const { url, headers, body, insertions = [] } = request;
  return insertions.map(({ place, name, nth = 0, start, end }) => {
    const text = place === "url"
      ? url
      : place === "header"
      ? headers.filter((it) => it.name.toLowerCase() === name)[nth].value
      : body?.kind === "text"
      ? body.text
      : "";
    return `${place}: ${text.slice(start, end)}`;
  });
}

const body = (text: string) => ({ body: { type: "text" as const, text } });

const rows: [
  name: string,
  request: Partial<RenderedRequest>,
  options: { bodyLimit?: number; sentHeaders?: Response["sentHeaders"] },
  expected: string[],
][] = [
  [
    "in the URL, behind a secret",
    {
      url: "http://h/k-9f8e7d6c/7",
      insertions: [insertion("url", [20, 21])],
    },
    {},
    ["url: 7"],
  ],
  [
    "a secret, which is shown masked, however short",
    {
      url: "http://h/pw/7",
      insertions: [
        insertion("url", [9, 11], { secret: true }),
        insertion("url", [12, 13]),
      ],
    },
    {},
    ["url: ***", "url: 7"],
  ],
  [
    "in the second header of a name",
    {
      headers: [["a", "1"], ["A", "12"]],
      insertions: [insertion("header", [1, 2], { name: "a", nth: 1 })],
    },
    { sentHeaders: [["Host", "h"], ["A", "1"], ["a", "12"]] },
    ["header: 2"],
  ],
  [
    "in a header to which something was added",
    {
      headers: [["x-list", "n=12"]],
      insertions: [insertion("header", [2, 4], { name: "x-list" })],
    },
    { sentHeaders: [["X-List", "n=12; m=3"]] },
    ["header: 12"],
  ],
  [
    "not in a header that went out with another value",
    {
      headers: [["a", "12"]],
      insertions: [insertion("header", [0, 2], { name: "a" })],
    },
    { sentHeaders: [["a", "21"]] },
    [],
  ],
  [
    "not in a header that did not go out",
    {
      headers: [["a", "12"]],
      insertions: [insertion("header", [0, 2], { name: "a" })],
    },
    { sentHeaders: [["b", "12"]] },
    [],
  ],
  [
    "in a body that is cut",
    {
      ...body("0123456789"),
      insertions: [
        insertion("body", [1, 3]),
        insertion("body", [4, 9]),
        insertion("body", [5, 8]),
      ],
    },
    { bodyLimit: 5 },
    ["body: 12", "body: 4"],
  ],
  [
    "not in a body whose text shows otherwise",
    { ...body("\ufeff12"), insertions: [insertion("body", [1, 3])] },
    {},
    [],
  ],
  [
    "not in a body that is not text to readers",
    { ...body("\x0012"), insertions: [insertion("body", [1, 3])] },
    {},
    [],
  ],
];

describe("insertions of a report", () => {
  for (const [name, request, options, expected] of rows) {
    it(`stand ${name}`, () => {
      assertEquals(covered(collected(request, options)), expected);
    });
  }

  it("are masked in the URLs of the response, too", () => {
    const [start, ...others] = sampleRun();
    const url = "http://h/pw/7";
    const secret = insertion("url", [9, 11], { secret: true });
    const hop = {
      status: 302,
      method: "GET",
      url,
      location: "http://h/pw",
      headers: [],
    };
    const { response } = reported([start, {
      type: "request-end" as const,
      result: result(step("GET", "a.yml"), {
        sent: sent("GET", url, { insertions: [secret] }),
        response: responseWith("", "", { url, hops: [hop] }),
      }),
    }, others.at(-1)!]).read(0);
    assertEquals(response?.url, "http://h/***/7");
    assertEquals(response?.redirects, [{ ...hop, url: "http://h/***/7" }]);
  });

  it("say where the value comes from", () => {
    const { insertions } = collected({
      url: "http://h/7",
      insertions: [insertion("url", [9, 10], { via: ["y"], hosts: ["h"] })],
    });
    assertEquals(JSON.parse(JSON.stringify(insertions)), [{
      place: "url",
      start: 9,
      end: 10,
      expression: "x",
      scope: "collection",
      origin: { kind: "file", file: "opencollection.yml", yamlPath: "x" },
      via: ["y"],
      secret: false,
      hosts: ["h"],
    }]);
  });

  it("are cut off after the first thousand, all of them masked", () => {
    const text = Array.from({ length: 1_500 }, () => "pw").join(" ");
    const { insertions, body: { text: shown } } = collected({
      ...body(text),
      insertions: Array.from(
        { length: 1_500 },
        (_, at) => insertion("body", [at * 3, at * 3 + 2], { secret: true }),
      ),
    }) as CollectedSent & { body: { text: string } };
    assertEquals(insertions?.length, 1_000);
    assertEquals(shown.includes("pw"), false);
  });

  it("end where the text of a body is cut", () => {
    const { insertions } = collected(
      { ...body("0123456789"), insertions: [insertion("body", [4, 9])] },
      { bodyLimit: 5 },
    );
    assertEquals(insertions?.map(({ end }) => end), [5]);
  });

  it("begin the masking of a secret that the cut halves", () => {
    const { body: cut } = collected(body("value: k-9f8e7d6c"), {
      bodyLimit: 13,
    });
    assertEquals(cut, {
      kind: "text",
      text: "value: ***",
      size: 17,
      cut: true,
    });
  });
});
