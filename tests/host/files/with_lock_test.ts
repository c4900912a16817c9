import { assertEquals, assertRejects } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { removesFirst } from "../../support/removes_first.ts";
import { LockedError } from "../../../lib/host/files/describe_file_error.ts";
import { withLock } from "../../../lib/host/files/write/draft.ts";

describe("withLock", () => {
  let folder: string;
  let target: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    target = `${folder}/a`;
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

  it("lets one in after the other, and leaves nothing behind", async () => {
    await Deno.writeTextFile(target, "0");
    let inside = 0;
    await Promise.all(
      Array.from({ length: 30 }, () =>
        withLock(target, async () => {
          assertEquals(++inside, 1);
          const text = await Deno.readTextFile(target);
          await pause();
          await Deno.writeTextFile(target, String(Number(text) + 1));
          inside--;
        }, { patience: Infinity })),
    );
    assertEquals(await Deno.readTextFile(target), "30");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a"]);
  });

  it("gives the place free when something goes wrong in it", async () => {
    await assertRejects(
      () => withLock(target, () => Promise.reject(new Error("x"))),
      Error,
      "x",
    );
    assertEquals(await withLock(target, () => Promise.resolve(1)), 1);
  });

  it("takes no notice of a file that a killed run left", async () => {
    await Deno.writeTextFile(`${target}.lock`, "");
    const options = { patience: 0 };
    assertEquals(await withLock(target, () => Promise.resolve(1), options), 1);
    assertEquals([...Deno.readDirSync(folder)], []);
  });

  it("takes no file that another has removed meanwhile", async () => {
    using _ = removesFirst(`${target}.lock`);
    await withLock(target, async () => {
      await Deno.stat(`${target}.lock`);
    });
  });

  it("says so when another run does not end", async () => {
    await withLock(target, async () => {
      const error = await assertRejects(
        () => withLock(target, () => Promise.resolve(), { patience: 20 }),
        LockedError,
      );
      assertEquals(
        error.message,
        `another run has been using "${target}.lock" for more than 0.02 s (end it, or use another file)`,
      );
    });
  });
});
