import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CollectionError } from "../../../lib/core/source/errors.ts";
import { dirname } from "../../../lib/host/path.ts";
import { FileChanges } from "../../../lib/host/watch/file_changes.ts";

const never = new AbortController().signal;
const all = () => true;

/** A folder that is watched, in one that is not. */
async function watched() {
  const outer = Deno.realPathSync(await Deno.makeTempDir());
  const folder = `${outer}/watched`;
  await Deno.mkdir(folder);
  const changes = new FileChanges();
  changes.add({ folder, deep: true });
  return {
    outer,
    folder,
    async next() {
      const paths = await changes.next(all, never) ?? [];
      return paths.map((path) => path.slice(folder.length + 1));
    },
    changes,
    async [Symbol.asyncDispose]() {
      changes[Symbol.dispose]();
      await Deno.remove(outer, { recursive: true });
    },
  };
}

/** Has the system tell what the test says: of changes in folders that were there when it began to watch. */
function toldEvents() {
  const { watchFs } = Deno;
  let next = Promise.withResolvers<Deno.FsEvent | undefined>();
  Deno.watchFs = (folder) => {
    const folders = new Set([`${folder}`]);
    for (const { name, isDirectory } of Deno.readDirSync(`${folder}`)) {
      if (isDirectory) folders.add(`${folder}/${name}`);
    }
    const closed = Promise.withResolvers<undefined>();
    const close = () => closed.resolve(undefined);
    return {
      close,
      [Symbol.dispose]: close,
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const event = await Promise.race([next.promise, closed.promise])
            .finally(() => next = Promise.withResolvers());
          if (event === undefined) return;
          const isHeard = (path: string) => folders.has(dirname(path));
          if (event.flag || event.paths.every(isHeard)) yield event;
        }
      },
    };
  };
  return {
    tell: (kind: Deno.FsEvent["kind"], path: string) =>
      next.resolve({ kind, paths: [path] }),
    lose: () => next.resolve({ kind: "other", paths: [], flag: "rescan" }),
    fail: () => next.reject(new Error("no space left")),
    [Symbol.dispose]: () => void (Deno.watchFs = watchFs),
  };
}

/** Timers that end when the test says so. */
function heldTimers() {
  const { setTimeout } = globalThis;
  const due: (() => void)[] = [];
  const pass = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  globalThis.setTimeout =
    ((end: () => void) => void due.push(end)) as unknown as typeof setTimeout;
  return {
    /** Ends the timer that is set, once it is. */
    async end() {
      while (due.length === 0) await pass();
      due.shift()!();
    },
    pass,
    [Symbol.dispose]: () => void (globalThis.setTimeout = setTimeout),
  };
}

describe("changes of files", () => {
  it("a file goes that came along with its folder", async () => {
    await using at = await watched();
    await Deno.mkdir(`${at.outer}/new/deep`, { recursive: true });
    await Deno.writeTextFile(`${at.outer}/new/deep/a.yml`, "a");
    await Deno.rename(`${at.outer}/new`, `${at.folder}/new`);
    assertEquals(await at.next(), ["new"]);
    await Deno.remove(`${at.folder}/new/deep/a.yml`);
    assertEquals((await at.next()).at(-1), "new/deep/a.yml");
  });

  it("a folder comes as the wait for others ends: its files are waited for", async () => {
    using events = toldEvents();
    await using at = await watched();
    using timers = heldTimers();
    let isOver = false;
    const next = at.next().finally(() => isOver = true);
    await Deno.writeTextFile(`${at.folder}/a.yml`, "a");
    events.tell("create", `${at.folder}/a.yml`);
    await timers.end();
    await Deno.mkdir(`${at.folder}/new`);
    events.tell("create", `${at.folder}/new`);
    await timers.pass();
    await timers.end();
    await timers.pass();
    assertEquals(isOver, false);
    await timers.end();
    await timers.end();
    assertEquals(await next, ["a.yml", "new"]);
  });

  it("the system lost events: anything may have changed", async () => {
    using events = toldEvents();
    await using at = await watched();
    const next = at.next();
    events.lose();
    assertEquals(await next, [""]);
  });

  it("the system lost that a folder came: its files are watched", async () => {
    using events = toldEvents();
    await using at = await watched();
    const first = at.next();
    await Deno.mkdir(`${at.folder}/new`);
    await Deno.writeTextFile(`${at.folder}/new/a.yml`, "a");
    events.lose();
    assertEquals(await first, [""]);
    const second = at.next();
    events.tell("modify", `${at.folder}/new/a.yml`);
    assertEquals(await second, ["new/a.yml"]);
  });

  it("a watcher fails: another one goes on, and anything may have changed", async () => {
    using events = toldEvents();
    await using at = await watched();
    const first = at.next();
    await Deno.writeTextFile(`${at.folder}/a.yml`, "a");
    events.tell("create", `${at.folder}/a.yml`);
    assertEquals(await first, ["a.yml"]);
    const second = at.next();
    events.fail();
    assertEquals(await second, [""]);
    const third = at.next();
    events.tell("modify", `${at.folder}/a.yml`);
    assertEquals(await third, ["a.yml"]);
  });

  it("a watcher fails at once: nothing is watched any more", async () => {
    using events = toldEvents();
    await using at = await watched();
    const next = at.next();
    events.fail();
    await assertRejects(
      () => next,
      CollectionError,
      `Cannot watch "${at.folder}": no space left`,
    );
  });
});
