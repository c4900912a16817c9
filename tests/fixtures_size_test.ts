import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { MAX_FIXTURE_SIZE } from "./support/golden.ts";

const root = new URL("../fixtures/", import.meta.url);

function* tooLarge(folder: URL): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const at = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) yield* tooLarge(at);
    else if (Deno.statSync(at).size > MAX_FIXTURE_SIZE) {
      yield at.href.slice(root.href.length);
    }
  }
}

describe("fixtures", () => {
  it("are small enough to be read", () => {
    assertEquals([...tooLarge(root)], []);
  });
});
