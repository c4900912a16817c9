import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { it } from "@std/testing/bdd";
import { writeTestModules } from "../.ci/tests/test_modules.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url));

it("each file of tests is in one of the modules that run, long ones alone", async () => {
  const long = ["tests/layers_test.ts", "tests/core/http/wire_url_test.ts"];
  const folder = await Deno.makeTempDir();
  try {
    const modules = await writeTestModules(ROOT, long, folder);
    const held = await Promise.all(modules.map(async (path) => {
      const text = await Deno.readTextFile(path);
      return [...text.matchAll(/import\("[^"]*\/(tests\/[^"]*)"\)/g)]
        .map(([, file]) => file);
    }));
    assertEquals(held.slice(0, 2), long.map((file) => [file]));
    assertEquals(held.flat().sort(), testsIn("tests").sort());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function testsIn(folder: string): string[] {
  return [...Deno.readDirSync(`${ROOT}${folder}`)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return testsIn(path);
    return /_test\.tsx?$/.test(path) ? [path] : [];
  });
}
