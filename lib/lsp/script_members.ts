import { apiOf } from "../tools/check/explain/api_members.ts";

/** A member of an object that scripts have. */
export interface ScriptMember {
  readonly name: string;
  readonly isFunction: boolean;
}

/** The members of what `owner` leads to in the script API; none where that is not known. */
export function scriptMembers(owner: readonly string[]): ScriptMember[] {
  // What other clients call it is the same object.
  let value: unknown = apiOf(owner[0] === "pm" ? "postman" : undefined);
  for (const key of owner) value = memberOf(value, key);
  if (typeof value !== "object" && typeof value !== "function") return [];
  return namesOf(value).map((name) => ({
    name,
    isFunction: typeof memberOf(value, name) === "function",
  }));
}

function namesOf(value: object | null): string[] {
  const names = new Set<string>();
  for (
    let at = value;
    at !== null && at !== Object.prototype && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (/^[A-Za-z]\w*$/.test(name) && name !== "constructor") names.add(name);
    }
  }
  return [...names].filter((name) =>
    typeof value !== "function" ||
    !["length", "name", "prototype"].includes(name)
  ).sort();
}

/** Getters need a request or a response: what they would give is not known. */
function memberOf(value: unknown, key: string): unknown {
  for (
    let at = value;
    typeof at === "object" && at !== null || typeof at === "function";
    at = Object.getPrototypeOf(at)
  ) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found) return found.value;
  }
  return undefined;
}
