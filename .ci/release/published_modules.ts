import { modulesOf } from "../modules_of.ts";

const root = new URL("../../", import.meta.url);

/** What of the project is published as sources; the command line is published as it is built. */
const ENTRIES = ["mod.ts", "run.ts", "testing.ts"];

/**
 * The project's modules that those entries need, types included, as paths. What
 * only the command line needs is not among them: its built form has it.
 */
export async function publishedModules(): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of ENTRIES) {
    for (const specifier of await modulesOf(entry)) {
      if (specifier.startsWith(root.href)) {
        found.add(specifier.slice(root.href.length));
      }
    }
  }
  return [...found].filter((path) => !path.startsWith(".links/")).sort();
}
