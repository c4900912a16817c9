import { apiOf } from "../../tools/check/explain/api_members.ts";
import { EXPECT_DOCS } from "./expect_docs.ts";
import { POSTMAN_DOCS } from "./postman_docs.ts";
import { type DocRow, GLOBAL_DOCS, SCRIPT_DOCS } from "./script_docs.ts";

/** A member of an object that scripts have, or a name that they know. */
export interface ScriptMember {
  readonly name: string;
  readonly isFunction: boolean;
  /** How it is written: `client.getVar(name)`. */
  readonly detail?: string;
  /** What it is for, in Markdown. */
  readonly about?: string;
}

/** What scripts know without declaring it. */
export const SCRIPT_GLOBALS: readonly ScriptMember[] = documented(
  GLOBAL_DOCS,
  "",
);

/** The members of what `owner` leads to; none where that is not known. */
export function scriptMembers(
  owner: readonly string[],
): readonly ScriptMember[] {
  const [first, ...rest] = owner;
  if (first === "expect()" || first === "pm" && rest[0] === "expect()") {
    return documented(EXPECT_DOCS, "");
  }
  const name = [first === "bru" ? "client" : first, ...rest].join(".");
  const rows = [SCRIPT_DOCS, POSTMAN_DOCS].find((docs) =>
    Object.hasOwn(docs, name)
  )?.[name];
  return rows === undefined
    ? undocumented(owner)
    : documented(rows, `${[first, ...rest].join(".")}.`);
}

function documented(rows: readonly DocRow[], owner: string): ScriptMember[] {
  return rows.flatMap(({ members, about }) =>
    members.map((member) => ({
      name: /^[\w$]+/.exec(member)![0],
      isFunction: member.endsWith(")"),
      detail: owner + member,
      // Links lead around the page of the docs.
      about: about.replace(/\[([^\]]*)\]\(#[^)]*\)/g, "$1"),
    }))
  );
}

/** The members of other objects, as the API itself has them. */
function undocumented(owner: readonly string[]): ScriptMember[] {
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
