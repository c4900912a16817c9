import {
  METHOD_BLOCKS,
  STREAM_BLOCKS,
} from "../../../core/collection/bru/blocks.ts";
import type {
  BruAnnotation,
  BruBlock,
  BruPair,
  BruValue,
} from "../../../core/collection/bru/shape.ts";
import { elements, isMapping, jsonTextOf, members } from "../json.ts";
import type { RawJson } from "../json.ts";

/** Types of items that are requests, and how a `.bru` file calls them. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["http", "http"],
  ["http-request", "http"],
  ["graphql", "graphql"],
  ["graphql-request", "graphql"],
  ["grpc", "grpc"],
  ["grpc-request", "grpc"],
  ["ws", "ws"],
  ["ws-request", "ws"],
]);

/** How a `.bru` file calls the type of an item; undefined for what is no request. */
export function requestType(item: RawJson): string | undefined {
  const { type, request } = members(item);
  if (type === undefined && isMapping(request)) return "http";
  return TYPES.get(jsonTextOf(type) ?? "");
}

/** The rows of a list; the app also keeps rows in which nothing is written. */
export function exportedRows(value: RawJson): Record<string, RawJson>[] {
  return elements(value).filter(isMapping).filter(({ name, value }) =>
    exportedText(name) !== "" || exportedText(value) !== ""
  );
}

/** A request of an export as the blocks of its `.bru` file. */
export function requestBlocks(
  item: Record<string, RawJson>,
  { seq }: { seq: number },
): BruBlock[] {
  const request = members(item.request);
  const type = requestType(item) ?? "http";
  const isStream = STREAM_BLOCKS.has(type);
  const method = exportedText(request.method) ||
    (type === "graphql" ? "POST" : "");
  const word = method.toLowerCase() || "get";
  const isWord = isStream || METHOD_BLOCKS.includes(word);
  const params = exportedRows(request.params ?? request.query);
  const ofType = (type: string) =>
    params.filter((row) => (row.type ?? "query") === type).map(pairOf);
  const body = members(request.body);
  const { mode: auth = "none", blocks: authBlocks } = authOf(request.auth);
  return [
    block("meta", [
      field("name", item.name),
      field("type", type),
      field("seq", item.seq ?? seq),
      {
        ...field("tags", ""),
        list: elements(item.tags).map((tag) => valueOf(exportedText(tag))),
      },
    ]),
    block(isStream ? type : isWord ? word : "http", [
      ...(isWord && type !== "grpc" ? [] : [field("method", method)]),
      field("url", request.url),
      ...["methodType", "protoPath"].filter((key) =>
        exportedText(request[key]) !== ""
      )
        .map((key) => field(key, request[key])),
      field("body", isStream ? type : bodyMode(body, type)),
      field("auth", auth),
    ]),
    ...filled("params:query", ofType("query")),
    ...filled("params:path", ofType("path")),
    ...filled(
      type === "grpc" ? "metadata" : "headers",
      exportedRows(request.headers).map(pairOf),
    ),
    ...authBlocks,
    ...bodyBlocks(body),
    ...runtimeBlocks(request),
    ...filled("assert", exportedRows(request.assertions).map(assertionOf)),
    ...filled("settings", fieldsOf(item.settings)),
    ...text("docs", request.docs),
    ...elements(item.examples).map((example) => ({
      ...block("example", []),
      text: valueOf(exportedText(example)),
    })),
  ];
}

/** What a folder or the collection hands down, as the blocks of its `.bru` file. */
export function levelBlocks(
  root: RawJson,
  { name, seq }: { name?: RawJson; seq?: RawJson } = {},
): BruBlock[] {
  const request = members(members(root).request);
  const { mode, blocks } = authOf(request.auth);
  return [
    block("meta", [field("name", name), field("seq", seq)]),
    ...filled("headers", exportedRows(request.headers).map(pairOf)),
    ...(mode === undefined ? [] : [block("auth", [field("mode", mode)])]),
    ...blocks,
    ...runtimeBlocks(request),
    ...text("docs", members(root).docs),
  ];
}

/** An environment; its variables keep their order. */
export function environmentBlocks(variables: RawJson): BruBlock[] {
  return exportedRows(variables).map((row) =>
    block(row.secret === true ? "vars:secret" : "vars", [variableOf(row)])
  );
}

/** Variables, scripts and tests, which requests and levels have. */
function runtimeBlocks(request: Record<string, RawJson>): BruBlock[] {
  const vars = members(request.vars);
  const script = members(request.script);
  return [
    ...filled("vars:pre-request", exportedRows(vars.req).map(variableOf)),
    ...filled("vars:post-response", exportedRows(vars.res).map(variableOf)),
    ...text("script:pre-request", script.req),
    ...text("script:post-response", script.res),
    ...text("tests", request.tests),
  ];
}

function bodyMode(body: Record<string, RawJson>, type: string): string {
  return exportedText(body.mode) || (type === "graphql" ? "graphql" : "none");
}

/** All bodies that a request has: it sends that of its mode. */
function bodyBlocks(body: Record<string, RawJson>): BruBlock[] {
  const graphql = members(body.graphql);
  return [
    // As in its files: Bruno sends no blanks around JSON.
    ...text("body:json", exportedText(body.json).trim()),
    ...["text", "xml", "sparql"].flatMap((mode) =>
      text(`body:${mode}`, body[mode])
    ),
    ...text("body:graphql", graphql.query),
    ...text("body:graphql:vars", graphql.variables),
    ...filled(
      "body:form-urlencoded",
      exportedRows(body.formUrlEncoded).map(pairOf),
    ),
    ...filled(
      "body:multipart-form",
      exportedRows(body.multipartForm).map(partOf),
    ),
    ...filled("body:file", elements(body.file).map(members).map(fileOf)),
    ...["grpc", "ws"].flatMap((protocol) =>
      elements(body[protocol]).map((message) =>
        block(`body:${protocol}`, fieldsOf(message))
      )
    ),
  ];
}

/** The mode of auth that is asked for, and the blocks of its fields. */
function authOf(auth: RawJson): { mode?: string; blocks: BruBlock[] } {
  const mode = exportedText(members(auth).mode);
  if (mode === "") return { blocks: [] };
  const fields = members(members(auth)[mode] ?? members(auth)[camel(mode)]);
  const { privateKeyType, additionalParameters, ...rest } = fields;
  const isSnake = mode === "oauth1" || mode === "oauth2";
  const pairs = Object.entries(rest).flatMap(([key, value]): BruPair[] => {
    if (value === null || value === undefined) return [];
    const name = isSnake ? WORDS.get(key) ?? snake(key) : key;
    const isFile = key === "privateKey" && privateKeyType === "file";
    return [
      isFile
        ? { ...field(name, ""), value: filesValue([value]) }
        : field(name, value),
    ];
  });
  const more = members(additionalParameters);
  const additional = PARAMETERS.flatMap(([key, word]) =>
    ["headers", "queryparams", "body"].flatMap((place) =>
      filled(
        `auth:oauth2:additional_params:${word}:${place}`,
        exportedRows(more[key]).filter(({ sendIn }) => sendIn === place).map(
          pairOf,
        ),
      )
    )
  );
  return { mode, blocks: [...filled(`auth:${mode}`, pairs), ...additional] };
}

/** A field that a `.bru` file calls otherwise than by its name with underscores. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["accessTokenSecret", "token_secret"],
]);

const PARAMETERS = [
  ["authorization", "auth_req"],
  ["token", "access_token_req"],
  ["refresh", "refresh_token_req"],
] as const;

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pairOf(row: Record<string, RawJson>): BruPair {
  return {
    ...field(exportedText(row.name), row.value),
    disabled: row.enabled === false,
    annotations: annotationsOf(row),
  };
}

/** A variable, whose value may have a type; one of the request alone begins with `@`. */
function variableOf(row: Record<string, RawJson>): BruPair {
  const pair = pairOf(row);
  const { value, dataType, local } = row;
  const type = exportedText(dataType) ||
    (value === null || value === undefined ? "string" : typeof value);
  return {
    ...pair,
    ...(local === true && { name: `@${pair.name}` }),
    annotations: type === "string"
      ? pair.annotations
      : [...pair.annotations, { name: type, argument: "" }],
  };
}

/** An assertion's operator stands before its value, or beside it. */
function assertionOf(row: Record<string, RawJson>): BruPair {
  const [operator, value] = [
    exportedText(row.operator),
    exportedText(row.value),
  ];
  const isThere = operator === "" || value === operator ||
    value.startsWith(`${operator} `);
  return pairOf(isThere ? row : { ...row, value: `${operator} ${value}` });
}

function partOf(row: Record<string, RawJson>): BruPair {
  const pair = pairOf(row);
  const { value, contentType } = row;
  const type = exportedText(contentType);
  return {
    ...pair,
    ...(row.type === "file" &&
      { value: filesValue(Array.isArray(value) ? value : [value]) }),
    ...(type !== "" && { contentType: valueOf(type) }),
  };
}

function fileOf(row: Record<string, RawJson>): BruPair {
  const type = exportedText(row.contentType);
  return {
    ...field("file", row.filePath),
    disabled: row.selected === false,
    ...(type !== "" && { contentType: valueOf(type) }),
  };
}

function filesValue(paths: readonly RawJson[]): BruValue {
  const text = paths.map(exportedText).filter((path) => path !== "").join("|");
  return { ...valueOf(`@file(${text})`), form: "line" };
}

function annotationsOf(row: Record<string, RawJson>): BruAnnotation[] {
  const about = exportedText(row.description);
  return [
    ...elements(row.annotations).map(members).map(({ name, value }) => ({
      name: exportedText(name),
      argument: exportedText(value),
    })),
    ...(about === "" ? [] : [{ name: "description", argument: about }]),
  ];
}

/** The members of a mapping that have a text. */
function fieldsOf(value: RawJson): BruPair[] {
  return Object.entries(members(value))
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([name, one]) => field(name, one));
}

function field(name: string, value: RawJson): BruPair {
  return {
    name,
    nameAt: NOWHERE,
    disabled: false,
    value: valueOf(exportedText(value)),
    annotations: [],
  };
}

/** An export's lines are not those of a `.bru` file. */
const NOWHERE = { start: 0, end: 0 };

/** A text that is what it is: nothing in it is an instruction. */
function valueOf(text: string): BruValue {
  return { form: "text", text, ...NOWHERE };
}

function block(name: string, pairs: readonly BruPair[]): BruBlock {
  return { name, nameAt: NOWHERE, pairs };
}

function filled(name: string, pairs: readonly BruPair[]): BruBlock[] {
  return pairs.length === 0 ? [] : [block(name, pairs)];
}

function text(name: string, value: RawJson): BruBlock[] {
  const text = exportedText(value);
  return text === "" ? [] : [{ ...block(name, []), text: valueOf(text) }];
}

/** A value as the text that a `.bru` file would have. */
export function exportedText(value: RawJson): string {
  if (value === null || value === undefined) return "";
  return jsonTextOf(value) ?? JSON.stringify(value, null, 2);
}
