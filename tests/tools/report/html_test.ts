import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import * as html from "../../../lib/tools/report/html.ts";
import page from "../../../lib/tools/report/html/generated/page.ts";
import { scriptJson } from "../../../lib/tools/report/html/script_json.ts";
import { toRows } from "../../../lib/tools/report/html.ts";
import type { PageData } from "../../../lib/tools/report/html/types.ts";
import {
  reportedRequests,
  type ReportedRun,
  withRequests,
} from "../../../lib/tools/report/reported_run.ts";
import type { Timings } from "../../../lib/core/http/response.ts";
import type { RunEvent } from "../../../lib/core/run/types.ts";
import { responseWith } from "../../support/response_with.ts";
import { reported } from "./reported.ts";
import { result, sampleRun, sent, step } from "./sample_run.ts";

const META = { clientVersion: "2.2.0", exitCode: 3, seed: "7" };

function collected(events: readonly RunEvent[] = sampleRun()): ReportedRun {
  return reported(events);
}

function htmlReport(run: ReportedRun, meta: typeof META): string {
  return [...html.htmlReport(run, meta)].join("");
}

/** The data that a report carries, by the ids of its blocks. */
function blocksOf(html: string): Map<string, unknown> {
  const blocks = html.matchAll(
    /<script type="application\/json" id="([^"]+)">(.*?)<\/script>/gs,
  );
  return new Map([...blocks].map(([, id, text]) => [id, JSON.parse(text)]));
}

/** A run of one request with this text wherever a server can put one. */
function hostileRun(text: string): ReportedRun {
  const [start, ...others] = sampleRun();
  return collected([start, {
    type: "request-end",
    result: result(step("GET", "a.yml"), {
      sent: sent("GET", "http://h/"),
      response: responseWith(text, "text/html", {
        statusText: text,
        headers: [["x", text]],
      }),
      tests: [{ name: text, status: "passed" }],
      console: [{ level: "log", text }],
    }),
  }, others.at(-1)!]);
}

describe("the HTML report", () => {
  it("carries the run, and each request as the JSON report has it", () => {
    const run = collected();
    const blocks = blocksOf(htmlReport(run, META));
    const { rows, ...about } = blocks.get("run") as PageData;
    assertEquals(
      run.paths.map((_, index) => blocks.get(`details-${index}`)),
      [...reportedRequests(run)],
    );
    assertEquals(rows, JSON.parse(JSON.stringify([...toRows(run)])));
    assertEquals(about, {
      collection: "Shop",
      environment: "local",
      startedAt: run.startedAt,
      iterations: 1,
      clientVersion: "2.2.0",
      exitCode: 3,
      seed: "7",
      summary: run.summary,
      warnings: JSON.parse(JSON.stringify(run.warnings)),
    });
  });

  it("shows secrets nowhere", () => {
    const html = htmlReport(collected(), META);
    for (const secret of ["k-9f8e7d6c", "sid=abc", "t0ken", '\\"pw\\"']) {
      assertFalse(html.includes(secret), secret);
    }
  });

  for (
    const text of [
      "</script><script>alert(1)</script>",
      "<!--<script>",
      "]]>",
      "-->",
      "</style>",
      "a\u2028b\u2029c",
      "\ud800",
    ]
  ) {
    it(`holds ${JSON.stringify(text)} as data only`, () => {
      const html = htmlReport(hostileRun(text), META);
      const blocks = blocksOf(html);
      const { console } = blocks.get("details-0") as {
        console: { text: string }[];
      };
      assertEquals(console[0].text, text);
      // The page's own script and style, and one block for the request and the run.
      assertEquals(html.match(/<script/g)?.length, 3);
      assertEquals(html.match(/<\/script>/g)?.length, 3);
      const [, ...data] = html.split(`<script type="application/json"`);
      for (const block of data) {
        const inside = block.slice(block.indexOf(">") + 1);
        assertFalse(
          /[<>\u2028\u2029]/.test(inside.slice(0, inside.indexOf("</script>"))),
        );
      }
    });
  }

  it("escapes the collection's name in its title", () => {
    const run = { ...collected(), collection: "</title><script>" };
    assertStringIncludes(
      htmlReport(run, META),
      "<title>&lt;/title&gt;&lt;script&gt; – Brace</title>",
    );
  });

  it("allows its own script and style by their hashes, and nothing else", async () => {
    const html = htmlReport(collected(), META);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)![1];
    const hash = async (tag: string) => {
      const [, text] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(html)!;
      const bytes = new TextEncoder().encode(text);
      const digest = await crypto.subtle.digest("SHA-256", bytes);
      return `'sha256-${new Uint8Array(digest).toBase64()}'`;
    };
    assertEquals(policy.split("; "), [
      "default-src 'none'",
      `script-src ${await hash("script")}`,
      `style-src ${await hash("style")}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("names the licences of what it is built with", () => {
    for (const name of ["preact 10.", "jsonc-parser 3.", "Copyright (c)"]) {
      assertStringIncludes(page.script.slice(0, 4_000), name);
    }
  });
});

describe("scriptJson", () => {
  it("is JSON that ends no element, for any value", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const text = scriptJson(value);
      assertEquals(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      assertFalse(/[<>\u2028\u2029]/.test(text));
    }));
  });
});

describe("the rows of the HTML report", () => {
  const run = collected();
  const all = [...reportedRequests(run)];
  const rowsOf = (run: ReportedRun) => [...toRows(run)];

  it("say in short what happened", () => {
    const rows = rowsOf(run);
    assertEquals(rows[0], {
      id: "users/create.yml",
      name: "create",
      path: "users/create.yml",
      folder: "users",
      status: "passed",
      method: "POST",
      url: "http://127.0.0.1:8080/users?api_key=***",
      code: 201,
      size: all[0].response!.size.body,
      start: 0,
      duration: 12.4,
      phases: [
        { name: "connect", time: 1.2 },
        { name: "wait", time: 8.6 },
        { name: "download", time: 0.9 },
        { name: "rest", time: 1.7 },
      ],
      tags: ["smoke"],
      checks: 2,
      passed: 2,
      marks: [],
    });
    assertEquals(rows.map(({ marks }) => marks.join()), [
      "",
      "warned",
      "retried",
      ...rows.slice(3).map(() => ""),
    ]);
  });

  for (
    const [name, more, phases] of [
      [
        "of a response, without the little that is left",
        { response: { connect: 2, firstByte: 9.5, total: 12 } },
        "connect 2, wait 9.5",
      ],
      [
        "of a failure",
        { timings: { connect: 2, tls: 10, total: 12.4 } },
        "connect 2, tls 10",
      ],
      [
        "of all attempts",
        {
          timings: { firstByte: 10, total: 12 },
          response: { firstByte: 1, total: 1 },
        },
        "wait 10, rest 2.4",
      ],
      ["of which nothing is known", {}, "rest 12.4"],
      ["of what was not sent", { duration: 0 }, ""],
    ] as readonly (readonly [string, {
      readonly response?: Timings;
      readonly timings?: Timings;
      readonly duration?: number;
    }, string])[]
  ) {
    it(`tell the phases ${name}`, () => {
      const { response: timings, ...others } = more;
      const [start, ...rest] = sampleRun();
      const event: RunEvent = {
        type: "request-end",
        result: result(step("GET", "a.yml"), {
          ...others,
          ...timings && {
            response: responseWith("", "text/plain", { timings }),
          },
        }),
      };
      const [row] = rowsOf(collected([start, event, rest.at(-1)!]));
      assertEquals(
        row.phases.map(({ name, time }) => `${name} ${time}`).join(", "),
        phases,
      );
    });
  }

  it("tell what passed for lack of any check", () => {
    const checks = { assertions: [], tests: [] };
    const rows = [
      result(step("GET", "a.yml"), {
        sent: sent("GET", "http://h/"),
        response: responseWith("", "text/plain", { status: 401 }),
        ...checks,
      }),
      result(step("GET", "b.yml"), {
        sent: sent("GET", "http://h/"),
        response: responseWith("", "text/plain", { status: 401 }),
        tests: [{ name: "t", status: "passed" as const }],
      }),
      result(step("GET", "c.yml"), {
        sent: sent("GET", "http://h/"),
        response: responseWith(""),
        ...checks,
      }),
    ];
    const [start, ...others] = sampleRun();
    const events = rows.map((result): RunEvent => ({
      type: "request-end",
      result,
    }));
    assertEquals(
      rowsOf(collected([start, ...events, others.at(-1)!]))
        .map(({ status, problem }) => [status, problem]),
      [
        ["unchecked", "an error without a test or assertion"],
        ["passed", undefined],
        ["passed", undefined],
      ],
    );
  });

  it("are marked as setup and teardown, slow and flaky", () => {
    const [request] = all;
    const requests = [
      { ...request, stage: "setup" as const, slow: true as const },
      { ...request, flaky: [] },
      { ...request, stage: "teardown" as const },
    ];
    assertEquals(
      rowsOf(withRequests(run, requests)).map(({ marks }) => marks),
      [["setup", "slow"], ["flaky"], ["teardown"]],
    );
  });

  it("say what went wrong first", () => {
    assertEquals(
      rowsOf(run).map(({ problem }) => problem?.slice(0, 24)),
      [
        undefined,
        undefined,
        "Assertion res.status eq ",
        undefined,
        "Cannot run the after-res",
        'Cannot resolve "{{orderI',
        'Cannot connect to "127.0',
        'Cannot send to "evil.exa',
        "an error without a test ",
        "Brace does not run reque",
      ],
    );
  });

  it("have links that are the same in every run", () => {
    const request = (path: string) => ({ ...all[0], path });
    const paths = ["a.yml", "a.yml", "a.yml~2", "b/a.yml", "a.yml"];
    assertEquals(
      rowsOf(withRequests(run, paths.map(request))).map(({ id }) => id),
      ["a.yml", "a.yml~3", "a.yml~2", "b/a.yml", "a.yml~4"],
    );
  });

  it("say which iteration they are of, where there are several", () => {
    const [request] = all;
    const requests = [
      request,
      { ...request, iteration: 1 },
      { ...request, stage: "teardown" as const },
    ];
    assertEquals(
      rowsOf(withRequests({ ...run, iterations: 2 }, requests)).map((it) =>
        it.iteration
      ),
      [0, 1, undefined],
    );
  });

  it("begin with the run at the earliest", () => {
    const at = (offset: number) => ({
      ...all[0],
      startedAt: new Date(Date.parse(run.startedAt) + offset).toISOString(),
    });
    assertEquals(
      rowsOf(withRequests(run, [at(-5), at(7)])).map(({ start }) => start),
      [0, 7],
    );
  });

  it("count no checks that were skipped", () => {
    const [request] = all;
    const tests = [
      ...request.tests,
      { ...request.tests[0], status: "skipped" as const },
    ];
    const [{ checks, passed }] = rowsOf(
      withRequests(run, [{ ...request, tests }]),
    );
    assertEquals([checks, passed], [2, 2]);
  });

  it("follow each other where the clock stands still", () => {
    const requests = all.slice(0, 3).map((it) => ({
      ...it,
      startedAt: run.startedAt,
    }));
    assertEquals(
      rowsOf(withRequests(run, requests)).map(({ start }) => start),
      [0, 12.4, 15.5],
    );
  });
});
