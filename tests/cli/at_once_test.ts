import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { parseCookieFile } from "../../lib/core/http/cookies/cookie_file.ts";
import { brace, denoArguments } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";

const ROUNDS = 50;

/** A process of `save_at_once.ts`, one step at a time. */
function saver(name: string, folder: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: denoArguments(
      [name, folder],
      ["-A"],
      fromFileUrl(new URL("../support/save_at_once.ts", import.meta.url)),
    ),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const writer = child.stdin.getWriter();
  return {
    async ready(): Promise<void> {
      const { done } = await lines.read();
      assert(!done, `${name} has ended`);
    },
    save: () => writer.write(new TextEncoder().encode("save\n")),
    async end(): Promise<void> {
      await writer.close();
      while (!(await lines.read()).done);
      assertEquals((await child.status).code, 0);
    },
  };
}

describe("two runs at once", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    await Deno.mkdir(`${folder}/environments`);
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: At once}\n",
    );
    await Deno.writeTextFile(
      `${folder}/environments/local.yml`,
      "name: local\nvariables:\n  - {name: one, value: 0} # of one\n  - {name: two, value: 0}\n",
    );
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  /** Names and values of the cookies that are in the file. */
  async function cookies(): Promise<[name: string, value: string][]> {
    const text = await Deno.readTextFile(`${folder}/cookies.txt`);
    const { cookies, malformed } = parseCookieFile(text);
    assertEquals(malformed, []);
    return cookies.map(({ name, value }) => [name, value]);
  }

  function leftovers(): string[] {
    const names = [folder, `${folder}/environments`].map((it) =>
      [...Deno.readDirSync(it)].map(({ name }) => name)
    ).flat();
    return names.filter((it) => /\.(?:tmp|lock)$/.test(it));
  }

  it(`lose nothing of a cookie jar and an environment, ${ROUNDS} times`, async () => {
    const savers = [saver("one", folder), saver("two", folder)];
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(savers.map((it) => it.ready()));
      await Promise.all(savers.map((it) => it.save()));
    }
    await Promise.all(savers.map((it) => it.ready()));
    await Promise.all(savers.map((it) => it.end()));
    const wanted = ["one", "two"].flatMap((name) => [
      [name, String(ROUNDS)],
      ...Array.from({ length: ROUNDS }, (_, i) => [`${name}-${i + 1}`, "1"]),
    ]).sort();
    assertEquals((await cookies()).sort(), wanted);
    const text = await Deno.readTextFile(`${folder}/environments/local.yml`);
    assert(text.includes(`{name: one, value: ${ROUNDS}} # of one\n`), text);
    assert(text.includes(`{name: two, value: ${ROUNDS}}\n`), text);
    assertEquals(text.match(/value: new/g)?.length, 2 * ROUNDS);
    assertEquals(leftovers(), []);
  });

  it("are whole runs of the program", async () => {
    let waiting = 0;
    const all = Promise.withResolvers<void>();
    const names = ["a", "b", "c", "d", "e", "f"];
    await using server = recordingServer(async ({ target }) => {
      if (++waiting === names.length) all.resolve();
      await all.promise;
      const name = target.slice(1);
      return { headers: [["Set-Cookie", `${name}=1`]], json: { name } };
    });
    await Deno.writeTextFile(
      `${folder}/r.yml`,
      `info: {name: r}
http: {method: GET, url: "{{server}}/{{id}}"}
runtime:
  scripts: [{type: after-response, code: 'client.setEnvVar(res.body.name, "new")'}]
`,
    );
    const runs = await Promise.all(names.map((name) =>
      brace([
        "run",
        "--env=local",
        "--save-env",
        "--cookie-jar=cookies.txt",
        `--var=server=${server.url}`,
        `--var=id=${name}`,
      ], { cwd: folder })
    ));
    for (const { code, stdout, stderr } of runs) {
      assertEquals([code, stderr], [0, ""], stdout);
    }
    assertEquals((await cookies()).sort(), names.map((name) => [name, "1"]));
    const text = await Deno.readTextFile(`${folder}/environments/local.yml`);
    for (const name of names) assert(text.includes(`name: ${name}\n`), text);
    assertEquals(leftovers(), []);
  });
});
