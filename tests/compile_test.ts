import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const root = new URL("../", import.meta.url);

/** Reads the JSON value that starts at a marker in a binary's text. */
function readJson(text: string, marker: string): unknown {
  const start = text.indexOf(marker);
  assert(start >= 0, `the binary has no ${marker}`);
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === "\\") i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) {
      return JSON.parse(text.slice(start, i + 1));
    }
  }
  throw new Error(`${marker} has no end`);
}

/** A folder of the files embedded in the binary, as Deno writes it there. */
interface EmbeddedFolder {
  readonly Dir: {
    readonly n: string;
    readonly e: readonly (EmbeddedFolder | {
      readonly File: { readonly n: string };
    })[];
  };
}

function pathsOf(folder: EmbeddedFolder): string[] {
  const { n: name, e: entries } = folder.Dir;
  return entries.flatMap((entry) =>
    "Dir" in entry ? pathsOf(entry) : [entry.File.n]
  ).map((path) => `${name}/${path}`);
}

/** The modules that modules of the program import when they are needed. */
function* dynamicImports(
  program: readonly string[],
  folder = "lib/",
): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(folder, root))) {
    const path = folder + entry.name;
    if (entry.isDirectory) yield* dynamicImports(program, `${path}/`);
    if (!program.includes(path)) continue;
    const code = Deno.readTextFileSync(new URL(path, root));
    for (
      const [, target] of code.matchAll(/\bimport\(\s*"(\.[^"]+\.[jt]s)"/g)
    ) {
      yield new URL(target, new URL(path, root)).href.slice(root.href.length);
    }
  }
}

describe("deno task compile", () => {
  it("embeds the program and the example, with least permissions", async () => {
    const folder = await Deno.makeTempDir();
    const output = `${folder}/brace`;
    try {
      // Without a runtime to append to, the file still has all that is ours.
      const env: Record<string, string> = Deno.build.os === "linux"
        ? { DENORT_BIN: "/bin/true" }
        : {};
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", "--quiet", "compile", "--output", output],
        cwd: root,
        env,
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const text = new TextDecoder("latin1").decode(
        await Deno.readFile(output),
      );

      const metadata = readJson(text, '{"argv":') as {
        argv: string[];
        entrypoint_key: string;
        permissions: Record<string, unknown>;
      };
      assertEquals(metadata.argv, []);
      assertEquals(metadata.entrypoint_key, "cli.ts");
      const { allow_import: _, ...permissions } = metadata.permissions;
      assertEquals(
        Object.fromEntries(
          Object.entries(permissions).filter(([, value]) => value !== null),
        ),
        {
          allow_env: [],
          allow_net: [],
          allow_read: [],
          allow_write: [],
          prompt: false,
        },
      );

      // Packages have folders of these names, too.
      const embedded = (folder: string) =>
        [...text.matchAll(RegExp(`\\{"Dir":\\{"n":"${folder}"`, "g"))].map((
          { index },
        ) => pathsOf(readJson(text.slice(index), '{"Dir":') as EmbeddedFolder));
      const example = embedded("fixtures").find((paths) =>
        paths.includes("fixtures/example/users/create.yml")
      );
      assertEquals(
        example?.filter((path) => !path.startsWith("fixtures/example/")),
        [],
      );
      const program = embedded("lib").flat();
      const missing = [...dynamicImports(program)].filter((path) =>
        !program.includes(path)
      );
      assertEquals(missing, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
