import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { sleep } from "../../lib/host/sleep.ts";
import { openPage } from "../support/open_page.ts";

/** More than the index is made of while a person waits. */
const COUNT = 1_500;

function request(at: number): string {
  return `info: { name: Get ${at}, type: http }
http: { method: GET, url: "http://localhost/{{missing}}" }
runtime:
  scripts: [{ type: tests, code: 'test("${at}", () => res.status === ${at})' }]
`;
}

describe("a collection of many requests", () => {
  it("has its items before they are checked, and tells what is wrong later", async () => {
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\n",
      ...Object.fromEntries(
        Array.from({ length: COUNT }, (_, at) => [`${at}.yml`, request(at)]),
      ),
    });
    const events = page.lines("events", {}, AbortSignal.timeout(120_000));
    const last = COUNT - 1;
    const id = await page.id(`${last}.yml`);
    const opened = await page.ask("open", { id });
    assertEquals(opened.name, `Get ${last}`);
    let { problems } = opened;
    // On a machine that is busy elsewhere the index may be there by then.
    if (problems.length === 0) {
      for await (const event of events) {
        if (event.type === "changed" && event.ids.includes(id)) break;
      }
      ({ problems } = await page.ask("open", { id }));
    } else await events.return(undefined);
    assertEquals(problems.map(({ code }) => code), ["UNDEFINED_VARIABLE"]);
    const asked = await page.ask("problems", { id });
    assertEquals(asked.problems, problems);
  });

  // Each at another part of its work.
  for (const delay of [0, 50, 200]) {
    it(`is left alone by a page that ended ${delay} ms after it opened`, async () => {
      await using page = await openPage({
        "opencollection.yml": "opencollection: 1.0.0\n",
        ...Object.fromEntries(
          Array.from({ length: COUNT }, (_, at) => [`${at}.yml`, request(at)]),
        ),
      });
      const id = await page.id("0.yml");
      await sleep(delay);
      await page.ask("open", { id });
      await page.end();
      const { setTimeout } = globalThis;
      let pauses = 0;
      globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) => {
        pauses++;
        return setTimeout(...given);
      }) as typeof setTimeout;
      try {
        await new Promise((resolve) => setTimeout(resolve, 100));
      } finally {
        globalThis.setTimeout = setTimeout;
      }
      assertEquals(pauses, 0);
    });
  }

  it("is read as it is when somebody asks first", async () => {
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\n",
      "0.yml": request(0),
    });
    // The address is there before the files are read.
    await page.write("1.yml", request(1));
    await Deno.writeTextFile(join(page.folder, "0.yml"), request(7));
    const events = page.lines("events", {});
    await events.next();
    for (let names = "";;) {
      const { items } = await page.ask("state", {});
      names = items.map(({ name }) => name).sort().join();
      if (names === "Get 1,Get 7") break;
      const { done } = await events.next();
      assert(!done);
    }
    await events.return(undefined);
  });
});
