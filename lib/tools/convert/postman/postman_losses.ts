import { elements, type Json, jsonTextOf, members } from "../json.ts";
import type { ImportNote } from "../types.ts";
import { countPostman, countVariables } from "./count_postman.ts";

/** What a folder, a collection or an environment has and its file does not. */
export function levelLosses(level: Record<string, Json>): ImportNote[] {
  const rows = elements(level.variable ?? level.variables ?? level.values);
  const nameless = countVariables(rows) - countNamed(rows);
  return namelessNote(nameless);
}

/** What a request has and its file does not. */
export function requestLosses(item: Record<string, Json>): ImportNote[] {
  const variables = countVariables(item.variable ?? item.variables);
  return variables === 0 ? [] : [{
    kind: "person",
    message: `Left out ${variables} variable${
      variables === 1 ? "" : "s"
    } of the request, which Postman does not use`,
    lost: { variables },
  }];
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
    (jsonTextOf(key) ?? jsonTextOf(id) ?? jsonTextOf(name) ?? "") !== ""
  ).length;
}
