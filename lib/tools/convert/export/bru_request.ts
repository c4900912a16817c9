import {
  METHOD_BLOCKS,
  STREAM_BLOCKS,
} from "../../../core/collection/bru/blocks.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import type { FileDefaults, FileRequest } from "../open_collection.ts";
import { authBlocks, authWord } from "./bru_auth.ts";
import { writeBlocks } from "./bru_blocks.ts";
import { type BruBody, bruBody, bruGraphql } from "./bru_body.ts";
import { exampleBlocks } from "./bru/bru_examples.ts";
import { rowsOfQuery, withRowsInUrl } from "./bru_query.ts";
import { block, pair, type Say, shownName, typedParams } from "./bru_text.ts";

/** Characters of tags in `.bru` files. */
const TAG = /^[\p{L}0-9_-]+$/u;

/** A request as a `.bru` file. */
export function bruRequest(request: FileRequest, say: Say): string {
  const { info, http, graphql, runtime, settings, docs } = request;
  const { websocket, grpc } = request;
  const details: BruDetails = http ?? graphql ?? websocket ?? grpc ??
    { url: "" };
  const method = jsonTextOf(details.method)?.toUpperCase() ||
    (graphql ? "POST" : "GET");
  const stream = websocket ? "ws" : grpc ? "grpc" : undefined;
  const body = stream !== undefined
    ? bruMessages(stream, details.message, say)
    : graphql
    ? bruGraphql(graphql.body, say)
    : bruBody(http?.body, say);
  const { auth } = details;
  sayExtensions(request, say);
  const wholeUrl = withRowsInUrl(
    (jsonTextOf(details.url) ?? "").trim(),
    details.params,
    say,
  );
  const url = pair("url", wholeUrl, say);
  const isWord = stream !== undefined ||
    METHOD_BLOCKS.includes(method.toLowerCase());
  const target = stream ?? (isWord ? method.toLowerCase() : "http");
  const { keys = [] } = STREAM_BLOCKS.get(target) ?? {};
  const made = {
    meta: [block("meta", [
      ...metaName(info.name, say),
      ...pair("type", stream ?? (graphql ? "graphql" : "http"), say),
      ...(info.seq === undefined ? [] : pair("seq", String(info.seq), say)),
      ...tagLines(info.tags, say),
    ])],
    [target]: [block(target, [
      ...(isWord ? [] : pair("method", method, say)),
      ...(url.length > 0 ? url : ["url: "]),
      ...keys.filter(([here]) => here !== "url").flatMap(([here, there]) => {
        const text = jsonTextOf(members(details)[there]);
        return text ? pair(here, text.trim(), say) : [];
      }),
      ...pair("body", body.word, say),
      ...pair("auth", authWord(auth), say),
    ])],
    ...authBlocks(auth, say),
    ...body.blocks,
  };
  const params = say.keepsWords || stream === "grpc"
    ? typedParams(details.params)
    : rowsOfQuery(wholeUrl, details.params);
  const parts = { details: { ...details, params }, runtime, settings, docs };
  return [
    ...writeBlocks("request", { parts, made }, say),
    ...exampleBlocks(request, say),
  ].join("\n");
}

function tagLines(value: RawJson, say: Say): string[] {
  const tags = elements(value).map((tag) => jsonTextOf(tag) ?? "");
  const held = tags.filter((tag) => TAG.test(tag));
  for (const tag of tags) {
    if (!TAG.test(tag)) {
      say(
        `The tag "${
          shownName(tag)
        }" is left out: tags of .bru files have letters, digits, _ and - only`,
      );
    }
  }
  return held.length === 0
    ? []
    : [`tags: [\n${held.map((tag) => `  ${tag}\n`).join("")}]`];
}

/** What `extensions` say to Brace alone; where a request came from is no loss. */
function sayExtensions({ extensions }: FileRequest, say: Say): void {
  for (const key of Object.keys(members(members(extensions).brace))) {
    if (key === "source") continue;
    say(
      `"extensions.brace.${
        shownName(key)
      }" is left out: Bruno does not know it`,
    );
  }
}

/** The details of a request of any type. */
type BruDetails =
  & Pick<NonNullable<FileRequest["http"]>, "url" | "auth">
  & Readonly<Record<string, RawJson>>;

/** Messages, each as a block of its own. */
function bruMessages(protocol: string, value: RawJson, say: Say): BruBody {
  const rows = Array.isArray(value)
    ? value.map(members)
    : value === undefined || value === null
    ? []
    : [{ message: value }];
  const name = `body:${protocol}`;
  return {
    word: protocol,
    blocks: {
      [name]: rows.map((row, index) => {
        const content = members(row.message);
        const isText = !isMapping(row.message);
        const { title, selected } = row as Record<string, RawJson>;
        const text = jsonTextOf(isText ? row.message : content.data) ?? "";
        return block(name, [
          ...pair("name", jsonTextOf(title) || `message ${index + 1}`, say),
          ...(isText
            ? []
            : pair("type", jsonTextOf(content.type) || "text", say)),
          ...(selected === true ? ["selected: true"] : []),
          ...pair("content", text, say),
        ]);
      }),
    },
  };
}

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
  if (elements(defaults?.metadata).length > 0) {
    say("Its metadata is left out: in .bru files each request has its own");
  }
  if (defaults?.settings !== undefined) {
    say("Its settings are left out: in .bru files each request has its own");
  }
  const made = {
    ...(name !== undefined && {
      meta: [block("meta", [
        ...metaName(name, say),
        ...(seq === undefined ? [] : pair("seq", String(seq), say)),
      ])],
    }),
    ...(auth !== undefined && {
      auth: [block("auth", pair("mode", authWord(auth), say))],
      ...authBlocks(auth, say),
    }),
  };
  const parts = { request: defaults, docs };
  return writeBlocks("level", { parts, made }, say).join("\n");
}

/** The name of an item, on one line. */
function metaName(name: string, say: Say): string[] {
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
export function isNone(auth: RawJson): boolean {
  return auth === "none" || members(auth).type === "none";
}
