import type {
  State,
  TreeItem,
} from "../../embedded/page/workbench/state_view.ts";
import type { Item } from "../../core/collection/types.ts";
import { formatOf, hasExtension } from "../../core/collection/format.ts";
import { VERSION } from "../../core/source/version.ts";
import { collectionsIn } from "../../host/files/load/named_path.ts";
import { relativePath } from "../../host/files/load/shown_path.ts";
import { join } from "../../host/path.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { folderFile } from "../items.ts";
import { isConfidential } from "../problems.ts";
import { isWithin } from "../../core/plan/is_within.ts";
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
    const inside = collectionsIn(bench.folder).slice(0, MAX_INSIDE)
      .map((name) => ({ name, command: openingOf(bench.folder, name) }));
    return { ...shared, ...nothing, name, empty: true, inside };
  }
  const { session, ids, problems } = bench;
  const { collection: read } = session;
  const collection = ids.of("collection", "");
  if (read === undefined) {
    return {
      ...shared,
      ...nothing,
      name: session.main,
      collection,
      broken: broken(bench),
    };
  }
  const { name, items, environments } = read;
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
    environments: environments.map((environment) => {
      const { name, file, diagnostics = [] } = environment;
      return {
        id: ids.of("environment", file),
        name,
        ...(environment.extends !== undefined &&
          { extends: environment.extends }),
        problems: Math.max(problems.get(file) ?? 0, diagnostics.length),
      };
    }),
    tags: [...new Set(tree.flatMap(({ tags = [] }) => tags))].sort(),
    items: tree,
    broken: broken(bench),
  };
}

/** So many collections are named of those in a folder that is none. */
const MAX_INSIDE = 20;

/** The command line that opens a collection in a folder, from where this server was started. */
function openingOf(folder: string, name: string): string {
  const path = relativePath(Deno.cwd(), join(folder, name));
  return `brace open ${shellPath(path)}`;
}

function treeOf(
  items: readonly Item[],
  bench: Workbench,
  parent?: string,
  tree: TreeItem[] = [],
): TreeItem[] {
  const { ids, problems, session } = bench;
  const { setup = [], teardown = [] } = session.collection?.config ?? {};
  const staged = [...setup, ...teardown];
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
      ...(staged.some((one) => isWithin(path, one)) && { isStaged: true }),
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
  const { collection } = session;
  if (collection === undefined) {
    return [{
      id: ids.of("collection", ""),
      file: session.main,
      message: "The collection's own file cannot be read",
    }];
  }
  const format = formatOf(session.main);
  const environments = new Set(
    collection.environments.map(({ file }) => file),
  );
  return session.readingProblems().flatMap(
    ({ severity, message, location }) => {
      const file = location?.file;
      if (severity !== "error" || file === undefined || isConfidential(file)) {
        return [];
      }
      const isRead = items.places.has(file) || environments.has(file) ||
        !hasExtension(file, format);
      if (isRead) return [];
      // A request stays what it is, so that a page where it is open goes on.
      const kind = session.kindOf(file) === "request" ? "request" : "other";
      return [{ id: ids.of(kind, file), file, message }];
    },
  );
}
