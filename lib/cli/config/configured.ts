import {
  dirname,
  join,
  relative,
  resolve,
  sep as SEPARATOR,
} from "../../host/path.ts";
import { CONFIG_FILE } from "../../core/collection/format.ts";
import { CollectionError } from "../../core/source/errors.ts";
import type { Origin } from "../../core/source/origin.ts";
import { findRoot, splitMain } from "../../host/files/find_root.ts";
import { isFile } from "../../host/files/is_file.ts";
import { isWhole, strayHome } from "./stray_config.ts";
import { flagSyntax } from "../flags/flag.ts";
import { BY_FLAG, canBeEmpty, runFlag } from "../flags/run_flags.ts";
import type { FlagValues } from "../flags/flag_values.ts";

/**
 * The flags of a run with the defaults that the collection's `brace.yaml` has
 * for it.
 *
 * @throws {UsageError} The profile is not there.
 * @throws {CollectionError} The file is wrong, with what is wrong, located, or is named `brace.yml`.
 */
export async function configured(flags: FlagValues): Promise<FlagValues> {
  const all = await withFile(flags);
  for (const [name, given] of all.values) {
    if (!canBeEmpty(name) || !given.includes("")) continue;
    throw all.refuse(
      name,
      `Cannot use "--${name}": it needs a value, "${
        flagSyntax(runFlag(BY_FLAG.get(name)!))
      }"`,
    );
  }
  return all;
}

/** Where the file gives options, by their names. */
export function originsOf({ origins }: FlagValues): Map<string, Origin> {
  return new Map(
    [...origins].map(([flag, at]) => [BY_FLAG.get(flag) ?? flag, at]),
  );
}

async function withFile(flags: FlagValues): Promise<FlagValues> {
  const { root, isLone } = placeOf(flags.positionals[0] ?? ".");
  const path = root === undefined ? undefined : join(root, CONFIG_FILE);
  if (root === undefined || path === undefined || !isFile(path)) {
    const other = root && join(root, CONFIG_FILE.replace("yaml", "yml"));
    if (other && isFile(other)) throw misnamed(shown(other));
    if (!flags.has("profile")) return flags;
    const home = root && strayHome(root);
    throw flags.refuse(
      "profile",
      `Cannot use "--profile ${flags.text("profile")}": ${
        isLone
          ? `a collection in one file has no ${CONFIG_FILE} (type its flags)`
          : `the collection has no ${CONFIG_FILE}${
            home ? ` (move the one of the current folder to "${home}")` : ""
          }`
      }`,
    );
  }
  const { withDefaults } = await import("./with_defaults.ts");
  return withDefaults(flags, { root, file: shown(path) });
}

/** A path as messages show it. */
function shown(path: string): string {
  return relative(Deno.cwd(), path).replaceAll(SEPARATOR, "/");
}

/** Flags that nobody reads would send requests elsewhere. */
function misnamed(file: string): CollectionError {
  return new CollectionError([{
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot use "${file}": the file is named "${CONFIG_FILE}" (rename it)`,
    location: { file },
  }]);
}

/** The folder of the collection that a path belongs to, which may be a pattern or a name in it. */
function placeOf(path: string): { root?: string; isLone?: true } {
  try {
    for (let at = resolve(path);; at = dirname(at)) {
      const info = infoOf(at);
      if (info === undefined) continue;
      const isSingle = info.isFile;
      // A collection in one file has no folder of its own.
      if (isSingle && isWhole(at)) return { isLone: true };
      const main = findRoot(isSingle ? dirname(at) : at);
      return main === undefined ? {} : splitMain(main);
    }
  } catch {
    // The loader of the collection reports the problem.
    return {};
  }
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}
