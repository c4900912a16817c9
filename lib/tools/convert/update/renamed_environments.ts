import { parse } from "@std/yaml/parse";
import { elements, jsonTextOf, members } from "../json.ts";
import { BASE_URL } from "../openapi/servers.ts";

const NAME = /^name: .*$/m;

/** Whether a path is that of an environment's file. */
export function isEnvironment(path: string): boolean {
  return /^environments\/[^/]+\.ya?ml$/.test(path);
}

/**
 * The environments of the document that stand here in files of other names: the
 * URL of the server is the same. By their paths in the document.
 *
 * @param known What the update before knows, which comes first.
 */
export function renamedEnvironments(
  existing: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const renamed = new Map<string, string>();
  const wanted = [...fresh].filter(([path]) =>
    isEnvironment(path) && !existing.has(path)
  );
  if (wanted.length === 0) return renamed;
  const own = [...existing].filter(([path]) =>
    isEnvironment(path) && !fresh.has(path)
  ).map(([path, text]) => ({ path, url: urlIn(text) }))
    .toSorted((a, b) => Number(known.has(b.path)) - Number(known.has(a.path)));
  const free = new Set(own);
  for (const [path, text] of wanted) {
    const url = urlIn(text);
    const found = url === undefined
      ? undefined
      : [...free].find((one) => one.url === url);
    if (found === undefined) continue;
    free.delete(found);
    renamed.set(path, found.path);
  }
  return renamed;
}

/** The text of an environment with the name that another has. */
export function namedLike(text: string, { by }: { by: string }): string {
  const [name] = NAME.exec(by) ?? [];
  return name === undefined ? text : text.replace(NAME, () => name.trimEnd());
}

/** The URL of an environment's server, with the values of the variables in it. */
function urlIn(text: string): string | undefined {
  const values = new Map<string, string>();
  try {
    const { variables } = members(parse(text, { schema: "core" }));
    for (const one of elements(variables)) {
      const { name, value } = members(one);
      values.set(jsonTextOf(name) ?? "", jsonTextOf(value) ?? "");
    }
  } catch {
    return undefined;
  }
  return values.get(BASE_URL)?.replace(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => values.get(name) ?? whole,
  );
}
