import { basename, dirname, join, relative, resolve } from "node:path";
import type { YamlNode } from "../../core/collection/yaml/node.ts";
import { isInside } from "../../host/files/is_inside.ts";
import type { Flag } from "../flags/flag.ts";

/** Flags whose files a run writes. */
const WRITTEN = ["output", "reporter", "cookie-jar"];

/**
 * A path of a `brace.yaml`, which begins at the collection's root and stays
 * inside; `kind=path` for a reporter. As the current folder sees it, undefined
 * where it leads elsewhere, which is reported.
 */
export function pathInside(
  node: YamlNode,
  { name }: Flag,
  { text, root }: { readonly text: string; readonly root: string },
): string | undefined {
  const equals = name === "reporter" ? text.indexOf("=") + 1 : 0;
  const path = text.slice(equals);
  if (name === "reporter" && equals === 0 || path === "-" || path === "") {
    return text;
  }
  const whole = resolve(root, path);
  const why = !isInside(realPath(root), realPath(whole))
    ? "it is outside of the collection"
    // What a version control system or an editor keeps there is not for a run to write.
    : WRITTEN.includes(name) && isHidden(relative(root, whole))
    ? "it is in a hidden folder"
    : undefined;
  if (why !== undefined) {
    node.report({
      code: "INVALID_FIELD",
      message:
        `Cannot use "${text}" for "${name}": ${why} (type --${name} ${text})`,
    });
    return undefined;
  }
  return text.slice(0, equals) + (relative(Deno.cwd(), whole) || ".");
}

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part.startsWith("."));
}

/** Where links lead; of what is not there yet, the folder's. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
