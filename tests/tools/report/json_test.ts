import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import { collectRun } from "../../../lib/tools/report/collect.ts";
import type { CollectOptions } from "../../../lib/tools/report/collect/collect_event.ts";
import { jsonReport } from "../../../lib/tools/report/json.ts";
import type { RenderedBody } from "../../../lib/core/http/rendered_request.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import schema from "../../../docs/report-schema.json" with { type: "json" };
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { responseWith } from "../../support/response_with.ts";
import { assertFixture } from "../../support/golden.ts";
import { reported } from "./reported.ts";
import { result, sampleRun, sent, step } from "./sample_run.ts";
import { streamRun } from "./stream_run.ts";

const META = { clientVersion: "2.2.0", exitCode: 3, seed: "7" };

function report(
  events: readonly RunEvent[],
  options: Partial<CollectOptions> = {},
): string {
  return [...jsonReport(reported(events, options), META)].join("");
}

/** What the report says about one request. */
function requestOf(
  more: Partial<RequestResult>,
  options: Partial<CollectOptions> = {},
  // deno-lint-ignore no-explicit-any
): any {
  const [start, ...others] = sampleRun();
  const end = others.at(-1)!;
  const event: RunEvent = {
    type: "request-end",
    result: result(step("GET", "a.yml"), more),
  };
  return JSON.parse(report([start, event, end], options)).requests[0];
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff];
const SECRET = "gehei\u{df}-9f8e7d6c";

function bytesOf(text: string, littleEndian?: boolean): number[] {
  if (littleEndian === undefined) return [...new TextEncoder().encode(text)];
  return [...text].flatMap((it) => {
    const code = it.charCodeAt(0);
    return littleEndian ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });
}

describe("a body in the JSON report", () => {
  const bodyOf = (bytes: readonly number[], type = "image/png") =>
    requestOf({ response: responseWith(Uint8Array.from(bytes), type) }, {
      masker: createMasker([SECRET]),
      bodyLimit: 100,
      mediaLimit: 1_000,
    }).response.body;

  it("is whole where its beginning alone is of no use", () => {
    const more = (length: number) => Array.from({ length }, () => 0xff);
    const picture = bodyOf([...PNG, ...more(900)]);
    assertEquals([picture.cut, picture.size], [false, 909]);
    assertEquals(bodyOf([...PNG, ...more(1_900)]).cut, true);
    assertEquals(bodyOf(more(900)).cut, true);
  });

  const encodings: [name: string, bytes: number[]][] = [
    ["UTF-8", bytesOf(SECRET)],
    ["Latin-1", [...SECRET].map((it) => it.charCodeAt(0))],
    ["UTF-16, little endian", bytesOf(SECRET, true)],
    ["UTF-16, big endian", bytesOf(SECRET, false)],
    ["UTF-16 at an odd place", [1, ...bytesOf(SECRET, true)]],
    ["base64", bytesOf(btoa(SECRET))],
  ];
  for (const [name, secret] of encodings) {
    it(`that is bytes holds no secret: ${name}`, () => {
      const body = bodyOf([...PNG, ...secret, 0xff]);
      assertEquals(body.masked, true);
      const bytes = Uint8Array.fromBase64(body.base64);
      const text = String.fromCharCode(...bytes);
      assertFalse(text.includes(String.fromCharCode(...secret)), text);
    });
  }

  it("says where a picture that is a text is masked", () => {
    const svg = (text: string) =>
      bodyOf(bytesOf(`<svg>${text}</svg>`), "image/svg+xml");
    assertEquals(svg(SECRET).masked, true);
    assertEquals(svg("x").masked, undefined);
  });
});

describe("a diagnostic in the JSON report", () => {
  it("has its line, masked, and where in it the place is", () => {
    const diagnostic: Diagnostic = {
      code: "UNDEFINED_VARIABLE",
      severity: "error",
      message: 'Cannot resolve "{{x}}"',
      location: { file: "a.yml", line: 2, column: 10, length: 5 },
    };
    const of = (source: string) =>
      requestOf({ diagnostics: [diagnostic] }, { source: () => source })
        .diagnostics[0].source;
    assertEquals(of('http:\n  url: "a{{x}}"\n'), {
      line: 2,
      text: '  url: "a{{x}}"',
      start: 9,
      length: 5,
    });
    assertEquals(
      of('http:\n  url: "k-9f8e7d6c{{x}}"\n').text,
      '  url: "***{{x}}"',
    );
  });
});

/** The schema, but with every member that it does not name refused. */
// deno-lint-ignore no-explicit-any
function strict(schema: any): any {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const all = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strict(value)]),
  );
  return "required" in schema || schema.properties?.file
    ? { ...all, additionalProperties: false }
    : all;
}

/** A run with what is not in the sample. */
function rareRun(): RunEvent[] {
  const [start, ...others] = sampleRun();
  const end = others.at(-1)!;
  assert(end.type === "run-end");
  const body = { type: "file", path: "a.bin", at: { file: "", path: [] } };
  return [
    start,
    {
      type: "request-end",
      result: result(step("PUT", "a.yml"), {
        sent: sent("PUT", "http://h/", {
          body: body as RenderedBody,
          insertions: [
            { kind: "file" as const, at: { file: "o.yml", path: ["x"] } },
            { kind: "prompt" as const, question: "Code?" },
            { kind: "generator" as const, name: "uuid" },
          ].map((origin) => ({
            place: "url",
            name: "n",
            nth: 1,
            start: 7,
            end: 8,
            expression: "x",
            scope: "folder",
            label: "users",
            origin,
            via: ["y"],
            secret: false,
            hosts: ["h"],
          })),
        }),
        response: responseWith("", "", {
          status: 700,
          tls: { version: "TLSv1.3", cipher: "c" },
          timings: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 9 },
        }),
        diagnostics: [{
          code: "CYCLE",
          severity: "error",
          message: "m",
          expression: "a",
          trail: ["a", "b", "a"],
          scopesSearched: ["runtime"],
          suggestion: "s",
          location: {
            file: "a.yml",
            yamlPath: "http.url",
            keys: ["http", "url"],
            offset: 3,
            length: 5,
            place: "url",
          },
        }],
      }),
    },
    { ...end, summary: { ...end.summary, stopped: "--bail" } },
  ];
}

describe("the JSON report", () => {
  it("is as in fixtures/report/report.json", () => {
    assertFixture("report/report.json", report(sampleRun()));
  });

  it("keeps to its schema, which describes every member", () => {
    const validate = new Ajv2020({ allErrors: true, strict: false })
      .compile(strict(schema));
    for (const events of [sampleRun(), rareRun(), streamRun()]) {
      validate(JSON.parse(report(events)));
      assertEquals(validate.errors, null);
    }
  });

  it("shows secrets nowhere", () => {
    const text = report(sampleRun());
    for (const secret of ["k-9f8e7d6c", "sid=abc", "t0ken", '\\"pw\\"']) {
      assertFalse(text.includes(secret), secret);
    }
  });

  it("has what really went out, where the response tells", () => {
    const { request } = requestOf({
      sent: sent("GET", "http://h/", { headers: [["a", "1"]] }),
      response: responseWith("", "", {
        sentHeaders: [["Host", "h"], ["a", "1"]],
      }),
    });
    assertEquals(request.headers, [
      { name: "Host", value: "h" },
      { name: "a", value: "1" },
    ]);
  });

  it("cuts bodies, and masks the start of a secret at the cut", () => {
    const { response } = requestOf(
      { response: responseWith("value: k-9f8e7d6c", "text/plain") },
      { bodyLimit: 13 },
    );
    assertEquals(response.body, {
      kind: "text",
      text: "value: ***",
      size: 17,
      cut: true,
    });
  });

  it("keeps binary bodies as base64, masked", () => {
    const bytes = new TextEncoder().encode("\0\u00e9k-9f8e7d6c\0");
    const { body } = requestOf({ response: responseWith(bytes) }).response;
    assertEquals(body.kind, "binary");
    assertEquals(body.size, bytes.length);
    assertEquals(
      new TextDecoder().decode(Uint8Array.fromBase64(body.base64)),
      "\0\u00e9***\0",
    );
  });

  it("keeps no more of all bodies together than the limit", () => {
    const [start, ...others] = sampleRun();
    const events = Array.from({ length: 10 }, (): RunEvent => ({
      type: "request-end",
      result: result(step("GET", "a.yml"), {
        response: responseWith("x".repeat(100), "text/plain"),
      }),
    }));
    const text = report([start, ...events, others.at(-1)!], {
      bodiesLimit: 250,
    });
    const lengths = JSON.parse(text).requests.map((
      { response }: { response: { body: { text: string } } },
    ) => response.body.text.length);
    assertEquals(lengths, [100, 100, 50, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("survives whatever a server sends", () => {
    const evil = "\ud800\0\u2028</script>\x1b[2J";
    const { tests } = requestOf({ tests: [{ name: evil, status: "passed" }] });
    assertEquals(tests[0].name, evil);
  });

  it("refuses a run that has not ended", () => {
    const error = assertThrows(() => collectRun().run(), TypeError) as Error;
    assert(error.message.includes("has not ended"));
  });
});
