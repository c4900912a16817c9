import type { Hit } from "../../embedded/page/workbench/api.ts";
import { isConfidential } from "../problems.ts";
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

/** Finds items by name, path, URL and content; those that fit best come first. */
export function search(
  bench: Workbench,
  { text, limit = MAX_HITS }: { text: string; limit?: number },
): Hit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const { session, ids, items } = bench;
  const found: { rank: number; hit: Hit }[] = [];
  const seen = new Set<string>();
  const add = (rank: number, hit: Hit) => {
    seen.add(hit.id);
    found.push({ rank, hit });
  };
  for (const [path, { folder }] of items.folders) {
    const rank = rankOf(wanted, folder.name, path, "");
    if (rank === undefined) continue;
    const id = ids.of("folder", path);
    add(rank, { id, kind: "folder", name: folder.name, path });
  }
  for (const [path, { request }] of items.places) {
    const { name, method, url } = request;
    const masked = bench.hidden.maskUrl(url.text);
    const rank = rankOf(wanted, name, path, masked);
    if (rank === undefined) continue;
    const id = ids.of("request", path);
    add(rank, { id, kind: "request", name, path, method: method.text });
  }
  for (const { name, file } of session.collection?.environments ?? []) {
    const rank = rankOf(wanted, name, file, "");
    if (rank === undefined) continue;
    const id = ids.of("environment", file);
    add(rank, { id, kind: "environment", name, path: file });
  }
  if (found.length < limit) {
    findInContents(bench, { wanted, limit, seen, add });
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit)
    .map(({ hit }) => hit);
}

function findInContents(
  bench: Workbench,
  { wanted, limit, seen, add }: Found,
): void {
  const { session, items, ids, hidden } = bench;
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
    const line = hidden.masker.maskSource(
      text.slice(start, end === -1 ? undefined : end),
    ).trim().slice(0, MAX_LINE);
    // What only a secret has is not found.
    if (!line.toLowerCase().includes(wanted.split("\n")[0])) continue;
    add(4, {
      id,
      kind,
      name: place?.request.name ?? path,
      path: kind === "folder" ? folder : path,
      ...(place && { method: place.request.method.text }),
      line: { number: text.slice(0, at).split("\n").length, text: line },
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
