import type {
  CheckResult,
  CollectionIndex,
} from "../../tools/check/collection_index.ts";
import { heldBack } from "../../tools/check/held_back.ts";
import { withoutIgnored } from "../../tools/check/without_ignored.ts";
import { selectedAt } from "../../core/collection/environment.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { Locator } from "../locate/locator.ts";
import { readDecodable } from "../files/read_text.ts";
import {
  type OpenCheck,
  openCheck,
  type OpenCheckOptions,
} from "./open_check.ts";
import { strayRequests } from "./stray_requests.ts";

/** What is wrong with a collection, and what shows it. */
export interface Findings {
  /** In the order of the files, located; values of secrets may be in them. */
  readonly found: readonly Diagnostic[];
  /** What was checked; absent where the collection cannot be loaded. */
  readonly result: CheckResult | undefined;
  /** What knows its variables; absent as well. */
  readonly index?: CollectionIndex;
  readonly locator: Locator;
  readonly masker: Masker;
  /** Files that could not be read at all. */
  readonly unreadable: boolean;
}

/** Finds what is wrong with a collection, but for what its comments ignore. Sends nothing. */
export async function findProblems(
  options: OpenCheckOptions & {
    /** What is wrong with the file that has defaults of flags. */
    readonly configured?: readonly Diagnostic[];
  },
): Promise<Findings> {
  const masker = createMasker();
  const opened = await openCheck({
    ...options,
    learn: (variable) => masker.secrets.learn(variable),
  });
  const { index, unreadable, texts } = opened;
  for (const { variable } of index?.definitions() ?? []) {
    if (variable) masker.secrets.learn({ ...variable, template: true });
  }
  const locator = new Locator(texts);
  const checked = index?.check(opened.paths, opened.diagnostics);
  // Of a part of a collection nobody asks what else is there.
  const strays = opened.collection && opened.paths.length === 0
    ? strayRequests(opened.collection)
    : [];
  const { diagnostics, unread } = heldBack(
    selectedAt(options.origins?.get("env"), [
      ...opened.diagnostics,
      ...strays,
      ...checked?.diagnostics ?? [],
    ]),
    {
      texts,
      undecoded: undecodedTexts(opened),
      requests: index?.requestFiles() ?? new Set(),
      broken: opened.broken,
    },
  );
  const result = checked && {
    ...checked,
    requests: checked.requests + unread,
    // An environment may have a token for a host's name.
    hosts: checked.hosts.map((host) => masker.mask(host)),
  };
  const located = await locateAll(
    [...options.configured ?? [], ...diagnostics],
    locator,
  );
  const found = withoutIgnored(
    located,
    (file) => locator.source(file),
    [
      ...texts.keys(),
      ...located.flatMap(({ location }) => location?.file ?? []),
    ],
  );
  return {
    found,
    result,
    ...(index && { index }),
    locator,
    masker,
    unreadable,
  };
}

/** What can be decoded of the files that are not UTF-8: it shows which variables they set. */
function undecodedTexts(
  { diagnostics, broken, texts }: Pick<
    OpenCheck,
    "diagnostics" | "broken" | "texts"
  >,
): ReadonlyMap<string, string> {
  const undecoded = new Map<string, string>();
  for (const { code, location } of [...diagnostics, ...broken]) {
    const file = location?.file;
    if (code !== "INVALID_FIELD" || file === undefined) continue;
    if (texts.has(file) || undecoded.has(file)) continue;
    const text = readDecodable(file);
    if (text !== undefined) undecoded.set(file, text);
  }
  return undecoded;
}

/** Completes diagnostics and sorts them by file and line. */
export async function locateAll(
  diagnostics: readonly Diagnostic[],
  locator: Locator,
): Promise<Diagnostic[]> {
  const located = await locator.locate(diagnostics);
  return located.toSorted((a, b) => byPlace(a.location, b.location));
}

function byPlace(a: Location | undefined, b: Location | undefined): number {
  const fileA = a?.file ?? "";
  const fileB = b?.file ?? "";
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
