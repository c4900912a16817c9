import { type Account, accountOf } from "../account.ts";
import { countBru } from "../bru/count_bru.ts";
import { type Counts, sumCounts } from "../counts.ts";
import { elements, members, textOf } from "../json.ts";
import type { FileRequest, FileScript } from "../open_collection.ts";
import { countPostman } from "../postman/count_postman.ts";
import type { Imported, ImportedItem, ImportNote } from "../types.ts";
import type { PostmanExport } from "./export_postman.ts";

/** What an export accounts for, and what it says. */
export interface ExportAccount {
  readonly account: Account;
  readonly notes: readonly ImportNote[];
}

/** Scripts that each format has one of, by the types that are joined to it. */
const JOINED = {
  bru: [["before-request"], ["after-response"], ["tests"]],
  postman: [["before-request"], ["after-response", "tests"]],
} as const;

/** The account of an export to `.bru` files. */
export function bruAccount(
  value: Imported,
  files: ReadonlyMap<string, string>,
): ExportAccount {
  const notes = [...value.notes];
  const added = lossesOf(value, "bru", notes);
  return account(value, { all: countBru(files), added, notes });
}

/** The account of an export for Postman; `withEnvironments`: their files are written, too. */
export function postmanAccount(
  value: Imported,
  { collection, environments, notes: said }: PostmanExport,
  { withEnvironments }: { withEnvironments: boolean },
): ExportAccount {
  const notes = [...value.notes, ...said];
  const added = lossesOf(value, "postman", notes);
  const files = [...environments.values()].map((text) => JSON.parse(text));
  const lost = countPostman(files);
  if (!withEnvironments && lost.environments > 0) {
    notes.push({
      kind: "person",
      message:
        "Left out the environments, each is a file of its own: write to a file or folder with --output",
      lost,
    });
  }
  const all = countPostman([
    JSON.parse(collection),
    ...withEnvironments ? files : [],
  ]);
  return account(value, { all, added, notes });
}

function account(
  { counts }: Imported,
  { all, added, notes }: {
    all: Counts;
    added: Partial<Counts>;
    notes: readonly ImportNote[];
  },
): ExportAccount {
  const made = accountOf({ source: counts, all, added, notes });
  return {
    account: made,
    notes: made.note === undefined ? notes : [...notes, made.note],
  };
}

/** Names what the format does not have; gives what it has besides. */
function lossesOf(
  { defaults, items, name }: Imported,
  kind: keyof typeof JOINED,
  notes: ImportNote[],
): Counts {
  scriptLosses(defaults?.scripts, { kind, name, notes });
  const added: Partial<Counts>[] = [];
  const stack: ImportedItem[] = [...items].reverse();
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "folder") {
      scriptLosses(item.defaults?.scripts, { kind, name: item.name, notes });
      for (const inner of item.items.toReversed()) stack.push(inner);
    } else {
      const about = { kind, name: item.request.info.name, notes };
      added.push(requestLosses(item.request, about));
    }
  }
  return sumCounts(added);
}

interface About {
  readonly kind: keyof typeof JOINED;
  /** Of the request, the folder or the collection. */
  readonly name: string;
  readonly notes: ImportNote[];
}

function requestLosses(request: FileRequest, about: About): Partial<Counts> {
  const { kind, name, notes } = about;
  const { runtime, examples } = request;
  scriptLosses(runtime?.scripts, about);
  const variables = elements(runtime?.variables).length;
  if (kind === "postman" && variables > 0) {
    notes.push({
      kind: "person",
      message:
        `"${name}": Postman has no variables of a request, ${variables} ${
          variables === 1 ? "is" : "are"
        } left out`,
      lost: { variables },
    });
  }
  const saved = elements(examples).length;
  if (kind === "bru" && saved > 0) {
    notes.push({
      kind: "person",
      message: `"${name}": ${saved} saved example${
        saved === 1 ? " is" : "s are"
      } left out`,
      lost: { examples: saved },
    });
  }
  if (kind === "bru") return {};
  // Assertions and actions make a test script where there is none.
  const checks = [
    ...elements(runtime?.assertions),
    ...elements(runtime?.actions),
  ].some((row) => members(row).disabled !== true);
  return checks && filled(runtime?.scripts, JOINED.postman[1]).length === 0
    ? { scripts: 1 }
    : {};
}

/** Scripts of one phase become one; those of other types have no place. */
function scriptLosses(
  scripts: readonly FileScript[] | undefined,
  { kind, name, notes }: About,
): void {
  const types: readonly (readonly string[])[] = JOINED[kind];
  const joined = types.map((group) => filled(scripts, group).length)
    .reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  if (joined > 0) {
    notes.push({
      kind: "changed",
      message:
        `"${name}": several scripts of one phase became one (${joined} fewer)`,
      lost: { scripts: joined },
    });
  }
  const known = new Set(types.flat());
  const others = elements(scripts).map(members).filter(({ type, code }) =>
    !known.has(textOf(type) ?? "") && textOf(code)?.trim()
  );
  if (others.length > 0) {
    notes.push({
      kind: "person",
      message: `"${name}": a script "${
        textOf(others[0].type) ?? ""
      }" is left out`,
      lost: { scripts: others.length },
    });
  }
}

function filled(
  scripts: unknown,
  types: readonly string[],
): readonly unknown[] {
  return elements(scripts).filter((script) => {
    const { type, code } = members(script);
    return types.includes(textOf(type) ?? "") && textOf(code)?.trim();
  });
}
