import type { Script } from "../../collection/types.ts";
import { levelsAround } from "../../collection/inherit.ts";
import { isSecretField } from "../../secrets/secret_field.ts";
import { type Location, locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { codesIn } from "../explain/setters.ts";
import { type RunState, warn } from "../run_state.ts";

/** Where a file that a script requires reads an entry and has no other value for it, as an import writes it. */
const READ =
  /(?<!(?:\b(?:if|while)\s{0,9}\(\s{0,9}|!\s{0,9})(?:client|bru)\.)getProcessEnv\s{0,9}\(\s{0,9}(["'`])(\w{1,100})\1\s{0,9}\)(?!\s{0,9}(?:\?|\|\||&&|[!=]=))/g;

/**
 * Warns of entries that scripts of the request read from the process's
 * environment, which does not have them: of secrets, and of what goes into
 * something. What no script tests is kept for {@linkcode warnOfUndefined}.
 */
export async function warnOfUnset(state: RunState): Promise<void> {
  const { unset } = state.scripts!;
  const open = new Set(
    [...unset].filter(([, place]) => place === undefined).map(([name]) => name),
  );
  if (open.size === 0) return;
  for (const name of open) unset.set(name, null);
  for (const { name, isUsed, location } of await unseenReads(state, open)) {
    unset.set(name, location);
    if (isUsed) warnAt(state, name, location);
  }
}

/**
 * Warns of `undefined` in what scripts wrote into the request, after they read
 * entries of the process's environment that are not there, or promises in vain.
 */
export async function warnOfUndefined(
  state: RunState,
  written: readonly Text[],
): Promise<void> {
  if (!written.some(({ text }) => hasUndefined(text))) return;
  const scripts = scriptsAround(state)
    .filter(({ phase }) => phase === "before-request");
  await tellUndefined(state, scripts);
}

/** Keeps that a script set a variable to such a text, which may go out much later. */
export function noteUndefined({ scripts }: RunState, value: unknown): void {
  if (scripts && typeof value === "string" && hasUndefined(value)) {
    scripts.hasSetUndefined = true;
  }
}

/** The same warnings for such a text in a variable, once the script that set it has ended. */
export async function warnOfUndefinedValue(
  state: RunState,
  script: Script,
): Promise<void> {
  if (state.scripts?.hasSetUndefined) await tellUndefined(state, [script]);
}

function hasUndefined(text: string): boolean {
  return /\bundefined\b/.test(text);
}

async function tellUndefined(
  state: RunState,
  scripts: readonly Script[],
): Promise<void> {
  for (const [name, place] of state.scripts?.unset ?? []) {
    if (place) warnAt(state, name, place);
  }
  const { ports } = state.iteration.settings;
  for (const one of await ports.unawaitedReads?.(scripts) ?? []) {
    warn(state, one);
  }
}

/** Says that the process does not have what a script reads. */
export function unsetEntry(name: string): string {
  return `Read "process.env.${name}" in a script: the process does not have it, so the script gets undefined (set it, or give it a value in the collection's .env)`;
}

/** Says that an entry has an empty value, and where. */
export function emptyEntry(name: string, place: "process" | "dotenv"): string {
  const where = place === "process" ? "the process's environment" : "the .env";
  return `Read "process.env.${name}" from ${where}: it is empty`;
}

function warnAt(state: RunState, name: string, location: Location): void {
  warn(state, {
    code: "UNSET_SECRET",
    severity: "warning",
    message: unsetEntry(name),
    location,
  });
}

/** Where the scripts around a request read entries of these names, and do not ask whether they have a value. */
async function unseenReads(
  state: RunState,
  names: ReadonlySet<string>,
): Promise<{ name: string; isUsed: boolean; location: Location }[]> {
  const { step: { collection }, iteration: { settings: { ports } } } = state;
  const scripts = scriptsAround(state);
  const found = await ports.unseenEntries?.(scripts, names) ?? [];
  const own = found.map(({ name, used, guarded, script, offset, length }) => ({
    name,
    isUsed: used || !guarded && isSecretField(name),
    location: locationOf(script.at, { offset, length, place: "script" }),
  }));
  const codesOf = codesIn(collection, ports.readFile);
  const inFiles = scripts.flatMap((script) => {
    const [, ...files] = codesOf(script);
    return files.flatMap((code) => [...code.matchAll(READ)])
      .filter(([, , name]) => names.has(name))
      .map(([, , name]) => ({
        name,
        isUsed: isSecretField(name),
        location: locationOf(script.at, { place: "script" }),
      }));
  });
  return [...own, ...inFiles];
}

function scriptsAround(
  { step: { collection, folders }, request }: RunState,
): Script[] {
  return [request, ...levelsAround(collection, folders)]
    .flatMap((level) => level.scripts);
}
