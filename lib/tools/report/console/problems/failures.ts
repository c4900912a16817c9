import type { RequestResult } from "../../../../core/run/types.ts";
import { count, formatBytes } from "../../text/amounts.ts";
import { fitEnd, fitStart } from "../../text/fit.ts";
import { failedChecks } from "../checks.ts";
import { type Context, indent } from "../context.ts";
import {
  type Group,
  grouped,
  listLines,
  restLines,
  type ShownProblem,
} from "./grouped.ts";
import { LAST_LINES, scriptOutputLines } from "../script_output.ts";
import { headerOf } from "../../../../core/http/header_of.ts";
import type { Response } from "../../../../core/http/response.ts";
import { displayWidth } from "../../../../core/source/display_width.ts";
import { readContent } from "../../content.ts";
import { reasonOf } from "../../reason_phrase.ts";
import { streamCounts } from "../../step_label.ts";
import { lastMessageLines } from "../exchange/message_lines.ts";
import { printableLines } from "../../text/escape_controls.ts";
import { indentJson } from "../../text/indent_json.ts";
import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import { diagnosticLines, placeText } from "../diagnostic_lines.ts";

/** Problems of one request that are shown in full: a screen has no room for more. */
const MAX_COUNT = {
  check: { all: 20, first: 10 },
  error: { all: 6, first: 2 },
} as const;
/** Requests whose problems are shown in full. */
const MAX_BLOCKS = 100;
/** Problems that are known by name. */
const MAX_GROUPS = 10_000;
/** Titles below the line of a request. */
const MAX_TITLES = 3;

/** Lines of the list at the very end. */
const MAX_LISTED = 20;

/** A line of the list at the very end. */
interface Listed {
  readonly place: string;
  /** Which row of the data it was, if there are several. */
  readonly row: string;
  readonly why: ShownProblem["why"];
  times: number;
}

/** What the report's end says about one request. */
interface Block {
  readonly head: readonly string[];
  readonly groups: readonly Group[];
  /** What follows the problems. */
  readonly tail: readonly string[];
}

/** The failures of a run: equal ones are grouped, whichever requests they are in. */
export class Failures {
  readonly #context: Context;
  /** By key; those that are shown by name only have no group. */
  readonly #known = new Map<string, Group | undefined>();
  readonly #blocks: Block[] = [];
  /** Requests with other problems than those that are shown. */
  readonly #others: string[] = [];
  /** By place and problem: the rows of one request may fail alike. */
  readonly #listed = new Map<string, Listed>();
  #unlisted = 0;
  #failed = 0;
  #sent = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** How many requests failed, and how many of them were sent. */
  get count(): { readonly failed: number; readonly sent: number } {
    return { failed: this.#failed, sent: this.#sent };
  }

  /**
   * Takes a request that did not pass, and gives what is to stand below its
   * line: the titles of what was not seen before.
   *
   * @param request What it is called.
   * @param head The lines above its failures.
   */
  add(
    result: RequestResult,
    { request, head }: {
      readonly request: string;
      readonly head: readonly string[];
    },
  ): string[] {
    this.#failed++;
    if (result.sent !== undefined) this.#sent++;
    const context = this.#context;
    const problems = [
      ...failedChecks(result, context),
      ...errorsOf(result, context),
    ];
    this.#list(result, { request, problem: problems[0] });
    const fresh = problems.filter((it) => {
      this.#known.get(it.key)?.add(it, request);
      return !this.#known.has(it.key);
    });
    if (fresh.length === 0 && problems.length > 0) return [];
    if (this.#blocks.length >= MAX_BLOCKS) this.#others.push(request);
    else this.#addBlock(head, { result, problems: fresh });
    const titles = new Map(fresh.map(({ key, title }) => [key, title]));
    return titleLines([...titles.values()], context);
  }

  #list(
    { step: { item: { path, at } } }: RequestResult,
    { request, problem }: {
      readonly request: string;
      readonly problem: ShownProblem | undefined;
    },
  ): void {
    const key = `${path}\n${problem?.key}`;
    const known = this.#listed.get(key);
    if (known !== undefined) {
      known.times++;
      return;
    }
    if (this.#listed.size >= MAX_LISTED) {
      this.#unlisted++;
      return;
    }
    const label = this.#context.own(path);
    const file = at.file === undefined ? label : this.#context.own(at.file);
    const isHere = problem?.place?.startsWith(`${file}:`) === true;
    this.#listed.set(key, {
      place: !isHere
        ? label
        : file === label || file.endsWith(`/${label}`)
        ? `${label}:${problem.line}`
        : `${label} (${file}:${problem.line})`,
      row: request.slice(label.length),
      why: problem?.why ?? (() => ""),
      times: 1,
    });
  }

  /** What failed, a line each, for the very end: place and reason. */
  list(): string[] {
    const { style, width } = this.#context;
    const lines = [...this.#listed.values()].map(
      ({ place, row, why, times }) => {
        const more = times > 1 ? ` (${times} times)` : row;
        const shown = fitStart(place + more, width - 22);
        const room = width - displayWidth(shown) - 7;
        return `  ${style.red("✗")} ${shown}  ${why(room)}`.trimEnd();
      },
    );
    return this.#unlisted === 0
      ? lines
      : [...lines, style.dim(`  and ${this.#unlisted} more`)];
  }

  #addBlock(
    head: readonly string[],
    { result, problems }: {
      readonly result: RequestResult;
      readonly problems: readonly ShownProblem[];
    },
  ): void {
    const context = this.#context;
    const { groups, rest } = grouped(problems, MAX_COUNT);
    for (const { key } of problems) {
      if (this.#known.size < MAX_GROUPS) this.#known.set(key, groups.get(key));
    }
    this.#blocks.push({
      head,
      groups: [...groups.values()],
      tail: [
        ...restLines(rest, context),
        // With more it stands below the request's line.
        ...context.verbose === "none" ? responseLines(result, context) : [],
        ...scriptOutputLines(result.console, context, LAST_LINES),
      ],
    });
  }

  /** The failures in full, each with its request's line above. */
  lines(): string[] {
    const { style, prose } = this.#context;
    return [
      style.bold("Failures"),
      "",
      ...this.#blocks.flatMap((block) => [
        ...block.head,
        ...indent(this.#blockLines(block), 2),
        "",
      ]),
      ...this.#others.length === 0 ? [] : [
        ...listLines(
          `and ${count(this.#others.length, "more request")}`,
          this.#others.slice(0, 100),
          prose,
        ).map(style.dim),
        "",
      ],
    ];
  }

  /** What went wrong in the only request. */
  ofOne(): string[] {
    return this.#blocks.flatMap((block) => this.#blockLines(block));
  }

  #blockLines({ groups, tail }: Block): string[] {
    return [
      ...groups.flatMap((group) => [
        ...group.lines,
        ...indent(group.more(this.#context), 2),
      ]),
      ...tail,
    ];
  }
}

function titleLines(
  titles: readonly string[],
  { style, width }: Context,
): string[] {
  // A note would be no shorter than one line.
  const most = titles.length === MAX_TITLES + 1 ? titles.length : MAX_TITLES;
  const shown = titles.slice(0, most)
    .map((title) => `${style.red("✗")} ${fitEnd(title, width - 4)}`);
  const more = titles.length - shown.length;
  return more > 0 ? [...shown, style.dim(`… ${more} more`)] : shown;
}

/** Of a body, as much as helps at first sight. */
const MAX_BYTES = 4_096;
const MAX_LINES = 8;
/** What a failed assertion looks at may be further down. */
const MAX_BYTES_TO_MEMBER = 65_536;

/** What the server responded, in short: status, content type and the first lines of the body. */
function responseLines(
  { response, assertions }: Pick<RequestResult, "response" | "assertions">,
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
  const type = contentTypeOf(response);
  const facts = [
    ...type === "" ? [] : [line(type)],
    formatBytes(size.body),
    ...response.cut ? ["cut off"] : [],
  ];
  return [
    `${style.cyan("←")} ${named} ${style.dim(`· ${facts.join(" · ")}`)}`,
    ...bodyLines(response, memberOf(failed?.expression), context).map((it) =>
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
  const from = at < MAX_LINES - 1
    ? 0
    : Math.max(0, Math.min(at - 2, lines.length - MAX_LINES));
  const shown = lines.slice(from, from + MAX_LINES)
    .map((line) => fitEnd(line, room));
  if (from > 0) shown.unshift(style.dim(`… ${count(from, "line")}`));
  const more = lines.length - from - MAX_LINES;
  if (more <= 0) return shown;
  return [...shown, style.dim(cut ? "…" : `… ${count(more, "more line")}`)];
}

/** The errors of a request outside of its checks. */
function errorsOf(
  { diagnostics }: Pick<RequestResult, "diagnostics">,
  context: Context,
): ShownProblem[] {
  let searched = "";
  return diagnostics.filter(({ severity }) => severity === "error").map(
    ({ scopesSearched, ...rest }) => {
      const before = searched;
      searched = scopesSearched?.join() ?? before;
      // Once is enough.
      const known = scopesSearched === undefined || searched === before;
      return failureProblem(
        known ? rest : { ...rest, scopesSearched },
        context,
      );
    },
  );
}

/** A diagnostic as a problem. */
export function failureProblem(
  diagnostic: Diagnostic,
  context: Context,
): ShownProblem {
  const { code, message } = diagnostic;
  const masked = context.masker.maskDiagnostic(diagnostic);
  const { location, expression } = masked;
  const place = placeText(location);
  const line = location?.line;
  const title = context.own(masked.message);
  return {
    key: `${code}\n${message}`,
    kind: "error",
    title,
    name: expression === undefined ? title : context.own(`{{${expression}}}`),
    ...place !== undefined && { place: context.own(place) },
    ...line !== undefined && { line },
    why: (width) => fitEnd(title, width),
    lines: () => diagnosticLines(diagnostic, context),
  };
}
