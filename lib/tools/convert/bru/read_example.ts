import { convertBlocks } from "../../../core/collection/bru/parse_bru.ts";
import { parseBlocks } from "../../../core/collection/bru/parse_blocks.ts";
import type { BruBlock } from "../../../core/collection/bru/shape.ts";
import { members, type RawJson } from "../json.ts";
import type { FileExample } from "../open_collection.ts";

/** The examples of a request's file that can be read. */
export function examplesOf(path: string, text: string): FileExample[] {
  const { blocks = [] } = parseBlocks(path, text);
  return blocks.flatMap(({ name, text }) =>
    name === "example" ? readExample(text?.text ?? "") ?? [] : []
  );
}

/** Reads the text of a block `example`: blocks in it have a colon behind their names. */
function readExample(text: string): FileExample | undefined {
  const own = blocksIn(text, "meta");
  const name = valueIn(own, "name");
  if (own === undefined || name === undefined) return undefined;
  const [sent, received] = [textIn(own, "request"), textIn(own, "response")];
  // One that says nothing is for the report to name.
  if (sent === "" && received === "") return undefined;
  const request = requestOf(sent);
  const response = responseOf(received);
  if (!request || !response) return undefined;
  const description = valueIn(own, "description");
  return {
    name,
    ...(description && { description }),
    ...(sent !== "" && { request }),
    ...(received !== "" && { response }),
  };
}

/** What was sent, as a request has it. */
function requestOf(text: string): Record<string, unknown> | undefined {
  const blocks = blocksIn(text.replace(/^mode:/m, "body:"), "http");
  if (blocks === undefined) return undefined;
  const { http, graphql } = members(
    convertBlocks("request", blocks) as unknown as RawJson,
  );
  const { url, method, headers, params, body } = members(http ?? graphql);
  return {
    url: url ?? "",
    ...(typeof method === "string" && { method: method.toUpperCase() }),
    ...(headers !== undefined && { headers }),
    ...(params !== undefined && { params }),
    ...(body !== undefined && { body }),
  };
}

function responseOf(text: string): FileExample["response"] | undefined {
  const blocks = blocksIn(text, "meta");
  if (blocks === undefined) return undefined;
  const status = blocksIn(textIn(blocks, "status"), "meta");
  const written = textIn(blocks, "body");
  const body = blocksIn(written, "meta");
  const code = Number(valueIn(status, "code") ?? valueIn(blocks, "status"));
  const phrase = valueIn(status, "text");
  const data = contentIn(written) ?? valueIn(body, "content");
  const headers = blocks.filter((one) => one.name === "headers")
    .flatMap(({ pairs }) => pairs)
    .map(({ name, value }) => ({ name, value: value.text }));
  return {
    ...(Number.isInteger(code) && { status: code }),
    ...(phrase && { statusText: phrase }),
    ...(headers.length > 0 && { headers }),
    ...(data !== undefined &&
      { body: { type: valueIn(body, "type") || "text", data } }),
  };
}

/** The content between quotes as it is, with the blanks at its ends. */
function contentIn(text: string): string | undefined {
  const start = /^content[ \t]*:[ \t]*'''[ \t]*\n/m.exec(text);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const end = text.indexOf("'''", from);
  if (end < 0) return undefined;
  return text.slice(from, end).split("\n").map((line) =>
    line.replace(/^ {1,2}/, "")
  ).join("\n").replace(/\n$/, "");
}

/**
 * The blocks in a block's text, and its own lines as a block of this name.
 * Nothing for a text that cannot be read.
 */
function blocksIn(text: string, own: string): BruBlock[] | undefined {
  const lines: string[] = [];
  const inner: string[] = [];
  let isInBlock = false;
  let isInValue = false;
  for (const line of text.split(/\r?\n/)) {
    const [, name] = isInBlock || isInValue
      ? []
      : /^([^\s{]+?):?[ \t]*\{[ \t]*$/.exec(line) ?? [];
    if (name !== undefined) {
      inner.push(`${name} {`);
      isInBlock = true;
    } else if (isInBlock) {
      inner.push(line);
      isInBlock = line.trimEnd() !== "}";
    } else {
      lines.push(`  ${line}`);
      const isQuotes = line.trimEnd().endsWith("'''");
      isInValue = isInValue ? !isQuotes : /^[^:]+:[ \t]*'''[ \t]*$/.test(line);
    }
  }
  return parseBlocks(
    "",
    [`${own} {`, ...lines, "}", ...inner, ""].join("\n"),
  ).blocks;
}

function textIn(blocks: readonly BruBlock[], name: string): string {
  return blocks.findLast((one) => one.name === name)?.text?.text ?? "";
}

function valueIn(
  blocks: readonly BruBlock[] | undefined,
  name: string,
): string | undefined {
  return blocks?.[0]?.pairs.findLast((one) => one.name === name)?.value.text;
}
