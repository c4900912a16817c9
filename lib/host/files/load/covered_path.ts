import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/**
 * Names the first path that lies in another one. Both are selected, and whoever
 * names a request beside its folder may mean the request alone.
 *
 * @param given The paths of the targets as the user wrote them.
 */
export function coveredPath(
  targets: readonly { readonly path: string }[],
  given: readonly string[],
): Diagnostic | undefined {
  const outer = new Map(targets.map(({ path }, at) => [path, given[at]]));
  for (const [at, { path }] of targets.entries()) {
    for (let end = path.length; end > 0;) {
      end = Math.max(path.lastIndexOf("/", end - 1), 0);
      const folder = outer.get(path.slice(0, end));
      if (folder !== undefined) return covered(given[at], folder);
    }
  }
}

function covered(inner: string, outer: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "warning",
    message:
      `"${inner}" selects nothing more: "${outer}", which contains it, is selected as well (to select only "${inner}", leave "${outer}" out)`,
  };
}
