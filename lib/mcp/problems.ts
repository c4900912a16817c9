import type { LoadedCollection } from "../host/files/load/load_found.ts";
import { Locator } from "../host/locate/locator.ts";
import type { Diagnostic, Location } from "../core/source/diagnostic.ts";
import { DiagnosticError } from "../core/source/errors.ts";
import { MAX_ANSWER, pageOf, shortened } from "./bounded.ts";
import { ToolError } from "./json_rpc.ts";
import { inFlags } from "../tools/report/text/flag_words.ts";

/** A diagnostic as tools show it. */
export function problem(
  { code, severity, message, location }: Diagnostic,
): Record<string, unknown> {
  return {
    code,
    severity,
    ...location && { at: writtenPlace(location) },
    message,
  };
}

/** A place as tools show it: `file:line:column`. */
export function writtenPlace({ file, line, column }: Location): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

/** Bytes of an answer that may name what is broken. */
const ROOM = 3_000;

/**
 * What cannot be read in the collection's files, as a member of an answer: the
 * others are there. Nothing where all of it can be read.
 */
export async function brokenIn(
  { collection, broken = [], texts = new Map() }: LoadedCollection,
): Promise<{ readonly broken?: readonly unknown[] }> {
  const ofEnvironments =
    collection?.environments.flatMap((one) => one.diagnostics ?? []).filter((
      { severity },
    ) => severity === "error") ?? [];
  const all = [...broken, ...ofEnvironments];
  if (all.length === 0) return {};
  const located = await new Locator(texts).locate(all.slice(0, 20));
  const { items } = pageOf(located.map(inFlags), {
    taken: MAX_ANSWER - ROOM,
    show: ({ code, location, message }) =>
      shortened(
        { code, ...location && { at: writtenPlace(location) }, message },
        ROOM / 3,
      ),
  });
  const left = all.length - items.length;
  return {
    broken: left > 0 ? [...items, `[${left} more: check has them]`] : items,
  };
}

/** A collection as if nothing of it were broken: what can be read is listed. */
export function readable(loaded: LoadedCollection): LoadedCollection {
  const { broken = [], diagnostics } = loaded;
  if (broken.length === 0) return loaded;
  const known = new Set(broken.map(keyOf));
  return {
    ...loaded,
    diagnostics: diagnostics.filter((one) => !known.has(keyOf(one))),
  };
}

function keyOf({ code, message, location }: Diagnostic): string {
  return JSON.stringify([code, message, location]);
}

/** Problems that one message tells. */
const MAX_TOLD = 10;

/** Why a call failed, as an agent reads it. */
export function whyFailed(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof DiagnosticError) {
    return error.diagnostics.slice(0, MAX_TOLD).map(inFlags).map((it) => {
      const place = writtenPlace(it.location ?? {});
      return `${it.code}: ${it.message}${place === "" ? "" : ` (at ${place})`}`;
    }).join("\n");
  }
  // A defect of Brace itself: no stack trace, which could hold what must not be shown.
  const message = error instanceof Error ? error.message : String(error);
  return `Brace failed: ${message.split("\n", 1)[0]}`;
}
