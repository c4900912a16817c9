import { VERSION } from "../../source/version.ts";
import type { PlaceholderProblem } from "../problems/problem.ts";
import type { ValueKind } from "./value.ts";
import { VALUE_KINDS } from "./value.ts";

/** The version of this client: what a collection gets that asks for no other. */
export const CLIENT_VERSION: string = VERSION;

const SEMANTIC = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Whether a text is a semantic version such as `2.1.0`. */
export function isVersion(text: string): boolean {
  return SEMANTIC.test(text);
}

/**
 * The kinds of values that a client version does not have.
 *
 * @throws {RangeError} When the text is not a version.
 *
 * @example
 * ```ts
 * import { kindsMissingIn } from "./client_version.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...kindsMissingIn("2.1.9")], ["object", "array", "date"]);
 * assertEquals([...kindsMissingIn("2.2.0")], []);
 * ```
 */
export function kindsMissingIn(version: string): Set<ValueKind> {
  const missing = new Set<ValueKind>();
  for (const kind of Object.keys(VALUE_KINDS) as ValueKind[]) {
    if (compare(version, VALUE_KINDS[kind].since) < 0) missing.add(kind);
  }
  return missing;
}

/** Orders two versions; a pre-release comes before its release. */
function compare(a: string, b: string): number {
  const left = SEMANTIC.exec(a);
  const right = SEMANTIC.exec(b);
  if (left === null || right === null) {
    throw new RangeError(
      `Cannot read the client version "${
        left === null ? a : b
      }": expected three numbers such as "2.2.0"`,
    );
  }
  for (let part = 1; part <= 3; part++) {
    const difference = Number(left[part]) - Number(right[part]);
    if (difference !== 0) return difference;
  }
  return Number(right[4] !== undefined) - Number(left[4] !== undefined);
}

/**
 * Whether a version is newer than this client.
 *
 * @throws {RangeError} When the text is not a version.
 */
export function isNewer(version: string): boolean {
  return compare(version, CLIENT_VERSION) > 0;
}

/**
 * Refuses a version that is newer than this client: what it brings is unknown.
 *
 * @throws {RangeError} Also when the text is not a version.
 */
export function checkVersion(version: string): void {
  if (!isNewer(version)) return;
  throw new RangeError(
    `Cannot use the client version "${version}": this client is ${CLIENT_VERSION}`,
  );
}

/** Says that the client version does not have a kind of value, and which one does. */
export function unavailableKind(
  text: string,
  kind: ValueKind,
  version: string,
): PlaceholderProblem {
  const article = kind === "object" || kind === "array" ? "an" : "a";
  const { since } = VALUE_KINDS[kind];
  return {
    code: "UNAVAILABLE_KIND",
    message:
      `Cannot resolve "{{${text}}}": ${article} ${kind} is available from client version ${since}, the client version asked for is ${version}`,
  };
}
