import { elements, type Json, members, textOf } from "../json.ts";
import type { ImportNote } from "../types.ts";
import { countPostman, countVariables, isScript } from "./count_postman.ts";

/** Postman's events that are scripts. */
const EVENTS = ["prerequest", "test"];

/** What a folder, a collection or an environment has and its file does not. */
export function levelLosses(level: Record<string, Json>): ImportNote[] {
  const rows = elements(level.variable ?? level.variables ?? level.values);
  const nameless = countVariables(rows) - countNamed(rows);
  return [...scriptLosses(level), ...namelessNote(nameless)];
}

/** What a request has and its file does not. */
export function requestLosses(item: Record<string, Json>): ImportNote[] {
  const variables = countVariables(item.variable ?? item.variables);
  return [
    ...scriptLosses(item),
    ...(variables === 0 ? [] : [{
      kind: "person" as const,
      message: `Left out ${variables} variable${
        variables === 1 ? "" : "s"
      } of the request, which Postman does not use`,
      lost: { variables },
    }]),
  ];
}

/** Items below the deepest folder that is read. */
export function tooDeep(items: Json, depth: number): ImportNote {
  const { requests, variables, examples, scripts } = countPostman([
    { item: items },
  ]);
  return {
    kind: "person",
    message: `Left out what is in folders more than ${depth} deep`,
    lost: { requests, variables, examples, scripts },
  };
}

/** Scripts that are switched off, of an unknown event, or kept in another place. */
function scriptLosses(owner: Record<string, Json>): ImportNote[] {
  return elements(owner.event).filter(isScript).map(members).flatMap(
    (event): ImportNote[] => {
      const listen = textOf(event.listen) ?? "";
      const lost = { scripts: 1 };
      if (!EVENTS.includes(listen)) {
        return [{
          kind: "person",
          message: `Left out a script for the event "${
            listen.slice(0, 60)
          }": Brace has none of that name`,
          lost,
        }];
      }
      if (event.disabled === true) {
        return [{
          kind: "person",
          message: `Left out the ${listen} script, which is switched off`,
          lost,
        }];
      }
      return hasText(event) ? [] : [{
        kind: "person",
        message: `The ${listen} script is kept in another place: copy its text`,
        lost,
      }];
    },
  );
}

function hasText(event: Record<string, Json>): boolean {
  const script = members(event.script);
  return isScript({ script: { exec: script.exec } }) ||
    typeof event.script === "string";
}

function namelessNote(count: number): ImportNote[] {
  return count === 0 ? [] : [{
    kind: "person",
    message: `Left out ${count} variable${
      count === 1 ? "" : "s"
    } without a name`,
    lost: { variables: count },
  }];
}

function countNamed(rows: readonly Json[]): number {
  return rows.map(members).filter(({ key, id, name }) =>
    (textOf(key) ?? textOf(id) ?? textOf(name) ?? "") !== ""
  ).length;
}
