import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { it } from "@std/testing/bdd";
import {
  DOCUMENTED,
  examplesOf,
  writeExampleModules,
} from "../.ci/tests/example_modules.ts";
import { writeTestModules } from "../.ci/tests/test_modules.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url));

it("each file of tests is in one of the modules that run, long ones in their groups", async () => {
  const long = [
    ["tests/layers_test.ts"],
    ["tests/core/http/wire_url_test.ts", "tests/mod_test.ts"],
  ];
  const folder = await Deno.makeTempDir();
  try {
    const first = ["tests/tools"];
    const modules = await writeTestModules(ROOT, { long, first }, folder);
    const held = await Promise.all(modules.map(async (path) => {
      const text = await Deno.readTextFile(path);
      return [...text.matchAll(/import\("[^"]*\/(tests\/[^"]*)"\)/g)]
        .map(([, file]) => file);
    }));
    assertEquals(held.slice(0, 2), long);
    assertEquals(held[2].filter((file) => !file.startsWith(first[0])), []);
    assertEquals(held.flat().sort(), testsIn("tests").sort());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

it("each example in documentation is in one of the modules that run", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const modules = await writeExampleModules(ROOT, DOCUMENTED, folder);
    const held = await Promise.all(modules.map(async (path) => {
      const text = await Deno.readTextFile(path);
      return [...text.matchAll(/^Deno\.test\("(.*?)"/gm)].map(([, name]) =>
        name
      );
    }));
    const files = ["mod.ts", "run.ts", "testing.ts", "README.md"];
    const fences = [...files, ...filesIn("docs"), ...filesIn("lib")]
      .filter((path) => /\.(md|tsx?)$/.test(path))
      .flatMap((path) =>
        Deno.readTextFileSync(`${ROOT}${path}`).split("\n").flatMap((
          line,
          at,
        ) => /^ *(\* )? *```ts$/.test(line) ? [`${path}: line ${at + 1}`] : [])
      );
    assertEquals(held.flat().sort(), fences.sort());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const EXAMPLES: readonly (readonly [
  what: string,
  file: string,
  text: string,
  examples: readonly (readonly [line: number, text: string])[],
])[] = [
  [
    "of a page, also in a list",
    "a.md",
    "# A\n\n```ts\n1;\n```\n\n- b\n  ```js\n  2;\n    3;\n  ```\n",
    [[3, "1;\n"], [8, "2;\n  3;\n"]],
  ],
  [
    "not what is ignored, nor other languages",
    "a.md",
    "```ts ignore\n1;\n```\n\n```sh\nls\n```\n\n```\ntext\n```\n",
    [],
  ],
  [
    "of comments in code, also without a language",
    "a.ts",
    "const a = 1;\n/**\n * A.\n *\n * ```ts\n * a();\n *\n * b();\n * ```\n */\n" +
    "  /**\n   * ```\n   * c();\n   * ```\n   */\n// ```ts\n// d();\n// ```\n",
    [[5, "a();\n\nb();\n"], [12, "c();\n"]],
  ],
];
for (const [what, file, text, examples] of EXAMPLES) {
  it(`the examples in documentation are ${what}`, () => {
    assertEquals(
      examplesOf(file, text).map((one) => [one.line, one.text]),
      examples.map((one) => [...one]),
    );
  });
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(`${ROOT}${folder}`)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? filesIn(path) : [path];
  });
}

function testsIn(folder: string): string[] {
  return [...Deno.readDirSync(`${ROOT}${folder}`)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return testsIn(path);
    return /_test\.tsx?$/.test(path) ? [path] : [];
  });
}
