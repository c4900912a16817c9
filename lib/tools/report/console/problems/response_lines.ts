import { counted } from "../../../../core/source/counted.ts";
import type { RequestResult } from "../../../../core/run/types.ts";
import { formatBytes } from "../../text/amounts.ts";
import { fitEnd } from "../../text/fit.ts";
import type { Context } from "../context.ts";
import { headerOf } from "../../../../core/http/header_of.ts";
import type { TestResult } from "../../../../core/script/border/types.ts";
import type { Response } from "../../../../core/http/response.ts";
import { displayWidth } from "../../../../core/source/display_width.ts";
import { readContent } from "../../content.ts";
import { reasonOf } from "../../reason_phrase.ts";
import { streamCounts } from "../../step_label.ts";
import { lastMessageLines } from "../exchange/message_lines.ts";
import { printableLines } from "../../text/escape_controls.ts";
import { indentJson } from "../../text/indent_json.ts";

/** Of a body, as much as helps at first sight. */
const MAX_BYTES = 4_096;
const MAX_LINES = 8;
/** A short body is shown whole. */
const SHORT = { bytes: 1_024, lines: 20 } as const;
/** What a failed assertion looks at may be further down. */
const MAX_BYTES_TO_MEMBER = 65_536;

/** What the server responded, in short: status, content type and the first lines of the body. */
export function responseLines(
  { response, assertions, tests }: Pick<
    RequestResult,
    "response" | "assertions" | "tests"
  >,
  context: Context,
): string[] {
  if (response === undefined) return [];
  const { style, line } = context;
  const failed = assertions.find(({ status }) => status === "failed");
  const { status, size, stream } = response;
  const named = line(`${status} ${reasonOf(response)}`.trim());
  if (stream !== undefined) {
    const counts = streamCounts(stream);
    const more = counts === "" ? "" : style.dim(` · ${counts}`);
    return [
      `${style.cyan("←")} ${named}${more}`,
      ...lastMessageLines(stream, failed?.expression, context).map((it) =>
        `${style.dim("│")} ${it}`
      ),
    ];
  }
  const member = failed === undefined
    ? pointerOf(tests.find(({ status }) => status === "failed"))
    : memberOf(failed.expression);
  const type = contentTypeOf(response);
  const facts = [
    ...type === "" ? [] : [line(type)],
    formatBytes(size.body),
    ...response.cut ? ["cut off"] : [],
  ];
  return [
    `${style.cyan("←")} ${named} ${style.dim(`· ${facts.join(" · ")}`)}`,
    ...bodyLines(response, member, context).map((it) =>
      `${style.dim("│")} ${it}`
    ),
  ];
}

function contentTypeOf({ headers }: Response): string {
  return headerOf(headers, "content-type") ?? "";
}

/** The names and indexes behind `res.body`; none for other expressions. */
function memberOf(expression = ""): string[] {
  const path = /^\s*res\.body((?:\.[\w$]+|\[\d+\])+)\s*$/.exec(expression)?.[1];
  return path?.match(/[\w$]+/g) ?? [];
}

/** The names and indexes of the JSON pointer at which a test's message says what is wrong: `/0/price must be number`. */
function pointerOf(test: TestResult | undefined): string[] {
  const pointer = /(?:^|[\s:("'])((?:\/[^\s/:"'()]+)+) must /.exec(
    test?.diagnostic?.message ?? "",
  )?.[1];
  return pointer?.slice(1).split("/")
    .map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~")) ?? [];
}

/** The line of a member in JSON that has a line for each; the one that it is in where it is not there. */
function lineOfMember(
  lines: readonly string[],
  path: readonly string[],
): number {
  const indent = (line: string) => line.search(/\S|$/);
  let at = 0;
  for (const name of path) {
    const inside = indent(lines[at + 1] ?? "");
    const isList = /\[$/.test(lines[at]);
    const key = `${JSON.stringify(name)}:`;
    let found: number | undefined;
    let nth = 0;
    for (let next = at + 1; next < lines.length; next++) {
      const text = lines[next].trimStart();
      if (indent(lines[next]) < inside) break;
      if (indent(lines[next]) > inside || /^[\]}]/.test(text)) continue;
      if (isList ? `${nth++}` === name : text.startsWith(key)) {
        found = next;
        break;
      }
    }
    if (found === undefined) break;
    at = found;
  }
  return at;
}

/** @param member What is to be seen of it. */
function bodyLines(
  response: Response,
  member: readonly string[],
  context: Context,
): string[] {
  const { style, masker, width } = context;
  const { body } = response;
  if (body.length === 0) return [];
  const content = readContent(body, {
    contentType: contentTypeOf(response),
    limit: member.length > 0 ? MAX_BYTES_TO_MEMBER : MAX_BYTES,
  });
  if (content.kind === "binary") {
    return [style.dim(`(${formatBytes(body.length)} of binary content)`)];
  }
  const { cut } = content;
  const text = masker.maskText(content.text, { cut }).trimEnd();
  const room = width - 6;
  // JSON that came on one line is spread out where the line has no room for it.
  const spread = /^\s*[[{]/.test(text) && !text.includes("\n") &&
      displayWidth(text) > room
    ? indentJson(text)
    : text;
  const lines = printableLines(spread);
  const at = lineOfMember(lines, member);
  const isShort = body.length <= SHORT.bytes && lines.length <= SHORT.lines;
  const most = isShort ? SHORT.lines : MAX_LINES;
  const from = at < most - 1
    ? 0
    : Math.max(0, Math.min(at - 2, lines.length - most));
  const shown = lines.slice(from, from + most)
    .map((line) => fitEnd(line, room));
  if (from > 0) shown.unshift(style.dim(`… ${counted(from, "line")}`));
  const more = lines.length - from - most;
  if (more <= 0) return shown;
  return [...shown, style.dim(cut ? "…" : `… ${counted(more, "more line")}`)];
}
