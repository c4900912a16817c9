import type {
  Hit,
  State,
  TreeItem,
} from "../../embedded/page/workbench/api.ts";
import type { Item } from "../../core/collection/types.ts";
import { formatOf, hasExtension } from "../../core/collection/format.ts";
import { VERSION } from "../../core/source/version.ts";
import { folderFile } from "../items.ts";
import { isConfidential } from "../problems.ts";
import type { Workbench } from "../workbench.ts";

/** What the page shows at first. */
export function stateOf(bench: Workbench): State {
  const shared = {
    version: VERSION,
    readOnly: bench.readOnly,
    history: bench.history.kind,
  };
  const nothing = {
    selected: [],
    environments: [],
    tags: [],
    items: [],
    broken: [],
  };
  if (bench.isEmpty) {
    const name = bench.folder.split(/[/\\]/).at(-1) ?? "";
    return { ...shared, ...nothing, name, empty: true };
  }
  const { session, ids, problems } = bench;
  const { index } = session;
  const collection = ids.of("collection", "");
  if (index === undefined) {
    return {
      ...shared,
      ...nothing,
      name: session.main,
      collection,
      broken: broken(bench),
    };
  }
  const { name, items, environments } = index.collection;
  const urls = [...bench.items.places.values()].map(({ request }) =>
    request.url.text
  );
  bench.hidden.lookAt(urls);
  const tree = treeOf(items, bench);
  return {
    ...shared,
    name,
    collection,
    selected: bench.selected,
    environments: environments.map(({ name, file, diagnostics = [] }) => ({
      id: ids.of("environment", file),
      name,
      problems: Math.max(problems.get(file) ?? 0, diagnostics.length),
    })),
    tags: [...new Set(tree.flatMap(({ tags = [] }) => tags))].sort(),
    items: tree,
    broken: broken(bench),
  };
}

function treeOf(
  items: readonly Item[],
  bench: Workbench,
  parent?: string,
  tree: TreeItem[] = [],
): TreeItem[] {
  const { ids, problems, session } = bench;
  for (const item of items) {
    const { kind, name, path, tags } = item;
    const shared = {
      ...(parent !== undefined && { parent }),
      kind,
      name,
      path,
      ...(tags.length > 0 && { tags }),
    };
    const counted = (file: string) => {
      const count = problems.get(file) ?? 0;
      return count > 0 ? { problems: count } : {};
    };
    if (item.kind === "folder") {
      const id = ids.of("folder", path);
      tree.push({ id, ...shared, ...counted(folderFile(path, session)) });
      treeOf(item.items, bench, id, tree);
      continue;
    }
    tree.push({
      id: ids.of("request", path),
      ...shared,
      type: item.type,
      ...(item.kind === "request" && {
        method: item.method.text,
        url: bench.hidden.maskUrl(item.url.text),
      }),
      ...counted(item.at.file),
    });
  }
  return tree;
}

/** Files that the collection should read, and cannot. */
function broken(bench: Workbench): State["broken"] {
  const { session, ids, items } = bench;
  const { index } = session;
  if (index === undefined) {
    return [{
      id: ids.of("collection", ""),
      file: session.main,
      message: "The collection's own file cannot be read",
    }];
  }
  const format = formatOf(session.main);
  const environments = new Set(
    index.collection.environments.map(({ file }) => file),
  );
  return session.readingProblems().flatMap(
    ({ severity, message, location }) => {
      const file = location?.file;
      if (severity !== "error" || file === undefined || isConfidential(file)) {
        return [];
      }
      const isRead = items.places.has(file) || environments.has(file) ||
        !hasExtension(file, format);
      return isRead ? [] : [{ id: ids.of("other", file), file, message }];
    },
  );
}

const MAX_HITS = 100;
/** So much of a line is shown. */
const MAX_LINE = 200;

/** Finds items by name, path, URL and content. */
export class Search {
  /** Texts in lower case; the same objects as long as the files are the same. */
  readonly #lower = new Map<string, { text: string; lower: string }>();

  find(
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
    for (const { name, file } of session.index?.collection.environments ?? []) {
      const rank = rankOf(wanted, name, file, "");
      if (rank === undefined) continue;
      const id = ids.of("environment", file);
      add(rank, { id, kind: "environment", name, path: file });
    }
    if (found.length < limit) {
      this.#inContents(bench, { wanted, limit, seen, add });
    }
    return found.sort((a, b) => a.rank - b.rank).slice(0, limit)
      .map(({ hit }) => hit);
  }

  #inContents(
    bench: Workbench,
    { wanted, limit, seen, add }: {
      readonly wanted: string;
      readonly limit: number;
      readonly seen: ReadonlySet<string>;
      readonly add: (rank: number, hit: Hit) => void;
    },
  ): void {
    const { session, items, ids, hidden } = bench;
    for (const [path, text] of session.files) {
      if (seen.size >= limit) return;
      if (isConfidential(path)) continue;
      const place = items.places.get(path);
      const kind = place ? "request" : session.kindOf(path);
      if (kind === undefined) continue;
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      const id = kind === "collection"
        ? ids.of(kind, "")
        : ids.of(kind, kind === "folder" ? folder : path);
      if (seen.has(id)) continue;
      const lower = this.#lowerOf(path, text);
      const at = lower.indexOf(wanted);
      if (at === -1) continue;
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

  #lowerOf(path: string, text: string): string {
    const known = this.#lower.get(path);
    if (known?.text === text) return known.lower;
    const lower = text.toLowerCase();
    this.#lower.set(path, { text, lower });
    return lower;
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
