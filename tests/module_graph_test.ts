import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";

const root = new URL("../", import.meta.url);

/** The own modules that an entry loads, those that it may load later included; types are erased. */
async function modulesOf(entry: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", fromFileUrl(new URL(entry, root))],
    cwd: root,
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    roots: string[];
    modules: {
      specifier: string;
      dependencies?: {
        isDynamic?: boolean;
        code?: { specifier?: string };
      }[];
    }[];
  };
  const bySpecifier = new Map(modules.map((it) => [it.specifier, it]));
  const seen = new Set<string>(roots);
  for (const specifier of seen) {
    for (const { code } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code?.specifier) seen.add(code.specifier);
    }
  }
  return [...seen].filter((it) => it.startsWith(root.href))
    .map((it) => it.slice(root.href.length)).sort();
}

describe("the module graph", () => {
  it("of @brace/brace holds nothing of the runner, the engine, the sandbox or scripts", async () => {
    const modules = await modulesOf("mod.ts");
    assert(modules.includes("lib/run/open_request.ts"), "the graph is read");
    const unwanted = modules.filter((path) =>
      path === "lib/run/run.ts" || path === "lib/run/execute_request.ts" ||
      /^lib\/(?:script\/(?!module_(?:path|names)\.ts$)|cli\/|report\/)/.test(
        path,
      ) ||
      /^lib\/host\/(?:run|http|sandbox|network|terminal|files)\//.test(path)
    );
    assertEquals(unwanted, []);
  });

  it("of @brace/brace/run holds the runner, and nothing of the command line", async () => {
    const modules = await modulesOf("run.ts");
    assert(modules.includes("lib/run/run.ts"));
    const cli = modules.filter((path) => path.startsWith("lib/cli/"));
    assertEquals(cli, []);
  });
});
