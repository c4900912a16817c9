import type {
  Edit,
  EditData,
  EditKeys,
} from "../../../lib/tools/edit/types.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** What data is after an edit, said as simply as can be. */
export function modelEdit(data: EditData, edit: Edit): EditData {
  const root: Any = { root: structuredClone(unshared(data)) };
  const keys = ["root", ...edit.keys];
  const key = keys.pop()!;
  let at = root;
  for (const one of keys) at = at[one] ??= {};
  switch (edit.kind) {
    case "set":
      at[key] = edit.value;
      break;
    case "remove":
      if (Array.isArray(at)) at.splice(Number(key), 1);
      else delete at[key];
      break;
    case "insert":
      at.splice(Number(key), 0, edit.value);
      break;
    case "move":
      at.splice(edit.to, 0, ...at.splice(Number(key), 1));
      break;
  }
  return root.root;
}

/** Aliases give one object several times. */
function unshared(data: EditData): EditData {
  return JSON.parse(JSON.stringify(data));
}

/** The keys of every value in data. */
export function pathsIn(data: EditData, above: EditKeys = []): EditKeys[] {
  if (typeof data !== "object" || data === null) return [];
  const keys = Array.isArray(data) ? [...data.keys()] : Object.keys(data);
  return keys.flatMap((key) => {
    const own = [...above, key];
    return [own, ...pathsIn(valueAt(data, [key]), own)];
  });
}

/** The value under keys. */
export function valueAt(data: EditData, keys: EditKeys): EditData {
  return keys.reduce((at: Any, key) => at[key], data) as EditData;
}
