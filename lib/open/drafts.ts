import type { Draft, Json } from "../embedded/page/workbench/api.ts";
import type { EditData } from "../tools/edit/types.ts";
import { editFile, readData } from "../tools/edit/edit_file.ts";
import { readCollection } from "../core/collection/read_collection.ts";
import {
  concernsPaths,
  type LoadedCollection,
} from "../host/files/load/load_found.ts";
import { formatOf, hasExtension } from "../core/collection/format.ts";
import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { withoutEnvironment } from "../host/without_environment.ts";
import { Refused } from "./answers.ts";
import type { Ref } from "./items.ts";
import { folderFile } from "./items.ts";
import {
  withKinds,
  withoutKinds,
  type WrittenDocument,
} from "./kinds_of_values.ts";
import { isConfidential, shownProblems } from "./problems.ts";
import type { Workbench } from "./workbench.ts";

/** The file of an item, and where the item stands in it. */
export interface ItemFile {
  readonly file: string;
  /** Keys to the item, in a file that is a whole collection. */
  readonly keys: readonly (string | number)[];
}

/**
 * The file that an id's item stands in.
 *
 * @throws {Refused} The item is gone, or not for the page.
 */
export function fileOf({ kind, path }: Ref, bench: Workbench): ItemFile {
  const { session, items } = bench;
  const whole = (file: string): ItemFile => ({ file, keys: [] });
  switch (kind) {
    case "request": {
      const place = items.places.get(path);
      if (place) {
        const { file, path: keys } = place.request.at;
        return { file, keys };
      }
      if (session.files.has(path)) return whole(path);
      break;
    }
    case "folder":
      if (!items.folders.has(path)) break;
      return whole(folderFile(path, session));
    case "environment": {
      const found = session.collection?.environments
        .find(({ file }) => file === path);
      const [variable] = found?.variables ?? [];
      if (path === session.main) {
        return { file: path, keys: variable?.at.path.slice(0, 3) ?? [] };
      }
      if (found || session.files.has(path)) return whole(path);
      break;
    }
    case "collection":
      return whole(formatOf(session.main).defaults ?? session.main);
    case "other": {
      const isOurs = hasExtension(path, formatOf(session.main)) ||
        path === session.main;
      if (isOurs && session.files.has(path) && !isConfidential(path)) {
        return whole(path);
      }
      break;
    }
    default:
      kind satisfies never;
  }
  throw new Refused(`Cannot open "${path}": it is no longer there`, [], 404);
}

/** What a file says, in the keys of OpenCollection; undefined where it cannot be read, or is not written so. */
export function documentOf(at: ItemFile, text: string): Json | undefined {
  return writtenIn(at, text)?.document;
}

/** The same as a form shows it: variables with their kinds. */
export function formOf(at: ItemFile, text: string): Json | undefined {
  const read = writtenIn(at, text);
  return read && withKinds(read);
}

function writtenIn(
  { file, keys }: ItemFile,
  text: string,
): WrittenDocument | undefined {
  // The trees of Postman are read, and edited as text.
  if (isV3Path(file)) return undefined;
  if (text === "") return { document: {}, written: () => undefined };
  const read = readData({ path: file, text });
  if (read.problem) return undefined;
  let value: unknown = read.data;
  for (const key of keys) {
    value = (value as Record<string | number, unknown> | undefined)?.[key];
  }
  if (value === undefined || value === null) return undefined;
  return {
    document: value as Json,
    written: (below) => read.written([...keys, ...below]),
  };
}

/** A file with the edits of a page. */
export interface Drafted extends ItemFile {
  /** The text that the edits are of. */
  readonly base: string;
  /** That text with the edits. */
  readonly text: string;
}

/**
 * The text of a file with a page's edits in it.
 *
 * @throws {Refused} The edits cannot be written.
 */
export async function drafted(
  bench: Workbench,
  id: string,
  draft: Draft,
): Promise<Drafted> {
  const at = fileOf(bench.ids.ref(id), bench);
  const now = bench.session.files.get(at.file) ?? "";
  try {
    const base = baseOf(bench, { draft, now, file: at.file });
    if ("source" in draft) {
      return { ...at, base, text: bench.hidden.restore(draft.source) };
    }
    const form = bench.hidden.restoreAll(draft.document);
    const read = writtenIn(at, base);
    const { document: value, unfit } = read
      ? withoutKinds(form, read)
      : { document: form };
    if (unfit) {
      const { message, keys } = unfit;
      const location = { file: at.file, keys };
      const [problem] = await shownProblems(bench, [
        { code: "WRITE", severity: "error", message, location },
      ]);
      throw new Refused(problem.message, [problem]);
    }
    const edited = withoutEnvironment(() =>
      editFile({ path: at.file, text: base }, [
        { kind: "set", keys: at.keys, value: value as EditData },
      ])
    );
    if (edited.problem) {
      const [problem] = await shownProblems(bench, [edited.problem]);
      throw new Refused(problem.message, [problem]);
    }
    return { ...at, base, text: edited.text };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refused(
      `Cannot save "${at.file}": a hidden secret in it is damaged, reveal it or write it anew`,
    );
  }
}

/**
 * The text that a draft is of. A page may have drafts of an earlier server,
 * whose spans it has put this one's for: the fingerprint proves that they hide
 * the same.
 *
 * @throws {Refused} Nobody knows it.
 * @throws {RangeError} It has a span that was never given out.
 */
function baseOf(
  bench: Workbench,
  { draft: { revision, was }, now, file }: {
    readonly draft: Draft;
    /** The file's text. */
    readonly now: string;
    readonly file: string;
  },
): string {
  const { revisions, hidden } = bench;
  const base = was !== undefined
    ? hidden.restore(was)
    : revisions.of(now) === revision
    ? now
    : revisions.text(revision);
  if (base !== undefined && revisions.of(base) === revision) return base;
  throw new Refused(
    `Cannot save "${file}": the server does not know what was edited, copy your text and open it again`,
    [],
    409,
  );
}

/** The collection as a page has it. */
export interface PageCollection {
  readonly loaded: LoadedCollection;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * The collection with a page's edits of one item in it. Files that cannot be
 * read do not stand in the way of requests in others, but in that of a run
 * which would leave them out, as in `brace run`.
 *
 * @param paths What is to be sent or rendered of it; empty: all.
 * @param options.stages Whether setup and teardown run, too.
 *
 * @throws {Refused} It cannot be read.
 */
export async function pageCollection(
  bench: Workbench,
  paths: readonly string[],
  { edited, stages = false }: {
    readonly edited?:
      | { readonly id: string; readonly draft: Draft }
      | undefined;
    readonly stages?: boolean;
  } = {},
): Promise<PageCollection> {
  const { session } = bench;
  const { root, main, texts: files } = session;
  const { kept } = session.opened.files;
  const edit = edited && await drafted(bench, edited.id, edited.draft);
  const isSame = edit === undefined || files.get(edit.file) === edit.text;
  const texts = isSame ? files : new Map(files).set(edit.file, edit.text);
  const { value, diagnostics } = isSame
    ? {
      value: session.collection,
      diagnostics: session.readingProblems(),
    }
    // The session goes on with what it has read of the saved files.
    : readCollection({ root, files: texts, main, kept: new Map(kept) });
  if (value === undefined) {
    const problems = await shownProblems(bench, diagnostics);
    throw new Refused(
      problems[0]?.message ?? "Cannot read the collection",
      problems,
    );
  }
  const { setup = [], teardown = [] } = stages ? value.config : {};
  const needed = paths.length === 0 ? [] : [...paths, ...setup, ...teardown];
  const format = formatOf(main);
  return {
    loaded: {
      collection: value,
      paths,
      diagnostics: diagnostics.filter(({ location }) =>
        location?.file === undefined || location.file === main ||
        concernsPaths(location.file, needed, format)
      ),
    },
    texts,
  };
}
