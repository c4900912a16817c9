import {
  elements,
  isMapping,
  type Json,
  jsonTextOf,
  members,
} from "../json.ts";
import {
  block,
  isSwitchedOff,
  pair,
  rowsBlock,
  type Say,
  shownName,
  textBlock,
} from "./bru_text.ts";

/** Bodies by OpenCollection's types, and the words for them in `.bru` files. */
const BODY_WORDS: Readonly<Record<string, string>> = {
  "form-urlencoded": "formUrlEncoded",
  "multipart-form": "multipartForm",
};

/** A body's word in the request's first block, and the blocks that hold it. */
export interface BruBody {
  readonly word: string;
  readonly blocks: readonly string[];
}

/** A body; of several variants the selected one. */
export function bruBody(written: Json, say: Say): BruBody {
  const body = selected(written, say);
  const type = jsonTextOf(body.type) ?? "none";
  if (body.interpolate === false) {
    say(
      "The body is to go as it is, placeholders included (interpolate: false), which Bruno does not know",
    );
  }
  return { word: BODY_WORDS[type] ?? type, blocks: blocksOf(type, body, say) };
}

/** The blocks of a body of GraphQL. */
export function graphqlBlocks(value: Json, say: Say): string[] {
  if (!isMapping(value) && !Array.isArray(value)) return [];
  const { query, variables } = selected(value, say);
  return [
    ...bodyText("body:graphql", jsonTextOf(query) ?? "", say),
    ...bodyText("body:graphql:vars", jsonTextOf(variables) ?? "", say),
  ];
}

function blocksOf(
  type: string,
  { data }: Record<string, Json>,
  say: Say,
): string[] {
  const name = `body:${type}`;
  const rows = elements(data).map(members);
  switch (type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return bodyText(name, jsonTextOf(data) ?? "", say);
    case "form-urlencoded":
      return rowsBlock(name, data, say);
    case "multipart-form":
      return [block(name, rows.flatMap((row) => part(row, say)))];
    case "file":
      return [block(name, files(rows, say))];
    default:
      return [];
  }
}

function bodyText(name: string, text: string, say: Say): string[] {
  if (text.includes("\r")) {
    say("The body is written with \\n for \\r, which .bru files cannot hold");
  }
  return textBlock(name, text);
}

function part(row: Record<string, Json>, say: Say): string[] {
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
      }" is left out and its line switched off: in .bru files @file(…) and @contentType(…) are none`,
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

function filesValue(paths: readonly Json[], say: Say): string | undefined {
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

/** The first file is sent where no entry says which one. */
function files(rows: readonly Record<string, Json>[], say: Say): string[] {
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

function typeSuffix(contentType: Json, say: Say): string {
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

/** Of several variants the selected one. */
function selected(value: Json, say: Say): Record<string, Json> {
  if (!Array.isArray(value)) return members(value);
  const variants = value.map(members);
  const one = variants.find((variant) => variant.selected === true) ??
    variants[0];
  for (const other of variants) {
    if (other === one) continue;
    say(
      `The body "${
        shownName(jsonTextOf(other.title) ?? "")
      }" is left out: .bru files hold one of each type`,
    );
  }
  return members(one?.body);
}
