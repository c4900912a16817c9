import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openPage } from "../support/open_page.ts";
import { recordingServer } from "../support/recording_server.ts";

/** A file system that tells of no change, such as one on a network. */
function silentFiles(): Disposable {
  const { watchFs } = Deno;
  Deno.watchFs = () => {
    const closed = Promise.withResolvers<void>();
    const close = () => closed.resolve();
    return {
      close,
      [Symbol.dispose]: close,
      // deno-lint-ignore require-yield
      async *[Symbol.asyncIterator]() {
        await closed.promise;
      },
    };
  };
  return { [Symbol.dispose]: () => void (Deno.watchFs = watchFs) };
}

/** A folder that goes away just before it is looked into. */
function goneFolder(name: string) {
  const { readDirSync } = Deno;
  const looked = Promise.withResolvers<void>();
  Deno.readDirSync = (path) => {
    if (!String(path).endsWith(name)) return readDirSync(path);
    looked.resolve();
    throw new Deno.errors.NotFound();
  };
  return {
    looked: looked.promise,
    [Symbol.dispose]: () => void (Deno.readDirSync = readDirSync),
  };
}

const request = (url: string) =>
  `info: {name: A, type: http}\nhttp: {method: GET, url: "${url}"}\n`;

describe("brace open of files whose changes the system does not tell", () => {
  // Of many files it reads fewer again.
  for (const others of [0, 600]) {
    it(`sends what they say: ${others + 1} requests`, async () => {
      using _files = silentFiles();
      await using server = recordingServer();
      const more = Array.from({ length: others }, (_, at) => [
        `others/${at}.yml`,
        request(`${server.url}/others/${at}`),
      ]);
      await using page = await openPage({
        "opencollection.yml":
          'opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: v, value: "1"}]}\n',
        "a.yml": request(`${server.url}/old/{{v}}`),
        ...Object.fromEntries(more),
      });
      const id = await page.id("a.yml");
      const told = async (name: "send" | "run", asked: object) => {
        for await (const _ of page.lines(name, asked as never));
        return server.requests.at(-1)!.target;
      };
      assertEquals(await told("send", { id }), "/old/1");
      await page.write("a.yml", request(`${server.url}/new/{{v}}`));
      assertEquals(await told("send", { id }), "/new/1");
      await page.write(
        "opencollection.yml",
        'opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: v, value: "2"}]}\n',
      );
      assertEquals(await told("send", { id }), "/new/2");
      await page.write("a.yml", request(`${server.url}/run/{{v}}`));
      assertEquals(await told("run", { ids: [id] }), "/run/2");
    });
  }
});

describe("brace open of files that come and go", () => {
  it("goes on after a folder that is gone when it looks into it", async () => {
    await using page = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    });
    const events = page.lines("events", {});
    await events.next();
    {
      using gone = goneFolder("/gone");
      await Deno.mkdir(`${page.folder}/gone`);
      await gone.looked;
    }
    await page.write("a.yml", request("http://h"));
    const has = async () => (await page.ask("state", {})).items.length > 0;
    while (!await has()) {
      const { value } = await events.next();
      // A sign of life: nothing was told for long.
      assertEquals(value?.type, "changed");
    }
    await events.return(undefined);
  });
});
