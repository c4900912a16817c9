import type { AccountCounts } from "../counts.ts";
import { jsonTextOf, members, type RawJson } from "../json.ts";
import { isSwitchedOff, pair, type Say, shownName } from "./bru_text.ts";
import { toBrunoExpression } from "./script/bruno_expression.ts";
import { noteExpression } from "./script/script_notes.ts";

/** Lines of a variable; a typed value has its type as an annotation above it. */
export function variableLines(
  row: Record<string, RawJson>,
  say: Say,
  { quotes = true }: { quotes?: boolean } = {},
): string[] {
  const name = jsonTextOf(row.name) ?? "";
  if (isReadAsLocal(name, say, { variables: 1 })) return [];
  const options = {
    disabled: isSwitchedOff(row),
    description: row.description,
    lost: { variables: 1 },
    quotes,
  };
  if (row.hosts !== undefined) {
    say(
      `The variable "${
        shownName(name)
      }" is written without its hosts, which Bruno does not know`,
    );
  }
  const { type, data } = typed(selectedValue(row.value));
  if (type === "null") {
    say(
      `The variable "${
        shownName(name)
      }" is written as empty: .bru files have no null`,
    );
  }
  return pair(name, data, say, {
    ...options,
    ...(["string", "null"].includes(type) ? {} : { annotations: [`@${type}`] }),
  });
}

/** Whether a reader takes a name's `@` for the mark of a request's own variable; says so. */
function isReadAsLocal(
  name: string,
  say: Say,
  lost?: Partial<AccountCounts>,
): boolean {
  if (!name.startsWith("@")) return false;
  say(
    `"${
      shownName(name)
    }" is left out: .bru files cannot hold a name that begins with @ there`,
    lost,
  );
  return true;
}

/** A variable's value as text, and its type in Bruno's words. */
export function typed(
  value: RawJson,
  indent = 2,
): { type: string; data: string } {
  if (value === undefined) return { type: "string", data: "" };
  if (value === null) return { type: "null", data: "" };
  const { type, data } = members(value);
  if (typeof type === "string" && data !== undefined) {
    const text = jsonTextOf(data) ?? JSON.stringify(data, null, indent);
    return { type: type === "array" ? "object" : type, data: text };
  }
  return typeof value === "object"
    ? { type: "object", data: JSON.stringify(value, null, indent) }
    : { type: typeof value, data: String(value) };
}

/** Of values with titles the selected one. */
export function selectedValue(value: RawJson): RawJson {
  if (!Array.isArray(value) || value.length === 0) return value;
  const variants = value.map(members);
  const isVariant = (one: Record<string, RawJson>) =>
    "title" in one && "value" in one;
  if (!variants.every(isVariant)) return value;
  return (variants.find((one) => one.selected === true) ?? variants[0]).value;
}

/** What is taken out of a response; Bruno has no other actions. */
export function actionLines(row: Record<string, RawJson>, say: Say): string[] {
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
  if (isReadAsLocal(jsonTextOf(name) ?? "", say)) return [];
  return pair(
    (scope === "request" ? "@" : "") + (jsonTextOf(name) ?? ""),
    bruExpression(
      jsonTextOf(members(selector).expression) ?? "",
      `The action for "${shownName(jsonTextOf(name) ?? "")}"`,
      say,
    ),
    say,
    { disabled: isSwitchedOff(row) },
  );
}

/** An expression in Bruno's words. */
function bruExpression(expression: string, what: string, say: Say): string {
  if (say.keepsWords) return expression;
  const written = toBrunoExpression(expression);
  noteExpression(what, written, say);
  return written.code;
}

/** A row of the assertion table. */
export function assertionLines(
  row: Record<string, RawJson>,
  say: Say,
): string[] {
  const given = jsonTextOf(row.expression)?.trim() ?? "";
  const expression = bruExpression(
    given,
    `The assertion of "${shownName(given)}"`,
    say,
  );
  if (/[:\r\n]|^[~"]/.test(expression)) {
    say(
      `The assertion of "${
        shownName(expression)
      }" is left out: .bru files cannot hold : and line breaks on its left side`,
    );
    return [];
  }
  const right = row.value === null ? "null" : jsonTextOf(row.value);
  // The name is not quoted here, whatever it holds.
  return pair(
    "x",
    `${jsonTextOf(row.operator)}${right === undefined ? "" : ` ${right}`}`,
    (message) =>
      say(message.replace('"x"', () => `"${shownName(expression)}"`)),
  ).map((line) => (isSwitchedOff(row) ? "~" : "") + expression + line.slice(1));
}

/** A part of a multipart body. */
export function partLines(row: Record<string, RawJson>, say: Say): string[] {
  const name = jsonTextOf(row.name) ?? "";
  const suffix = typeSuffix(row.contentType, say);
  const isFile = row.type === "file";
  const value = isFile
    ? filesValue(Array.isArray(row.value) ? row.value : [row.value], say)
    : jsonTextOf(row.value) ?? "";
  const isOther = isFile ? value === undefined : isMarked(value ?? "");
  if (isOther && !isFile) {
    say(
      `The value of "${
        shownName(name)
      }" is left out and its line switched off: .bru files read @file(…) and @contentType(…) as instructions`,
    );
  }
  return pair(name, isOther ? "" : value ?? "", say, {
    disabled: isSwitchedOff(row) || isOther,
    suffix,
    description: row.description,
  });
}

/** Texts that a `.bru` file would take for something else. */
function isMarked(value: string): boolean {
  const text = value.trim();
  return text.includes("@contentType(") ||
    text.startsWith("@file(") && text.endsWith(")");
}

function filesValue(paths: readonly RawJson[], say: Say): string | undefined {
  const texts = paths.map((path) => jsonTextOf(path) ?? "");
  const wrong = texts.find((path) => /[|\r\n]|@contentType\(/.test(path));
  if (wrong === undefined) return `@file(${texts.join("|")})`;
  say(
    `The file "${
      shownName(wrong)
    }" is left out and its line switched off: .bru files cannot hold such a path`,
  );
  return undefined;
}

/** The files of a body; the first is sent where no entry says which one. */
export function fileLines(
  rows: readonly Record<string, RawJson>[],
  say: Say,
): string[] {
  const says = rows.some((row) => "selected" in row);
  return rows.flatMap((row, index) => {
    const path = jsonTextOf(row.filePath) ?? "";
    const value = filesValue([path], say);
    const isSent = says ? row.selected === true : index === 0;
    return pair("file", value ?? "", say, {
      disabled: !isSent || value === undefined,
      suffix: typeSuffix(row.contentType, say),
    });
  });
}

function typeSuffix(contentType: RawJson, say: Say): string {
  const type = jsonTextOf(contentType) ?? "";
  if (type === "") return "";
  if (!/[)\r\n]/.test(type)) return `@contentType(${type})`;
  say(
    `The content type "${
      shownName(type)
    }" is left out: .bru files cannot hold it`,
  );
  return "";
}
