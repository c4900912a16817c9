import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { commandsPage } from "../.ci/commands_page.ts";
import { LISTS } from "../.ci/tests/check_lists.ts";
import { OPTION_NAMES } from "../lib/host/run/options.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

describe("what is added to a list", () => {
  // `deno task check` sees that the compiler names the other places, and no more.
  it("is asked for in four places at most", () => {
    for (const { what, list } of LISTS) {
      const places = LISTS.filter((it) => it.list === list)
        .flatMap((it) => it.forgotten);
      assert(places.length + 1 <= 4, what);
    }
  });
});

/** The texts of sources, but for the files that declare every option. */
function* sourcesOf(folder: string): Generator<string> {
  const declaring = ["option_table.ts", "collection_options.ts"];
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sourcesOf(path);
    else if (name.endsWith(".ts") && !declaring.includes(name)) {
      yield Deno.readTextFileSync(path);
    }
  }
}

describe("each option of a run", () => {
  it("is read by what runs", () => {
    const sources = [
      ...sourcesOf(`${ROOT}lib/host`),
      ...sourcesOf(`${ROOT}lib/cli`),
    ].join("\n");
    const words = new Set(sources.match(/\w+/g));
    assertEquals(OPTION_NAMES.filter((name) => !words.has(name)), []);
  });
});

describe("docs/commands.md", () => {
  it("has the help of every command", async () => {
    const { path, text } = await commandsPage();
    const present = await Deno.readTextFile(ROOT + path);
    assertEquals(
      present.replaceAll("\r\n", "\n"),
      text,
      "run: deno task generate",
    );
  });
});
