import type { ScopeName } from "../scope/names.ts";
import type { Text } from "../source/origin.ts";
import { isName } from "../template/characters.ts";
import { BRU_FORMAT, hasExtension } from "./format.ts";
import { matchesInCode } from "./required/not_code.ts";
import { type CodesOf, ownCode } from "./required/required_code.ts";
import type { Action, Collection, Defaults, Request, Script } from "./types.ts";

/** A variable that a script or an action sets. */
export interface RequestSetting {
  readonly name: string;
  readonly scope: ScopeName;
  /** As a reader finds it: `tests script`. */
  readonly by: string;
  /** The call in the script's own code; absent where a file that it requires has it. */
  readonly call?: { readonly offset: number; readonly length: number };
}

/** A literal name, or that of a constant. */
const NAME =
  /\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`|([A-Za-z_$][\w$]*)(?=\s*,))/;
/** A constant that is a text as a whole. */
const CONSTANT =
  /\bconst\s+([\w$]+)\s*(?::\s*\w+\s*)?=\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)`)(?=[^\S\n]*(?:[;,}]|as\b|\/[/*]|$|\r?\n(?!\s*[-.+?([&|=*<>])))/g;
const SET = new RegExp(`\\bset([A-Z][A-Za-z]*)?Var${NAME.source}`, "g");
/** The same in scripts of Postman's. */
const POSTMAN_SET = new RegExp(
  `\\b(?:(environment|globals|variables|collectionVariables|vault)\\.set|set(Environment|Global)Variable)${NAME.source}`,
  "g",
);
const SCOPES: ReadonlyMap<string, ScopeName> = new Map([
  ["Env", "environment"],
  ["GlobalEnv", "global"],
  ["Collection", "collection"],
  ["Folder", "folder"],
  ["Request", "request"],
  ["environment", "environment"],
  ["Environment", "environment"],
  ["globals", "global"],
  ["Global", "global"],
  ["collectionVariables", "collection"],
]);

/** The scope that a call sets variables in, by its words: `setEnvVar`, `pm.environment.set`. */
export function scopeOfCall(method: string, owner = ""): ScopeName {
  const [, own] = /^set([A-Z][A-Za-z]*?)?(?:Var|Variable)$/.exec(method) ?? [];
  const word = own ?? owner.slice(owner.lastIndexOf(".") + 1);
  return SCOPES.get(word) ?? "runtime";
}

/** What a script's texts set by calls such as `setVar("name", …)`. */
export function settingsBy(
  script: Pick<Script, "code" | "dialect" | "phase">,
  codesOf = ownCode,
): RequestSetting[] {
  const { dialect, phase } = script;
  const code = codesOf(script).join("\n");
  const by = `${phase} script`;
  const calls = dialect === "postman"
    ? matchesInCode(code, POSTMAN_SET).map((found) => {
      const [, one, other, ...names] = found;
      return { scope: one ?? other, names, found };
    })
    : matchesInCode(code, SET).map((found) => {
      const [, scope, ...names] = found;
      return { scope, names, found };
    });
  let constants: ReadonlyMap<string, string> | undefined;
  const valueOf = (constant: string) =>
    (constants ??= constantsIn(code)).get(constant) ?? "";
  return calls.map(({ scope = "", names: [a, b, c, constant], found }) => ({
    name: a ?? b ?? c ?? valueOf(constant),
    scope: SCOPES.get(scope) ?? "runtime" as const,
    by,
    // What the script requires comes behind its own code.
    ...(found.index < script.code.length && {
      call: { offset: found.index, length: found[0].length },
    }),
  })).filter(({ name }) => isName(name));
}

/** The texts of constants by their names; one that has several is left out. */
function constantsIn(code: string): Map<string, string> {
  const texts = new Map<string, string>();
  const unclear = new Set<string>();
  for (const [, name, a, b, c] of code.matchAll(CONSTANT)) {
    const text = a ?? b ?? c;
    if ((texts.get(name) ?? text) !== text) unclear.add(name);
    texts.set(name, text);
  }
  for (const name of unclear) texts.delete(name);
  return texts;
}

/** Where a script of Postman's first sets each variable, as an index. */
export function postmanSets(code: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (
    const { 3: a, 4: b, 5: c, index } of matchesInCode(code, POSTMAN_SET)
  ) {
    const name = a ?? b ?? c;
    if (name !== undefined && !places.has(name)) places.set(name, index);
  }
  return places;
}

/** Whether what sets a variable is a script of Postman's that sets it for its run only. */
export function setsLocally(
  source: object,
  name: string,
  codesOf?: CodesOf,
): boolean {
  return "dialect" in source && source.dialect === "postman" &&
    settingsBy(source as Script, codesOf).some((one) =>
      one.name === name && one.scope === "runtime"
    );
}

/** What sets variables: a request, or what a level hands down. */
export type Setting =
  & Pick<Defaults | Request, "scripts" | "actions">
  & Partial<Pick<Request, "stream">>;

/** The file with what all requests inherit, as people find it: some formats have one of its own. */
export function defaultsFile(
  { defaults: { scripts, actions = [] }, file }: Pick<
    Collection,
    "defaults" | "file"
  >,
): string {
  return [...scripts, ...actions][0]?.at.file ?? file;
}

/** What an action is called in its file: the block that it is a line of, in `.bru` files. */
export function actionWord({ at }: Pick<Action, "at">): string {
  return hasExtension(at.file, BRU_FORMAT)
    ? "vars:post-response block"
    : "action";
}

/** What the steps of a stream set: names, and the expressions that give the values. */
export function stepSettings(
  { stream }: Pick<Setting, "stream">,
): readonly { readonly name: string; readonly expression: Text }[] {
  return (stream?.steps ?? []).flatMap((step) =>
    step.type === "wait" ? step.set : []
  );
}

/** A setting with the script or action itself, or what a step sets. */
export type SourcedSetting = RequestSetting & { readonly source: object };

/** What scripts, actions and steps of a request or a level set; computed names are not found. */
export function settingsOf(
  level: Setting,
  codesOf?: CodesOf,
): SourcedSetting[] {
  const { scripts, actions = [] } = level;
  return [
    ...scripts.flatMap((source) =>
      settingsBy(source, codesOf).map((it) => ({ ...it, source }))
    ),
    ...actions.filter(({ disabled }) => !disabled).map((source) => ({
      name: source.variable,
      scope: source.scope,
      by: actionWord(source),
      source,
    })),
    ...stepSettings(level).map((source) => ({
      name: source.name,
      scope: "runtime" as const,
      by: "step",
      source,
    })),
  ];
}
