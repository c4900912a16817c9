import { elements, isMapping, type Json, members, textOf } from "../json.ts";
import type {
  FileDefaults,
  FileRequest,
  FileScript,
} from "../open_collection.ts";
import { authBlocks, authWord } from "./bru_auth.ts";
import { block, pair, rowsBlock, textBlock } from "./bru_text.ts";

/** Bodies by OpenCollection's types, and the words for them in `.bru` files. */
const BODY_WORDS: Readonly<Record<string, string>> = {
  "form-urlencoded": "formUrlEncoded",
  "multipart-form": "multipartForm",
};

const METHODS = /^(?:GET|POST|PUT|DELETE|PATCH|OPTIONS|HEAD|CONNECT|TRACE)$/;

/** A request as a `.bru` file. */
export function bruRequest(request: FileRequest): string {
  const { info, http, graphql, runtime, settings, docs } = request;
  const details = http ?? graphql ?? { url: "" };
  const method = textOf(details.method)?.toUpperCase() ||
    (graphql ? "POST" : "GET");
  const body = http?.body;
  const word = graphql ? "graphql" : body ? bodyWord(body.type) : "none";
  const auth = details.auth;
  const tags = elements(info.tags).map(textOf);
  const blocks = [
    block("meta", [
      pair("name", oneLine(info.name)),
      pair("type", graphql ? "graphql" : "http"),
      ...(info.seq === undefined ? [] : [pair("seq", String(info.seq))]),
      ...(tags.length === 0
        ? []
        : [`tags: [\n${tags.map((tag) => `  ${tag}\n`).join("")}]`]),
    ]),
    block(METHODS.test(method) ? method.toLowerCase() : "http", [
      ...(METHODS.test(method) ? [] : [pair("method", method)]),
      pair("url", textOf(details.url) ?? ""),
      pair("body", word),
      pair("auth", authWord(auth)),
    ]),
    ...rowsBlock(
      "params:query",
      elements(details.params).filter(ofType("query")),
    ),
    ...rowsBlock(
      "params:path",
      elements(details.params).filter(ofType("path")),
    ),
    ...rowsBlock("headers", details.headers),
    ...authBlocks(auth),
    ...bodyBlocks(body),
    ...graphqlBlocks(graphql?.body),
    ...sharedBlocks({
      variables: runtime?.variables,
      actions: runtime?.actions,
      scripts: runtime?.scripts,
    }),
    ...assertBlock(runtime?.assertions),
    ...(settings && Object.keys(settings).length > 0
      ? [
        block(
          "settings",
          Object.entries(settings).flatMap(([key, value]) =>
            textOf(value) === undefined ? [] : [pair(key, textOf(value) ?? "")]
          ),
        ),
      ]
      : []),
    ...docsBlock(docs),
  ];
  return blocks.join("\n");
}

/** `collection.bru` and `folder.bru`: what a level hands down. */
export function bruLevel(
  defaults: FileDefaults | undefined,
  { name, seq, docs }: { name?: string; seq?: number; docs?: string },
): string {
  const auth = defaults?.auth;
  const blocks = [
    ...(name === undefined ? [] : [block("meta", [
      pair("name", oneLine(name)),
      ...(seq === undefined ? [] : [pair("seq", String(seq))]),
    ])]),
    ...rowsBlock("headers", defaults?.headers),
    ...(auth === undefined
      ? []
      : [block("auth", [pair("mode", authWord(auth))]), ...authBlocks(auth)]),
    ...sharedBlocks({
      variables: defaults?.variables,
      actions: defaults?.actions,
      scripts: defaults?.scripts,
    }),
    ...docsBlock(docs),
  ];
  return blocks.join("\n");
}

/** A file of `environments/`. */
export function bruEnvironment(variables: readonly Json[]): string {
  const rows = variables.map(members);
  const isHidden = (row: Record<string, Json>) =>
    row.secret === true && (textOf(row.value) ?? "") === "";
  const plain = rows.filter((row) => !isHidden(row));
  const secret = rows.filter(isHidden).map((row) =>
    `${row.disabled === true ? "~" : ""}${textOf(row.name)}`
  );
  return [
    block("vars", plain.flatMap(variableLines)),
    ...(secret.length > 0
      ? [`vars:secret [\n${secret.map((name) => `  ${name}`).join(",\n")}\n]\n`]
      : []),
  ].join("");
}

function sharedBlocks(
  { variables, actions, scripts }: {
    variables: Json;
    actions: Json;
    scripts: readonly FileScript[] | undefined;
  },
): string[] {
  const code = (type: FileScript["type"]) =>
    elements(scripts).map(members).filter((one) => one.type === type)
      .map((one) => textOf(one.code) ?? "").join("\n\n");
  const set = elements(actions).map(members).filter((one) =>
    one.type === "set-variable"
  );
  return [
    ...(elements(variables).length > 0
      ? [
        block(
          "vars:pre-request",
          elements(variables).map(members).flatMap(variableLines),
        ),
      ]
      : []),
    ...(set.length > 0
      ? [block(
        "vars:post-response",
        set.map((one) =>
          pair(
            (members(one.variable).scope === "request" ? "@" : "") +
              (textOf(members(one.variable).name) ?? ""),
            textOf(members(one.selector).expression) ?? "",
            { disabled: one.disabled === true },
          )
        ),
      )]
      : []),
    ...text("script:pre-request", code("before-request")),
    ...text("script:post-response", code("after-response")),
    ...text("tests", code("tests")),
  ];
}

/** A typed value has its type as an annotation above it. */
function variableLines(row: Record<string, Json>): string[] {
  const { value } = row;
  const disabled = row.disabled === true;
  const name = textOf(row.name) ?? "";
  if (typeof value === "string" || value === undefined || value === null) {
    return [pair(name, value ?? "", { disabled })];
  }
  const typed = members(value);
  const isTyped = typeof typed.type === "string" && "data" in typed;
  const type = isTyped ? String(typed.type) : typeof value;
  const data = isTyped
    ? textOf(typed.data) ?? JSON.stringify(typed.data)
    : typeof value === "object"
    ? JSON.stringify(value, null, 2)
    : String(value);
  return type === "string"
    ? [pair(name, data, { disabled })]
    : [`@${type}`, pair(name, data, { disabled })];
}

function assertBlock(value: Json): string[] {
  const rows = elements(value).map(members);
  if (rows.length === 0) return [];
  return [block(
    "assert",
    rows.map((row) => {
      const right = textOf(row.value);
      return `${row.disabled === true ? "~" : ""}${textOf(row.expression)}: ${
        textOf(row.operator)
      }${right === undefined ? "" : ` ${right}`}`;
    }),
  )];
}

function bodyBlocks(value: Json): string[] {
  const body = selected(value);
  const type = textOf(body.type);
  switch (type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return text(`body:${type}`, textOf(body.data) ?? "");
    case "form-urlencoded":
      return rowsBlock(`body:${type}`, body.data);
    case "multipart-form":
      return [
        block(
          `body:${type}`,
          elements(body.data).map(members).map((row) => {
            const files = Array.isArray(row.value)
              ? row.value.map(textOf)
              : [textOf(row.value)];
            const contentType = textOf(row.contentType);
            return pair(
              textOf(row.name) ?? "",
              row.type === "file"
                ? `@file(${files.join("|")})`
                : textOf(row.value) ?? "",
              {
                disabled: row.disabled === true,
                ...(contentType && { suffix: `@contentType(${contentType})` }),
              },
            );
          }),
        ),
      ];
    case "file":
      return [
        block(
          `body:${type}`,
          elements(body.data).map(members).map((row) => {
            const contentType = textOf(row.contentType);
            return pair("file", `@file(${textOf(row.filePath)})`, {
              disabled: row.selected === false,
              ...(contentType && { suffix: `@contentType(${contentType})` }),
            });
          }),
        ),
      ];
    default:
      return [];
  }
}

function graphqlBlocks(value: Json): string[] {
  if (!isMapping(value)) return [];
  return [
    ...text("body:graphql", textOf(value.query) ?? ""),
    ...text("body:graphql:vars", textOf(value.variables) ?? ""),
  ];
}

/** Of several variants the selected one. */
function selected(value: Json): Record<string, Json> {
  if (!Array.isArray(value)) return members(value);
  const variants = value.map(members);
  const one = variants.find((variant) => variant.selected === true) ??
    variants[0];
  return members(one?.body);
}

function bodyWord(type: string): string {
  return BODY_WORDS[type] ?? type;
}

function ofType(type: "query" | "path") {
  return (row: Json) => (members(row).type ?? "query") === type;
}

function docsBlock(docs: Json): string[] {
  return text("docs", textOf(docs) ?? "");
}

function text(name: string, content: string): string[] {
  return content === "" ? [] : [textBlock(name, content.replace(/\n$/, ""))];
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, " ");
}
