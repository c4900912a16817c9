import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../../json.ts";
import type { FileRequest } from "../../open_collection.ts";
import { writeBlock } from "../bru_blocks.ts";
import { bruBody, bruGraphql } from "../bru_body.ts";
import { rowsOfQuery } from "../bru_query.ts";
import {
  block,
  inBlock,
  pair,
  rowsBlock,
  type Say,
  shownName,
  unix,
} from "../bru_text.ts";

type Mapping = Readonly<Record<string, RawJson>>;

/**
 * Saved examples, each as a block `example`. The blocks in it have a colon
 * behind their names, and their rows have no descriptions.
 */
export function exampleBlocks(request: FileRequest, say: Say): string[] {
  const { http, graphql, examples } = request;
  // The app shows what was sent, which an example may leave to its request.
  const own = members(http ?? graphql);
  return elements(examples).map(members).map((example) => {
    const name = onOneLine(example.name);
    const here: Say = (message, lost, kind) =>
      say(`In the example "${shownName(name)}": ${message}`, lost, kind);
    const sent = members(example.request);
    const description = jsonTextOf(example.description) ?? "";
    return block("example", [
      ...pair("name", name, here),
      ...(description === "" ? [] : pair("description", description, here)),
      Object.keys(sent).length > 0
        ? sentBlock(sent, here)
        : sentBlock(own, () => {}),
      ...receivedBlock(members(example.response), here),
      // Bruno keeps the indent of a line that has nothing else.
    ]).replace(/(?<=\n) +(?=\n)/g, "");
  });
}

function sentBlock(sent: Mapping, say: Say): string {
  const { url, method, params, headers, body } = plainRows(sent, say);
  const isGraphql = isMapping(body) && "query" in members(body);
  const { word, blocks } = isGraphql
    ? bruGraphql(body, say)
    : bruBody(body, say);
  const verb = onOneLine(method).toLowerCase() || (isGraphql ? "post" : "get");
  const rows = rowsOfQuery(onOneLine(url), params);
  return inner("request", [
    ...pair("url", onOneLine(url), say),
    ...pair("method", verb, say),
    ...pair("mode", word, say),
    ...[
      ...writeBlock("params:query", rows, say),
      ...writeBlock("params:path", rows, say),
      ...rowsBlock("headers", headers, say),
      ...Object.values(blocks).flat(),
    ].map(withColon),
  ]);
}

function receivedBlock(
  { status, statusText, headers, body }: Mapping,
  say: Say,
): string[] {
  const { type, data } = members(body);
  const text = unix(jsonTextOf(data) ?? "");
  const isHeld = !text.includes("'''");
  if (!isHeld) {
    say("The body of the response is left out: examples cannot hold ''' there");
  }
  const lines = (name: string, value: RawJson) => {
    const line = onOneLine(value);
    return line === "" ? [] : pair(name, line, say);
  };
  const answer = [...lines("code", status), ...lines("text", statusText)];
  const blocks = [
    ...rowsBlock("headers", headers, say).map(withColon),
    ...(answer.length === 0 ? [] : [inner("status", answer)]),
    ...(body === undefined || !isHeld ? [] : [
      inner("body", [
        ...lines("type", type),
        `content: '''\n${text === "" ? "" : `${inBlock(text)}\n`}'''`,
      ]),
    ]),
  ];
  return blocks.length === 0 ? [] : [inner("response", blocks)];
}

/** What was sent, with rows that have no descriptions. */
function plainRows(sent: Mapping, say: Say): Mapping {
  let found = false;
  const plain = (rows: RawJson): RawJson =>
    Array.isArray(rows)
      ? rows.map((row) => {
        const { description, ...rest } = members(row);
        found ||= description !== undefined;
        return rest;
      })
      : rows;
  const body = members(sent.body);
  const made = {
    ...sent,
    params: plain(sent.params ?? []),
    headers: plain(sent.headers ?? []),
    ...(Array.isArray(body.data) && {
      body: { ...body, data: plain(body.data) },
    }),
  };
  if (found) say("Descriptions are left out: rows of examples have none");
  return made;
}

/** What the format has on one line. */
function onOneLine(value: RawJson): string {
  return (jsonTextOf(value) ?? "").replace(/\s*[\r\n]\s*/g, " ").trim();
}

function inner(name: string, lines: readonly string[]): string {
  return withColon(block(name, lines)).trimEnd();
}

/** A block in an example. */
function withColon(text: string): string {
  return text.replace(" {", ": {").trimEnd();
}
