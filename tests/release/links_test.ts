import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";

const root = fromFileUrl(new URL("../../", import.meta.url));

interface Config {
  readonly name: string;
  readonly links?: readonly string[];
  readonly exports: Readonly<Record<string, string>>;
}

/** What the real packages of the standard library refuse, and so what stands in for them. */
const REFUSED: readonly { what: string; text: string; code: string }[] = [
  {
    what: "an operating system for a glob",
    text: `import { globToRegExp } from "@std/path/posix/glob-to-regexp";
globToRegExp("*", { os: "linux" });`,
    code: "TS2353",
  },
  {
    what: "a flag's value without a look at it",
    text: `import { parseArgs } from "@std/cli/parse-args";
const names: string[] = Deno.args;
const { _: paths, "--": rest, ...parsed } = parseArgs(Deno.args, {
  "--": true,
  boolean: names,
  string: names,
  collect: names,
  unknown: () => false,
});
export const value: boolean | string[] = parsed[names[0]];
export default [paths, rest];`,
    code: "TS2322",
  },
  {
    what: "a path that is none",
    text: `import { dirname } from "@std/path/dirname";
dirname(1);`,
    code: "TS2345",
  },
  {
    what: "a schema that YAML does not have",
    text: `import { parse } from "@std/yaml/parse";
parse("", { schema: "yaml" });`,
    code: "TS2322",
  },
];

describe("the standard library", () => {
  it("refuses what its real packages refuse", async () => {
    const folder = await Deno.makeTempDir();
    try {
      const paths: string[] = [];
      for (const [i, { text }] of REFUSED.entries()) {
        paths.push(`${folder}/${i}.ts`);
        await Deno.writeTextFile(paths[i], text);
      }
      const { stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["check", "--quiet", `--config=${root}/deno.json`, ...paths],
        env: { NO_COLOR: "1" },
      }).output();
      const errors = new TextDecoder().decode(stderr)
        .split(/(?=^TS\d+ )/m).filter((text) => text.startsWith("TS"));
      for (const [i, { what, code }] of REFUSED.entries()) {
        const own = errors.filter((text) => text.includes(`/${i}.ts:`));
        assertMatch(own.join("\n"), new RegExp(`^${code} `), what);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("is stood in for by what is used of it, and by nothing else", async () => {
    const { links = [] } = await readConfig(".");
    if (links.length === 0) return;
    const there = new Set<string>();
    for (const link of links) {
      const { name, exports } = await readConfig(link);
      for (const path of Object.keys(exports)) {
        there.add(name + path.slice(1));
      }
    }
    const used = new Set<string>();
    const paths = ["cli.ts", "mod.ts", "run.ts", "testing.ts"];
    for (const folder of [".ci", "lib", "tests"]) {
      paths.push(...modulesIn(folder));
    }
    for (const path of paths) {
      const text = await Deno.readTextFile(root + path);
      for (
        const [, specifier] of text.matchAll(
          /^(?:.*\bfrom |.*\bimport\()"(@std\/[\w./-]+)"/gm,
        )
      ) used.add(specifier);
    }
    assertEquals([...used].sort(), [...there].sort());
  });
});

describe("deno.lock", () => {
  it("holds only packages of deno.json and .links: deno task downloads all of it", async () => {
    const { specifiers, npm } = JSON.parse(
      await Deno.readTextFile(`${root}/deno.lock`),
    );
    const { imports } = JSON.parse(
      await Deno.readTextFile(`${root}/deno.json`),
    ) as { imports: Readonly<Record<string, string>> };
    const wanted = new Set(
      Object.values(imports).map((it) => packageOf(it)),
    ).add("npm:deno-std");
    const others = Object.keys(specifiers).filter((it) =>
      !wanted.has(packageOf(it))
    );
    assertEquals(others, []);
    // Who tries the demo waits for each. What only the editors of the page or a
    // peer in the tests needs has a lock of its own (CONTRIBUTING, Tests).
    const { length } = Object.keys(npm);
    assert(length <= 65, `${length} packages`);
  });
});

/** "npm:@a/b@^1.2" is a version of npm:@a/b. */
function packageOf(specifier: string): string {
  return specifier.slice(0, specifier.lastIndexOf("@"));
}

/** The modules below a folder; generated ones are long and import nothing of it. */
function* modulesIn(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(root + folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      if (name !== "generated") yield* modulesIn(path);
    } else if (/\.tsx?$/.test(name)) yield path;
  }
}

async function readConfig(folder: string): Promise<Config> {
  return JSON.parse(await Deno.readTextFile(`${root}/${folder}/deno.json`));
}
