import { fieldNameAt } from "../../core/source/field_names.ts";
import type { Hit } from "../../embedded/page/workbench/api.ts";
import { isConfidential } from "../problems.ts";
import { scriptTexts } from "../../host/locate/script_texts.ts";
import type { Workbench } from "../workbench.ts";

const MAX_HITS = 100;
/** So much of a line is shown. */
const MAX_LINE = 200;

/** What is found so far. */
interface Found {
  readonly wanted: string;
  readonly limit: number;
  readonly seen: ReadonlySet<string>;
  readonly add: (rank: number, hit: Hit) => void;
}

/** A search for tags alone, such as `tag:smoke`. */
const TAG = /^tag:\s*/;

/**
 * Finds items by name, path, URL, tags and content; those that fit best come
 * first. A folder's tags count for all inside, as in a run.
 */
export async function search(
  bench: Workbench,
  { text, limit = MAX_HITS }: { text: string; limit?: number },
): Promise<Hit[]> {
  const typed = text.trim().toLowerCase();
  const isTag = TAG.test(typed);
  const wanted = typed.replace(TAG, "");
  if (wanted === "") return [];
  const { session, ids, items } = bench;
  const found: { rank: number; hit: Hit }[] = [];
  const seen = new Set<string>();
  const add = (rank: number, hit: Hit) => {
    seen.add(hit.id);
    found.push({ rank, hit });
  };
  const rank = (name: string, path: string, url: string) =>
    isTag ? undefined : rankOf(wanted, name, path, url);
  for (const [path, { folder }] of items.folders) {
    const { name } = folder;
    const tag = tagOf(wanted, folder.tags);
    const found = rank(name, path, "") ?? tag?.rank;
    if (found === undefined) continue;
    const id = ids.of("folder", path);
    add(found, { id, kind: "folder", name, path, ...tag && { tag: tag.tag } });
  }
  for (const [path, { request, folders }] of items.places) {
    const { name, method, url } = request;
    const tag = tagOf(wanted, [
      ...request.tags,
      ...folders.flatMap(({ tags }) => tags),
    ]);
    const masked = isTag ? "" : bench.hidden.maskUrl(url.text);
    const found = rank(name, path, masked) ?? tag?.rank;
    if (found === undefined) continue;
    add(found, {
      id: ids.of("request", path),
      kind: "request",
      name,
      path,
      method: method.text,
      ...tag && { tag: tag.tag },
    });
  }
  for (const { name, file } of session.collection?.environments ?? []) {
    const found = rank(name, file, "");
    if (found === undefined) continue;
    const id = ids.of("environment", file);
    add(found, { id, kind: "environment", name, path: file });
  }
  if (found.length < limit && !isTag) {
    await findInContents(bench, { wanted, limit, seen, add });
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit)
    .map(({ hit }) => hit);
}

async function findInContents(
  bench: Workbench,
  { wanted, limit, seen, add }: Found,
): Promise<void> {
  const { session, items, ids, hidden } = bench;
  const scripts = Map.groupBy(
    items.levels.flatMap((level) => "scripts" in level ? level.scripts : []),
    ({ at }) => at.file,
  );
  // Copies of all files in lower case would take as much memory as the files.
  const pattern = new RegExp(RegExp.escape(wanted), "iu");
  for (const [path, text] of session.files) {
    if (seen.size >= limit) return;
    if (isConfidential(path)) continue;
    const at = text.search(pattern);
    if (at === -1) continue;
    const place = items.places.get(path);
    const kind = place ? "request" : session.kindOf(path);
    if (kind === undefined) continue;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const id = kind === "collection"
      ? ids.of(kind, "")
      : ids.of(kind, kind === "folder" ? folder : path);
    if (seen.has(id)) continue;
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const number = text.slice(0, at).split("\n").length;
    const written = text.slice(start, end === -1 ? undefined : end);
    // To find where scripts stand takes long.
    const isCode = scripts.get(path)
      ?.some(({ code }) => code.includes(written.trim()));
    const texts = isCode
      ? await scriptTexts(path, session.filesOf(path, text))
      : undefined;
    const line = hidden.masker.maskSource(
      written,
      fieldNameAt(text, number),
      texts?.get(number),
    ).trim().slice(0, MAX_LINE);
    // What only a secret has is not found.
    if (!line.toLowerCase().includes(wanted.split("\n")[0])) continue;
    add(4, {
      id,
      kind,
      name: place?.request.name ?? path,
      path: kind === "folder" ? folder : path,
      ...(place && { method: place.request.method.text }),
      line: { number, text: line },
    });
  }
}

/** How well an item fits, 0 is best; undefined: not at all. */
function rankOf(
  wanted: string,
  name: string,
  path: string,
  url: string,
): number | undefined {
  const lower = name.toLowerCase();
  if (lower.startsWith(wanted)) return 0;
  if (lower.includes(wanted)) return 1;
  if (path.toLowerCase().includes(wanted)) return 2;
  return url.toLowerCase().includes(wanted) ? 3 : undefined;
}

/** The tag that is meant, and how well it fits; undefined: none is. */
function tagOf(
  wanted: string,
  tags: readonly string[],
): { readonly tag: string; readonly rank: number } | undefined {
  const fits = (is: (tag: string) => boolean) =>
    tags.find((tag) => is(tag.toLowerCase()));
  const same = fits((tag) => tag === wanted);
  if (same !== undefined) return { tag: same, rank: 0 };
  const begun = fits((tag) => tag.startsWith(wanted));
  return begun === undefined ? undefined : { tag: begun, rank: 2 };
}
