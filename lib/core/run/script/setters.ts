import type {
  Collection,
  Defaults,
  Item,
  Request,
} from "../../collection/types.ts";
import { settingsBy } from "../../collection/settings_of.ts";

/** A place that sets a variable: a script with `setVar("name", …)` or its like, or an action. */
export interface Setter {
  /** As a reader finds it: `before-request script of users/create.yml`. */
  readonly label: string;
  /** The script or action itself. */
  readonly source: object;
}

/**
 * Finds where a collection's scripts and actions set variables, by name. Names
 * that scripts compute are not found.
 */
export function settersOf(collection: Collection): Map<string, Setter[]> {
  const setters = new Map<string, Setter[]>();
  const add = (name: string, setter: Setter) => {
    const known = setters.get(name);
    if (known) known.push(setter);
    else setters.set(name, [setter]);
  };
  const visit = (
    owner: Pick<Defaults | Request, "scripts" | "actions">,
    label: string,
  ) => {
    for (const script of owner.scripts) {
      for (const { name, by } of settingsBy(script)) {
        add(name, {
          label: `${by} of ${label}`,
          source: script,
        });
      }
    }
    for (const action of owner.actions ?? []) {
      if (action.disabled) continue;
      add(action.variable, { label: `action of ${label}`, source: action });
    }
  };
  const walk = (items: readonly Item[]) => {
    for (const item of items) {
      switch (item.kind) {
        case "folder":
          visit(item.defaults, item.path);
          walk(item.items);
          break;
        case "request":
          visit(item, item.path);
          break;
        case "unsupported":
          break;
        default:
          item satisfies never;
      }
    }
  };
  visit(collection.defaults, collection.file);
  walk(collection.items);
  return setters;
}
