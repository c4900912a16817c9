import { levelsAround } from "../../collection/inherit.ts";
import { isSecretField } from "../../secrets/secret_field.ts";
import { type Location, locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { codesIn } from "../explain/setters.ts";
import { type RunState, warn } from "../run_state.ts";

/** Where a script reads an entry and has no other value for it, as an import writes it. */
const READ =
  /(?<!(?:\b(?:if|while)\s{0,9}\(\s{0,9}|!\s{0,9})(?:client|bru)\.)getProcessEnv\s{0,9}\(\s{0,9}(["'`])(\w{1,100})\1\s{0,9}\)(?!\s{0,9}(?:\?|\|\||&&|[!=]=))/dg;

/** Warns of a secret that a script reads from the process's environment, which does not have it. */
export function warnOfUnset(state: RunState, name: string): void {
  if (isSecretField(name)) warnAtRead(state, name);
}

/**
 * Warns of `undefined` in what scripts wrote into the request, after they read
 * entries of the process's environment that are not there.
 */
export function warnOfUndefined(
  state: RunState,
  written: readonly Text[],
  names: ReadonlySet<string>,
): void {
  if (names.size === 0) return;
  if (!written.some(({ text }) => /\bundefined\b/.test(text))) return;
  for (const name of names) warnAtRead(state, name);
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

function warnAtRead(state: RunState, name: string): void {
  const location = placeOfRead(state, name);
  if (location === undefined) return;
  warn(state, {
    code: "UNSET_SECRET",
    severity: "warning",
    message: unsetEntry(name),
    location,
  });
}

function placeOfRead(
  { step: { collection, folders }, request, iteration }: RunState,
  name: string,
): Location | undefined {
  const codesOf = codesIn(collection, iteration.settings.ports.readFile);
  for (const level of [request, ...levelsAround(collection, folders)]) {
    for (const script of level.scripts) {
      for (const code of codesOf(script)) {
        const read = [...code.matchAll(READ)].find((it) => it[2] === name);
        if (read === undefined) continue;
        const [offset, end] = read.indices![2]!;
        return locationOf(script.at, {
          place: "script",
          // A module has a text of its own.
          ...code === script.code && { offset, length: end - offset },
        });
      }
    }
  }
}
