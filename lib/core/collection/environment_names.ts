import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { groupBy } from "../source/group_by.ts";
import type { Origin } from "../source/origin.ts";
import type { Environment } from "./types.ts";

/**
 * Gives each of several environments of one name a name that says which it is,
 * such as `Local (ci.yml)`, and a warning.
 *
 * @param inline Those of the collection's own file.
 */
export function toldApart(
  inline: readonly Environment[],
  files: readonly Environment[],
): readonly Environment[] {
  const all = [
    ...inline.map((one, index) => ({
      one,
      which: `environment ${index + 1}`,
      path: ["config", "environments", index, "name"],
    })),
    ...files.map((one) => ({ one, which: baseName(one), path: ["name"] })),
  ];
  const groups = groupBy(all, ({ one }) => one.name);
  if (groups.size === all.length) return all.map(({ one }) => one);
  const warnings = new Map(
    [...groups.values()].flatMap(([first, ...others]) =>
      others.map((other) => [other, shared(first.one, other)] as const)
    ),
  );
  return all.map((it) => {
    const { one, which } = it;
    const [, second] = groups.get(one.name)!;
    if (second === undefined) return one;
    // Of the first one it is told, too: either may be the one that is meant.
    const warning = warnings.get(it) ?? warnings.get(second)!;
    return {
      ...one,
      name: `${one.name} (${which})`,
      sharedName: one.name,
      diagnostics: [...one.diagnostics ?? [], warning],
    };
  });
}

/** The environment of a name, or that whose file has it; several where they share the name and no file tells which. */
export function environmentsNamed(
  environments: readonly Environment[],
  name: string,
): readonly Environment[] {
  const own = environments.filter((one) => one.name === name);
  if (own.length > 0) return own.slice(0, 1);
  const sharing = environments.filter((one) => one.sharedName === name);
  const all = sharing.length > 0 ? sharing : environments;
  const byFile = all.filter((one) => fileName(one) === name).slice(0, 1);
  return byFile.length > 0 ? byFile : sharing;
}

/** What selects an environment: its file's name or, where that means another one, its own. */
export function selector(
  environments: readonly Environment[],
  one: Environment,
): string {
  const short = fileName(one);
  const isOnly = environments.every((it) =>
    it === one || fileName(it) !== short
  );
  return isOnly && environmentsNamed(environments, short)[0] === one
    ? short
    : one.name;
}

/** An environment's file may be named otherwise than the environment. */
function fileName(one: Environment): string {
  return baseName(one).replace(/(?:\.environment)?\.ya?ml$/, "");
}

function baseName({ file }: Environment): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

function shared(
  first: Environment,
  { one: { name, file }, path }: {
    readonly one: Environment;
    readonly path: Origin["path"];
  },
): Diagnostic {
  const both = first.file === file
    ? `two environments of "${file}"`
    : `"${first.file}" and "${file}"`;
  return {
    code: "INVALID_FIELD",
    severity: "warning",
    message:
      `Cannot select "${name}" by its name: ${both} have it (give each its own)`,
    location: locationOf({ file, path }),
  };
}
