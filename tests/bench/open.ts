/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from "playwright-core";
import { build } from "../../.ci/build.ts";
import { openChromium } from "../support/chromium.ts";
import { has } from "../support/needs.ts";
import { manyRequests, request, writeFiles } from "./many_requests.ts";
import {
  nextKey,
  openBenchPage,
  scrolledFrames,
  shownAt,
} from "./open_page.ts";
import type { Row } from "./row.ts";

/** What disturbs a round only makes it longer: the best one counts. */
const ROUNDS = 3;
const EXCHANGES = 200;
const MIB = 1024 ** 2;

/** `brace open`, built, as a person meets it in Chromium. */
export async function rows(): Promise<Row[]> {
  if (!has("chromium")) {
    console.log("  skipped: there is no chromium");
    return [];
  }
  const folder = await Deno.makeTempDir();
  let lastByte = 0;
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ url }) => {
      if (!url.endsWith("/large")) return Response.json(users(100));
      const text = JSON.stringify(users(10 * MIB / 90));
      return new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(text));
            stream.close();
            lastByte = performance.timeOrigin + performance.now();
          },
        }),
        { headers: { "content-type": "application/json" } },
      );
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const many = manyRequests();
  many.set("environments/local.yml", environment(origin));
  const few = new Map(
    [...many].filter(([path]) => !/^folder-[1-9]/.test(path)),
  );
  const large = new Map(
    [...few].filter(([path]) => !path.startsWith("folder-"))
      .concat([["body.yml", largeBody()], ["response.yml", LARGE_RESPONSE]]),
  );
  const folders = await Promise.all([few, many, large].map(writeFiles));
  const browser = await openChromium({ whole: true });
  try {
    await build(`${folder}/built`);
    const opens = (collection: string, request: string) => () =>
      openBenchPage(browser, {
        cli: `${folder}/built/cli.js`,
        cache: `${folder}/cache`,
        folder: collection,
        request,
      });
    const openFew = opens(folders[0], "Request 0");
    const openMany = opens(folders[1], "Request 0");
    const openLarge = opens(folders[2], "Large body");
    // The first one compiles, and fills Deno's caches.
    await (await openFew())[Symbol.asyncDispose]();
    return [
      await tree(openFew, "100 requests", 1000),
      await tree(openMany, "5,000 requests", 1500),
      ...await searches(openMany),
      ...await keys(openLarge),
      ...await largeResponses(openLarge, () => lastByte),
      await memory(openMany),
      await edits(openMany, folders[1]),
    ];
  } finally {
    await browser.close();
    for (const one of [folder, ...folders]) {
      await Deno.remove(one, { recursive: true });
    }
  }
}

type Open = () => ReturnType<typeof openBenchPage>;

/** The best of some rounds, each with a page of its own. */
async function best(
  open: Open,
  measure: (opened: Awaited<ReturnType<Open>>) => Promise<number> | number,
): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using opened = await open();
    found.push(await measure(opened));
  }
  return Math.min(...found);
}

async function tree(open: Open, what: string, limit: number): Promise<Row> {
  const ratio = await best(open, ({ usable }) => usable);
  return {
    name: `${what}: from the command to a request that was clicked (ms)`,
    ratio,
    limit,
  };
}

async function searches(open: Open): Promise<Row[]> {
  let elements = 0;
  /** Looks for the text of a request's test. */
  const search = async (page: Page, nth: number) => {
    await page.getByRole("searchbox", { name: "Search" })
      .fill(`user is there: ${nth}`);
    const typed = performance.timeOrigin + performance.now();
    const shown = await shownAt(page, "[role=tree]", `Request ${nth}`);
    elements = Math.max(
      elements,
      await page.evaluate(() => document.querySelectorAll("*").length),
    );
    return shown - typed;
  };
  const warm: number[] = [];
  const first = await best(open, async ({ page }) => {
    const cold = await search(page, 77);
    for (const nth of [88, 66, 99]) warm.push(await search(page, nth));
    return cold;
  });
  return [
    {
      name: "5,000 requests: the first search (ms)",
      ratio: first,
      limit: 300,
    },
    {
      name: "5,000 requests: a search after it (ms)",
      ratio: Math.min(...warm),
      limit: 300,
    },
    {
      name: "5,000 requests: elements in the page",
      ratio: elements,
      limit: 8000,
    },
  ];
}

async function keys(open: Open): Promise<Row[]> {
  const later: number[] = [];
  const first = await best(open, async ({ page }) => {
    await page.getByRole("tab", { name: "Body", exact: true }).first().click();
    await page.getByRole("textbox", { name: "Body" }).click();
    const press = () => nextKey(page, () => page.keyboard.press("x"));
    const key = await press();
    const others: number[] = [];
    for (let n = 0; n < 9; n++) others.push(await press());
    later.push(others.sort((a, b) => a - b)[4]);
    return key;
  });
  return [
    {
      name: "a body of 1 MB: the first key (ms)",
      ratio: first,
      limit: 50,
    },
    {
      name: "a body of 1 MB: a key after it (ms)",
      ratio: Math.min(...later),
      limit: 50,
    },
  ];
}

async function largeResponses(
  open: Open,
  lastByte: () => number,
): Promise<Row[]> {
  const slow: number[] = [];
  const shown = await best(open, async ({ page }) => {
    await page.getByRole("treeitem", { name: "Large response" }).first()
      .click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const at = await shownAt(page, "section .text-view", "User 0");
    const frames = await scrolledFrames(page, "section .text-view");
    slow.push(frames.filter((it) => it > 50).length / frames.length * 100);
    return at - lastByte();
  });
  return [
    {
      name: "a response of 10 MB: from its last byte until it is shown (ms)",
      ratio: shown,
      limit: 1000,
    },
    {
      name: "a response of 10 MB: frames above 50 ms while it scrolls (%)",
      ratio: Math.min(...slow),
      limit: 5,
    },
  ];
}

/** The most memory of some rounds: a busy machine does not change it. */
async function memory(open: Open): Promise<Row> {
  await using opened = await open();
  const { page } = opened;
  await page.evaluate(async (count) => {
    const call = async (name: string, body: unknown) => {
      const response = await fetch(`/api/${name}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sessionStorage.getItem("brace-open-key")}`,
        },
        body: JSON.stringify(body),
      });
      return await response.text();
    };
    const { items } = JSON.parse(await call("state", {}));
    const requests = items.filter((it: { kind: string; name: string }) =>
      it.kind === "request" && it.name.startsWith("Request")
    );
    for (let n = 0; n < count; n++) {
      await call("send", { id: requests[n * 20].id });
    }
    const { exchanges } = JSON.parse(
      await call("history", { limit: 1000 }),
    );
    const passed = exchanges.filter((it: { status?: number }) =>
      it.status === 200
    );
    if (passed.length !== count) throw new Error(JSON.stringify(exchanges[0]));
  }, EXCHANGES);
  const most = opened.memory();
  return {
    name: `5,000 requests, ${EXCHANGES} exchanges: memory of the server (MiB)`,
    ratio: most,
    limit: 200,
  };
}

async function edits(open: Open, folder: string): Promise<Row> {
  let round = 0;
  const ratio = await best(open, async ({ page }) => {
    const name = `Renamed ${++round}`;
    const start = performance.timeOrigin + performance.now();
    await Deno.writeTextFile(
      `${folder}/folder-0/request-1.yml`,
      request(1).replace("Request 1", name),
    );
    return await shownAt(page, "[role=tree]", name) - start;
  });
  return {
    name: "5,000 requests: an edit of another program is shown (ms)",
    ratio,
    limit: 1000,
  };
}

function users(count: number): unknown[] {
  return Array.from({ length: Math.ceil(count) }, (_, id) => ({
    id,
    name: `User ${id}`,
    email: `user.${id}@example.com`,
    isActive: id % 3 === 0,
  }));
}

function environment(origin: string): string {
  return `name: local
variables:
  - { name: baseUrl, value: "${origin}" }
  - { name: token, value: t }
`;
}

function largeBody(): string {
  const data = JSON.stringify(users(MIB / 130), null, 2)
    .replaceAll("\n", "\n      ");
  return `info: { name: Large body, type: http, seq: 1 }
http:
  method: POST
  url: "{{baseUrl}}/users"
  body:
    type: json
    data: |-
      ${data}
`;
}

const LARGE_RESPONSE = `info: { name: Large response, type: http, seq: 2 }
http: { method: GET, url: "{{baseUrl}}/large" }
`;

if (import.meta.main) {
  for (const { name, ratio, limit } of await rows()) {
    console.log(name.padEnd(70), ratio.toFixed(1), `≤ ${limit}`);
  }
}
