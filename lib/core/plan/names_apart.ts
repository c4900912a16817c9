import { type RequestSetting, settingsOf } from "../collection/settings_of.ts";
import type { CodesOf } from "../collection/required/required_code.ts";
import { groupsOf } from "./iterations.ts";
import type { NamesApart, Plan, SetApart, Step } from "./types.ts";

/**
 * What the groups of a plan set for each other by literal names, were they not
 * apart: variables that others cannot see then. Names that scripts compute are
 * not found; scripts of the collection itself run in every group.
 *
 * @param codesOf Follows scripts into the files that they require.
 */
export function namesApart(plan: Plan, codesOf?: CodesOf): NamesApart {
  /** By scope and name: the first two groups that set it. */
  const settings = new Map<string, Map<string, SetApart>>();
  // Iterations see nothing of each other, whoever runs them.
  const groups = plan.iterations > 1 ? [] : groupsOf(plan);
  for (const [group, steps] of groups) {
    for (const { name, scope, label, path } of settingsIn(steps, codesOf)) {
      const key = `${scope} ${name}`;
      const known = settings.get(key) ?? new Map<string, SetApart>();
      if (known.size < 2 && !known.has(group)) {
        known.set(group, { name, scope, label, path });
      }
      settings.set(key, known);
    }
  }
  return {
    *besides(group) {
      for (const known of settings.values()) {
        for (const [by, setting] of known) {
          if (by === group) continue;
          yield setting;
          break;
        }
      }
    },
  };
}

/** What scripts and actions of requests and their folders set, each script once. */
function* settingsIn(
  steps: readonly Step[],
  codesOf: CodesOf | undefined,
): Generator<RequestSetting & Pick<SetApart, "label" | "path">> {
  const seen = new Set<object>();
  for (const { item, folders } of steps) {
    const owners = [
      ...folders.map(({ defaults, path }) => ({ ...defaults, path })),
      ...item.kind === "request" ? [item] : [],
    ];
    for (const { path, ...owner } of owners) {
      if (seen.has(owner.scripts)) continue;
      seen.add(owner.scripts);
      for (const setting of settingsOf(owner, codesOf)) {
        yield { ...setting, label: `${setting.by} of ${path}`, path };
      }
    }
  }
}
