import { elements, type Json, jsonTextOf, members } from "../json.ts";
import type { FileDefaults, FileScript } from "../open_collection.ts";
import { authBlocks, authWord } from "./bru_auth.ts";
import {
  block,
  isSwitchedOff,
  pair,
  rowsBlock,
  type Say,
  shownName,
  textBlock,
} from "./bru_text.ts";
import { variableLines } from "./bru_variables.ts";

/** `collection.bru` and `folder.bru`: what a level hands down. */
export function bruLevel(
  defaults: FileDefaults | undefined,
  { name, seq, docs }: { name?: string; seq?: number; docs?: string },
  say: Say,
): string {
  // `none` there is no word: Bruno looks further up.
  const auth = defaults?.auth === "none" || isNone(defaults?.auth)
    ? undefined
    : defaults?.auth;
  if (defaults?.settings !== undefined) {
    say("Its settings are left out: in .bru files each request has its own");
  }
  const blocks = [
    ...(name === undefined ? [] : [block("meta", [
      ...metaName(name, say),
      ...(seq === undefined ? [] : pair("seq", String(seq), say)),
    ])]),
    ...rowsBlock("headers", defaults?.headers, say),
    ...(auth === undefined ? [] : [
      block("auth", pair("mode", authWord(auth), say)),
      ...authBlocks(auth, say),
    ]),
    ...sharedBlocks({
      variables: defaults?.variables,
      actions: defaults?.actions,
      scripts: defaults?.scripts,
    }, say),
    ...textBlock("docs", jsonTextOf(docs) ?? ""),
  ];
  return blocks.join("\n");
}

/** The name of an item, on one line. */
export function metaName(name: string, say: Say): string[] {
  const line = name.replace(/\s*[\r\n]+\s*/g, " ");
  if (line !== name) {
    say(
      `The name "${
        shownName(name)
      }" is written on one line: .bru files cannot hold another`,
    );
  }
  return pair("name", line, say);
}

/** True for auth that says there is none. */
export function isNone(auth: Json): boolean {
  return auth === "none" || members(auth).type === "none";
}

/** Variables, actions and scripts. */
export function sharedBlocks(
  { variables, actions, scripts }: {
    variables: Json;
    actions: Json;
    scripts: readonly FileScript[] | undefined;
  },
  say: Say,
): string[] {
  const code = (type: FileScript["type"]) =>
    codeOf(
      elements(scripts).map(members).filter((one) => one.type === type),
      type,
      say,
    );
  const lines = elements(variables).map(members).flatMap((row) =>
    variableLines(row, say)
  );
  const set = elements(actions).map(members).flatMap((row) =>
    actionLine(row, say)
  );
  return [
    ...(lines.length > 0 ? [block("vars:pre-request", lines)] : []),
    ...(set.length > 0 ? [block("vars:post-response", set)] : []),
    ...textBlock("script:pre-request", code("before-request")),
    ...textBlock("script:post-response", code("after-response")),
    ...textBlock("tests", code("tests")),
  ];
}

/** What is taken out of a response; Bruno has no other actions. */
function actionLine(row: Record<string, Json>, say: Say): string[] {
  const { variable, selector, type, phase } = row;
  const { name, scope } = members(variable);
  const isKnown = type === "set-variable" &&
    (phase === undefined || phase === "after-response") &&
    [undefined, "request", "runtime"].includes(scope as undefined | string);
  if (!isKnown) {
    say(
      `The action for "${
        shownName(jsonTextOf(name) ?? "")
      }" is left out: .bru files take values out of responses only, into runtime variables`,
    );
    return [];
  }
  return pair(
    (scope === "request" ? "@" : "") + (jsonTextOf(name) ?? ""),
    jsonTextOf(members(selector).expression) ?? "",
    say,
    { disabled: isSwitchedOff(row) },
  );
}

/** The scripts of a phase as one: each keeps its own names where there are several. */
function codeOf(
  scripts: readonly Record<string, Json>[],
  type: FileScript["type"],
  say: Say,
): string {
  const all = scripts.filter((one) =>
    (jsonTextOf(one.code) ?? "").trim() !== ""
  );
  const codes = all.map((script) => {
    const code = jsonTextOf(script.code) ?? "";
    if (members(members(script.extensions).brace).dialect !== "postman") {
      return { code, isComment: false };
    }
    say(
      `The ${type} script is written as a comment: it is in Postman's dialect, which Bruno does not run (translate it)`,
    );
    const lines = code.split(/\r\n?|\n/).map((line) => `// ${line}`);
    return { code: lines.join("\n"), isComment: true };
  });
  if (codes.length < 2) return codes[0]?.code ?? "";
  say(
    `The ${codes.length} ${type} scripts are written as one: .bru files hold one of each kind`,
    { scripts: codes.length - 1 },
  );
  return codes.map(({ code, isComment }) => isComment ? code : `{\n${code}\n}`)
    .join("\n\n");
}
