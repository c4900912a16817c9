import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { RunOptions } from "../run/options.ts";
import { basename, dirname, resolve } from "../path.ts";

/** A file that is about to be written. */
export interface WriteTarget {
  /** As messages call what is written. */
  readonly what: "a report" | "the response";
  /** The path as given. */
  readonly file: string;
}

/** Names that the files of collections and their scripts have, and no report has. */
const SOURCE = /\.(?:ya?ml|bru|[cm]?[jt]s)$|^bruno\.json$|^\.env(?:\.|$)/i;

/** Says of a report's file that it is there already and is one that somebody wrote, by its name. */
export async function sourceProblem(
  file: string,
): Promise<Diagnostic | undefined> {
  const real = await contentAt(file);
  if (real === undefined || !SOURCE.test(basename(real))) return undefined;
  return replaced(
    { what: "a report", file },
    "such a file belongs to a collection, and it has content",
  );
}

/** Says of a file that it is there already, and that the run reads it. */
export function replacesSource(target: WriteTarget, real: string): Diagnostic {
  return {
    ...replaced(target, "the run reads this file"),
    location: { file: real },
  };
}

function replaced({ what, file }: WriteTarget, why: string): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot write ${what} to "${file}": ${why} (name another file)`,
  };
}

/** Where a path leads to, if a file with content is there. */
export async function contentAt(path: string): Promise<string | undefined> {
  try {
    const { isFile, size } = await Deno.stat(path);
    return isFile && size > 0 ? await Deno.realPath(path) : undefined;
  } catch {
    // There is none, or what keeps it from being looked at keeps it from being written.
    return undefined;
  }
}

/** Where a path leads to, whatever it is called; the file need not be there. */
export async function realPath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch {
    const whole = resolve(path);
    const folder = dirname(whole);
    try {
      return whole.replace(folder, await Deno.realPath(folder));
    } catch {
      return whole;
    }
  }
}

/** The files that options name for a run to read; a report that a run starts from may be written again. */
export function givenFiles(
  { ca, data, envFiles, globalEnv, secretsFile }: RunOptions,
): string[] {
  return [ca, data, envFiles, globalEnv, secretsFile]
    .flatMap((it) => it ?? []);
}
