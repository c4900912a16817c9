/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { afterAll, describe } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import type { Page } from "playwright-core";
import { htmlReport } from "../../../../lib/tools/report/html.ts";
import type { Insertion } from "../../../../lib/core/http/insertion.ts";
import {
  type ReportedRun,
  withRequests,
} from "../../../../lib/tools/report/reported_run.ts";
import type { RunEvent } from "../../../../lib/core/run/types.ts";
import { findings } from "../../../support/axe_findings.ts";
import { responseWith } from "../../../support/response_with.ts";
import { complaintsOf } from "../../../support/chromium.ts";
import { EMPTY, lendsPage } from "../../../support/lent_page.ts";
import { itNeeds } from "../../../support/needs.ts";
import { reported } from "../reported.ts";
import { MessageLog } from "../../../../lib/core/run/stream/message_log.ts";
import { runOf } from "../console_report.ts";
import { counts, result, sampleRun, sent, step } from "../sample_run.ts";
import { streamOf, streamResults, streamRun } from "../stream_run.ts";

const EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";

/** An insertion of a variable of the environment. */
function insertion(
  place: Insertion["place"],
  [start, end]: [number, number],
  more: Partial<Insertion> = {},
): Insertion {
  return {
    place,
    start,
    end,
    expression: "baseUrl",
    scope: "environment",
    label: "local",
    origin: { kind: "file", at: { file: "local.yml", path: ["baseUrl"] } },
    via: [],
    secret: false,
    ...more,
  };
}

/** The sample, with a request whose server is hostile and one with placeholders. */
function shopRun(): ReportedRun {
  const events = sampleRun();
  const end = events.pop()!;
  const steps = ["evil/one.yml", "evil/two.yml"].map((path, at) =>
    step("GET", path, { index: 10 + at })
  );
  const more: RunEvent[] = [
    {
      type: "request-end",
      result: result(steps[0], {
        sent: sent("GET", `http://h/?q=${EVIL}`),
        response: responseWith(EVIL, "text/html", {
          statusText: EVIL,
          headers: [[EVIL, EVIL], ["Content-Type", "text/html"]],
        }),
        tests: [{ name: EVIL, status: "failed", expected: EVIL, actual: "x" }],
        console: [{ level: "error", text: EVIL }],
        status: "failed",
        failures: ["check"],
      }),
    },
    {
      type: "request-end",
      result: result(steps[1], {
        sent: sent("POST", "http://h/7", {
          headers: [["Authorization", "Bearer k-9f8e7d6c"]],
          body: { type: "text", text: '{"name":"Ada","all":{"deep":[1,2]}}' },
          insertions: [
            insertion("url", [0, 8]),
            insertion("header", [7, 17], {
              name: "Authorization",
              expression: "token",
              secret: true,
            }),
            {
              place: "body",
              start: 9,
              end: 12,
              expression: "name",
              scope: "runtime",
              origin: { kind: "script" },
              via: [],
              secret: false,
            },
          ],
        }),
        response: responseWith('{"id":7,"tags":["needle","b"]}'),
      }),
    },
  ];
  return reported([...events, ...more, end], {
    locate: () => ({ file: "local.yml", line: 3, column: 12 }),
  });
}

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEklEQVR4nGP4z8AARAwQCkgAADHuBPx+4d+sAAAAAElFTkSuQmCC",
);
const GIF = Uint8Array.fromBase64(
  "R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=",
);
const WEBP = Uint8Array.fromBase64(
  "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script><image href="http://127.0.0.1:9/x.png"/></svg>';
const SECRET = "k-9f8e7d6c";

/** Bytes with a text behind them. */
function withText(bytes: Uint8Array, text: string): Uint8Array {
  return Uint8Array.from([...bytes, ...new TextEncoder().encode(text)]);
}

/** A body's bytes. */
function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === "string"
    ? new TextEncoder().encode(body)
    : new Uint8Array(body);
}

const BODIES: Record<string, [body: Uint8Array | string, type: string]> = {
  png: [PNG, "image/png"],
  // The type is not believed.
  gif: [GIF, "text/html"],
  webp: [WEBP, "image/webp"],
  svg: [SVG, "image/svg+xml"],
  secret: [withText(PNG, SECRET), "image/png"],
  "secret.svg": [SVG.replace("alert(1)", SECRET), "image/svg+xml"],
  broken: [PNG.slice(0, 20), "image/png"],
  pdf: [withText(Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0, 255), "x"), ""],
  sound: [withText(Uint8Array.of(0x4f, 0x67, 0x67, 0x53, 0, 255), "x"), "a/b"],
  bytes: [Uint8Array.from({ length: 300 }, (_, at) => at), "a/<b>"],
  // ASCII, which is UTF-8, too.
  "ascii.pdf": ["%PDF-1.4\nAAAA", "application/pdf"],
  "low.mp3": ["\x07\x07\x07\x07", "audio/mpeg"],
  controls: ["\t\t\x05", "application/octet-stream"],
  // What is said to be a text is one, and can be saved as what it is.
  "text.pdf": ["%PDF-1.4\nAAAA", "text/plain"],
};

/** A run of requests that get these bodies. */
function mediaRun(): ReportedRun {
  const steps = Object.keys(BODIES).map((name, index) =>
    step("GET", `media/${name}.yml`, { index })
  );
  return reported([
    {
      type: "run-start",
      collection: "Media",
      plan: { steps, iterations: 1, rows: [] },
      startedAt: 0,
    },
    ...steps.map((step, at): RunEvent => ({
      type: "request-end",
      result: result(step, {
        sent: sent("GET", "http://h/"),
        response: responseWith(...Object.values(BODIES)[at]),
      }),
    })),
    {
      type: "run-end",
      summary: {
        requests: counts({ passed: steps.length }),
        tests: counts({}),
        assertions: counts({}),
        duration: 1,
        interrupted: false,
      },
    },
  ]);
}

/** A request that fails in each iteration. */
function repeatedRun(iterations: number): ReportedRun {
  const steps = [step("GET", "one.yml")];
  const failed = Array.from(
    { length: iterations },
    (_, iteration): RunEvent => ({
      type: "request-end",
      result: result({ ...steps[0], iteration }, {
        sent: sent("GET", "http://h/"),
        status: "failed",
        tests: [{ name: "t", status: "failed", expected: "1", actual: "2" }],
      }),
    }),
  );
  return reported([
    {
      type: "run-start",
      collection: "Rows",
      plan: { steps, iterations, rows: [] },
      startedAt: 0,
    },
    ...failed,
    {
      type: "run-end",
      summary: {
        requests: counts({ failed: iterations }),
        tests: counts({ failed: iterations }),
        assertions: counts({}),
        duration: 1,
        interrupted: false,
      },
    },
  ]);
}

/** A run of very many requests. */
function longRun(length: number): ReportedRun {
  const first = shopRun().read(0);
  const requests = Array.from({ length }, (_, index) => ({
    ...first,
    index,
    name: `request ${index}`,
    path: `folder ${index % 50}/request ${index}.yml`,
    status: index % 100 === 7 ? "failed" as const : "passed" as const,
    startedAt: new Date(Date.UTC(2026, 0, 2) + index * 20).toISOString(),
  }));
  return withRequests({
    ...shopRun(),
    startedAt: "2026-01-02T00:00:00.000Z",
    summary: {
      requests: counts({ passed: length }),
      tests: counts({}),
      assertions: counts({}),
      duration: length * 20,
      interrupted: false,
    },
  }, requests);
}

/** A run of requests that took this many milliseconds. */
function timedRun(times: readonly number[]): ReportedRun {
  const run = longRun(times.length);
  const requests = times.map((duration, at) => ({ ...run.read(at), duration }));
  return withRequests(run, requests);
}

/** A run that did not start. */
function refusedRun(): ReportedRun {
  const problem = (severity: "error" | "warning", message: string) => ({
    code: "CONNECTION" as const,
    severity,
    message,
  });
  return withRequests({
    ...shopRun(),
    warnings: [
      problem("warning", "Ignored it"),
      problem("error", "Cannot reach it"),
      problem("error", "Cannot reach the other one"),
    ],
    summary: {
      requests: counts({}),
      tests: counts({}),
      assertions: counts({}),
      duration: 0,
      interrupted: false,
    },
  }, []);
}

describe("the HTML report in a browser", () => {
  const chromium = itNeeds("chromium");
  const folder = Deno.makeTempDirSync();
  const withPage = lendsPage();
  afterAll(() => Deno.remove(folder, { recursive: true }));

  const shop = shopRun();

  /**
   * Opens a report at an address, has a look, and asks whether the page
   * complained. The report of the shop stays loaded from look to look.
   */
  async function look(
    hash: string,
    options: {
      readonly run?: ReportedRun;
      readonly width?: number;
      readonly theme?: "light" | "dark";
      /** Scripts that the page's policy is to refuse. */
      readonly refused?: number;
      /** The report stays loaded from look to look; else it is opened anew. */
      readonly stays?: boolean;
    },
    body: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { run = shop, width = 1_280, theme = "light" } = options;
    const { refused = 0, stays = run === shop } = options;
    await withPage(async (page) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      const complaints = complaintsOf(page);
      if (page.url() === EMPTY) {
        const file = `${folder}/report.html`;
        const texts = htmlReport(run, { clientVersion: "2.2.0", exitCode: 1 });
        await Deno.writeTextFile(file, [...texts].join(""));
        await page.goto(`file://${file}${hash}`);
      } else await followLink(page, hash);
      await page.waitForSelector("main");
      if (stays) assertEquals(new URL(page.url()).hash, hash);
      await body(page);
      const isRefusal = (it: string) => /Content Security Policy/.test(it);
      assertEquals(complaints.filter((it) => !isRefusal(it)), []);
      assertEquals(complaints.filter(isRefusal).length, refused);
    }, stays ? run : undefined);
  }

  const names = (page: Page) =>
    page.locator(".request-row .row-name").allTextContents();

  chromium(
    "tells errors of a run that did not start from warnings",
    async () => {
      await look("", { run: refusedRun() }, async (page) => {
        const cards = page.locator(".overview .card:has(.diagnostic)");
        assertEquals(await cards.locator("h2").allInnerTexts(), [
          "2 errors",
          "1 warning",
        ]);
        assertStringIncludes(await cards.nth(0).innerText(), "Cannot reach it");
        assertStringIncludes(await cards.nth(1).innerText(), "Ignored it");
      });
    },
  );

  for (
    const [name, times, texts] of [
      ["two", [48, 149], ["median 99\u00a0ms", "95th percentile 149\u00a0ms"]],
      ["three", [9, 1, 5], ["median 5\u00a0ms", "95th percentile 9\u00a0ms"]],
      ["twenty", Array.from({ length: 20 }, (_, at) => at + 1), [
        "median 11\u00a0ms",
        "95th percentile 19\u00a0ms",
        "max 20\u00a0ms",
      ]],
    ] as const
  ) {
    chromium(
      `gives the median and percentile of ${name} requests`,
      async () => {
        await look("", { run: timedRun(times) }, async (page) => {
          const text = await page.locator(".overview").innerText();
          for (const part of texts) assertStringIncludes(text, part);
        });
      },
    );
  }

  chromium("gives an overview that leads on", async () => {
    await look("", {}, async (page) => {
      const text = await page.locator(".overview").innerText();
      for (
        const part of [
          "Shop",
          "local",
          "1.40 s",
          "4 passed",
          "1 unchecked",
          "3 errored",
          "Requests by time: 2\u00a0ms to 1.23\u00a0s",
          "95th percentile 1.23\u00a0s",
        ]
      ) assertStringIncludes(text, part);
      await page.click("text=1 unchecked >> nth=0");
      await page.waitForSelector(".request-row .status-icon.unchecked");
      assertEquals(await names(page), ["delete"]);
      // The unchecked one counts as passed, as in the console.
      assertEquals(await page.locator(".chip").allInnerTexts(), [
        "failed\n3",
        "errored\n3",
        "unchecked\n1",
        "passed\n5",
        "skipped\n1",
      ]);
      await page.goBack();
      await page.click("text=2 failed >> nth=0");
      await page.waitForSelector(".request-row");
      assertEquals(await names(page), [
        "update",
        "create-with-a-rather-long-name",
        "one",
      ]);
    });
  });

  chromium("shows which requests passed with a warning", async () => {
    await look("", {}, async (page) => {
      const card = page.locator(".card", { hasText: "passed with a warning" });
      const text = await card.innerText();
      assertStringIncludes(text, "1 request passed with a warning");
      assertStringIncludes(text, 'The value of "name" holds "{{x}}"');
      await page.click("text=Requests >> nth=0");
      await page.waitForSelector(".request-row");
      const mark = page.locator(".request-row .mark.warned");
      assertEquals(await mark.count(), 1);
      assertStringIncludes(
        await mark.getAttribute("title") ?? "",
        'The value of "name"',
      );
      await page.fill("#search", "holds");
      assertEquals(await names(page), ["read"]);
      await page.fill("#search", "warned");
      assertEquals(await names(page), ["read"]);
    });
  });

  chromium("tells iterations apart, and scrolls in one place", async () => {
    await look("", { run: repeatedRun(20) }, async (page) => {
      const named = (where: string) => page.locator(where).first().innerText();
      assertStringIncludes(await named(".bad-line .row-title"), "one\n#1");
      assertStringIncludes(await named(".slow-line .row-name"), "one #1");
      const [whole, seen] = await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return [scrollHeight, clientHeight];
      });
      assertEquals(whole, seen);
      await page.click("text=Waterfall");
      assertEquals(await named(".waterfall-row .row-name"), "one #1");
    });
  });

  chromium("shows the parts of a form, files by their paths", async () => {
    await look(
      "#/request/orders/checkout/create-with-a-rather-long-name.yml",
      {},
      async (page) => {
        const parts = page.locator("dd").filter({ hasText: "photo.png" });
        assertEquals(await parts.innerText(), "the file photo.png");
      },
    );
  });

  chromium("searches and filters", async () => {
    await look("#/requests", {}, async (page) => {
      assertEquals((await names(page)).length, 12);
      await page.fill("#search", "orders 404");
      assertEquals(await names(page), ["delete"]);
      await page.fill("#search", "needle");
      assertEquals(await names(page), []);
      await page.check("text=bodies too");
      assertEquals(await names(page), ["two"]);
      assertEquals(
        await page.locator(".found").innerText(),
        "1 of 12 requests\nClear filters",
      );
      await page.click("text=Clear filters");
      await page.click(".chip.errored");
      assertEquals((await names(page)).length, 3);
      await page.click(".chip.errored");
      await page.selectOption("select[aria-label=Folder]", "orders");
      assertEquals((await names(page)).length, 5);
      await page.selectOption("select[aria-label=Time]", "1000");
      assertEquals(await names(page), ["create-with-a-rather-long-name"]);
      await page.click("text=Clear filters");
      await page.selectOption("select[aria-label=Tag]", "smoke");
      assertEquals((await names(page)).length, 11);
      await page.selectOption("select[aria-label=Order]", "slow");
      assertEquals((await names(page))[0], "create-with-a-rather-long-name");
      // What is chosen stands in the address.
      await page.reload();
      assertEquals((await names(page)).length, 11);
    });
  });

  chromium("opens a request by its link, filters kept", async () => {
    await look("#/request/users/update.yml?status=failed", {}, async (page) => {
      assertStringIncludes(
        await page.locator(".request h1").innerText(),
        "update",
      );
      assertStringIncludes(await page.title(), "update – Shop");
      assertEquals((await names(page)).length, 3);
      const diff = await page.locator(".diff").first().innerText();
      assertStringIncludes(diff, '−    "city": "London"');
      assertStringIncludes(diff, '+    "city": "Paris"');
      assertStringIncludes(
        await page.locator(".console").innerText(),
        "visits:\n  none",
      );
      await page.click("[aria-label='Next request']");
      // The page draws it in its next frame.
      await page.locator(".request h1", { hasText: "create-with" }).waitFor();
    });
    await look("#/request/not/here.yml", {}, async (page) => {
      assertStringIncludes(
        await page.locator(".detail-pane").innerText(),
        "This run has no request not/here.yml",
      );
    });
  });

  chromium(
    "has the path in a row that failed, and room for the hint",
    async () => {
      for (const width of [400, 1_280]) {
        await look("#/requests?status=failed", { width }, async (page) => {
          const row = page.locator(".request-row.failed, .request-row").first();
          const [path, problem] = await Promise.all([
            row.locator(".row-second").innerText(),
            row.locator(".row-third").innerText(),
          ]);
          assertEquals(path, "users/update.yml");
          assertStringIncludes(problem, "res.status eq 204");
          const title = await row.locator(".row-third").getAttribute("title");
          assertEquals(title, problem);
          assertEquals(
            await page.locator(".chip:not([title])").count(),
            0,
          );
          const [wanted, room] = await page.locator("#search").evaluate(
            (it) => {
              const input = it as unknown as HTMLInputElement;
              const canvas = document.createElement("canvas").getContext("2d")!;
              canvas.font = getComputedStyle(input).font;
              return [
                canvas.measureText(input.placeholder).width,
                input.clientWidth,
              ];
            },
          );
          assert(wanted <= room, `${wanted} > ${room}`);
        });
      }
    },
  );

  chromium("tells where values came from, to mouse and keyboard", async () => {
    await look("#/request/evil/two.yml", {}, async (page) => {
      const marks = page.locator("mark.value");
      assertEquals(await marks.allInnerTexts(), ["http://h", "***", "Ada"]);
      await marks.nth(0).hover();
      const tip = page.getByRole("tooltip");
      assertEquals(
        (await tip.innerText()).split("\n"),
        ["{{baseUrl}}", "environment", "environment local, local.yml:3:12"],
      );
      await page.mouse.move(5, 5);
      assertEquals(await tip.count(), 0);
      await marks.nth(1).focus();
      assertStringIncludes(await tip.innerText(), "secret");
      await page.keyboard.press("Escape");
      assertEquals(await tip.count(), 0);
      assertStringIncludes(await page.url(), "/request/evil/two.yml");
      await marks.nth(2).focus();
      assertStringIncludes(await tip.innerText(), "set by a script");
      await page.click("text=3 placeholders");
      assertStringIncludes(
        await page.locator(".placeholders").innerText(),
        "{{name}}\nruntime\nAda\nruntime, set by a script · in body",
      );
    });
  });

  chromium("folds JSON", async () => {
    await look("#/request/evil/two.yml", {}, async (page) => {
      const lines = () =>
        page.locator(".panel").first().locator(".line").count();
      assertEquals(await lines(), 9);
      await page.locator(".panel").first().locator(".fold").nth(1).click();
      assertEquals(await lines(), 4);
      assertStringIncludes(
        await page.locator(".panel").first().locator(".code-lines").innerText(),
        '"all": {1}',
      );
      await page.locator(".panel").first().getByText("As it is").click();
      assertEquals(await lines(), 1);
    });
  });

  chromium("is used with the keyboard alone", async () => {
    await look("", {}, async (page) => {
      const press = (key: string) => page.keyboard.press(key);
      await press("2");
      await page.waitForSelector(".request-row");
      await press("/");
      await page.waitForSelector("#search:focus");
      await page.keyboard.type("users");
      await press("Escape");
      await press("j");
      await page.waitForSelector(".request");
      assertStringIncludes(page.url(), "#/request/users/create.yml?q=users");
      await press("j");
      await page.waitForFunction(() => location.hash.includes("read.yml"));
      await press("k");
      await page.waitForFunction(() => location.hash.includes("create.yml"));
      await press("n");
      await page.waitForFunction(() => location.hash.includes("update.yml"));
      await press("Escape");
      await page.waitForFunction(() => location.hash === "#/requests?q=users");
      await page.locator(".request-row").first().focus();
      await press("ArrowDown");
      await press("ArrowDown");
      await press("End");
      await press("ArrowUp");
      await press("Enter");
      await page.waitForFunction(() => location.hash.includes("update.yml"));
      await press("?");
      await page.waitForSelector("dialog[open]");
      await press("Escape");
      assertEquals(await page.locator("dialog[open]").count(), 0);
      await press("3");
      await page.waitForSelector(".waterfall-row");
    });
  });

  chromium("names the phase in which a request failed", async () => {
    const one = repeatedRun(1);
    const timings = { connect: 2, firstByte: 1_995, total: 2_010 };
    const run = withRequests(one, [
      { ...one.read(0), duration: 2_010, timings },
    ]);
    const expected = [
      "Connect 2 ms",
      "Wait 2.00 s",
      "Other 13 ms",
    ];
    await look("#/request/one.yml", { run }, async (page) => {
      const legend = page.locator(".timing .phase-legend li");
      assertEquals(await legend.allInnerTexts(), expected);
      await page.keyboard.press("Escape");
      await page.keyboard.press("3");
      const row = page.locator(".waterfall-row");
      await row.waitFor();
      assertStringIncludes(
        (await row.getAttribute("title"))!,
        expected.join(", "),
      );
    });
  });

  chromium("gives no time to a request that was not sent", async () => {
    const one = repeatedRun(1);
    const { request: _, ...unsent } = one.read(0);
    const run = withRequests(one, [{ ...unsent, duration: 0 }]);
    await look("#/waterfall", { run }, async (page) => {
      const row = page.locator(".waterfall-row");
      assertEquals(await row.locator(".time").innerText(), "not sent");
      assertStringIncludes((await row.getAttribute("title"))!, ": not sent");
    });
  });

  chromium("draws when each request ran", async () => {
    await look("#/waterfall", {}, async (page) => {
      const boxes = await page.locator(".lane-bar").evaluateAll((all) =>
        all.map((it) => it.getBoundingClientRect().left)
      );
      assertEquals(boxes.length, 12);
      assertEquals(boxes, boxes.toSorted((a, b) => a - b));
      assert(boxes[11] - boxes[0] > 300);
    });
  });

  for (const width of [400, 1_280]) {
    for (
      const hash of [
        "#/overview",
        "#/requests",
        "#/waterfall",
        "#/request/users/update.yml",
        "#/request/evil/two.yml",
      ]
    ) {
      chromium(
        `fits ${width} pixels and serves everyone: ${hash}`,
        () => look(hash, { width }, servesEveryone),
      );
    }
  }

  chromium("shows what a hostile server sends as text", async () => {
    await look(
      "#/request/evil/one.yml",
      { refused: 1, stays: false },
      async (page) => {
        await page.waitForSelector(".exchange");
        const text = await page.locator(".detail-pane").innerText();
        // Test, expected, header's name and value, status, body, console.
        assert(text.split("<script>alert(1)</script>").length > 6, text);
        assertEquals(await page.locator("main script, main img").count(), 0);
        // Nothing that is not the page's own may run.
        const ran = await page.evaluate(() => {
          const script = document.createElement("script");
          script.textContent = "document.title = 'ran'";
          document.body.append(script);
          return document.title;
        });
        assert(ran !== "ran");
      },
    );
  });

  chromium("is light or dark, as the system says or the reader", async () => {
    await look("", { theme: "dark", stays: false }, async (page) => {
      const dark = await backgroundOf(page);
      await page.click("[aria-label='Use the light theme']");
      const light = await backgroundOf(page);
      assert(dark !== light);
      const isLight = page.locator("[aria-label='Use the dark theme']");
      // On a busy machine, Chromium loads the page before it has stored the choice.
      for (let left = 5; left > 0; left--) {
        await page.reload();
        await page.waitForSelector("#theme");
        if (await isLight.isVisible()) break;
      }
      assertEquals(await backgroundOf(page), light);
      await page.keyboard.press("t");
      await page.waitForSelector("[aria-label='Use the light theme']");
      assertEquals(await backgroundOf(page), dark);
    });
  });

  const media = { run: mediaRun(), stays: true };
  const pictures: [name: string, size: string][] = [
    ["png", "2 × 2"],
    ["gif", "1 × 1"],
    ["webp", "1 × 1"],
    ["svg", "20 × 10"],
  ];
  for (const [name, size] of pictures) {
    chromium(`shows a picture: ${name}`, async () => {
      await look(`#/request/media/${name}.yml`, media, async (page) => {
        await page.waitForSelector("figcaption");
        assertEquals(await page.locator("figcaption").innerText(), size);
        assertMatch(
          await page.locator("figure img").getAttribute("alt") ?? "",
          /^Body \(image\/[\w+]+\)$/,
        );
      });
    });
  }

  for (const name of ["secret", "secret.svg"]) {
    chromium(`shows no picture of a secret: ${name}`, async () => {
      await look(`#/request/media/${name}.yml`, media, async (page) => {
        await page.waitForSelector(".exchange");
        assertEquals(await page.locator("img, a[download]").count(), 0);
        const html = await page.content();
        const encoded = btoa(SECRET).slice(0, 12);
        assert(!html.includes(SECRET) && !html.includes(encoded));
      });
    });
  }

  const saved: [name: string, file: string, says: string][] = [
    ["pdf", "body.pdf", "8 B, application/pdf"],
    ["sound", "body.ogg", "7 B, audio/ogg"],
    ["bytes", "body.bin", "300 B, a/<b>"],
    ["png", "body.png", "image/png"],
    ["ascii.pdf", "body.pdf", "13 B, application/pdf"],
    ["low.mp3", "body.bin", "4 B, audio/mpeg"],
    ["controls", "body.bin", "3 B, application/octet-stream"],
  ];
  for (const [name, file, says] of saved) {
    chromium(`saves ${name}, named with its size`, async () => {
      await look(`#/request/media/${name}.yml`, media, async (page) => {
        await page.waitForSelector(".save");
        const title = await page.locator(".exchange h3").innerText();
        assertStringIncludes(title, says);
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.click(".save"),
        ]);
        assertEquals(download.suggestedFilename(), file);
        assertEquals(
          await Deno.readFile(await download.path()),
          bytesOf(BODIES[name][0]),
        );
      });
    });
  }

  for (const name of ["svg", "text.pdf"]) {
    chromium(
      `draws the tools of a text beside each other: ${name}`,
      async () => {
        await look(`#/request/media/${name}.yml`, media, async (page) => {
          await page.context().grantPermissions(["clipboard-write"]);
          await page.waitForSelector(".exchange .code-lines");
          const tools = page.locator(".exchange .panel >> .link");
          const boxes = await tools.evaluateAll((all) =>
            all.map((it) => it.getBoundingClientRect())
              .map(({ left, right, top }) => ({ left, right, top }))
          );
          assertEquals(await tools.allInnerTexts(), ["Copy", "Save"]);
          const [copy, save] = boxes;
          assert(copy.right < save.left, JSON.stringify(boxes));
          assertEquals(Math.round(copy.top), Math.round(save.top));
        });
      },
    );
  }

  for (const width of [400, 1_280]) {
    chromium(`shows bytes in lines that fit at ${width} px`, async () => {
      const options = { ...media, width };
      for (const name of ["bytes", "broken", "low.mp3", "controls"]) {
        await look(`#/request/media/${name}.yml`, options, async (page) => {
          await page.waitForSelector(".hex");
          const [inside, box] = await page.locator(".hex").evaluate((it) => [
            it.scrollWidth,
            it.clientWidth,
          ]);
          assert(inside <= box, `${inside} > ${box}`);
          const lines = await page.locator(".hex pre:visible").innerText();
          assertMatch(lines, /^0000 {2}\w\w \w\w/);
        });
      }
    });
  }

  chromium("shows the line that a diagnostic points to", async () => {
    const source = 'http:\n  url: "{{orderId}}"\n';
    const run = reported(
      sampleRun().map((event) => {
        if (event.type !== "request-end") return event;
        const { diagnostics } = event.result;
        const located = diagnostics.map((it) => ({
          ...it,
          location: { ...it.location, line: 2, column: 9, length: 11 },
        }));
        return {
          ...event,
          result: { ...event.result, diagnostics: located },
        };
      }),
      { source: () => source },
    );
    const hash = "#/request/orders/missing-variable.yml";
    await look(hash, { run }, async (page) => {
      await page.waitForSelector(".source");
      assertEquals(
        await page.locator(".source").innerText(),
        '2url: "{{orderId}}"',
      );
      assertEquals(
        await page.locator(".source mark").innerText(),
        "{{orderId}}",
      );
    });
  });

  chromium(
    "opens 10,000 requests, of which those in sight are there",
    async () => {
      await look("#/requests", { run: longRun(10_000) }, async (page) => {
        await page.waitForSelector(".request-row");
        assert(await page.locator(".request-row").count() < 60);
        assertEquals(
          await page.locator(".found").innerText(),
          "10000 requests",
        );
        await page.locator(".request-row").first().focus();
        await page.keyboard.press("End");
        await page.waitForSelector("text=request 9999 >> nth=0");
        await page.keyboard.press("Enter");
        assertStringIncludes(
          await page.locator(".request h1").innerText(),
          "request 9999",
        );
        await page.keyboard.press("3");
        await page.waitForSelector(".waterfall-row");
        await page.fill("#search", "9997");
        await page.waitForFunction(() =>
          document.querySelectorAll(".waterfall-row").length === 1
        );
      });
    },
  );

  const rows = (page: Page) => page.locator(".message-row .message-text");

  const streams = {
    run: reported(streamRun(), {
      locate: () => ({ file: "local.yml", line: 3, column: 12 }),
    }),
    stays: true,
  };

  chromium("shows the messages of a stream, filtered", async () => {
    await look("#/request/chat.yml", streams, async (page) => {
      assertEquals(await page.locator(".target .method").innerText(), "WS");
      const timeline = page.locator(".timeline");
      assertStringIncludes(
        await timeline.locator("h2").innerText(),
        "2 sent, 4 received",
      );
      assertEquals(
        await page.locator(".message-row > .hidden").allTextContents(),
        ["sent", "received", "sent", "received", "received", "received"],
      );
      assertEquals(
        await page.locator(".message-time").allTextContents(),
        ["1 ms", "1 ms", "1 ms", "1 ms", "2 ms", "1.20 s"],
      );
      assertStringIncludes(
        await timeline.innerText(),
        "Ended by the client: 1000",
      );
      // What placeholders gave to a sent one is marked, and says where from.
      assertEquals(
        await timeline.locator("mark").allTextContents(),
        ["***", "Ada"],
      );
      await timeline.locator("mark").last().hover();
      assertStringIncludes(await timeline.innerText(), "local.yml:3");
      await page.mouse.move(0, 0);
      await page.click(".message-row >> nth=1");
      const code = timeline.locator(".code-lines");
      assertStringIncludes(await code.innerText(), '"type": "welcome"');
      await timeline.locator(".fold >> nth=0").click();
      assertFalse((await code.innerText()).includes("rooms"));
      await page.click(".message-row >> nth=4");
      assertStringIncludes(
        await timeline.locator(".message").innerText(),
        "This message holds a secret",
      );
      await page.click(".timeline-filter .chip >> nth=1");
      assertEquals(await rows(page).count(), 2);
      await page.fill("[aria-label='Search messages']", "login");
      assertEquals(await rows(page).count(), 1);
      assertStringIncludes(await timeline.innerText(), "1 of 6");
      await page.fill("[aria-label='Search messages']", "nowhere");
      assertStringIncludes(await timeline.innerText(), "No message is like");
    });
  });

  chromium("shows a gRPC status as one, trailers and details", async () => {
    await look("#/request/missing.yml", streams, async (page) => {
      const facts = await page.locator(".facts").innerText();
      assertStringIncludes(facts, "5 NOT_FOUND");
      assertEquals(await page.locator(".facts .code.c4").count(), 1);
      const text = await page.locator(".timeline").innerText();
      for (
        const part of [
          "Ended by the server: no such thing",
          "2 trailers",
          "x-two",
          '"retry": 3',
        ]
      ) assertStringIncludes(text, part);
      assertEquals(
        await page.locator(".row-numbers .code").allTextContents(),
        ["101", "101", "401", "5 NOT_FOUND", "0 OK", "101", "200"],
      );
    });
  });

  for (const width of [400, 1_280]) {
    for (const path of ["chat.yml", "missing.yml", "events.yml"]) {
      chromium(`fits ${width} pixels with a stream: ${path}`, async () => {
        const options = { ...streams, width };
        await look(`#/request/${path}`, options, servesEveryone);
      });
    }
  }

  chromium("has only the messages in sight of ten thousand", async () => {
    const [first] = streamResults();
    const said = Array.from({ length: 10_000 }, (_, n) => ({
      data: `{"number":${n},"hostile":${JSON.stringify(EVIL)}}`,
    }));
    const stream = streamOf("websocket", said);
    const run = reported(runOf([
      { ...first, response: { ...first.response!, stream } },
    ]));
    await look("#/request/chat.yml", { run }, async (page) => {
      const number = await rows(page).count();
      assert(number > 5 && number < 60, `${number} rows`);
      await page.locator(".message-row").first().focus();
      await page.keyboard.press("End");
      await page.waitForFunction(() =>
        document.activeElement?.textContent?.includes('"number":9999')
      );
      await page.keyboard.press("Enter");
      assertStringIncludes(
        await page.locator(".timeline .message h3").innerText(),
        "Received 10000",
      );
      await page.fill("[aria-label='Search messages']", '"number":7777,');
      assertEquals(await rows(page).count(), 1);
    });
  });

  chromium("says how many messages of a long stream it has not", async () => {
    const [first] = streamResults();
    const said = Array.from({ length: 20_000 }, (_, n) => ({ data: `m${n}` }));
    const texts: string[] = [];
    const log = new MessageLog(1_000, () => ({
      append: (text) => texts.push(text) > 0,
      texts: () => texts,
      [Symbol.dispose]() {},
    }));
    const stream = streamOf("websocket", said, {}, log);
    const run = reported(runOf([
      { ...first, response: { ...first.response!, stream } },
    ]));
    await look("#/request/chat.yml", { run }, async (page) => {
      assertMatch(
        await page.locator(".timeline .cut").innerText(),
        /^\d{4,5} messages between the first and the last ones are not here\./,
      );
      await page.locator(".message-row").first().focus();
      await page.keyboard.press("End");
      await page.waitForFunction(() =>
        document.activeElement?.textContent?.includes("m19999")
      );
    });
  });
});

/** Goes to another part of the report that a page shows, as a link in it does. */
async function followLink(page: Page, hash: string): Promise<void> {
  await page.evaluate(async (hash) => {
    if (location.hash !== hash) {
      const { promise, resolve } = Promise.withResolvers<Event>();
      addEventListener("hashchange", resolve, { once: true });
      location.hash = hash;
      await promise;
    }
    // Lists draw the rows that are in sight now.
    for (let frame = 0; frame < 3; frame++) {
      await new Promise(requestAnimationFrame);
    }
  }, hash);
}

/** Holds that a page fits and that people can use it, in light and in dark. */
async function servesEveryone(page: Page): Promise<void> {
  const backgrounds = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    backgrounds.add(await backgroundOf(page));
    assertEquals(await tooWide(page), [], colorScheme);
    const looksAt = colorScheme === "light" ? "all" : "colors";
    const found = await findings(page, { looksAt });
    assertEquals(found, [], colorScheme);
  }
  assertEquals(backgrounds.size, 2);
}

/** The page's colour, once all colours have passed on from those of the other theme. */
function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((it) => it.finished));
    return getComputedStyle(document.body).backgroundColor;
  });
}

/** What is wider than it may be. */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    ["html", "main", ".detail-pane"].filter((it) => {
      const element = document.querySelector(it);
      return element && element.scrollWidth > element.clientWidth;
    })
  );
}
