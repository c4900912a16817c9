import { type Account, accountOf } from "../account.ts";
import { countBru } from "../bru/count_bru.ts";
import type { AccountCounts } from "../counts.ts";
import { elements, jsonTextOf, members } from "../json.ts";
import type { FileRequest, FileScript } from "../open_collection.ts";
import { countPostman } from "../postman/count_postman.ts";
import type { Imported, ImportedItem, ImportNote } from "../types.ts";
import type { BruExport } from "./export_bru.ts";
import type { PostmanExport } from "./export_postman.ts";

/** What an export accounts for, and what it says. */
export interface ExportAccount {
  readonly account: Account;
  readonly notes: readonly ImportNote[];
}

/** The types of scripts that other formats have. */
const KNOWN = ["before-request", "after-response", "tests"];

/** The account of an export to `.bru` files; `added` is what the reading itself brought. */
export function bruAccount(
  value: Imported,
  exported: BruExport,
  added: number,
): ExportAccount {
  const notes = [...exported.notes];
  lossesOf(value, notes);
  return account(value, {
    all: countBru(exported.files),
    added: { variables: exported.added + added },
    notes,
  });
}

/** The account of an export for Postman; `withEnvironments`: their files are written, too. */
export function postmanAccount(
  value: Imported,
  { collection, environments, ...exported }: PostmanExport,
  { withEnvironments, added }: { withEnvironments: boolean; added: number },
): ExportAccount {
  const notes = [...exported.notes];
  const scripts = lossesOf(value, notes);
  const files = [...environments.values()].map((text) => JSON.parse(text));
  const lost = countPostman(files);
  if (!withEnvironments && lost.environments > 0) {
    notes.push({
      kind: "person",
      message:
        "Left out the environments: each needs its own file (use --output)",
      // What stands in an environment twice is no variable of the source.
      lost: { ...lost, variables: lost.variables - added },
    });
  }
  return account(value, {
    all: countPostman([
      JSON.parse(collection),
      ...withEnvironments ? files : [],
    ]),
    added: {
      variables: exported.added + (withEnvironments ? added : 0),
      scripts,
    },
    notes,
  });
}

function account(
  { counts }: Imported,
  { all, added, notes }: {
    all: AccountCounts;
    added: Partial<AccountCounts>;
    notes: readonly ImportNote[];
  },
): ExportAccount {
  const made = accountOf({ source: counts, all, added, notes });
  return {
    account: made,
    notes: made.note === undefined ? notes : [...notes, made.note],
  };
}

/** Names scripts that the formats do not have; gives how many Postman has besides, of assertions and actions. */
function lossesOf(
  { defaults, items, name }: Imported,
  notes: ImportNote[],
): number {
  scriptLosses(defaults?.scripts, name, notes);
  let added = 0;
  const stack: ImportedItem[] = [...items].reverse();
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "folder") {
      scriptLosses(item.defaults?.scripts, item.name, notes);
      for (const inner of item.items.toReversed()) stack.push(inner);
    } else {
      const { info, runtime } = item.request;
      scriptLosses(runtime?.scripts, info.name, notes);
      if (isTestMade(runtime)) added++;
    }
  }
  return added;
}

/** Assertions and actions make a test script where there is none. */
function isTestMade(runtime: FileRequest["runtime"]): boolean {
  const checks = [
    ...elements(runtime?.assertions),
    ...elements(runtime?.actions),
  ].some((row) => members(row).disabled !== true);
  return checks &&
    !elements(runtime?.scripts).map(members).some((one) =>
      (one.type === "after-response" || one.type === "tests") &&
      jsonTextOf(one.code)?.trim()
    );
}

function scriptLosses(
  scripts: readonly FileScript[] | undefined,
  name: string,
  notes: ImportNote[],
): void {
  const others = elements(scripts).map(members).filter(({ type, code }) =>
    !KNOWN.includes(jsonTextOf(type) ?? "") && jsonTextOf(code)?.trim()
  );
  if (others.length === 0) return;
  notes.push({
    kind: "person",
    message: `"${name}": a script "${
      jsonTextOf(others[0].type) ?? ""
    }" is left out`,
    lost: { scripts: others.length },
  });
}
