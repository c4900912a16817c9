import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { ADDRESSED, addressed } from "../../.ci/addressed_files.ts";
import { absoluteLinks } from "../../.ci/release/absolute_links.ts";
import { REPOSITORY } from "../../.ci/repository.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));
const OTHER = "Some-One/api.client";

/** Files below a folder, as paths from the root. */
function* filesIn(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(root + folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesIn(path);
    else yield path;
  }
}

describe("the address of the repository", () => {
  for (const path of ADDRESSED) {
    it(`is written into ${path}`, async () => {
      const text = await Deno.readTextFile(root + path);
      const other = addressed(text, OTHER);
      assert(other.includes(OTHER));
      for (const before of [REPOSITORY, REPOSITORY.toLowerCase()]) {
        assert(!other.includes(before), before);
      }
      assertEquals(addressed(other, REPOSITORY), text);
    });
  }

  it("is written in no other place by hand", async () => {
    const paths = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "deno.json"];
    for (const folder of ["docs", ".github", ".ci"]) {
      paths.push(...filesIn(folder));
    }
    const places: string[] = [];
    for (const path of paths) {
      if (/\.(png|svg)$/.test(path)) continue;
      const text = await Deno.readTextFile(root + path);
      if (text.includes(REPOSITORY)) places.push(path);
    }
    // In the copy for publishing the README's links are absolute.
    const known = [".ci/repository.ts", "README.md", ...ADDRESSED];
    assertEquals(places.filter((path) => !known.includes(path)), []);
    assert(places.includes(".ci/repository.ts"));
  });
});

describe("the README where the repository's other files are not", () => {
  const links = { repository: OTHER, version: "9.8.7" };

  it("has no relative link or picture", async () => {
    const readme = await Deno.readTextFile(`${root}/README.md`);
    const text = absoluteLinks(readme, links);
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, it]) => it);
    assert(targets.length > 20);
    assertEquals(targets.filter((it) => !/^(https:\/\/|#)/.test(it)), []);
    assert(targets.some((it) => it.endsWith("/docs/report.png")));
    assertEquals(absoluteLinks(text, links), text);
  });

  for (
    const [markdown, expected] of [
      [
        "[a\nb](docs/a.md#c)",
        "[a\nb](https://github.com/Some-One/api.client/blob/v9.8.7/docs/a.md#c)",
      ],
      [
        "![a](docs/a.svg)",
        "![a](https://raw.githubusercontent.com/Some-One/api.client/v9.8.7/docs/a.svg)",
      ],
      ["[a](https://b.c/d)", "[a](https://b.c/d)"],
      ["[a](#b)", "[a](#b)"],
      ["[a](mailto:b@c.d)", "[a](mailto:b@c.d)"],
      ["```md\n[a](b.md)\n```", "```md\n[a](b.md)\n```"],
    ]
  ) {
    it(JSON.stringify(markdown), () => {
      assertEquals(absoluteLinks(markdown, links), expected);
    });
  }
});
