import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import { recordingServer } from "../support/recording_server.ts";

describe("a run that is killed", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/r.yml`,
      'info: {name: r}\nhttp: {method: GET, url: "{{server}}/a"}\n',
    );
    await Deno.writeTextFile(`${cwd}/opencollection.yml`, "info: {name: K}\n");
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  function drafts(): string[] {
    return [...Deno.readDirSync(cwd)].map(({ name }) => name)
      .filter((name) => name.endsWith(".tmp"));
  }

  itNeeds("signals")(
    "leaves nothing that the next one does not remove",
    async () => {
      const begun = Promise.withResolvers<void>();
      const first = Promise.withResolvers<void>();
      let requests = 0;
      await using server = recordingServer(() => {
        if (requests++ > 0) return { body: "whole" };
        return {
          raw: (async function* () {
            yield "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nha";
            begun.resolve();
            await first.promise;
          })(),
        };
      });
      const args = [
        "run",
        `--var=server=${server.url}`,
        "--output=response.txt",
      ];
      const child = braceCommand(args, { cwd }).spawn();
      await child.stdin.close();
      await begun.promise;
      while (drafts().length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      // What another run has under way stays.
      const meanwhile = await brace(args, { cwd });
      assertEquals([meanwhile.code, drafts().length], [0, 1], meanwhile.stdout);
      child.kill("SIGKILL");
      await child.output();
      first.resolve();
      assertEquals(drafts().length, 1);
      const next = await brace(args, { cwd });
      assertEquals([next.code, drafts()], [0, []], next.stdout);
      assertEquals(await Deno.readTextFile(`${cwd}/response.txt`), "whole");
    },
  );
});
