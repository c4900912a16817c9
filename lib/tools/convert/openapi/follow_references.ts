import { isMapping, type RawJson } from "../json.ts";
import type { Document, Documents } from "./documents.ts";
import { pointerParts } from "./spec.ts";

/** A `$ref` that leads to nothing. */
export interface BadReference {
  readonly reference: string;
  /** Such as `is not in the document`. */
  readonly why: string;
  /** The file that it is in. */
  readonly document: Document;
  readonly path: Path | undefined;
}

/** What came of following references. */
export interface Followed {
  readonly bad: readonly BadReference[];
  /** For a mapping or list, the first bad reference that it needs, itself or through others. */
  readonly reasons: ReadonlyMap<RawJson, BadReference>;
}

/** A mapping or list on the way. */
interface Visit {
  readonly value: RawJson;
  readonly isNamed: boolean;
  readonly document: Document;
  readonly path: Path | undefined;
}

/** Keys on the way to a place of a file, the last one first. */
interface Path {
  readonly key: string;
  readonly up: Path | undefined;
}

/**
 * Follows every reference from the starts in a document, reading the files it
 * leads to. Looks at each thing once.
 */
export async function followReferences(
  documents: Documents,
  starts: readonly { key: string; value: RawJson; isNamed: boolean }[],
  { isSwagger }: { isSwagger: boolean },
): Promise<Followed> {
  const seen = new Set<RawJson>();
  const needs = new Map<RawJson, RawJson[]>();
  const next = new Map<RawJson, { target: RawJson; bad: BadReference }>();
  const bad = new Map<RawJson, BadReference>();
  const need = (from: RawJson, what: RawJson) => {
    const list = needs.get(what);
    if (list) list.push(from);
    else needs.set(what, [from]);
  };
  let stack: Visit[] = starts.map(({ key, value, isNamed }) => ({
    value,
    isNamed,
    document: documents.first,
    path: { key, up: undefined },
  })).reverse();
  let waiting: { visit: Visit; name: string }[] = [];
  while (stack.length > 0 || waiting.length > 0) {
    if (stack.length === 0) {
      await documents.load(waiting.map(({ name }) => name));
      stack = waiting.map(({ visit }) => visit).reverse();
      for (const { value } of stack) seen.delete(value);
      waiting = [];
    }
    const visit = stack.pop()!;
    const { value, isNamed, document, path } = visit;
    if (typeof value !== "object" || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    if (isMapping(value) && typeof value.$ref === "string") {
      const reference = value.$ref;
      const target = documents.target(reference, document);
      if (target.kind === "wanted") {
        waiting.push({ visit, name: target.name });
        continue;
      }
      const about = { reference, document, path };
      if (target.kind === "bad") bad.set(value, { ...about, why: target.why });
      else {
        documents.rewrite(value, target.reference);
        need(value, target.value);
        const circle = { ...about, why: "leads to itself" };
        next.set(value, { target: target.value, bad: circle });
        const key = pointerParts(reference.replace(/^[^#]*/, "")).join(".");
        stack.push({ ...target, isNamed, path: { key, up: undefined } });
      }
    }
    for (const part of partsOf(value, { isNamed, isSwagger }).reverse()) {
      if (typeof part.value !== "object" || part.value === null) continue;
      need(value, part.value);
      stack.push({ ...part, document, path: { key: part.key, up: path } });
    }
  }
  for (const [value, one] of circles(next)) bad.set(value, one);
  return { bad: [...bad.values()], reasons: spread(bad, needs) };
}

/** References that lead to each other and to nothing else. */
function circles(
  next: ReadonlyMap<RawJson, { target: RawJson; bad: BadReference }>,
): Map<RawJson, BadReference> {
  const found = new Map<RawJson, BadReference>();
  const walks = new Map<RawJson, RawJson>();
  for (const start of next.keys()) {
    let at: RawJson = start;
    while (next.has(at) && !walks.has(at)) {
      walks.set(at, start);
      at = next.get(at)!.target;
    }
    while (walks.get(at) === start && !found.has(at)) {
      const { target, bad } = next.get(at)!;
      found.set(at, bad);
      at = target;
    }
  }
  return found;
}

/** Adds everything that refers to a bad part, however far around: it is bad, too. */
function spread(
  bad: ReadonlyMap<RawJson, BadReference>,
  needs: ReadonlyMap<RawJson, readonly RawJson[]>,
): ReadonlyMap<RawJson, BadReference> {
  const all = new Map(bad);
  const queue = [...bad];
  for (const [value, reason] of queue) {
    for (const from of needs.get(value) ?? []) {
      if (all.has(from)) continue;
      all.set(from, reason);
      queue.push([from, reason]);
    }
  }
  return all;
}

/** A path as text, such as `paths./a.get`. */
export function pathText(path: Path | undefined): string {
  const keys: string[] = [];
  for (let at = path; at !== undefined; at = at.up) keys.push(at.key);
  return keys.reverse().filter((key) => key !== "").join(".");
}

/** A value inside another, where its place says what may be in it. */
interface Part {
  readonly key: string;
  readonly value: RawJson;
  /** Whether its keys are names that somebody chose, and no keywords. */
  readonly isNamed: boolean;
}

/** Keywords whose members have names of the author's. */
const NAMED = new Set([
  "$defs",
  "content",
  "definitions",
  "dependentSchemas",
  "encoding",
  "headers",
  "paths",
  "patternProperties",
  "properties",
  "responses",
  "variables",
]);

/** Keywords that hold data (a `$ref` in it is a member like any other), and what no request is made of. */
const LEFT_OUT = new Set([
  "callbacks",
  "const",
  "default",
  "discriminator",
  "enum",
  "example",
  "externalDocs",
  "links",
  "security",
  "value",
  "xml",
]);

/** What of a mapping or list of a document can refer to something. */
function partsOf(
  value: RawJson,
  { isNamed, isSwagger }: { isNamed: boolean; isSwagger: boolean },
): Part[] {
  if (Array.isArray(value)) {
    return value.map((one, at) => ({
      key: String(at),
      value: one,
      isNamed: false,
    }));
  }
  if (!isMapping(value)) return [];
  const entries = Object.entries(value);
  if (isNamed) {
    return entries.map(([key, one]) => ({ key, value: one, isNamed: false }));
  }
  return entries.flatMap(([key, one]): Part[] => {
    if (LEFT_OUT.has(key) || key.startsWith("x-")) return [];
    if (key === "examples") {
      // Those of OpenAPI 3 are objects that a reference can stand for; of schemas and of 2.0 data.
      return isMapping(one) && !isSwagger
        ? [{ key, value: one, isNamed: true }]
        : [];
    }
    return [{ key, value: one, isNamed: NAMED.has(key) }];
  });
}
