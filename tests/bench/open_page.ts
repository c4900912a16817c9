/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Browser, Page } from "playwright-core";
import { BRACE_FLAGS } from "../../.ci/flags.ts";

/** `brace open` as a process, and its page in a browser. */
export interface BenchPage extends AsyncDisposable {
  readonly page: Page;
  /** Milliseconds from the command until a request of the tree was clicked and shown. */
  readonly usable: number;
  /** MiB that the server has. */
  memory(): number;
}

/** Starts a built `brace open`, opens its page, and clicks a request that the tree shows. */
export async function openBenchPage(
  browser: Browser,
  { cli, folder, cache, request }: {
    readonly cli: string;
    /** The collection. */
    readonly folder: string;
    /** The folder of Deno's caches. */
    readonly cache: string;
    /** Name of the request. */
    readonly request: string;
  },
): Promise<BenchPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      ...BRACE_FLAGS,
      "--no-config",
      cli,
      "open",
      folder,
      "--env",
      "local",
    ],
    env: { DENO_DIR: cache, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const close = async () => {
    child.kill("SIGKILL");
    await child.status;
    await output.cancel();
    await context.close();
  };
  try {
    let printed = "";
    while (!printed.includes("\n")) {
      const { done, value } = await output.read();
      if (done) throw new Error(`brace open ended: ${printed}`);
      printed += value;
    }
    await page.goto(printed.split("\n")[0], { waitUntil: "commit" });
    await page.getByRole("treeitem", { name: request }).first().click();
    await page.getByRole("tablist", { name: "Request" }).waitFor();
    return {
      page,
      usable: performance.now() - start,
      memory: () => {
        const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
        const [, kib] = /^VmRSS:\s*(\d+) kB/m.exec(status)!;
        return Number(kib) / 1024;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Has the page tell how long the next key takes until its frame is drawn. */
export async function nextKey(
  page: Page,
  press: () => Promise<void>,
): Promise<number> {
  await page.evaluate(() => {
    const told = Promise.withResolvers<number>();
    addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // Behind the frame: it is drawn by then.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => told.resolve(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    }, { capture: true, once: true });
    Object.assign(globalThis, { braceKey: told.promise });
  });
  await press();
  return await page.evaluate(() =>
    (globalThis as unknown as { braceKey: Promise<number> }).braceKey
  );
}

/** The time, by the clock of the machine, at which the page first shows a text in what a selector finds. */
export function shownAt(
  page: Page,
  selector: string,
  text: string,
): Promise<number> {
  return page.evaluate(([selector, text]) =>
    new Promise<number>((resolve) => {
      const look = () => {
        const found = [...document.querySelectorAll(selector)]
          .some((it) => it.textContent?.includes(text));
        if (!found) return requestAnimationFrame(look);
        resolve(performance.timeOrigin + performance.now());
      };
      look();
    }), [selector, text] as const);
}

/** The times between frames while an element is scrolled from top to end, in milliseconds. */
export function scrolledFrames(
  page: Page,
  selector: string,
): Promise<number[]> {
  return page.evaluate((selector) =>
    new Promise<number[]>((resolve) => {
      const box = document.querySelector(selector)!;
      const count = 120;
      const step = (box.scrollHeight - box.clientHeight) / count;
      const times: number[] = [];
      let last: number | undefined;
      const frame = (now: number) => {
        if (last !== undefined) times.push(now - last);
        last = now;
        if (times.length === count) return resolve(times);
        box.scrollTop += step;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }), selector);
}
