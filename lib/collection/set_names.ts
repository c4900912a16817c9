import { isName } from "../template/characters.ts";
import type { Defaults, Request, Script } from "./types.ts";

const NAME = /\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/;
const SET = new RegExp(`\\bset(?:[A-Z][A-Za-z]*)?Var${NAME.source}`, "g");
/** The same in scripts of Postman's. */
const POSTMAN_SET = new RegExp(
  `\\b(?:(?:environment|globals|variables|collectionVariables)\\.set|set(?:Environment|Global)Variable)${NAME.source}`,
  "g",
);

/** The names that a script's text sets by calls such as `setVar("name", …)`. */
export function namesSetBy(
  { code, dialect }: Pick<Script, "code" | "dialect">,
): string[] {
  const calls = dialect === "postman" ? POSTMAN_SET : SET;
  return [...code.matchAll(calls)].map(([, a, b, c]) => a ?? b ?? c)
    .filter(isName);
}

/** The names that scripts and actions of a request or a level set; computed ones are not found. */
export function setNames(
  { scripts, actions = [] }: Pick<Defaults | Request, "scripts" | "actions">,
): Set<string> {
  return new Set([
    ...scripts.flatMap(namesSetBy),
    ...actions.filter(({ disabled }) => !disabled).map(({ variable }) =>
      variable
    ),
  ]);
}
